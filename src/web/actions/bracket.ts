/** Exits attached to a position: attached, changed, removed. A removal is sent in every mode. */
import type { ClientOrderId, ExitId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { createExitList } from '../data/account/exit-marks.ts'
import type { Pairs } from '../data/account/own-levels.ts'
import { NO_LEGS } from '#core/order/attached-exit.ts'
import type { ExitLegs } from '#core/order/attached-exit.ts'
import { legsText } from '#core/order/exit-legs.ts'
import type { TickSize } from '#core/price.ts'
import type { ApiFault, AttachedExit } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import { NO_EXITS } from './drafts/exit-legs.ts'
import type { ExitDraft } from './drafts/exit-legs.ts'
import { createExitMoves, hasLegs, sentLegs } from './drafts/exit-legs.ts'
import { createSamePress } from './guard.ts'
import { reportExits } from './reports.ts'
import type { Aim, Bracket } from './sale.ts'
import type { Acting } from './send.ts'

/** Builds them and follows the topic. */
export function createAttachedExits(
  deps: Pick<Acting, 'client' | 'intents' | 'frame' | 'announcer' | 'toasts' | 'mint'> & {
    readonly live: Pick<Acting['live'], 'watch'>
    readonly pairs: Pairs
  },
) {
  const { client } = deps
  const { list, marks, open } = createExitList(deps, deps.pairs)
  const report = reportExits(deps)
  /** Ids of buy stops that no answer has come for: pressed again each is the same one. */
  const unanswered = new Map<string, ClientOrderId>()

  /** Sends once and answers why it was refused or is not known; `isDone` looks at the open exits where no answer comes. */
  async function send(
    text: string,
    request: () => Promise<Result<AttachedExit, ApiFault>>,
    isDone: (open: readonly AttachedExit[]) => boolean,
  ): Promise<Result<undefined, string>> {
    const news = await deps.intents.follow({
      id: deps.mint(),
      kind: 'exit',
      async request() {
        const answer = await request()
        if (!answer.ok) return answer
        // Shown at once; the topic brings the same again.
        list.keep(answer.value)
        return ok({ result: 'accepted', text })
      },
      look: () => (!list.get().current ? null : isDone(open()) ? 'accepted' : 'no_rows'),
      tell: (one) => report.tell(text, one),
    })
    return news.at === 'accepted' ? ok(undefined) : err(news.text)
  }

  const sent = {
    /** On shares that are held; null for those that its stop entry will buy. */
    attach(outcomeId: string, size: Micros | null, legs: ExitLegs) {
      const before = new Set(list.get().items.map(({ id }) => id))
      const isNew = (exit: AttachedExit) => !before.has(exit.id) && exit.outcomeId === outcomeId
      const key = `${outcomeId} ${legsText(legs)}`
      const clientOrderId = unanswered.get(key) ?? deps.mint()
      const source = size === null ? { clientOrderId } : { size }
      return send(
        size === null ? 'Buy stop set' : 'Exit attached',
        async () => {
          unanswered.set(key, clientOrderId)
          const answer = await client.call('attachExit', {
            body: { outcomeId, ...source, legs: sentLegs(legs) },
          })
          if (answer.ok || (answer.error.kind === 'problem' && answer.error.problem.status !== 500))
            unanswered.delete(key)
          return answer
        },
        (now) => now.some((exit) => isNew(exit) && hasLegs(exit, legs)),
      )
    },
    change: (exitId: ExitId, legs: ExitLegs, text: string) =>
      send(
        text,
        () => client.call('changeAttachedExit', { params: { exitId }, body: { legs: sentLegs(legs) } }),
        (now) => now.some((exit) => exit.id === exitId && hasLegs(exit, legs)),
      ),
    remove: ({ id: exitId }: { readonly id: ExitId }) =>
      send(
        'Exit removed',
        () => client.call('removeAttachedExit', { params: { exitId } }),
        (now) => now.every(({ id }) => id !== exitId),
      ),
  }
  const samePress = createSamePress<Promise<Result<undefined, string>>>()
  /** Buys once the best bid is at the aim's price, at most so many ticks above it; a double press is one. */
  function buyStop(aim: Aim, slippageTicks: number, tick: TickSize) {
    const { outcomeId, price, size, bracket = null } = aim
    const exits = bracket === null ? ok(NO_LEGS) : bracket.legsAt(price, tick)
    if (!exits.ok) return Promise.resolve(exits)
    const legs = { ...exits.value, entry: { price, size, slippageTicks } }
    return samePress(`${outcomeId} ${price} ${size}`, Date.now(), () => sent.attach(outcomeId, null, legs))
      .made
  }
  /** Exits that are written in the ticket, and what is read of them; null before that has been loaded. */
  const draft = createStore<ExitDraft>(NO_EXITS)
  const written = createStore<Bracket | null>(null)
  return { list, marks, draft, written, ...sent, buyStop, ...createExitMoves({ ...sent, open, report }) }
}
