/** Placing orders by a press: what was seen is captured, checked at the release, and sent once. */
import { parseGroupId } from '#core/ids.ts'
import type { TickSize } from '#core/price.ts'
import type { Intent, Sent } from '../data/account/intent.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import { createSamePress, guard, stateNow } from './guard.ts'
import { bodyOf, exitFault, partsOf } from './sale.ts'
import type { Aim, PressedPart, Terms } from './sale.ts'
import { seenBook } from './seen.ts'
import { refused } from './send.ts'
import type { Acting } from './send.ts'

/** A press: its orders, the reducing one first, and what was on the screen. */
export type Press = ReturnType<Clicks['press']>

export type Clicks = ReturnType<typeof createClicks>

/** Own sales in the way must be proven gone first, which may take half a minute. */
const FREEING = { timeoutMs: 45_000 }

/** Builds the click path, one for all ladders and the ticket: a double press is one wherever it is made. */
export function createClicks(parts: Acting & { readonly books: BookCache }) {
  const { books, client, intents, now } = parts
  const samePress = createSamePress<readonly PressedPart[]>()
  const sameBasket = createSamePress<Sent>(({ refusals }) => refusals.length === 0)

  const minted = (aim: Aim) => partsOf(aim).map((part) => ({ ...part, clientOrderId: parts.mint() }))

  function seen(aim: Aim, orders: readonly PressedPart[], reused: boolean) {
    const { mode } = stateNow(parts, false)
    return { aim, orders, reused, mode, ...seenBook(books.book(aim.outcomeId).top(), now()) }
  }

  /** Why it is not sent now; null when it is. */
  function refusalOf(made: ReturnType<typeof seen>, terms: Terms, tick: TickSize, sinceMoveMs: number) {
    const { aim, orders } = made
    const book = books.book(aim.outcomeId).now()
    const busy = orders.map((one) => intents.busyAt(one, one.clientOrderId)).find((one) => one !== null)
    const state = { ...stateNow(parts, terms.postOnly), ...book, tick: book.tick ?? tick }
    const refusals = (aim.parts ?? [aim]).map(({ price }) =>
      guard({ ...made, side: aim.side, price }, { ...state, sinceMoveMs, busy: busy ?? null }),
    )
    return refusals.find((one) => one !== null) ?? exitFault(aim, tick)
  }

  /** One order, or a sale and the purchase that follows it, which are one request. */
  function send(made: ReturnType<typeof seen>, terms: Terms, tick: TickSize): readonly Intent[] {
    const { aim, orders } = made
    const [first, second] = orders
    if (first === undefined) return []
    const body = bodyOf(first, aim, terms, made, tick)
    if (second === undefined) {
      const request = () => client.call('placeOrder', { body }, body.cancelsSales === true ? FREEING : {})
      return intents.send([first], request, (answer) => answer)
    }
    const both = {
      sale: { ...body, side: 'SELL' },
      purchase: { ...bodyOf(second, aim, terms, made, tick), side: 'BUY' },
    } as const
    const request = () => client.call('placeBothSides', { body: both })
    return intents.send([first, second], request, (all, order) => (order === first ? all.sale : all.purchase))
  }

  /** All of them in one request. */
  function sendMany(made: readonly ReturnType<typeof seen>[], terms: Terms, tick: TickSize) {
    const together = made.flatMap((one) => one.orders.map(({ clientOrderId }) => clientOrderId))
    // Its first order gives the group its name.
    const group = together.length > 1 ? parseGroupId(together[0] ?? '') : null
    const label = group !== null && { group }
    const bodies = made.flatMap((one) =>
      one.orders.map((order) => ({ ...bodyOf(order, one.aim, terms, one, tick), ...label })),
    )
    const orders = made.flatMap((one) => one.orders.map((order) => ({ ...order, together })))
    const request = () => client.call('placeOrders', { body: { orders: bodies } })
    return intents.send(orders, request, ({ results }, { clientOrderId: id }) =>
      results.find((one) => one.clientOrderId === id),
    )
  }

  return {
    /** Captures the moment of the press. The same press again is the same orders, whatever of it has been sold since. */
    press(aim: Aim) {
      const scale = (aim.parts ?? []).map((part) => `${part.size} @ ${part.price}`).join()
      const key = `${aim.outcomeId} ${aim.side} ${aim.price} ${aim.size} ${scale} ${aim.bracket?.template}`
      const { made, reused } = samePress(key, now(), () => minted(aim))
      return seen(aim, made, reused)
    },
    /** Sends, or says why not. `sinceMoveMs` is how long ago rows moved on the screen. */
    release(made: ReturnType<typeof seen>, terms: Terms, tick: TickSize, sinceMoveMs: number): Sent {
      const refusal = refusalOf(made, terms, tick, sinceMoveMs)
      if (refusal !== null) return refused(refusal)
      const sent = made.aim.parts === undefined ? send(made, terms, tick) : sendMany([made], terms, tick)
      return { intents: sent, refusals: [] }
    },
    /** Orders on several books by one press: all of them in one request, or none. A double press is one. */
    pressTogether(aims: readonly Aim[], terms: Terms): Sent {
      const key = aims.map(({ outcomeId, price, size }) => `${outcomeId} ${price} ${size}`).join()
      return sameBasket(key, now(), () => {
        const made = aims.map((aim) => seen(aim, minted(aim), false))
        const refusals = made.flatMap((one) => {
          const why = refusalOf(one, terms, 1, Number.POSITIVE_INFINITY)
          return why === null ? [] : [`${one.aim.outcomeName}: ${why}`]
        })
        return { intents: refusals.length === 0 ? sendMany(made, terms, 1) : [], refusals }
      }).made
    },
  }
}
