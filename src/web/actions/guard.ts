/**
 * Guard between a press and an order: the press is taken as it was seen, or refused with the reason. The same press within 350 ms
 * has the same idempotency key.
 */
import { parseClientOrderId } from '#core/ids.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { Aimed } from '../data/account/intent.ts'
import { isOpen } from '#core/order/order.ts'
import type { TradingMode } from '#core/trading-state.ts'
import { isOnTick } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { SETTLE_MS } from '../platform/page/settling.ts'
import type { BookTop } from '../platform/live/book-store.ts'
import type { Order } from '../platform/api/client.ts'
import { venueBlock } from '../words/venue-text.ts'
import { BUSY, WHY_NOT } from '../words/why-not.ts'
import type { Acting } from './send.ts'

/** Screen state at the press, and its target; `reused` for the second of a double press. */
export type Seen = Pick<Aimed, 'side' | 'price'> &
  Pick<BookTop, 'epoch' | 'bestBid' | 'bestAsk'> & { readonly reused: boolean; readonly mode: TradingMode }

/** How things are at the release. */
export type Moment = ReturnType<typeof stateNow> &
  Pick<BookTop, 'stale' | 'epoch' | 'bestBid' | 'bestAsk'> & {
    readonly tick: TickSize
    /** Milliseconds since the rows last moved on the screen. */
    readonly sinceMoveMs: number
    /** State of an unsettled intent with the same outcome, side and price. */
    readonly busy: 'sending' | 'unknown' | null
  }

/** The part of a moment that is the same for every kind of order. */
export function stateNow(
  { live, trading, settings }: Pick<Acting, 'live' | 'trading' | 'settings'>,
  postOnly: boolean,
) {
  const state = trading.get()
  return {
    isLinkLive: live.isReceiving(),
    mode: state?.mode ?? 'SAFE',
    /** How far the best price that the order would meet may have moved since the press. */
    jumpTicks: settings.get().clickJumpTicks,
    /** Why the venue would take no such order now, as text; null when it would. */
    venueBlock: venueBlock(state?.venue ?? null, postOnly),
  }
}

/** Why nothing is sent now, as text, whatever the order; `seen` is the mode at the press, null where it said none. */
export function stateBlock(
  { isLinkLive, mode, venueBlock: block }: Omit<ReturnType<typeof stateNow>, 'jumpTicks'>,
  seen: TradingMode | null,
): string | null {
  if (!isLinkLive) return WHY_NOT.linkLost
  if (seen !== null && mode !== seen) return WHY_NOT.modeChanged
  return mode === 'ARMED' ? block : WHY_NOT.safe
}

/** Why the prices are no longer those that were seen, as text. */
function priceBlock(
  press: Pick<Seen, 'side' | 'price' | 'bestBid' | 'bestAsk'>,
  moment: Pick<Moment, 'bestBid' | 'bestAsk' | 'tick' | 'jumpTicks'>,
): string | null {
  if (!isOnTick(press.price, moment.tick)) return WHY_NOT.offTick
  if (isPulled(press.bestBid, moment.bestBid) || isPulled(press.bestAsk, moment.bestAsk))
    return WHY_NOT.bookPulled
  const [before, after] =
    press.side === 'BUY' ? [press.bestAsk, moment.bestAsk] : [press.bestBid, moment.bestBid]
  return hasJumped(before, after, moment.jumpTicks * moment.tick) ? WHY_NOT.marketMoved : null
}

/** The same of a quote, however old: its limit price represents either side of the book. */
export function quoteBlock(
  seen: Aimed,
  price: Price,
  now: Pick<Moment, 'tick' | 'jumpTicks'>,
): string | null {
  const sides = (at: Price) => ({ bestBid: at, bestAsk: at })
  return priceBlock({ ...seen, ...sides(seen.price) }, { ...now, ...sides(price) })
}

/** Why a press on a book must not become an order, as text; null when it may (a press is what was seen). */
export function guard(press: Seen, moment: Moment): string | null {
  const block = stateBlock(moment, press.mode)
  if (block !== null) return block
  if (moment.stale !== null) return WHY_NOT.bookStale
  if (moment.epoch !== press.epoch) return WHY_NOT.newEpoch
  if (moment.sinceMoveMs < SETTLE_MS) return WHY_NOT.rowsMoved
  const isOwn = moment.busy === 'sending' && press.reused
  return priceBlock(press, moment) ?? (moment.busy === null || isOwn ? null : BUSY[moment.busy])
}

/** Why an order cannot be moved now, as text; null when it can (PAGE-6). */
export function whyNotMovable(order: Order | undefined): string | null {
  if (order === undefined || !isOpen(order.status)) return WHY_NOT.orderGone
  if (order.status === 'unknown') return WHY_NOT.orderUnknown
  if (order.status === 'pending') return WHY_NOT.orderPending
  if (order.status === 'delayed') return WHY_NOT.orderDelayed
  return order.cancelling || order.cancelQueued ? WHY_NOT.orderCancelling : null
}

/** True if a side of the book that had a price has none: something has just happened in the game. */
function isPulled(before: Price | null, after: Price | null): boolean {
  return before !== null && after === null
}

function hasJumped(before: Price | null, after: Price | null, most: number): boolean {
  if (before === null) return after !== null
  return after !== null && Math.abs(after - before) > most
}

/** Presses on the same target within this time share their idempotency keys (VEN-18). */
export const REUSE_MS = 350

/** Writes the UUIDv7 of a millisecond and 10 random bytes. */
export function uuidV7(now: number, random: Uint8Array): ClientOrderId {
  const bytes = [...random.subarray(0, 10)]
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const time = now.toString(16).padStart(12, '0')
  const text = `${time.slice(0, 8)}-${time.slice(8)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`
  const id = parseClientOrderId(text)
  if (id === null) throw new Error(`not a UUIDv7: ${text}`)
  return id
}

/**
 * Builds the memory of one kind of press. The 350 ms count from the press that made something, so that a double press is one
 * and two slow presses are two. Answers what the press before made, if this is the same one and `isKept` holds of it.
 */
export function createSamePress<Made>(
  isKept: (made: Made) => boolean = () => true,
): (key: string, now: number, make: () => Made) => { readonly made: Made; readonly reused: boolean } {
  let last: { readonly key: string; readonly at: number; readonly made: Made } | null = null
  return (key, now, make) => {
    if (last !== null && last.key === key && now - last.at <= REUSE_MS && now >= last.at) {
      return { made: last.made, reused: true }
    }
    const made = make()
    if (isKept(made)) last = { key, at: now, made }
    return { made, reused: false }
  }
}
