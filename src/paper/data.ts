/** The paper account as a data service would report it: its positions, its activity, its profit. */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant, Market } from '#core/market/market.ts'
import { addMicros, micros, subtractMicros, ZERO } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { positionFigures, type Opening, type PortfolioEntry } from '#core/position/portfolio.ts'
import { err, ok } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { DataActivity, DataPosition, PnlInterval, PnlPoint, VenueData } from '#ports/venue-data.ts'
import type { PaperAccount, PaperPayout, PaperTrade } from './account.ts'
import type { LiveMarkets } from './exchange.ts'

const ONE_SHARE = 1_000_000n
const PRICE_UNIT = 100n
const DAY_MS = 86_400_000
const DAYS: Readonly<Record<PnlInterval, number>> = { '1d': 1, '1w': 7, '1m': 30, all: Infinity }

/** The data port over the account in its state at each call. */
export function createPaperData(
  account: PaperAccount,
  markets: LiveMarkets,
  clock: Pick<Clock, 'now'>,
): VenueData {
  return {
    positions: (status) => {
      const rows = outcomesOf(account).flatMap((outcomeId) => {
        const row = positionOf(account, markets, outcomeId)
        return row?.status === status ? [row] : []
      })
      return Promise.resolve(ok({ rows, complete: true, problem: null, notUnderstood: [] }))
    },
    activity({ limit, cursor }) {
      const from = cursor === null ? 0 : Number(cursor)
      if (!Number.isSafeInteger(from) || from < 0) return Promise.resolve(err({ kind: 'bad_cursor' }))
      const all = activityOf(account, markets)
      const rows = all.slice(from, from + limit)
      const next = from + rows.length
      return Promise.resolve(
        ok({ rows, nextCursor: next < all.length ? String(next) : null, notUnderstood: [] }),
      )
    },
    pnl(interval) {
      const points = pointsSince(pnlOf(account), clock.now() - DAYS[interval] * DAY_MS)
      return Promise.resolve(ok({ points, unread: 0 }))
    },
  }
}

function outcomesOf(account: PaperAccount): readonly OutcomeId[] {
  return [...new Set(account.trades.map(({ outcomeId }) => outcomeId))]
}

function entriesOf(account: PaperAccount, outcomeId: OutcomeId): readonly PortfolioEntry[] {
  return [
    ...account.trades.filter((trade) => trade.outcomeId === outcomeId).map(fillEntry),
    ...account.payouts.filter((payout) => payout.outcomeId === outcomeId).map(payoutEntry),
  ]
}

function fillEntry({ id, orderId, at, side, size, price, fee }: PaperTrade): PortfolioEntry {
  const cash = notional(price, size)
  return { kind: 'fill', key: `${id} ${orderId}`, at, side, size, cash, fee, status: 'confirmed' }
}

function withoutFee(entry: PortfolioEntry): PortfolioEntry {
  return entry.kind === 'fill' ? { ...entry, fee: ZERO } : entry
}

function payoutEntry({ outcomeId, at, size, cash }: PaperPayout): PortfolioEntry {
  return { kind: 'payout', key: `paid ${outcomeId} ${at}`, at, size, cash }
}

function positionOf(account: PaperAccount, markets: LiveMarkets, outcomeId: OutcomeId): DataPosition | null {
  const last = account.trades.findLast((trade) => trade.outcomeId === outcomeId)
  if (last === undefined) return null
  const entries = entriesOf(account, outcomeId)
  const figures = positionFigures(null, entries, 0)
  const { cost } = positionFigures(null, entries.map(withoutFee), 0)
  const market = markets.market(outcomeId)
  const averagePrice = figures.size === 0n ? ZERO : micros((cost * ONE_SHARE) / figures.size)
  const bid = markets.book(outcomeId)?.bids[0]?.[0]
  const currentPrice = bid === undefined ? averagePrice : micros(BigInt(bid) * PRICE_UNIT)
  const value = micros((figures.size * currentPrice) / ONE_SHARE)
  return {
    outcomeId,
    marketId: last.marketId,
    status: figures.size > 0n ? 'open' : 'closed',
    size: figures.size,
    averagePrice,
    cost,
    fees: subtractMicros(figures.cost, cost),
    paidFees: subtractMicros(figures.fees, figures.saleFees),
    currentPrice,
    value,
    realised: addMicros(figures.realised, figures.saleFees),
    unrealised: subtractMicros(value, cost),
    redeemable: false,
    ...wordsOf(market, outcomeId),
    firstAt: figures.firstAt,
    lastAt: figures.lastAt,
  }
}

function wordsOf(
  market: Market | null,
  outcomeId: OutcomeId,
): Pick<DataPosition, 'title' | 'outcomeName' | 'oppositeOutcomeId' | 'eventSlug'> {
  return {
    title: market?.question ?? '',
    outcomeName: market?.outcomes.find(({ id }) => id === outcomeId)?.name ?? '',
    oppositeOutcomeId: market?.outcomes.find(({ id }) => id !== outcomeId)?.id ?? null,
    eventSlug: market?.slug ?? '',
  }
}

/** Newest first. */
function activityOf(account: PaperAccount, markets: LiveMarkets): readonly DataActivity[] {
  const rows = [
    ...account.trades.map((trade) => tradeRow(trade, markets)),
    ...account.payouts.map((payout) => payoutRow(payout, markets)),
  ]
  return rows.toReversed().toSorted((a, b) => b.at - a.at)
}

function tradeRow(trade: PaperTrade, markets: LiveMarkets): DataActivity {
  const { id, side, price, size, fee } = trade
  const cash = notional(price, size)
  return {
    ...sharedFields(trade, markets),
    id,
    kind: 'trade',
    venueKind: 'PAPER_TRADE',
    side,
    price: micros(BigInt(price) * PRICE_UNIT),
    size,
    amount: side === 'BUY' ? addMicros(cash, fee) : subtractMicros(cash, fee),
  }
}

function payoutRow(payout: PaperPayout, markets: LiveMarkets): DataActivity {
  const { outcomeId, size, cash, at } = payout
  return {
    ...sharedFields(payout, markets),
    id: `paid-${outcomeId}-${at}`,
    kind: 'redeem',
    venueKind: 'PAPER_PAYOUT',
    side: null,
    price: null,
    size,
    amount: cash,
  }
}

function sharedFields(
  { outcomeId, marketId, at }: PaperTrade | PaperPayout,
  markets: LiveMarkets,
): Pick<
  DataActivity,
  'outcomeId' | 'marketId' | 'title' | 'outcomeName' | 'eventSlug' | 'combo' | 'txHash' | 'at'
> {
  const { title, outcomeName, eventSlug } = wordsOf(markets.market(outcomeId), outcomeId)
  return { outcomeId, marketId, title, outcomeName, eventSlug, combo: false, txHash: null, at }
}

/** Realised profit after each trade and payout. */
function pnlOf(account: PaperAccount): readonly PnlPoint[] {
  const known = new Map<OutcomeId, Opening>()
  let total = ZERO
  const events = [
    ...account.trades.map((trade) => ({ outcomeId: trade.outcomeId, entry: fillEntry(trade) })),
    ...account.payouts.map((payout) => ({ outcomeId: payout.outcomeId, entry: payoutEntry(payout) })),
  ].toSorted((a, b) => a.entry.at - b.entry.at)
  return events.map(({ outcomeId, entry }) => {
    const before = known.get(outcomeId) ?? null
    const figures = positionFigures(before, [entry], 0)
    known.set(outcomeId, { figures, day: 0 })
    total = subtractMicros(addMicros(total, figures.realised), before?.figures.realised ?? ZERO)
    return { at: entry.at, total, trading: total }
  })
}

/** From `since` on, beginning with what was realised by then. */
function pointsSince(points: readonly PnlPoint[], since: Instant): readonly PnlPoint[] {
  const later = points.filter(({ at }) => at >= since)
  const before = points.findLast(({ at }) => at < since)
  return before === undefined ? later : [{ ...before, at: since }, ...later]
}
