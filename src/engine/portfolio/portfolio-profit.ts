/** Own profit over time, and by market, event, league and day: parts that add up to the account's sums. */
import type { EventId, OutcomeId } from '#core/ids.ts'
import { marketTitle, type Instant, type League, type MarketEvent } from '#core/market/market.ts'
import { addMicros, ZERO, type Micros } from '#core/money.ts'
import { profitCurve, thinnedCurve } from '#core/position/profit-curve.ts'
import type { CurvePoint, Drawdown } from '#core/position/profit-curve.ts'
import type { Clock } from '#ports/clock.ts'
import type { Catalog } from '../markets/catalog.ts'
import { startOfDay } from '#core/day.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'
import type { PortfolioLists } from './portfolio-lists.ts'

export type ProfitGrouping = 'market' | 'event' | 'league' | 'day'

export type ProfitSums = {
  readonly realised: Micros
  readonly realisedToday: Micros
  readonly settling: Micros
  /** Null for a day: what is held belongs to none. */
  readonly unrealised: Micros | null
  readonly fees: Micros | null
}

export type ProfitGroup = ProfitSums & {
  /** By day its beginning in milliseconds; `before` for what is of no known day. */
  readonly key: string
  /** Null where it is not known: outcomes that the catalog does not have, profit from before the first known trade. */
  readonly label: string | null
  /** A market or an event of the catalog. */
  readonly event: { readonly id: EventId; readonly slug: string } | null
}

export type ProfitHistory = {
  readonly points: readonly CurvePoint[]
  readonly drawdown: Drawdown | null
  readonly belowPeak: Micros
  /** Realised before the first known trade: what the curve of all time begins at. */
  readonly undated: Micros
}

export type PortfolioProfit = ReturnType<typeof createPortfolioProfit>

const MAX_POINTS = 600
const UNKNOWN = 'unknown'

/**
 * Builds it.
 *
 * @param unrealised  of what is held; null without a mark
 */
export function createPortfolioProfit(parts: {
  readonly catalog: Pick<Catalog, 'outcome'> & {
    readonly league: (event: MarketEvent) => League | null
  }
  readonly clock: Pick<Clock, 'now'>
  readonly ledger: PortfolioLedger
  readonly lists: Pick<PortfolioLists, 'listed'>
  readonly unrealised: (outcomeId: OutcomeId) => Micros | null
}) {
  const { catalog, ledger } = parts

  function groupOf(
    outcomeId: OutcomeId,
    by: Exclude<ProfitGrouping, 'day'>,
  ): Omit<ProfitGroup, keyof ProfitSums> {
    const known = catalog.outcome(outcomeId)
    const row = parts.lists.listed(outcomeId)?.row
    if (known === null) {
      if (by === 'league') return { key: UNKNOWN, label: null, event: null }
      const marketId = ledger.marketId(outcomeId) ?? outcomeId
      const slug = row?.eventSlug ?? ''
      return { key: by === 'event' && slug !== '' ? slug : marketId, label: row?.title || null, event: null }
    }
    const { event, market } = known
    const place = { id: event.id, slug: event.slug }
    if (by === 'event') return { key: event.id, label: event.title, event: place }
    if (by === 'league') {
      const league = catalog.league(event)
      return { key: league?.code ?? 'none', label: league?.name ?? 'No league', event: null }
    }
    const title = marketTitle(market)
    const label = event.markets.length > 1 ? `${event.title}: ${title}` : title
    return { key: market.id, label, event: place }
  }

  function byDay(): readonly ProfitGroup[] {
    const all = ledger.outcomes().map((outcomeId) => ledger.realised(outcomeId))
    const undated = addMicros(...all.map((history) => history.undated))
    const days = Map.groupBy(
      all.flatMap(({ steps }) => steps),
      ({ at }) => startOfDay(at),
    )
    const today = startOfDay(parts.clock.now())
    const none = { label: null, event: null, unrealised: null, fees: null }
    const rows = [...days].map(([day, steps]): ProfitGroup => {
      const realised = addMicros(...steps.map(({ profit }) => profit))
      const settling = addMicros(...steps.flatMap(({ profit, isFinal }) => (isFinal ? [] : profit)))
      return { key: String(day), ...none, realised, settling, realisedToday: day === today ? realised : ZERO }
    })
    if (undated === ZERO) return rows
    return [...rows, { key: 'before', ...none, realised: undated, settling: ZERO, realisedToday: ZERO }]
  }

  return {
    /** From an instant on, from zero; of all time without one. */
    history: (from: Instant | null): ProfitHistory => {
      const all = ledger.outcomes().map((outcomeId) => ledger.realised(outcomeId))
      const undated = addMicros(...all.map((one) => one.undated))
      const steps = all.flatMap((one) => one.steps)
      const curve = profitCurve(steps, from ?? -Infinity, from === null ? undated : ZERO)
      const { drawdown, belowPeak } = curve
      return { points: thinnedCurve(curve, MAX_POINTS), drawdown, belowPeak, undated }
    },
    groups: (by: ProfitGrouping): readonly ProfitGroup[] => {
      if (by === 'day') return byDay()
      const groups = new Map<string, ProfitGroup>()
      for (const outcomeId of ledger.outcomes()) {
        const group = groupOf(outcomeId, by)
        const { realised, realisedToday, settlingPnl, fees, size } = ledger.figures(outcomeId)
        const before = groups.get(group.key)
        groups.set(group.key, {
          ...group,
          label: before?.label ?? group.label,
          realised: addMicros(realised, before?.realised ?? ZERO),
          realisedToday: addMicros(realisedToday, before?.realisedToday ?? ZERO),
          settling: addMicros(settlingPnl, before?.settling ?? ZERO),
          unrealised: addMicros(
            (size > 0n ? parts.unrealised(outcomeId) : null) ?? ZERO,
            before?.unrealised ?? ZERO,
          ),
          fees: addMicros(fees, before?.fees ?? ZERO),
        })
      }
      return [...groups.values()]
    },
  }
}

/** Sums over all groups: the account's. */
export function sumsOf(groups: readonly ProfitGroup[], by: ProfitGrouping): ProfitSums {
  const sum = (read: (group: ProfitGroup) => Micros | null): Micros =>
    addMicros(...groups.map((group) => read(group) ?? ZERO))
  return {
    realised: sum(({ realised }) => realised),
    realisedToday: sum(({ realisedToday }) => realisedToday),
    settling: sum(({ settling }) => settling),
    unrealised: by === 'day' ? null : sum(({ unrealised }) => unrealised),
    fees: by === 'day' ? null : sum(({ fees }) => fees),
  }
}

/** The largest profit or loss first; days from the latest back, what has none at the end. */
export function orderedGroups(groups: readonly ProfitGroup[], by: ProfitGrouping): readonly ProfitGroup[] {
  const size = ({ realised, unrealised }: ProfitGroup): bigint => {
    const value = realised + (unrealised ?? 0n)
    return value < 0n ? 0n - value : value
  }
  const dayOf = ({ key }: ProfitGroup): number => (key === 'before' ? -Infinity : Number(key))
  if (by === 'day') return groups.toSorted((a, b) => dayOf(b) - dayOf(a))
  return groups.toSorted((a, b) => {
    const [one, other] = [size(a), size(b)]
    return one === other ? (a.key < b.key ? -1 : 1) : one > other ? -1 : 1
  })
}
