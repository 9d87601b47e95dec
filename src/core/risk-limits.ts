/** The limits, their defaults and ceilings (API-9). Notional limits count pUSD. */
import { micros, type Micros } from './money.ts'

export type RiskLimits = {
  readonly maxOrderNotional: Micros
  readonly maxPositionNotional: Micros
  readonly maxDailyNotional: Micros
  readonly maxOpenOrders: number
  readonly maxOrdersPerMinute: number
  readonly priceBandTicks: number
  readonly exitSlippageTicks: number
  /** Share of the best price; whole percent. The stricter of the two holds. */
  readonly exitSlippagePercent: number
  readonly maxComboNotional: Micros
  readonly maxComboExposure: Micros
  readonly maxComboLegs: number
  readonly maxDailyLoss: Micros
  /** Since ARMED. */
  readonly maxSessionLoss: Micros
  /** Round trips in a row that lost. */
  readonly maxLosingStreak: number
}

/** Limits that 0 switches off. */
export const LOSS_LIMITS = ['maxDailyLoss', 'maxSessionLoss', 'maxLosingStreak'] as const
export type LossLimit = (typeof LOSS_LIMITS)[number]

export function isLossLimit(limit: keyof RiskLimits): limit is LossLimit {
  return (LOSS_LIMITS as readonly string[]).includes(limit)
}

/** Allows more than the other value: off allows everything. */
export function isLooser(limit: keyof RiskLimits, value: bigint | number, other: bigint | number): boolean {
  if (!isLossLimit(limit) || (Number(value) !== 0 && Number(other) !== 0)) return value > other
  return Number(value) === 0 && Number(other) !== 0
}

/** The setting that holds the trader's own limits. */
export const RISK_LIMITS_SETTING = 'risk_limits'

/** How much of each limit is used now; `maxPositionNotional` is the largest over all markets. */
export type RiskUsage = {
  readonly maxPositionNotional: Micros
  /** Part of it that own fills and orders do not explain. */
  readonly positionFromOutside: Micros
  readonly maxDailyNotional: Micros
  readonly maxOpenOrders: number
  readonly maxOrdersPerMinute: number
  /** Null while combos that are held were never read. */
  readonly maxComboExposure: Micros | null
}

const pusd = (whole: number): Micros => micros(BigInt(whole) * 1_000_000n)

const NO_LOSS_LIMITS = { maxDailyLoss: pusd(0), maxSessionLoss: pusd(0), maxLosingStreak: 0 }

export const DEFAULT_LIMITS: RiskLimits = {
  maxOrderNotional: pusd(500),
  maxPositionNotional: pusd(2_000),
  maxDailyNotional: pusd(5_000),
  maxOpenOrders: 100,
  maxOrdersPerMinute: 60,
  priceBandTicks: 10,
  exitSlippageTicks: 5,
  exitSlippagePercent: 20,
  maxComboNotional: pusd(5_000),
  maxComboExposure: pusd(25_000),
  maxComboLegs: 10,
  ...NO_LOSS_LIMITS,
}

export const DEFAULT_CEILINGS: RiskLimits = {
  maxOrderNotional: pusd(5_000),
  maxPositionNotional: pusd(20_000),
  maxDailyNotional: pusd(50_000),
  maxOpenOrders: 1_000,
  maxOrdersPerMinute: 600,
  priceBandTicks: 100,
  exitSlippageTicks: 50,
  exitSlippagePercent: 100,
  maxComboNotional: pusd(25_000),
  maxComboExposure: pusd(100_000),
  maxComboLegs: 50,
  ...NO_LOSS_LIMITS,
}
