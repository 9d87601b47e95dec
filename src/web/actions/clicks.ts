/** From a press to an order: captures what was seen, mints the key, checks at the release and sends once. */
import type { ClientOrderId } from '#core/ids.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { ExitLegs, TradingState } from '../platform/api/client.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Settings } from '../data/settings/settings.ts'
import type { Readable } from '../platform/state/store.ts'
import { venueBlock } from '../words/venue-text.ts'
import { clickRefusalText, refuseClick } from './click-guard.ts'
import { WHY_NOT } from '../words/why-not.ts'
import type { Press } from './click-guard.ts'
import { createKeyGiver } from './intent-key.ts'
import type { IntentDraft, Intents } from './intents.ts'
import type { OtherSide } from './sale.ts'
import type { Intent } from '../data/account/intent.ts'

export type Aim = {
  readonly outcomeId: string
  readonly outcomeName: string
  readonly side: Side
  readonly price: Price
  readonly size: Micros
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

export type ClickResult =
  | { readonly kind: 'sent'; readonly intents: readonly Intent[] }
  | { readonly kind: 'refused'; readonly text: string }

export type Clicks = {
  /** Captures the moment of the press. */
  readonly press: (aim: Aim) => Press
  /** Sends, or says why not. `sinceMoveMs` is how long ago rows moved on the screen. */
  readonly release: (press: Press, aim: Aim, terms: Terms, tick: TickSize, sinceMoveMs: number) => ClickResult
}

export type ClicksOptions = {
  readonly books: BookCache
  readonly live: Live
  readonly trading: Readable<TradingState | null>
  readonly intents: Intents
  readonly settings: Readable<Settings>
  readonly mint: () => ClientOrderId
  readonly now: () => number
}

const MAX_AGE_MS = 86_400_000

/** Builds the click path. One key giver serves all ladders and the ticket. */
export function createClicks(options: ClicksOptions): Clicks {
  const giveKey = createKeyGiver(options.mint)
  const mode = () => options.trading.get()?.mode ?? 'SAFE'

  let purchase: Press['purchase'] = null

  return {
    press(aim) {
      const top = options.books.book(aim.outcomeId).top()
      const key = giveKey(aim, options.now())
      const age = top.changedAt === null ? MAX_AGE_MS : options.now() - top.changedAt
      // The same press again is the same orders, whatever of it has been sold since.
      if (!key.reused) purchase = aim.other === null ? null : { ...aim.other, clientOrderId: options.mint() }
      return {
        outcomeId: aim.outcomeId,
        side: aim.side,
        price: aim.price,
        size: aim.size,
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
    release(press, aim, terms, tick, sinceMoveMs) {
      const book = options.books.book(press.outcomeId)
      const [sale, bought] = draftsOf(press, aim, terms)
      const busyAt = (draft: IntentDraft | null) =>
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
      const refusal = refuseClick(press, moment)
      if (refusal !== null) return { kind: 'refused', text: clickRefusalText(refusal, moment) }
      if (press.mode !== 'ARMED') return { kind: 'refused', text: WHY_NOT.safe }
      if (sale !== null && bought !== null) {
        return { kind: 'sent', intents: options.intents.placeBothSides(sale, bought) }
      }
      return {
        kind: 'sent',
        intents: [sale, bought].flatMap((one) => (one === null ? [] : options.intents.place(one))),
      }
    },
  }
}

/** The orders of a press: that of its own outcome, and the purchase of the other one; null where there is none. */
function draftsOf(press: Press, aim: Aim, terms: Terms): readonly [IntentDraft | null, IntentDraft | null] {
  const { purchase } = press
  const { bestBid, bestAsk } = press
  const own = subtractMicros(press.size, purchase?.size ?? ZERO)
  const rest = { timeInForce: terms.timeInForce, postOnly: terms.postOnly } as const
  const expiry = {
    ...(terms.expiresAt !== null && { expiresAt: terms.expiresAt }),
    ...(aim.side === 'BUY' && terms.exits && { exits: terms.exits }),
  }
  const draft = (
    order: Omit<IntentDraft, 'body'>,
    seen: { readonly bid: Price | null; readonly ask: Price | null },
  ): IntentDraft => ({
    ...order,
    body: {
      clientOrderId: order.clientOrderId,
      outcomeId: order.outcomeId,
      side: order.side,
      price: order.price,
      size: order.size,
      ...rest,
      ...expiry,
      ...(order.side === 'SELL' && aim.frees === true && { cancelsSales: true }),
      evidence: {
        bestBid: seen.bid,
        bestAsk: seen.ask,
        bookSeq: press.bookSequence,
        bookAgeMs: press.bookAgeMs,
      },
    },
  })
  const { clientOrderId, outcomeId, side, price } = press
  const { outcomeName } = aim
  const turned = (seen: Price | null): Price | null => (seen === null ? null : complementPrice(seen))
  return [
    own > 0n
      ? draft(
          { clientOrderId, outcomeId, outcomeName, side, price, size: own },
          { bid: bestBid, ask: bestAsk },
        )
      : null,
    purchase === null
      ? null
      : draft({ ...purchase, side: 'BUY' }, { bid: turned(bestAsk), ask: turned(bestBid) }),
  ]
}
