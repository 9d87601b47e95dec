/** Attached exits in this tab: the list from the topic, what the next buy brings along, and the commands. */
import { attachedExit } from '#contract/records/attached-exits.ts'
import type { Micros } from '#core/money.ts'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Client, AttachedExit, ExitLegs } from '../platform/api/client.ts'
import { createListStore } from '../platform/live/list-store.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import type { Frame } from '../platform/page/frame.ts'
import { createStore } from '../platform/state/store.ts'
import type { Pairs } from '../data/account/pairs.ts'
import { movedLegs, NO_EXITS, SLIPPAGE_TICKS } from './drafts/exit-draft.ts'
import type { ExitDraft } from './drafts/exit-draft.ts'
import { createExitMarks } from '../data/account/exit-marks.ts'
import type { ExitMark } from '../data/account/exit-marks.ts'
import { faultOutcome } from './outcome.ts'

export type AttachedExits = ReturnType<typeof createAttachedExits>

/** One leg of exits, as the ladder of an outcome shows it. */
export type MarkedLeg = Pick<ExitMark, 'outcomeId' | 'exits'> & { readonly leg: ExitMark['leg'] | 'time' }

/** Builds them and follows the topic. */
export function createAttachedExits(deps: {
  readonly client: Client
  readonly live: Pick<Live, 'watch'>
  readonly frame: Frame
  readonly announcer: Announcer
  readonly toasts: Toasts
  readonly pairs: Pairs
}) {
  const { client, announcer } = deps
  const list = createListStore<AttachedExit>({
    decode: attachedExit.decode,
    keyOf: ({ id }) => id,
    order: (a, b) => b.createdAt - a.createdAt,
    onChange: () => deps.frame.mark(list.flush),
  })
  deps.live.watch('exits', list)

  /** Shown at once; the topic brings the same again. */
  function keep(answer: Awaited<ReturnType<typeof call>>, words: string): Result<undefined, string> {
    if (!answer.ok) return err(faultOutcome('exit', answer.error))
    list.keep(answer.value)
    announcer.report(words)
    return ok(undefined)
  }
  const call = (outcomeId: string, size: Micros, legs: ExitLegs) =>
    client.call('attachExit', { body: { outcomeId, size, legs } })

  /** Each answers why the terminal refused. */
  const remove = async ({ id }: AttachedExit) =>
    keep(await client.call('removeAttachedExit', { params: { exitId: id } }), 'Exit removed')

  /** One leg of an exit as it is now: another may have moved since it was drawn. */
  async function moveOne(drawn: AttachedExit, leg: ExitMark['leg'] | 'time', to: Price | null) {
    const exit = list.get().items.find(({ id, end }) => id === drawn.id && end === null)
    if (exit === undefined) return err('The exit has ended meanwhile')
    const legs = movedLegs(exit, leg, to)
    if (!legs.ok) return legs
    if (Object.keys(legs.value).length === 0) return remove(exit)
    return keep(
      await client.call('changeAttachedExit', { params: { exitId: exit.id }, body: { legs: legs.value } }),
      to === null ? 'Removed from the exit' : 'Exit moved',
    )
  }

  /** Moves a mark to a price of its ladder; null takes its leg off, and with the last leg the exit. */
  async function move({ outcomeId, leg, exits }: MarkedLeg, to: Price | null) {
    const results = await Promise.all(
      exits.map(async (exit) =>
        moveOne(exit, leg, to === null || exit.outcomeId === outcomeId ? to : complementPrice(to)),
      ),
    )
    return results.find(({ ok: isDone }) => !isDone) ?? ok(undefined)
  }

  /** Puts one leg at a price for all that is held: into the exits that are attached, else as one of its own. */
  async function put(outcomeId: string, held: Micros, leg: 'target' | 'stop', price: Price): Promise<void> {
    const exits = list.get().items.filter((one) => one.outcomeId === outcomeId && one.end === null)
    const legs = leg === 'target' ? { target: { price } } : { stop: { price, slippageTicks: SLIPPAGE_TICKS } }
    const result =
      exits.length > 0
        ? await move({ outcomeId, leg, exits }, price)
        : keep(await call(outcomeId, held, legs), 'Exit attached')
    if (!result.ok) announcer.report(`${leg === 'target' ? 'Target' : 'Stop'} not set: ${result.error}`)
  }

  return {
    list,
    put: (...leg: Parameters<typeof put>) => void put(...leg),
    /** Where they stand on ladders. */
    marks: createExitMarks(list, deps.pairs),
    /** Exits of the ticket's next buy. */
    draft: createStore<ExitDraft>(NO_EXITS),
    attach: async (outcomeId: string, size: Micros, legs: ExitLegs) =>
      keep(await call(outcomeId, size, legs), 'Exit attached'),
    move,
    /** Takes the leg of a mark off, in every mode, and says so where that fails. */
    cancel: (mark: MarkedLeg) =>
      void move(mark, null).then((result) => {
        if (result.ok) return
        announcer.report(`Exit not cancelled: ${result.error}`)
        const text = `${result.error} It still acts.`
        deps.toasts.show({
          tone: 'danger',
          title: 'Exit not cancelled',
          text,
          sticky: true,
          group: 'exit-cancel',
        })
      }),
    remove,
  }
}
