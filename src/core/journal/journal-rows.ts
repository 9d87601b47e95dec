/** Fills and payouts of all round trips as one list: what filters choose from and what sums are made of. */
import { DAY_MS } from '../day.ts'
import type { MarketId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import { micros, ZERO, type Micros } from '../money.ts'
import type { Fill, OrderLabels, TimeInForce } from '../order/order.ts'
import { markout, markoutAtEnd, slippageToBest, slippageToMid } from './fill-measures.ts'
import type { FillMeasure, MarkName } from './fill-measures.ts'
import { amountStatistics, timeStatistics } from './statistics.ts'
import type { AmountStatistics, TimeStatistics } from './statistics.ts'

/**
 * One fill or payout of a round trip, with the labels of its order; of what closes, where that has none, those of the order that
 * opened the round trip.
 */
export type JournalRow = OrderLabels & {
  readonly key: string
  readonly tripKey: string
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly at: Instant
  readonly kind: 'fill' | 'payout'
  /** Null of a payout, and of a fill so old that only its sums are kept. */
  readonly fill: Fill | null
  readonly size: Micros
  readonly fee: Micros | null
  /** Null of a purchase. */
  readonly profit: Micros | null
  readonly isFinal: boolean
  /** Null where nothing was seen of it. */
  readonly measure: FillMeasure | null
  /** Payout of one share, once known. */
  readonly payout: Micros | null
  /** Key of its league; null where the catalog knows none. */
  readonly league: string | null
  /** Tags of its round trip. */
  readonly tags: readonly string[]
}

export const MEASURES = [
  'profit',
  'slippage_best',
  'slippage_mid',
  'mark_1s',
  'mark_10s',
  'mark_1m',
  'mark_5m',
  'mark_end',
] as const

/** A figure that a row may have an amount of. */
export type Measure = (typeof MEASURES)[number]

export const LATENCIES = ['press_to_wire', 'wire_to_answer', 'answer_to_fill'] as const

type Latency = (typeof LATENCIES)[number]

export type JournalFilter = {
  readonly group?: OrderLabels['group'] | undefined
  readonly template?: string | undefined
  readonly tag?: string | undefined
  readonly league?: string | undefined
  readonly marketId?: MarketId | undefined
  /** Beginning of a day, UTC. */
  readonly day?: Instant | undefined
  /** Hour of the day, UTC, from 0 to 23. */
  readonly hour?: number | undefined
  readonly role?: Fill['role'] | 'payout' | undefined
  readonly timeInForce?: TimeInForce | undefined
  /** Only rows that have an amount of it. */
  readonly measure?: Measure | undefined
  readonly tripKey?: string | undefined
}

const HOUR_MS = 3_600_000

/** League of rows without a known one. */
const NO_LEAGUE = 'none'

/** True if a filter chooses the row. Each filter splits all rows into parts whose sums are the whole's. */
export function passes(row: JournalRow, filter: JournalFilter): boolean {
  const { group, template, tag, league, marketId, day, hour, role, timeInForce, measure, tripKey } = filter
  return (
    (group === undefined || row.group === group) &&
    (template === undefined || row.template === template) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (league === undefined || (row.league ?? NO_LEAGUE) === league) &&
    (marketId === undefined || row.marketId === marketId) &&
    (day === undefined || (row.at >= day && row.at < day + DAY_MS)) &&
    (hour === undefined || Math.floor((row.at % DAY_MS) / HOUR_MS) === hour) &&
    (role === undefined || (row.kind === 'payout' ? 'payout' : row.fill?.role) === role) &&
    (timeInForce === undefined || row.measure?.timeInForce === timeInForce) &&
    (measure === undefined || amountOf(row, measure) !== null) &&
    (tripKey === undefined || row.tripKey === tripKey)
  )
}

/** The row's amount of a figure; null where it has none. */
export function amountOf(row: JournalRow, measure: Measure): Micros | null {
  const { fill, measure: seen } = row
  if (measure === 'profit') return row.profit
  if (fill === null) return null
  if (measure === 'mark_end') return markoutAtEnd(fill, row.payout)
  if (seen === null) return null
  if (measure === 'slippage_best') return slippageToBest(fill, seen.press)
  if (measure === 'slippage_mid') return slippageToMid(fill, seen.press)
  return markout(fill, seen.marks[MARKS_BY_MEASURE[measure]])
}

const MARKS_BY_MEASURE = {
  mark_1s: '1s',
  mark_10s: '10s',
  mark_1m: '1m',
  mark_5m: '5m',
} as const satisfies Record<string, MarkName>

/** Milliseconds; null where it was not seen. */
export function latencyOf({ measure }: JournalRow, latency: Latency): number | null {
  if (measure === null) return null
  switch (latency) {
    case 'press_to_wire':
      return measure.pressToWire
    case 'wire_to_answer':
      return measure.wireToAnswer
    case 'answer_to_fill':
      return measure.answerToFill
  }
}

/** Sums of rows. */
export type JournalSummary = {
  readonly fills: number
  readonly roundTrips: number
  readonly fees: Micros
  readonly measures: { readonly [Name in Measure]: AmountStatistics }
  readonly latencies: { readonly [Name in Latency]: TimeStatistics }
}

/** Sums of the rows, in pieces: of twenty thousand fills all at once would hold up whatever else is to be done. */
export function* summarise(rows: readonly JournalRow[]): Generator<void, JournalSummary> {
  const measures: { [Name in Measure]?: AmountStatistics } = {}
  for (const measure of MEASURES) {
    measures[measure] = amountStatistics(rows.flatMap((row) => amountOf(row, measure) ?? []))
    yield
  }
  const latencies: { [Name in Latency]?: TimeStatistics } = {}
  for (const latency of LATENCIES) {
    latencies[latency] = timeStatistics(rows.flatMap((row) => latencyOf(row, latency) ?? []))
    yield
  }
  return {
    fills: rows.filter(({ kind }) => kind === 'fill').length,
    roundTrips: new Set(rows.map(({ tripKey }) => tripKey)).size,
    fees: sumOf(rows.map(({ fee }) => fee ?? ZERO)),
    measures: measures as JournalSummary['measures'],
    latencies: latencies as JournalSummary['latencies'],
  }
}

function sumOf(amounts: readonly Micros[]): Micros {
  return micros(amounts.reduce((all, amount) => all + amount, 0n))
}
