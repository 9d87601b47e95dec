/** Guard between a press and an order: the press is taken as it was seen, or refused with the reason. */
import type { ClientOrderId } from '#core/ids.ts'
import type { TradingMode } from '#core/trading-state.ts'
import { isOnTick } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { SETTLE_MS } from '../platform/page/settling.ts'
import type { StaleCause } from '../platform/live/book-store.ts'
import { WHY_NOT } from '../words/why-not.ts'
import type { Target } from './intent-key.ts'
import type { OtherSide } from './sale.ts'

/** Screen state at the press, and its target. */
export type Press = Target & {
  readonly clientOrderId: ClientOrderId
  readonly reused: boolean
  readonly mode: TradingMode
  readonly epoch: number
  readonly bookSequence: number
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  readonly bookAgeMs: number
  /** Part of a sale that buys the other outcome, an order of its own; `size` counts it too. */
  readonly purchase: (OtherSide & { readonly clientOrderId: ClientOrderId }) | null
}

/** How things are at the release. */
export type Moment = {
  readonly isLinkLive: boolean
  readonly mode: TradingMode
  readonly stale: StaleCause | null
  readonly epoch: number
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  readonly tick: TickSize
  /** How far the best price that the order would meet may have moved since the press. */
  readonly jumpTicks: number
  /** Milliseconds since the rows last moved on the screen. */
  readonly sinceMoveMs: number
  /** State of an unsettled intent with the same outcome, side and price. */
  readonly busy: 'sending' | 'unknown' | null
  /** Why the venue would take no such order now, as text; null when it would. */
  readonly venueBlock: string | null
}

export type ClickRefusal =
  | 'venue_restricted'
  | Extract<
      keyof typeof WHY_NOT,
      | 'linkLost'
      | 'bookStale'
      | 'newEpoch'
      | 'offTick'
      | 'rowsMoved'
      | 'bookPulled'
      | 'marketMoved'
      | 'modeChanged'
      | 'inFlight'
      | 'fateUnknown'
    >

/** A price that changed less than this long ago was not read. */
export const READ_GUARD_MS = 300

type Seen = Pick<Press, 'mode' | 'epoch' | 'side' | 'price' | 'bestBid' | 'bestAsk' | 'reused'>

/** Says why a press must not become an order; null when it may (a press is what was seen). */
export function refuseClick(press: Seen, moment: Moment): ClickRefusal | null {
  if (!moment.isLinkLive) return 'linkLost'
  if (moment.mode !== press.mode) return 'modeChanged'
  if (moment.venueBlock !== null) return 'venue_restricted'
  if (moment.stale !== null) return 'bookStale'
  if (moment.epoch !== press.epoch) return 'newEpoch'
  if (!isOnTick(press.price, moment.tick)) return 'offTick'
  if (moment.sinceMoveMs < SETTLE_MS) return 'rowsMoved'
  if (isPulled(press.bestBid, moment.bestBid) || isPulled(press.bestAsk, moment.bestAsk)) return 'bookPulled'
  const [before, after] =
    press.side === 'BUY' ? [press.bestAsk, moment.bestAsk] : [press.bestBid, moment.bestBid]
  if (hasJumped(before, after, moment.jumpTicks * moment.tick)) return 'marketMoved'
  if (moment.busy === 'unknown') return 'fateUnknown'
  if (moment.busy === 'sending' && !press.reused) return 'inFlight'
  return null
}

/**
 * True if a side of the book that had a price has none: orders are pulled when something has just happened in the
 * game.
 */
function isPulled(before: Price | null, after: Price | null): boolean {
  return before !== null && after === null
}

function hasJumped(before: Price | null, after: Price | null, most: number): boolean {
  if (before === null) return after !== null
  return after !== null && Math.abs(after - before) > most
}

/** The reason as text; a restricted venue has its own, `venueBlock`. */
export function clickRefusalText(refusal: ClickRefusal, { venueBlock }: Pick<Moment, 'venueBlock'>): string {
  return refusal === 'venue_restricted'
    ? (venueBlock ?? 'the venue takes no such order now')
    : WHY_NOT[refusal]
}
