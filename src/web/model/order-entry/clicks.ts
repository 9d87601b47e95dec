/** From a press to an order: captures what was seen, mints the key, checks at the release and sends once. */
import type { ClientOrderId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { TradingState } from '../../platform/api/wire.ts'
import type { BookCache } from '../../platform/live/book-cache.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Settings } from '../settings/settings.ts'
import type { Readable } from '../../platform/state/store.ts'
import { venueBlock } from '../workspace/venue-text.ts'
import { clickRefusalText, refuseClick } from './click-guard.ts'
import type { Press } from './click-guard.ts'
import { createKeyGiver } from './intent-key.ts'
import type { Intents } from './intents.ts'
import type { Intent } from './intent.ts'

export type Aim = {
  readonly outcomeId: string
  readonly outcomeName: string
  readonly side: Side
  readonly price: Price
  readonly size: Micros
}

export type Terms = {
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly expiresAt: string | null
}

export type ClickResult =
  | { readonly kind: 'sent'; readonly intent: Intent }
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

  return {
    press(aim) {
      const top = options.books.book(aim.outcomeId).top()
      const key = giveKey(aim, options.now())
      const age = top.changedAt === null ? MAX_AGE_MS : options.now() - top.changedAt
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
      }
    },
    release(press, aim, terms, tick, sinceMoveMs) {
      const book = options.books.book(press.outcomeId)
      const moment = {
        isLinkLive: options.live.isReceiving(),
        mode: mode(),
        stale: book.staleNow(),
        epoch: book.epochNow(),
        bestBid: book.bestNow('BUY'),
        bestAsk: book.bestNow('SELL'),
        tick: book.tickNow() ?? tick,
        jumpTicks: options.settings.get().click_jump_ticks,
        sinceMoveMs,
        busy: options.intents.busyAt(press.outcomeId, press.side, press.price, press.clientOrderId),
        venueBlock: venueBlock(options.trading.get()?.venue ?? null, terms.postOnly),
      }
      const refusal = refuseClick(press, moment)
      if (refusal !== null) return { kind: 'refused', text: clickRefusalText(refusal, moment) }
      if (press.mode !== 'ARMED') return { kind: 'refused', text: 'the terminal is SAFE' }
      const intent = options.intents.place({
        clientOrderId: press.clientOrderId,
        outcomeId: press.outcomeId,
        outcomeName: aim.outcomeName,
        side: press.side,
        price: press.price,
        size: press.size,
        body: {
          client_order_id: press.clientOrderId,
          outcome_id: press.outcomeId,
          side: press.side,
          price: formatPrice(press.price),
          size: formatMicros(press.size),
          time_in_force: terms.timeInForce,
          post_only: terms.postOnly,
          ...(terms.expiresAt === null ? {} : { expires_at: terms.expiresAt }),
          evidence: {
            best_bid: press.bestBid === null ? null : formatPrice(press.bestBid),
            best_ask: press.bestAsk === null ? null : formatPrice(press.bestAsk),
            book_seq: press.bookSequence,
            book_age_ms: press.bookAgeMs,
          },
        },
      })
      return { kind: 'sent', intent }
    },
  }
}
