/** Every check of a combo quote and of its acceptance, pure and in order (VEN-8). */
import { legFaults, type LegFault, type WantedLeg } from './combo-legs.ts'
import type { Instant } from '../market/market.ts'
import { addMicros, formatMicros, ZERO, type Micros } from '../money.ts'
import type { Side } from '../order/order.ts'
import { rejection, type RejectCode, type Rejection } from '../reject-codes.ts'
import type { RiskLimits } from '../risk-limits.ts'

/** Quote requests in a rolling minute (VEN-8; the venue refuses the 16th). */
export const MAX_QUOTES_PER_MINUTE = 12

const MINUTE_MS = 60_000

/** Common input of both checks, at one instant. */
export type ComboSituation = {
  readonly now: Instant
  /** The first closed gate. */
  readonly gate: Rejection | null
  readonly limits: RiskLimits
  /** Why nothing that adds risk is bought; null when it may. */
  readonly loss: Rejection | null
  readonly legs: readonly WantedLeg[]
  readonly side: Side
  /** pUSD that a buy costs with its fee; 0 for a sale. */
  readonly cost: Micros
  /** Shares that a sale gives. */
  readonly shares: Micros
  /** Open combos at cost, and accepts whose end is not known in full. */
  readonly exposure: Micros
  readonly dailyNotional: Micros
  /** Shares of this combo held and not being sold; null when unknown. */
  readonly held: Micros | null
}

const LEG_CODE: Readonly<Record<LegFault, RejectCode>> = {
  unknown: 'unknown_outcome',
  pending: 'combo_ineligible',
  disabled: 'combo_ineligible',
  no_position_id: 'combo_ineligible',
  closed: 'market_closed',
  contradictory: 'combo_contradictory_legs',
}

/** In the order in which they are reported when several legs are wrong. */
const LEG_ORDER: readonly LegFault[] = [
  'unknown',
  'pending',
  'disabled',
  'no_position_id',
  'closed',
  'contradictory',
]

const LEG_WORDS: Readonly<Record<LegFault, string>> = {
  unknown: 'A leg is not known.',
  pending: 'A leg’s market is not enabled for combos yet.',
  disabled: 'A leg’s market is not enabled for combos.',
  no_position_id: 'A leg’s market has no position id.',
  closed: 'A leg’s market is closed.',
  contradictory: 'Two legs contradict each other: two outcomes of one market or of one exclusive event.',
}

/** Refuses a request for a quote, or null. `asked` are the instants of the requests that were sent. */
export function checkComboQuote(situation: ComboSituation, asked: readonly Instant[]): Rejection | null {
  return (
    situation.gate ??
    checkQuoteRate(situation.now, asked) ??
    checkLegs(situation) ??
    checkSize(situation) ??
    checkAmounts(situation)
  )
}

/** Refuses an acceptance, or null. `sent` are the instants of all orders of the last minute. */
export function checkComboAccept(situation: ComboSituation, sent: readonly Instant[]): Rejection | null {
  return situation.gate ?? checkLegs(situation) ?? checkAmounts(situation) ?? checkOrderRate(situation, sent)
}

function checkQuoteRate(now: Instant, asked: readonly Instant[]): Rejection | null {
  const recent = asked.filter((at) => at > now - MINUTE_MS).toSorted((a, b) => a - b)
  const [oldest] = recent.slice(-MAX_QUOTES_PER_MINUTE)
  if (recent.length < MAX_QUOTES_PER_MINUTE || oldest === undefined) return null
  return rejection('max_quotes_per_minute', {
    limit: String(MAX_QUOTES_PER_MINUTE),
    value: String(recent.length),
    retryAfterMs: oldest + MINUTE_MS - now,
  })
}

function checkOrderRate({ now, limits }: ComboSituation, sent: readonly Instant[]): Rejection | null {
  const recent = sent.filter((at) => at > now - MINUTE_MS).toSorted((a, b) => a - b)
  if (recent.length < limits.maxOrdersPerMinute) return null
  const first = recent.at(-limits.maxOrdersPerMinute)
  return rejection('max_orders_per_minute', {
    limit: String(limits.maxOrdersPerMinute),
    value: String(recent.length),
    retryAfterMs: first === undefined ? MINUTE_MS : first + MINUTE_MS - now,
  })
}

function checkLegs({ legs, limits }: ComboSituation): Rejection | null {
  if (legs.length > limits.maxComboLegs) {
    return rejection('max_combo_legs', { limit: String(limits.maxComboLegs), value: String(legs.length) })
  }
  const faults = legFaults(legs)
  const first = LEG_ORDER.find((fault) => faults.includes(fault))
  return first === undefined ? null : rejection(LEG_CODE[first], { message: LEG_WORDS[first] })
}

function checkSize({ side, cost, shares }: ComboSituation): Rejection | null {
  return (side === 'BUY' ? cost : shares) > ZERO ? null : rejection('invalid_size')
}

function checkAmounts(situation: ComboSituation): Rejection | null {
  const { limits, cost, exposure, dailyNotional, side, shares, held } = situation
  if (side === 'SELL') {
    if (held !== null && held >= shares && held > ZERO) return null
    return rejection('no_position', {
      ...(held === null ? { message: 'The position in this combo is not known.' } : {}),
      value: formatMicros(held ?? ZERO),
    })
  }
  return (
    situation.loss ??
    above('max_combo_notional', limits.maxComboNotional, cost) ??
    above('max_combo_exposure', limits.maxComboExposure, addMicros(exposure, cost)) ??
    above('max_daily_notional', limits.maxDailyNotional, addMicros(dailyNotional, cost))
  )
}

function above(code: RejectCode, limit: Micros, value: Micros): Rejection | null {
  return value > limit ? rejection(code, { limit: formatMicros(limit), value: formatMicros(value) }) : null
}
