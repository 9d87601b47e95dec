/** The journal on the wire. */
import type { z } from 'zod'
import type { journalRow, journalSummary, roundTrip } from '#contract/journal.ts'
import { amountOf, MEASURES, type JournalRow, type Measure } from '#core/journal/journal-rows.ts'
import { spreadSide, type BestPrices } from '#core/journal/fill-measures.ts'
import { averagePrice, timeHeld } from '#core/journal/round-trips.ts'
import { TIME_CLASSES, type AmountStatistics, type TimeStatistics } from '#core/journal/statistics.ts'
import type { League, Instant } from '#core/market/market.ts'
import { formatMicros } from '#core/money.ts'
import { thinnedCurve } from '#core/position/profit-curve.ts'
import { formatPrice, formatTickSize, type Price } from '#core/price.ts'
import type { Journal, JournalSums, JournalTrip } from '#engine/journal/contract.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import type { Orders } from '#engine/orders/contract.ts'
import { inertText } from '#lib/inert-text.ts'
import { titlesOf } from './orders.ts'
import { amountOrNull, timeOrNull, timeText } from './values.ts'

type Row = z.input<typeof journalRow>
type Trip = z.input<typeof roundTrip>
type Summary = z.input<typeof journalSummary>

const MAX_POINTS = 600

export function journalRowView(
  row: JournalRow,
  catalog: Pick<Catalog, 'outcome'>,
  orders: Pick<Orders, 'order'>,
): Row {
  const { fill, measure } = row
  const amounts = Object.fromEntries(
    MEASURES.map((name) => [name, amountOrNull(amountOf(row, name))]),
  ) as Readonly<Record<Measure, string | null>>
  const { profit, ...figures } = amounts
  return {
    id: row.key,
    round_trip: row.tripKey,
    kind: row.kind,
    at: timeText(row.at),
    ...titles(catalog, row),
    league: row.league === null ? null : inertText(row.league),
    tags: [...row.tags],
    side: fill?.side ?? null,
    price: fill === null ? null : formatPrice(fill.price),
    size: formatMicros(row.size),
    fee: amountOrNull(row.fee),
    role: fill?.role ?? null,
    time_in_force: measure?.timeInForce ?? null,
    order_id: fill?.orderId ?? null,
    client_order_id: fill === null ? null : (orders.order(fill.orderId)?.clientOrderId ?? null),
    realised_pnl: profit,
    settled: row.isFinal,
    measure: {
      press: pricesView(measure?.press ?? null),
      at_fill: pricesView(measure?.atFill ?? null),
      spread_side: fill === null || measure === null ? null : spreadSide(fill, measure),
      ...figures,
      press_to_wire_ms: measure?.pressToWire ?? null,
      wire_to_answer_ms: measure?.wireToAnswer ?? null,
      answer_to_fill_ms: measure?.answerToFill ?? null,
      queue_ahead: amountOrNull(measure?.queueAhead ?? null),
    },
  }
}

export function roundTripView(trip: JournalTrip, catalog: Pick<Catalog, 'outcome'>, now: Instant): Trip {
  return {
    id: trip.key,
    ...titles(catalog, trip),
    league: trip.rows[0]?.league ?? null,
    opened_at: timeText(trip.openedAt),
    closed_at: timeOrNull(trip.closedAt),
    held_ms: timeHeld(trip, now),
    continued: trip.isContinued,
    entry_size: formatMicros(trip.entrySize),
    entry_price: amountOrNull(averagePrice(trip.entryCash, trip.entrySize)),
    exit_size: formatMicros(trip.exitSize),
    exit_price: amountOrNull(averagePrice(trip.exitCash, trip.exitSize)),
    fees: formatMicros(trip.fees),
    fees_known: trip.areFeesKnown,
    realised_pnl: trip.isCostKnown ? formatMicros(trip.realised) : null,
    fills: trip.rows.filter(({ kind }) => kind === 'fill').length,
    note: inertText(trip.text),
    tags: trip.tags.map(inertText),
  }
}

export function journalSummaryView(
  { summary, earlier }: JournalSums,
  choices: ReturnType<Journal['choices']>,
  catalog: Pick<Catalog, 'outcome'>,
  now: Instant,
): Summary {
  const { measures, latencies, curve } = summary
  const { drawdown } = curve
  return {
    fills: summary.fills,
    round_trips: summary.roundTrips,
    fees: formatMicros(summary.fees),
    earlier_pnl: formatMicros(earlier),
    profit: statisticsView(measures.profit),
    slippage_best: statisticsView(measures.slippage_best),
    slippage_mid: statisticsView(measures.slippage_mid),
    mark_1s: statisticsView(measures.mark_1s),
    mark_10s: statisticsView(measures.mark_10s),
    mark_1m: statisticsView(measures.mark_1m),
    mark_5m: statisticsView(measures.mark_5m),
    mark_end: statisticsView(measures.mark_end),
    press_to_wire: timesView(latencies.press_to_wire),
    wire_to_answer: timesView(latencies.wire_to_answer),
    answer_to_fill: timesView(latencies.answer_to_fill),
    latency_classes: [...TIME_CLASSES],
    points: thinnedCurve(curve, MAX_POINTS).map(({ at, total }) => ({
      t: timeText(at),
      total: formatMicros(total),
    })),
    drawdown: drawdown && {
      amount: formatMicros(drawdown.amount),
      from: timeOrNull(drawdown.from),
      to: timeText(drawdown.to),
    },
    by_hour: summary.byHour.map((part) => ({ ...part, sum: formatMicros(part.sum) })),
    by_league: summary.byLeague.map(({ league, count, sum }) => ({
      league: inertText(league ?? 'none'),
      name: leagueName(league, choices.leagues),
      count,
      sum: formatMicros(sum),
    })),
    choices: {
      tags: choices.tags.map(inertText),
      leagues: choices.leagues.map(({ code, name }) => ({ league: inertText(code), name: inertText(name) })),
      markets: choices.markets.map(({ marketId, outcomeId }) => {
        const { eventTitle, marketTitle } = titlesOf(catalog, { marketId, outcomeId })
        const name = eventTitle === marketTitle ? eventTitle : `${eventTitle}: ${marketTitle}`
        return { market_id: marketId, name: inertText(name) }
      }),
    },
    as_of: timeText(now),
  }
}

function leagueName(league: string | null, leagues: readonly League[]): string {
  if (league === null) return 'No league'
  return inertText(leagues.find(({ code }) => code === league)?.name ?? league)
}

function titles(
  catalog: Pick<Catalog, 'outcome'>,
  ids: Pick<JournalRow, 'outcomeId' | 'marketId'>,
): Pick<Trip, 'outcome_id' | 'market_id' | 'event_title' | 'market_title' | 'outcome_name' | 'tick_size'> {
  const known = titlesOf(catalog, ids)
  return {
    outcome_id: ids.outcomeId,
    market_id: ids.marketId,
    event_title: inertText(known.eventTitle),
    market_title: inertText(known.marketTitle),
    outcome_name: inertText(known.outcomeName),
    tick_size: known.tickSize && formatTickSize(known.tickSize),
  }
}

function statisticsView({ count, sum, mean, median, interval }: AmountStatistics): Summary['profit'] {
  return {
    count,
    sum: formatMicros(sum),
    mean: amountOrNull(mean),
    median: amountOrNull(median),
    low: amountOrNull(interval?.low ?? null),
    high: amountOrNull(interval?.high ?? null),
  }
}

function timesView({ counts, ...figures }: TimeStatistics): Summary['press_to_wire'] {
  return { ...figures, counts: [...counts] }
}

function pricesView(best: BestPrices | null): Row['measure']['press'] {
  return best === null ? null : { bid: priceOrNull(best.bid), ask: priceOrNull(best.ask) }
}

function priceOrNull(price: Price | null): string | null {
  return price === null ? null : formatPrice(price)
}
