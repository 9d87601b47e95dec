/** The account on the wire: summary, activity, profit line. */
import { inertText } from '#lib/inert-text.ts'
import type { z } from 'zod'
import type { pnlSeries } from '#contract/account.ts'
import type { Wire } from '#contract/live.ts'
import type { Instant } from '#core/market/market.ts'
import { formatMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Account } from '#core/position/position.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import type { DataActivity, PnlInterval, PnlPoint } from '#ports/venue-data.ts'
import type { OwnState } from './own-orders.ts'
import { amountOrNull, timeOrNull, timeText } from './values.ts'

export function accountView(account: Account, own: OwnState): Wire['AccountSummary'] {
  const { list, venue } = account
  return {
    cash: amountOrNull(account.cash),
    settling_cash: formatMicros(account.cashComing),
    reserved: formatMicros(account.reserved),
    available: amountOrNull(account.available),
    cash_as_of: timeOrNull(account.cashAsOf),
    positions_value: formatMicros(account.positionsValue),
    liquidation_value: formatMicros(account.liquidationValue),
    liquidation_complete: account.liquidationComplete,
    equity: amountOrNull(account.equity),
    exposure: formatMicros(account.exposure),
    positions_cost: formatMicros(account.positionsCost),
    open_orders_cost: formatMicros(account.openOrdersCost),
    combo_cost_basis: amountOrNull(account.comboCostBasis),
    unrealised_pnl: formatMicros(account.unrealised),
    realised_pnl: formatMicros(account.realised),
    realised_pnl_today: formatMicros(account.realisedToday),
    settling_pnl: formatMicros(account.settlingPnl),
    fees: formatMicros(account.fees),
    fees_known: account.feesKnown,
    daily_notional: formatMicros(account.dailyNotional),
    daily_notional_limit: formatMicros(account.dailyNotionalLimit),
    allowances_ok: account.allowancesOk,
    open_positions: account.openPositions,
    redeemable_positions: account.redeemablePositions,
    redeemable_value: formatMicros(account.redeemableValue),
    dust_positions: account.dustPositions,
    dust_value: formatMicros(account.dustValue),
    stale_positions: account.stalePositions,
    positions_without_mark: account.positionsWithoutMark,
    positions_without_cost: account.positionsWithoutCost,
    positions_complete: list.complete,
    positions_problem: list.problem && inertText(list.problem),
    positions_as_of: timeOrNull(list.asOf),
    orders_complete: own.complete,
    orders_problem: own.problem,
    orders_as_of: timeOrNull(own.asOf),
    unread_rows: list.unreadRows,
    differs_from_venue: venue !== null && venue.differing > 0,
    venue: venue && {
      positions_value: amountOrNull(venue.positionsValue),
      unrealised_pnl: amountOrNull(venue.unrealised),
      realised_pnl: amountOrNull(venue.realised),
      value_difference: amountOrNull(venue.valueDifference),
      pnl_difference: amountOrNull(venue.pnlDifference),
      differing_positions: venue.differing,
      likely_cause: venue.likelyCause,
      since: timeOrNull(venue.since),
      as_of: timeText(venue.asOf),
    },
    as_of: timeText(account.asOf),
  }
}

export function activityView(
  row: DataActivity,
  catalog: Pick<Catalog, 'outcome' | 'market' | 'event'>,
): Wire['Activity'] {
  const known = row.outcomeId === null ? null : catalog.outcome(row.outcomeId)
  const market = known?.market ?? (row.marketId === null ? null : catalog.market(row.marketId))
  const event = known?.event ?? (market === null ? null : catalog.event(market.eventId))
  return {
    id: row.id,
    kind: row.kind,
    venue_kind: inertText(row.venueKind),
    outcome_id: row.outcomeId,
    market_id: row.marketId,
    event_id: event?.id ?? null,
    event_slug: event === null || event === undefined ? null : inertText(event.slug),
    event_title: inertText(row.title === '' ? (event?.title ?? '') : row.title),
    outcome_name: inertOrNull(known?.outcome.name ?? row.outcomeName),
    side: row.side,
    price: amountOrNull(row.price),
    size: amountOrNull(row.size),
    amount: amountOrNull(row.amount),
    combo: row.combo,
    tx_hash: inertOrNull(row.txHash),
    at: timeText(row.at),
  }
}

/** An interval begins at zero; `all` at the wallet's start, where the venue's figures do. */
export function pnlView(
  interval: PnlInterval | 'today',
  read: { readonly points: readonly PnlPoint[]; readonly unread: number },
  now: Instant,
): z.input<typeof pnlSeries> {
  const midnight = now - (now % DAY_MS)
  // The venue knows no such interval: the last value before it is its zero.
  const from =
    interval === 'all' ? null : interval === 'today' ? valueAt(read.points, midnight) : read.points[0]
  const shown = interval === 'today' ? read.points.filter(({ at }) => at >= midnight) : read.points
  return {
    points: shown.map(({ at, total, trading }) => ({
      t: timeText(at),
      pnl: formatMicros(subtractMicros(total, from?.total ?? ZERO)),
      trading_pnl: formatMicros(subtractMicros(trading, from?.trading ?? ZERO)),
    })),
    interval,
    unread_rows: read.unread,
    as_of: timeText(now),
  }
}

const DAY_MS = 86_400_000

function valueAt(points: readonly PnlPoint[], at: Instant): PnlPoint | undefined {
  return points.findLast((point) => point.at <= at) ?? points[0]
}

function inertOrNull(text: string | null): string | null {
  return text === null ? null : inertText(text)
}
