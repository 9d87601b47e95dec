/** Placing an order by a press: what was seen is captured, checked at the release, and sent once. */
import type { ClientOrderId } from '#core/ids.ts'
import type { TimeInForce } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Intent, Sent } from '../data/account/intent.ts'
import type { ExitLegs, PlaceBody } from '../platform/api/client.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import { createSamePress, guard, stateNow } from './guard.ts'
import { partsOf } from './sale.ts'
import type { Aim, SalePart } from './sale.ts'
import { refused } from './send.ts'
import type { Acting, Outgoing } from './send.ts'

export type Terms = {
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly expiresAt: number | null
  /** Exits that the buy brings along; left out for none. */
  readonly exits?: ExitLegs | null
}

/** A press: its orders, the reducing one first, and what was on the screen. */
export type Press = ReturnType<Clicks['press']>

export type Clicks = ReturnType<typeof createClicks>

const MAX_AGE_MS = 86_400_000
const PLACE_TIMEOUT_MS = 20_000
/** Own sales in the way must be proven gone first, which may take half a minute. */
export const WAY_OUT_TIMEOUT_MS = 45_000
/** The second waits for the answer to the first. */
const PLACE_BOTH_TIMEOUT_MS = 65_000

/** Builds the click path, one for all ladders and the ticket: a double press is one wherever it is made. */
export function createClicks(parts: Acting & { readonly books: BookCache }) {
  const { books, intents, now } = parts
  const samePress = createSamePress<readonly (SalePart & { readonly clientOrderId: ClientOrderId })[]>()
  const sameBasket = createSamePress<Sent>(({ refusals }) => refusals.length === 0)

  /** Captures the moment of the press. The same press again is the same orders, whatever of it has been sold since. */
  function press(aim: Aim) {
    const { outcomeId, side, price, size } = aim
    const scale = (aim.parts ?? []).map((part) => `${part.size} @ ${part.price}`)
    const { made, reused } = samePress(`${outcomeId} ${side} ${price} ${size} ${scale.join()}`, now(), () =>
      partsOf(aim).map((part) => ({ ...part, clientOrderId: parts.mint() })),
    )
    return { aim, orders: made, reused, ...seen(outcomeId) }
  }

  function seen(outcomeId: string) {
    const { epoch, bestBid, bestAsk, sequence, changedAt } = books.book(outcomeId).top()
    const age = changedAt === null ? MAX_AGE_MS : now() - changedAt
    const bookAgeMs = Math.min(MAX_AGE_MS, Math.max(0, age))
    const { mode } = stateNow(parts, false)
    return { mode, epoch, bestBid, bestAsk, bookSequence: sequence, bookAgeMs }
  }

  /** Why it is not sent now; null when it is. */
  function refusalOf(
    made: ReturnType<typeof press>,
    terms: Terms,
    tick: TickSize,
    sinceMoveMs: number,
  ): string | null {
    const { aim, orders } = made
    const book = books.book(aim.outcomeId)
    const busy = orders.map((one) => intents.busyAt(one, one.clientOrderId))
    const moment = {
      ...stateNow(parts, terms.postOnly),
      stale: book.staleNow(),
      epoch: book.epochNow(),
      bestBid: book.bestNow('BUY'),
      bestAsk: book.bestNow('SELL'),
      tick: book.tickNow() ?? tick,
      sinceMoveMs,
      busy: busy.find((one) => one !== null) ?? null,
    }
    const refusals = (aim.parts ?? [aim]).map(({ price }) =>
      guard({ ...made, side: aim.side, price }, moment),
    )
    return refusals.find((one) => one !== null) ?? null
  }

  return {
    press,
    /** Sends, or says why not. `sinceMoveMs` is how long ago rows moved on the screen. */
    release(made: ReturnType<typeof press>, terms: Terms, tick: TickSize, sinceMoveMs: number): Sent {
      const refusal = refusalOf(made, terms, tick, sinceMoveMs)
      if (refusal !== null) return refused(refusal)
      const place = made.aim.parts === undefined ? placeOrders : placeMany
      return { intents: place(parts, placingsOf(made, terms)), refusals: [] }
    },
    /** Orders on several books by one press: all of them in one request, or none. A double press is one. */
    pressTogether(aims: readonly Aim[], terms: Terms): Sent {
      const key = aims.map(({ outcomeId, price, size }) => `${outcomeId} ${price} ${size}`).join()
      return sameBasket(key, now(), () => {
        const made = aims.map((aim) => {
          const orders = partsOf(aim).map((part) => ({ ...part, clientOrderId: parts.mint() }))
          return { aim, orders, reused: false, ...seen(aim.outcomeId) }
        })
        const refusals = made.flatMap((one) => {
          const why = refusalOf(one, terms, 1, Number.POSITIVE_INFINITY)
          return why === null ? [] : [`${one.aim.outcomeName}: ${why}`]
        })
        return refusals.length === 0
          ? {
              intents: placeMany(
                parts,
                made.flatMap((one) => placingsOf(one, terms)),
              ),
              refusals,
            }
          : { intents: [], refusals }
      }).made
    },
  }
}

export type Placing = Outgoing & { readonly body: PlaceBody }

/** A sale and the purchase that follows it are one request. */
export function placeOrders(
  { client, intents }: Pick<Acting, 'client' | 'intents'>,
  [first, second]: readonly Placing[],
): readonly Intent[] {
  if (first === undefined) return []
  if (second !== undefined) {
    const body = {
      sale: { ...first.body, side: 'SELL' as const },
      purchase: { ...second.body, side: 'BUY' as const },
    }
    return intents.send(
      [first, second],
      () => client.call('placeBothSides', { body }, { timeoutMs: PLACE_BOTH_TIMEOUT_MS }),
      (answer, order) => (order === first ? answer.sale : answer.purchase),
    )
  }
  const { body } = first
  const timeoutMs = body.cancelsSales === true ? WAY_OUT_TIMEOUT_MS : PLACE_TIMEOUT_MS
  return intents.send(
    [first],
    () => client.call('placeOrder', { body }, { timeoutMs }),
    (answer) => answer,
  )
}

const UNTOLD = { result: 'unknown', order: null, reject: null, replayed: false } as const

/** All of them in one request; an order that the answer leaves out is unknown. */
export function placeMany(
  { client, intents }: Pick<Acting, 'client' | 'intents'>,
  placings: readonly Placing[],
): readonly Intent[] {
  const together = placings.map((one) => one.clientOrderId)
  const body = { orders: placings.map((one) => one.body) }
  return intents.send(
    placings.map((one) => ({ ...one, together })),
    () => client.call('placeOrders', { body }, { timeoutMs: PLACE_TIMEOUT_MS }),
    ({ results }, { clientOrderId }) =>
      results.find((one) => one.clientOrderId === clientOrderId) ?? { ...UNTOLD, clientOrderId },
  )
}

function placingsOf(press: Press, terms: Terms): readonly Placing[] {
  const { aim, bestBid, bestAsk, bookSequence: bookSeq, bookAgeMs } = press
  const { timeInForce, postOnly, expiresAt, exits } = terms
  const turned = (seen: Price | null): Price | null => (seen === null ? null : complementPrice(seen))
  return press.orders.map(({ isOther, outcomeName, ...order }) => {
    const seen = isOther ? { bestBid: turned(bestAsk), bestAsk: turned(bestBid) } : { bestBid, bestAsk }
    const body = {
      ...order,
      timeInForce,
      postOnly,
      ...(expiresAt !== null && { expiresAt }),
      ...(aim.side === 'BUY' && exits && { exits }),
      ...(order.side === 'SELL' && aim.frees === true && { cancelsSales: true }),
      evidence: { ...seen, bookSeq, bookAgeMs },
    }
    return { ...order, outcomeName, body }
  })
}
