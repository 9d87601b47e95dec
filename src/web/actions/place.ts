/** Placing an order by a press: what was seen is captured, checked at the release, and sent once. */
import type { ClientOrderId } from '#core/ids.ts'
import type { TimeInForce } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Client, ExitLegs, PlaceBody, TradingState } from '../platform/api/client.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Settings } from '../data/settings/settings.ts'
import type { Readable } from '../platform/state/store.ts'
import { venueBlock } from '../words/venue-text.ts'
import { createSamePress, guard } from './guard.ts'
import type { Seen } from './guard.ts'
import { refused } from './send.ts'
import type { Intents, Outgoing, Sent } from './send.ts'
import { partsOf } from './sale.ts'
import type { Aim, SalePart } from './sale.ts'
import type { Intent } from '../data/account/intent.ts'

export type Terms = {
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly expiresAt: number | null
  /** Exits that the buy brings along; left out for none. */
  readonly exits?: ExitLegs | null
}

/** A press: its orders, the reducing one first, and what stood on the screen. */
export type Press = Pick<Seen, 'reused' | 'mode' | 'epoch' | 'bestBid' | 'bestAsk'> & {
  readonly aim: Aim
  readonly orders: readonly (SalePart & { readonly clientOrderId: ClientOrderId })[]
  readonly bookSequence: number
  readonly bookAgeMs: number
}

export type Clicks = ReturnType<typeof createClicks>

export type ClicksOptions = {
  readonly client: Pick<Client, 'call'>
  readonly books: BookCache
  readonly live: Live
  readonly trading: Readable<TradingState | null>
  readonly intents: Pick<Intents, 'busyAt' | 'send'>
  readonly settings: Readable<Settings>
  readonly mint: () => ClientOrderId
  readonly now: () => number
}

const MAX_AGE_MS = 86_400_000
const PLACE_TIMEOUT_MS = 20_000
/** Own sales in the way must be proven gone first, which may take half a minute. */
export const WAY_OUT_TIMEOUT_MS = 45_000
/** The second waits for the answer to the first. */
const PLACE_BOTH_TIMEOUT_MS = 65_000

/** Builds the click path, one for all ladders and the ticket: a double press is one wherever it is made. */
export function createClicks(options: ClicksOptions) {
  const { books, intents, settings, now } = options
  const samePress = createSamePress<Press['orders']>()
  const mode = () => options.trading.get()?.mode ?? 'SAFE'
  return {
    /** Captures the moment of the press. The same press again is the same orders, whatever of it has been sold since. */
    press(aim: Aim): Press {
      const { outcomeId, side, price, size } = aim
      const top = books.book(outcomeId).top()
      const age = top.changedAt === null ? MAX_AGE_MS : now() - top.changedAt
      const key = `${outcomeId} ${side} ${price} ${size}`
      const { made, reused } = samePress(key, now(), () =>
        partsOf(aim).map((part) => ({ ...part, clientOrderId: options.mint() })),
      )
      return {
        aim,
        orders: made,
        reused,
        mode: mode(),
        epoch: top.epoch,
        bestBid: top.bestBid,
        bestAsk: top.bestAsk,
        bookSequence: top.sequence,
        bookAgeMs: Math.min(MAX_AGE_MS, Math.max(0, age)),
      }
    },
    /** Sends, or says why not. `sinceMoveMs` is how long ago rows moved on the screen. */
    release(press: Press, terms: Terms, tick: TickSize, sinceMoveMs: number): Sent {
      const { aim, orders } = press
      const book = books.book(aim.outcomeId)
      const busy = orders.map((one) => intents.busyAt(one.outcomeId, one.side, one.price, one.clientOrderId))
      const refusal = guard(
        { ...press, side: aim.side, price: aim.price },
        {
          isLinkLive: options.live.isReceiving(),
          mode: mode(),
          stale: book.staleNow(),
          epoch: book.epochNow(),
          bestBid: book.bestNow('BUY'),
          bestAsk: book.bestNow('SELL'),
          tick: book.tickNow() ?? tick,
          jumpTicks: settings.get().clickJumpTicks,
          sinceMoveMs,
          busy: busy.find((one) => one !== null) ?? null,
          venueBlock: venueBlock(options.trading.get()?.venue ?? null, terms.postOnly),
        },
      )
      return refusal === null
        ? { kind: 'sent', intents: placeOrders(options, placingsOf(press, terms)) }
        : refused(refusal)
    },
  }
}

export type Placing = Outgoing & { readonly body: PlaceBody }

/** A sale and the purchase that follows it are one request. */
export function placeOrders(
  { client, intents }: Pick<ClicksOptions, 'client' | 'intents'>,
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
