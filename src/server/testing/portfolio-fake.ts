/** A portfolio in memory for the edge's tests: what is put in comes out. */
import { micros, ZERO } from '#core/money.ts'
import type { Account, ListHealth, Position, PositionStatus } from '#core/position/position.ts'
import type { EventPnl } from '#core/position/resolution-pnl.ts'
import { rejection } from '#core/reject-codes.ts'
import { marketId, outcomeId, whole } from '#engine/testing/market-fakes.ts'
import { createPortfolioLedger, type PortfolioLedger } from '#engine/portfolio/portfolio-ledger.ts'
import type { ProfitGroup } from '#engine/portfolio/portfolio-profit.ts'
import type { Portfolio } from '#engine/portfolio/portfolio.ts'
import { ok } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { DataActivity } from '#ports/venue-data.ts'

export type PortfolioFake = {
  readonly portfolio: Portfolio
  readonly rows: Position[]
  readonly activity: DataActivity[]
  /** Ledger of the round trips. */
  readonly ledger: PortfolioLedger
  readonly resolution: EventPnl[]
  readonly profit: ProfitGroup[]
  list: ListHealth
  wallet: boolean
  isReading: boolean
  /** Rows of each page that are not understood. */
  unread: number
}

/** Builds it, empty; activity comes in pages of the size asked for, its cursor being an offset. */
export function createPortfolioFake(clock: Clock): PortfolioFake {
  const now = (): number => clock.now()
  const fake: PortfolioFake = {
    ledger: createPortfolioLedger(clock),
    rows: [],
    activity: [],
    resolution: [],
    profit: [],
    list: { complete: true, problem: null, asOf: now(), unreadRows: 0 },
    wallet: true,
    isReading: false,
    unread: 0,
    portfolio: {
      hasWallet: () => fake.wallet,
      isReading: () => fake.isReading,
      holdings: () => null,
      account: () => ({ ...EMPTY, list: fake.list, asOf: now() }),
      positions: (status: PositionStatus) => ({
        outcomeIds: fake.rows.flatMap((row) => (row.status === status ? row.outcomeId : [])),
        list: fake.list,
      }),
      position: (outcomeId) => fake.rows.find((row) => row.outcomeId === outcomeId) ?? null,
      profitHistory: () => ({ points: [], drawdown: null, belowPeak: ZERO, undated: ZERO }),
      profitGroups: () => fake.profit,
      traded: () => [...new Set([...fake.rows.map(({ outcomeId: id }) => id), ...fake.ledger.outcomes()])],
      entries: (id) => fake.ledger.entries(id),
      entriesVersion: () => fake.ledger.version(),
      resolutionEvents: () => fake.resolution.map(({ eventId }) => eventId),
      resolutionVersion: () =>
        JSON.stringify(fake.resolution.map(({ eventId, markets }) => [eventId, markets.length])),
      resolutionPnl: (eventId) => fake.resolution.find((one) => one.eventId === eventId) ?? null,
      resolutionAfter: (trades) =>
        trades.map(({ outcomeId: id, size, cash }) => {
          const profit = micros(size - cash)
          const after = {
            payout: { least: size, most: size },
            profit: { least: profit, most: profit },
            withOrders: null,
            atWorst: profit,
            areFeesKnown: true,
          }
          return { outcomeId: id, before: null, after }
        }),
      async activity({ limit, cursor }) {
        if (cursor !== null && !/^\d+$/.test(cursor)) return { ok: false, error: { kind: 'bad_cursor' } }
        const from = Number(cursor ?? 0)
        const rows = fake.activity.slice(from, from + limit)
        return ok({
          rows,
          nextCursor: from + limit < fake.activity.length ? String(from + limit) : null,
          notUnderstood: Array.from({ length: fake.unread }, () => ({
            id: null,
            reason: 'no type',
            outcomeId: null,
          })),
        })
      },
      pnl: async () =>
        ok({
          points: [
            { at: now() - 3_600_000, total: micros(5_000_000n), trading: micros(4_000_000n) },
            { at: now(), total: micros(3_500_000n), trading: micros(4_250_000n) },
          ],
          unread: 0,
        }),
    },
  }
  return fake
}

/** An open position of three shares whose book has not come, changed as asked. */
export function samplePosition(number: number, change: Partial<Position> = {}): Position {
  return {
    outcomeId: outcomeId(number),
    marketId: marketId(1),
    title: null,
    outcomeName: null,
    oppositeOutcomeId: null,
    status: 'open',
    overdue: ZERO,
    figures: {
      size: whole(3),
      settledSize: whole(3),
      reversedSize: ZERO,
      cost: whole(1),
      costKnown: true,
      fees: ZERO,
      saleFees: ZERO,
      feesKnown: true,
      realised: ZERO,
      realisedToday: ZERO,
      settlingPnl: ZERO,
      unexplainedSize: ZERO,
      unexplainedCash: ZERO,
      cash: ZERO,
      firstAt: null,
      lastAt: null,
    },
    basis: 'fills',
    reserved: ZERO,
    free: whole(3),
    sellable: whole(3),
    mark: {
      price: null,
      source: null,
      value: null,
      exitPrice: null,
      exitComplete: false,
      exitValue: null,
      exitMissing: whole(3),
      staleReason: 'no_snapshot',
    },
    unrealised: null,
    exit: { quote: null, reason: rejection('book_stale') },
    flat: null,
    join: null,
    hedge: { quote: null, reason: rejection('hedge_unavailable') },
    result: null,
    dust: false,
    venue: null,
    asOf: 1_790_000_000_000,
    ...change,
  }
}

const EMPTY: Omit<Account, 'asOf' | 'list'> = {
  cash: micros(100_000_000n),
  cashComing: ZERO,
  cashAsOf: null,
  reserved: ZERO,
  available: micros(100_000_000n),
  positionsValue: ZERO,
  liquidationValue: ZERO,
  liquidationComplete: true,
  equity: micros(100_000_000n),
  exposure: ZERO,
  positionsCost: ZERO,
  openOrdersCost: ZERO,
  comboCostBasis: null,
  unrealised: ZERO,
  realised: micros(-1_500_000n),
  realisedToday: ZERO,
  settlingPnl: ZERO,
  fees: ZERO,
  feesKnown: true,
  dailyNotional: ZERO,
  dailyNotionalLimit: ZERO,
  allowancesOk: null,
  openPositions: 0,
  redeemablePositions: 0,
  redeemableValue: ZERO,
  dustPositions: 0,
  dustValue: ZERO,
  stalePositions: 0,
  positionsWithoutMark: 0,
  positionsWithoutCost: 0,
  venue: null,
}
