/** Warnings worth a second look before sending, said beside the order; none of it stops anything. */
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import { showAge, showSize } from '../../platform/format/figures.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { cutText } from '../../data/settings/order-defaults.ts'

export type WarningFacts = {
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly tick: TickSize
  readonly prices: Prices
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  /** All that the visible book offers to this side. */
  readonly depth: Micros
  readonly priceBandTicks: number
  /** When the market closes, milliseconds; null when it does not say. */
  readonly closesAt: number | null
  readonly isFirstSale: boolean
  readonly typedSize: Micros
  readonly now: number
}

const SOON_MS = 3_600_000

/** The warnings that apply, most urgent first. */
export function ticketWarnings(facts: WarningFacts): readonly string[] {
  const opposite = facts.side === 'BUY' ? facts.bestAsk : facts.bestBid
  const found: string[] = []
  if (opposite !== null) {
    const beyond = facts.side === 'BUY' ? facts.price - opposite : opposite - facts.price
    if (beyond > facts.priceBandTicks * facts.tick) {
      found.push(
        `${Math.round(beyond / facts.tick)} ticks beyond the market at ${facts.prices.price(opposite, facts.tick)}: outside the band of ${facts.priceBandTicks}.`,
      )
    }
    if (facts.postOnly && beyond >= 0) found.push('Post-only, but this price would trade at once.')
  }
  if (facts.depth > 0n && facts.size * 10n > facts.depth) {
    found.push(`Over 10 % of visible depth (${showSize(facts.depth)}).`)
  }
  const cut = cutText(facts, facts.typedSize, facts.size)
  if (cut !== null) found.push(`${cut}.`)
  const left = facts.closesAt === null ? null : facts.closesAt - facts.now
  if (left !== null && left > 0 && left < SOON_MS) found.push(`The market closes in ${showAge(left)}.`)
  if (facts.isFirstSale) found.push('First sale here: checking allowance.')
  return found
}
