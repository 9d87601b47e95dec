/** Reads of the account (API-5): cash needs credentials, positions and activity only the wallet. */
import { DAY_MS, startOfDay } from '#core/day.ts'
import type { CoreOf } from '#contract/codec/codec.ts'
import { instant } from '#contract/codec/fields.ts'
import type { accountSummary, activity, pnlInterval, pnlSeries } from '#contract/records/account.ts'
import type { profitInterval } from '#contract/records/profit.ts'
import type { PositionRow } from '#contract/records/positions.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { subtractMicros, ZERO } from '#core/money.ts'
import type { Account } from '#core/position/position.ts'
import { REJECT_TEXT } from '#core/reject-codes.ts'
import { orderedGroups, sumsOf, type ProfitGroup } from '#engine/portfolio/portfolio-profit.ts'
import { err, ok } from '#lib/result.ts'
import type { DataActivity, PnlPoint } from '#ports/venue-data.ts'
import type { Engine } from '#engine/engine.ts'
import { BAD_CURSOR, cursorOf, keyOf, mapped, pageAfter } from '../http/cursors.ts'
import type { Problem } from '../http/replies.ts'
import type { Handlers, Services } from './handler.ts'
import { venueProblem } from './markets.ts'
import { credentialsProblem, ownState, type OwnState } from './own-state.ts'
import { positionRow } from './positions.ts'

export function accountHandlers({ engine, clock }: Services) {
  const { portfolio, catalog } = engine

  function rowOf(id: OutcomeId): PositionRow | null {
    const position = portfolio.position(id)
    return position === null ? null : positionRow(position, catalog)
  }

  return {
    readAccount() {
      const problem = credentialsProblem(engine) ?? walletProblem(engine) ?? readingProblem(engine)
      return problem === null ? ok(accountRow(portfolio.account(), ownState(engine))) : err(problem)
    },

    async listPositions({ query }) {
      const problem = walletProblem(engine) ?? readingProblem(engine)
      if (problem !== null) return err(problem)
      const { outcomeIds, list } = portfolio.positions(query.status)
      const page = pageAfter(outcomeIds, (id) => id, query)
      if (!page.ok) return page
      await catalog.learn(page.value.items)
      return ok({
        items: page.value.items.flatMap((id) => rowOf(id) ?? []),
        nextCursor: page.value.nextCursor,
        complete: list.complete,
        problem: list.problem,
        asOf: list.asOf,
      })
    },

    listResolutionPnl({ query }) {
      const problem = walletProblem(engine) ?? readingProblem(engine)
      if (problem !== null) return err(problem)
      const all = query.event_id === undefined ? portfolio.resolutionEvents() : [query.event_id]
      const items = all.flatMap((id) => portfolio.resolutionPnl(id) ?? [])
      return pageAfter(
        items.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1)),
        ({ eventId }) => eventId,
        query,
      )
    },

    async listActivity({ query }) {
      const problem = walletProblem(engine)
      if (problem !== null) return err(problem)
      const cursor = keyOf(query.cursor)
      if (!cursor.ok) return cursor
      const page = await portfolio.activity({ limit: query.limit, cursor: cursor.value })
      if (!page.ok) return err(page.error.kind === 'bad_cursor' ? BAD_CURSOR : venueProblem(page.error))
      const { rows } = page.value
      await catalog.learn(rows.flatMap(({ outcomeId }) => outcomeId ?? []))
      return ok({
        items: rows.map((row) => activityRow(row, catalog)),
        nextCursor: page.value.nextCursor === null ? null : cursorOf(page.value.nextCursor),
        unreadRows: page.value.notUnderstood.length,
        asOf: clock.now(),
      })
    },

    async readPnl({ query }) {
      const problem = walletProblem(engine)
      if (problem !== null) return err(problem)
      const read = await portfolio.pnl(query.interval === 'today' ? '1d' : query.interval)
      if (!read.ok) return err(venueProblem(read.error))
      const { points, unread } = read.value
      const now = clock.now()
      return ok({
        points: pnlPoints(query.interval, points, now),
        interval: query.interval,
        unreadRows: unread,
        asOf: now,
      })
    },

    readProfit({ query }) {
      const problem = walletProblem(engine) ?? readingProblem(engine)
      if (problem !== null) return err(problem)
      const now = clock.now()
      const from = beginOf(query.interval, now)
      return ok({
        ...portfolio.profitHistory(from),
        unrealisedPnl: portfolio.account().unrealised,
        from,
        interval: query.interval,
        asOf: now,
      })
    },

    async listProfitParts({ query }) {
      const problem = walletProblem(engine) ?? readingProblem(engine)
      if (problem !== null) return err(problem)
      const { by } = query
      // Names only: an event that the catalog does not bring in time is named by the venue's list, or not at all.
      if (by !== 'day') await catalog.learn(unnamed(engine).slice(0, MAX_LEARNT))
      const groups = orderedGroups(portfolio.profitGroups(by), by)
      const page = mapped(
        pageAfter(groups, ({ key }) => key, query),
        (group) => ({
          ...group,
          ...(by === 'day' && dayOf(group)),
          eventSlug: group.event && group.event.slug,
        }),
      )
      if (!page.ok) return page
      return ok({ ...page.value, by, total: sumsOf(groups, by), asOf: clock.now() })
    },
  } satisfies Partial<Handlers>
}

/** The account, and how current own orders are. */
export function accountRow(account: Account, own: OwnState): CoreOf<typeof accountSummary> {
  const { list, venue } = account
  return {
    ...account,
    positionsComplete: list.complete,
    positionsProblem: list.problem,
    positionsAsOf: list.asOf,
    ordersComplete: own.complete,
    ordersProblem: own.problem,
    ordersAsOf: own.asOf,
    unreadRows: list.unreadRows,
    differsFromVenue: venue !== null && venue.differing > 0,
  }
}

/** A row of the venue with what the catalog knows of it. */
export function activityRow(
  row: DataActivity,
  catalog: Pick<Engine['catalog'], 'outcome' | 'market' | 'event'>,
): CoreOf<typeof activity> {
  const known = row.outcomeId === null ? null : catalog.outcome(row.outcomeId)
  const market = known?.market ?? (row.marketId === null ? null : catalog.market(row.marketId))
  const event = known?.event ?? (market === null ? null : catalog.event(market.eventId))
  return {
    ...row,
    eventId: event?.id ?? null,
    eventSlug: event?.slug ?? null,
    eventTitle: row.title === '' ? (event?.title ?? '') : row.title,
    outcomeName: known?.outcome.name ?? row.outcomeName,
  }
}

const DAYS: Readonly<Record<'1d' | '1w' | '1m', number>> = { '1d': 1, '1w': 7, '1m': 30 }

/** When an interval begins; null for all time. */
function beginOf(interval: CoreOf<typeof profitInterval>, now: Instant): Instant | null {
  if (interval === 'all') return null
  return interval === 'today' ? startOfDay(now) : now - DAYS[interval] * DAY_MS
}

/** An interval begins at zero; `all` at the wallet's start, where the venue's figures do. */
export function pnlPoints(
  interval: CoreOf<typeof pnlInterval>,
  points: readonly PnlPoint[],
  now: Instant,
): CoreOf<typeof pnlSeries>['points'] {
  const midnight = startOfDay(now)
  // The venue knows no such interval: the last value before it is its zero.
  const from =
    interval === 'all'
      ? null
      : (interval === 'today' && points.findLast(({ at }) => at <= midnight)) || points[0]
  const shown = interval === 'today' ? points.filter(({ at }) => at >= midnight) : points
  return shown.map(({ at, total, trading }) => ({
    at,
    total: subtractMicros(total, from?.total ?? ZERO),
    trading: subtractMicros(trading, from?.trading ?? ZERO),
  }))
}

/** A day by its date, which is its name as well; nothing for what is of no known day. */
function dayOf({ key }: ProfitGroup): Partial<Pick<ProfitGroup, 'key' | 'label'>> {
  if (key === 'before') return {}
  const day = instant.encode(Number(key)).slice(0, 10)
  return { key: day, label: day }
}

/** One page of the catalog's. */
const MAX_LEARNT = 100

function unnamed({ portfolio, catalog }: Pick<Engine, 'portfolio' | 'catalog'>): readonly OutcomeId[] {
  return portfolio.traded().filter((outcomeId) => catalog.outcome(outcomeId) === null)
}

/** No figure is shown before own trades and the venue's lists were held against each other. */
export function readingProblem({ portfolio }: Pick<Engine, 'portfolio'>): Problem | null {
  return portfolio.isReading()
    ? { code: 'positions_reading', detail: REJECT_TEXT.positions_reading, retryAfterMs: READING_MS }
    : null
}

const READING_MS = 1_000

/** Wallet of positions and activity; a problem without one. */
export function walletProblem(engine: Pick<Engine, 'portfolio'>): Problem | null {
  return engine.portfolio.hasWallet()
    ? null
    : { code: 'no_credentials', detail: 'No wallet is configured: set VENUE_WALLET_ADDRESS.' }
}
