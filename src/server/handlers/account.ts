/** Reads of the account (API-5): cash needs credentials, positions and activity only the wallet. */
import { accountView, activityView, pnlView } from '../views/account.ts'
import { credentialsProblem, ownStateView } from '../views/own-orders.ts'
import { positionRow } from '../views/positions.ts'
import {
  beginOf,
  orderedGroups,
  profitHistoryView,
  profitPartView,
  sumsOf,
  sumsView,
} from '../views/profit.ts'
import { resolutionPnlView } from '../views/resolution-pnl.ts'
import { timeText } from '../views/values.ts'
import type { PositionRow } from '#contract/records/positions.ts'
import type { OutcomeId } from '#core/ids.ts'
import { REJECT_TEXT } from '#core/reject-codes.ts'
import { err, ok } from '#lib/result.ts'
import type { Engine } from '#engine/engine.ts'
import { cursorOf, keyOf, pageAfter, viewed } from '../http/cursors.ts'
import type { Problem } from '../http/replies.ts'
import type { Handlers, Services } from './handler.ts'
import { venueProblem } from './markets.ts'

type Operations =
  | 'readAccount'
  | 'listPositions'
  | 'listResolutionPnl'
  | 'listActivity'
  | 'readPnl'
  | 'readProfit'
  | 'listProfitParts'

export function accountHandlers({ engine, clock }: Services): Pick<Handlers, Operations> {
  const { portfolio, catalog } = engine

  function rowOf(id: OutcomeId): PositionRow | null {
    const position = portfolio.position(id)
    return position === null ? null : positionRow(position, catalog)
  }

  return {
    readAccount() {
      const problem = credentialsProblem(engine) ?? walletProblem(engine) ?? readingProblem(engine)
      return problem === null ? ok(accountView(portfolio.account(), ownStateView(engine))) : err(problem)
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
        next_cursor: page.value.next_cursor,
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
      const page = pageAfter(
        items.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1)),
        ({ eventId }) => eventId,
        query,
      )
      return viewed(page, resolutionPnlView)
    },

    async listActivity({ query }) {
      const problem = walletProblem(engine)
      if (problem !== null) return err(problem)
      const cursor = keyOf(query.cursor)
      if (!cursor.ok) return cursor
      const page = await portfolio.activity({
        kind: query.kind ?? null,
        marketId: query.market_id ?? null,
        side: query.side ?? null,
        limit: query.limit,
        cursor: cursor.value,
      })
      if (!page.ok) return err(page.error.kind === 'bad_cursor' ? BAD_CURSOR : venueProblem(page.error))
      const rows = page.value.rows.filter((row) => query.combo === undefined || row.combo === query.combo)
      await catalog.learn(rows.flatMap(({ outcomeId }) => outcomeId ?? []))
      return ok({
        items: rows.map((row) => activityView(row, catalog)),
        next_cursor: page.value.nextCursor === null ? null : cursorOf(page.value.nextCursor),
        unread_rows: page.value.notUnderstood.length,
        as_of: timeText(clock.now()),
      })
    },

    async readPnl({ query }) {
      const problem = walletProblem(engine)
      if (problem !== null) return err(problem)
      const read = await portfolio.pnl(query.interval === 'today' ? '1d' : query.interval)
      return read.ok ? ok(pnlView(query.interval, read.value, clock.now())) : err(venueProblem(read.error))
    },

    readProfit({ query }) {
      const problem = walletProblem(engine) ?? readingProblem(engine)
      if (problem !== null) return err(problem)
      const now = clock.now()
      const history = portfolio.profitHistory(beginOf(query.interval, now))
      return ok(profitHistoryView(query.interval, history, portfolio.account().unrealised, now))
    },

    async listProfitParts({ query }) {
      const problem = walletProblem(engine) ?? readingProblem(engine)
      if (problem !== null) return err(problem)
      const { by } = query
      // Names only: an event that the catalog does not bring in time is named by the venue's list, or not at all.
      if (by !== 'day') await catalog.learn(unnamed(engine).slice(0, MAX_LEARNT))
      const groups = orderedGroups(portfolio.profitGroups(by), by)
      const page = viewed(
        pageAfter(groups, ({ key }) => key, query),
        (group) => profitPartView(group, by),
      )
      if (!page.ok) return page
      return ok({ ...page.value, by, total: sumsView(sumsOf(groups, by)), as_of: timeText(clock.now()) })
    },
  }
}

/** One page of the catalog's. */
const MAX_LEARNT = 100

function unnamed({ portfolio, catalog }: Pick<Engine, 'portfolio' | 'catalog'>): readonly OutcomeId[] {
  return portfolio.traded().filter((outcomeId) => catalog.outcome(outcomeId) === null)
}

const BAD_CURSOR: Problem = {
  code: 'invalid_cursor',
  detail: 'Use next_cursor of an answer, unchanged and with the same filters.',
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
