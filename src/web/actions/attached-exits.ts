/** Attached exits in this tab: the list from the topic, what the next buy brings along, and the commands. */
import { attachedExit } from '#contract/records/attached-exits.ts'
import type { Micros } from '#core/money.ts'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { faultText } from '../platform/api/client.ts'
import type { AttachedExit, Client, ExitLegs } from '../platform/api/client.ts'
import { createListStore } from '../platform/live/list-store.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import type { Frame } from '../platform/page/frame.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import type { Pairs } from '../data/account/pairs.ts'
import { movedLegs, NO_EXITS, SLIPPAGE_TICKS } from './drafts/exit-draft.ts'
import type { ExitDraft } from './drafts/exit-draft.ts'
import { createExitMarks } from '../data/account/exit-marks.ts'
import type { ExitMark, ExitMarks } from '../data/account/exit-marks.ts'

export type AttachedExits = {
  readonly list: ListStore<AttachedExit>
  /** Where they stand on ladders. */
  readonly marks: Readable<ExitMarks>
  /** Exits of the ticket's next buy. */
  readonly draft: Store<ExitDraft>
  /** Each answers why the terminal refused. */
  readonly attach: (outcomeId: string, size: Micros, legs: ExitLegs) => Promise<Result<undefined, string>>
  /** Puts one leg at a price for all that is held: into the exits that are attached, else as one of its own. */
  readonly put: (outcomeId: string, held: Micros, leg: 'target' | 'stop', price: Price) => void
  /** Moves a mark to a price of its ladder; null takes its leg off, and with the last leg the exit. */
  readonly move: (mark: MarkedLeg, to: Price | null) => Promise<Result<undefined, string>>
  /** Takes the leg of a mark off, in every mode, and says so where that fails. */
  readonly cancel: (mark: MarkedLeg) => void
  readonly remove: (exit: AttachedExit) => Promise<Result<undefined, string>>
}

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
}): AttachedExits {
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
    if (!answer.ok) return err(faultText(answer.error))
    list.keep(answer.value)
    announcer.report(words)
    return ok(undefined)
  }
  const call = (outcomeId: string, size: Micros, legs: ExitLegs) =>
    client.call('attachExit', { body: { outcomeId, size, legs } })

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

  async function move({ outcomeId, leg, exits }: MarkedLeg, to: Price | null) {
    const results = await Promise.all(
      exits.map(async (exit) =>
        moveOne(exit, leg, to === null || exit.outcomeId === outcomeId ? to : complementPrice(to)),
      ),
    )
    return results.find(({ ok: isDone }) => !isDone) ?? ok(undefined)
  }

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
    put: (...leg) => void put(...leg),
    marks: createExitMarks(list, deps.pairs),
    draft: createStore(NO_EXITS),
    attach: async (outcomeId, size, legs) => keep(await call(outcomeId, size, legs), 'Exit attached'),
    move,
    cancel: (mark) =>
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
