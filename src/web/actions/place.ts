/** Placing an order by a press: what was seen is captured, checked at the release, and sent once. */
import type { ClientOrderId } from '#core/ids.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import type { TimeInForce } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Client, ExitLegs, PlaceBody, TradingState } from '../platform/api/client.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Settings } from '../data/settings/settings.ts'
import type { Readable } from '../platform/state/store.ts'
import { venueBlock } from '../words/venue-text.ts'
import { createKeyGiver, guard } from './guard.ts'
import type { Press } from './guard.ts'
import { refused } from './send.ts'
import type { Intents, Outgoing, Sent } from './send.ts'
import type { OtherSide } from './sale.ts'
import type { Aimed, Intent } from '../data/account/intent.ts'

export type Aim = Aimed & {
  /** Part of a sale beyond the holding, which buys the other outcome. */
  readonly other: OtherSide | null
  /** Own resting sales are cancelled first, as far as the sale needs their shares. */
  readonly frees?: boolean
}

export type Terms = {
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly expiresAt: number | null
  /** Exits that the buy brings along; left out for none. */
  readonly exits?: ExitLegs | null
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

/** Builds the click path. One key giver serves all ladders and the ticket. */
export function createClicks(options: ClicksOptions) {
  const giveKey = createKeyGiver(options.mint)
  const mode = () => options.trading.get()?.mode ?? 'SAFE'

  let purchase: Press['purchase'] = null

  return {
    /** Captures the moment of the press. */
    press(aim: Aim): Press {
      const top = options.books.book(aim.outcomeId).top()
      const key = giveKey(aim, options.now())
      const age = top.changedAt === null ? MAX_AGE_MS : options.now() - top.changedAt
      // The same press again is the same orders, whatever of it has been sold since.
      if (!key.reused) purchase = aim.other === null ? null : { ...aim.other, clientOrderId: options.mint() }
      const { outcomeId, side, price, size } = aim
      return {
        outcomeId,
        side,
        price,
        size,
        ...key,
        mode: mode(),
        epoch: top.epoch,
        bookSequence: top.sequence,
        bestBid: top.bestBid,
        bestAsk: top.bestAsk,
        bookAgeMs: Math.min(MAX_AGE_MS, Math.max(0, age)),
        purchase,
      }
    },
    /** Sends, or says why not. `sinceMoveMs` is how long ago rows moved on the screen. */
    release(press: Press, aim: Aim, terms: Terms, tick: TickSize, sinceMoveMs: number): Sent {
      const book = options.books.book(press.outcomeId)
      const [sale, bought] = draftsOf(press, aim, terms)
      const busyAt = (draft: Placing | null) =>
        draft === null
          ? null
          : options.intents.busyAt(draft.outcomeId, draft.side, draft.price, draft.clientOrderId)
      const moment = {
        isLinkLive: options.live.isReceiving(),
        mode: mode(),
        stale: book.staleNow(),
        epoch: book.epochNow(),
        bestBid: book.bestNow('BUY'),
        bestAsk: book.bestNow('SELL'),
        tick: book.tickNow() ?? tick,
        jumpTicks: options.settings.get().clickJumpTicks,
        sinceMoveMs,
        busy: busyAt(sale) ?? busyAt(bought),
        venueBlock: venueBlock(options.trading.get()?.venue ?? null, terms.postOnly),
      }
      const refusal = guard(press, moment)
      if (refusal !== null) return refused(refusal)
      return { kind: 'sent', intents: placeOrders(options, sale, bought) }
    },
  }
}

/** A sale and the purchase that follows it are one request; null where there is none. */
export function placeOrders(
  { client, intents }: Pick<ClicksOptions, 'client' | 'intents'>,
  sale: Placing | null,
  purchase: Placing | null,
): readonly Intent[] {
  if (sale !== null && purchase !== null) {
    const body = {
      sale: { ...sale.body, side: 'SELL' as const },
      purchase: { ...purchase.body, side: 'BUY' as const },
    }
    return intents.send(
      [sale, purchase],
      () => client.call('placeBothSides', { body }, { timeoutMs: PLACE_BOTH_TIMEOUT_MS }),
      (answer, order) => (order === sale ? answer.sale : answer.purchase),
    )
  }
  const one = sale ?? purchase
  if (one === null) return []
  const timeoutMs = one.body.cancelsSales === true ? WAY_OUT_TIMEOUT_MS : PLACE_TIMEOUT_MS
  return intents.send(
    [one],
    () => client.call('placeOrder', { body: one.body }, { timeoutMs }),
    (answer) => answer,
  )
}

export type Placing = Outgoing & { readonly body: PlaceBody }

/** The orders of a press: that of its own outcome, and the purchase of the other one; null where there is none. */
function draftsOf(press: Press, aim: Aim, terms: Terms): readonly [Placing | null, Placing | null] {
  const { purchase, bestBid, bestAsk, bookSequence: bookSeq, bookAgeMs } = press
  const { timeInForce, postOnly, expiresAt, exits } = terms
  const own = subtractMicros(press.size, purchase?.size ?? ZERO)
  const draft = (from: Outgoing, bid: Price | null, ask: Price | null): Placing => {
    const { clientOrderId, outcomeId, outcomeName, side, price, size } = from
    const order = { clientOrderId, outcomeId, side, price, size }
    const body = {
      ...order,
      timeInForce,
      postOnly,
      ...(expiresAt !== null && { expiresAt }),
      ...(aim.side === 'BUY' && exits && { exits }),
      ...(side === 'SELL' && aim.frees === true && { cancelsSales: true }),
      evidence: { bestBid: bid, bestAsk: ask, bookSeq, bookAgeMs },
    }
    return { ...order, outcomeName, body }
  }
  const turned = (seen: Price | null): Price | null => (seen === null ? null : complementPrice(seen))
  return [
    own > 0n ? draft({ ...press, outcomeName: aim.outcomeName, size: own }, bestBid, bestAsk) : null,
    purchase === null ? null : draft({ ...purchase, side: 'BUY' }, turned(bestAsk), turned(bestBid)),
  ]
}
