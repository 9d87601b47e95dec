/** Exits attached to a position: attached, moved, removed. A removal is sent in every mode. */
import { attachedExit } from '#contract/records/attached-exits.ts'
import type { ExitId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault, AttachedExit, ExitLegs } from '../platform/api/client.ts'
import { createListStore } from '../platform/live/list-store.ts'
import { sayRefused } from '../platform/page/messages.ts'
import { createStore } from '../platform/state/store.ts'
import type { Pairs } from '../data/account/own-levels.ts'
import { movedLegs, NO_EXITS, SLIPPAGE_TICKS } from './drafts/exit-draft.ts'
import type { ExitDraft, LegMoves } from './drafts/exit-draft.ts'
import { createExitMarks } from '../data/account/exit-marks.ts'
import type { ExitMark } from '../data/account/exit-marks.ts'
import { WHY_NOT } from '../words/why-not.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Acting } from './send.ts'

/** One leg of exits, as the ladder of an outcome shows it. */
export type MarkedLeg = Pick<ExitMark, 'outcomeId' | 'exits'> & { readonly leg: ExitMark['leg'] | 'time' }

/** Target and stop of a position, each where it is wanted. */
export type PutLegs = { readonly target?: Price; readonly stop?: Price }

type Done = Result<undefined, string>

const NOT_CANCELLED = 'exit-cancel'

/** True once an exit has these legs, as it was asked for. */
function hasLegs(exit: AttachedExit, { target, stop, trailing, time }: ExitLegs): boolean {
  return (
    exit.targetPrice === (target?.price ?? null) &&
    exit.stopPrice === (stop?.price ?? null) &&
    exit.trailingDistance === (trailing?.distance ?? null) &&
    exit.minutesBeforeStart === (time?.minutesBeforeStart ?? null)
  )
}

/** Builds them and follows the topic. */
export function createAttachedExits(
  deps: Pick<Acting, 'client' | 'intents' | 'frame' | 'announcer' | 'toasts' | 'mint'> & {
    readonly live: Pick<Live, 'watch'>
    readonly pairs: Pairs
  },
) {
  const { client, announcer, toasts } = deps
  const list = createListStore<AttachedExit>({
    decode: attachedExit.decode,
    keyOf: ({ id }) => id,
    order: (a, b) => b.createdAt - a.createdAt,
    onChange: () => deps.frame.mark(list.flush),
  })
  deps.live.watch('exits', list)
  const open = () => list.get().items.filter(({ end }) => end === null)

  /** Sends once and answers why it was refused or is not known; `isDone` looks at the open exits where no answer comes. */
  function send(
    text: string,
    request: () => Promise<Result<AttachedExit, ApiFault>>,
    isDone: (open: readonly AttachedExit[]) => boolean,
  ): Promise<Done> {
    const { promise, resolve } = Promise.withResolvers<Done>()
    deps.intents.follow({
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
      tell({ at, text: said, proof }) {
        if (at === 'accepted') announcer.report(text)
        else if (proof.by === 'absence') announcer.report(`${text}? It ${said}`)
        if (proof.by === 'look') toasts.withdraw(NOT_CANCELLED)
        resolve(at === 'accepted' ? ok(undefined) : err(said))
      },
    })
    return promise
  }

  const attach = (outcomeId: string, size: Micros, legs: ExitLegs) => {
    const before = new Set(list.get().items.map(({ id }) => id))
    return send(
      'Exit attached',
      () => client.call('attachExit', { body: { outcomeId, size, legs } }),
      (now) =>
        now.some((exit) => !before.has(exit.id) && exit.outcomeId === outcomeId && hasLegs(exit, legs)),
    )
  }

  const remove = (exitId: ExitId) =>
    send(
      'Exit removed',
      () => client.call('removeAttachedExit', { params: { exitId } }),
      (now) => now.every(({ id }) => id !== exitId),
    )

  /** Some legs of an exit as it is now: others may have moved since it was drawn. */
  async function moveOne({ id: exitId }: AttachedExit, moves: LegMoves): Promise<Done> {
    const exit = open().find(({ id }) => id === exitId)
    if (exit === undefined) return err(WHY_NOT.exitGone)
    const moved = movedLegs(exit, moves)
    if (!moved.ok) return moved
    const legs = moved.value
    if (Object.keys(legs).length === 0) return remove(exitId)
    return send(
      Object.values(moves).includes(null) ? 'Removed from the exit' : 'Exit moved',
      () => client.call('changeAttachedExit', { params: { exitId }, body: { legs } }),
      (now) => now.some((one) => one.id === exitId && hasLegs(one, legs)),
    )
  }

  async function moveEach(
    exits: readonly AttachedExit[],
    movesOf: (exit: AttachedExit) => LegMoves,
  ): Promise<Done> {
    const results = await Promise.all(exits.map((exit) => moveOne(exit, movesOf(exit))))
    return results.find(({ ok: isDone }) => !isDone) ?? ok(undefined)
  }

  /** Moves a mark to a price of its ladder; null takes its leg off, and with the last leg the exit. */
  const move = ({ outcomeId, leg, exits }: MarkedLeg, to: Price | null) =>
    moveEach(exits, (exit) => ({
      [leg]: to === null || exit.outcomeId === outcomeId ? to : complementPrice(to),
    }))

  /** Sets legs for the whole position: in the exits that are attached, else as an exit of its own. */
  async function put(outcomeId: string, held: Micros, prices: PutLegs): Promise<void> {
    const exits = open().filter((one) => one.outcomeId === outcomeId)
    const { target, stop } = prices
    const legs = {
      ...(target !== undefined && { target: { price: target } }),
      ...(stop !== undefined && { stop: { price: stop, slippageTicks: SLIPPAGE_TICKS } }),
    }
    const result = await (exits.length > 0 ? moveEach(exits, () => prices) : attach(outcomeId, held, legs))
    const names = Object.keys(prices).join(' and ')
    const title = `${names[0]?.toUpperCase()}${names.slice(1)} not set`
    if (!result.ok) sayRefused(deps, title, { text: result.error, group: 'exit-put' })
  }

  /** Takes the leg of a mark off, and says so where that fails. */
  async function cancel(mark: MarkedLeg): Promise<void> {
    const result = await move(mark, null)
    if (result.ok) return
    const text = `${result.error} It still acts.`
    sayRefused(deps, 'Exit not cancelled', { text, sticky: true, group: NOT_CANCELLED })
  }

  return {
    list,
    /** Where they are on ladders. */
    marks: createExitMarks(list, deps.pairs),
    /** Exits of the ticket's next buy. */
    draft: createStore<ExitDraft>(NO_EXITS),
    /** Each answers why the terminal refused. */
    attach,
    move,
    remove: ({ id }: Pick<AttachedExit, 'id'>) => remove(id),
    put: (...parts: Parameters<typeof put>) => void put(...parts),
    cancel: (mark: MarkedLeg) => void cancel(mark),
  }
}
