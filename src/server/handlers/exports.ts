/** Downloads as CSV and as lines of JSON (API-5), read as they are sent. */
import { newestFillsFirst } from '#core/order/order.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { createWalkProgress } from '#lib/walk-progress.ts'
import { everyRow } from '#ports/audit-log.ts'
import type { DataActivity } from '#ports/venue-data.ts'
import { activity } from '#contract/records/account.ts'
import { auditRow } from '#contract/records/audit.ts'
import { fillMeasure, journalRow, roundTrip } from '#contract/records/journal.ts'
import { fill as fillRecord } from '#contract/records/orders.ts'
import type { WireOf } from '#contract/codec/codec.ts'
import { csvLines, csvText, type CsvColumn } from '#lib/csv.ts'
import { auditFilter } from './audit.ts'
import type { Problem } from '../http/replies.ts'
import { activityRow, readingProblem, walletProblem } from './account.ts'
import { columnsOf, columnsWithin } from './csv-columns.ts'
import type { Handlers, Services } from './handler.ts'
import { filterOf, inTurns, fillRow as journalFill, tripRow } from './journal.ts'
import { venueProblem } from './markets.ts'
import { fillRow } from './orders.ts'
import { credentialsProblem } from './own-state.ts'

const AUDIT_COLUMNS = columnsOf(auditRow, 'seq,at,client_order_id,action,kind,details,previous_hash,hash')

const FILL_COLUMNS = columnsOf(
  fillRecord,
  'at,event_title,market_title,outcome_name,side,price,size,notional,fee,role,status,id,order_id,client_order_id,outcome_id,market_id,tx_hash',
)

const ACTIVITY_COLUMNS = columnsOf(
  activity,
  'at,kind,venue_kind,event_title,outcome_name,side,price,size,amount,combo,outcome_id,market_id,tx_hash',
)

type JournalView = WireOf<typeof journalRow>

const JOURNAL_COLUMNS: readonly CsvColumn<JournalView>[] = [
  { name: 'filled_at', kind: 'text', value: ({ at }) => at },
  ...columnsOf(
    journalRow,
    'kind,event_title,market_title,outcome_name,side,price,size,fee,realised_pnl,role,time_in_force,league,group,template,tags',
  ),
  ...(['press', 'at_fill'] as const).flatMap((when) =>
    (['bid', 'ask'] as const).map((side): CsvColumn<JournalView> => ({
      name: `${when}_${side}`,
      kind: 'number',
      value: ({ measure }) => measure[when]?.[side] ?? null,
    })),
  ),
  ...columnsWithin(
    columnsOf(
      fillMeasure,
      'spread_side,slippage_best,slippage_mid,mark_1s,mark_10s,mark_1m,mark_5m,mark_end,queue_ahead,press_to_wire_ms,wire_to_answer_ms,answer_to_fill_ms',
    ),
    ({ measure }: JournalView) => measure,
  ),
  ...columnsOf(journalRow, 'id,round_trip,order_id,client_order_id,outcome_id,market_id'),
]

const TRIP_COLUMNS = columnsOf(
  roundTrip,
  'opened_at,closed_at,held_ms,event_title,market_title,outcome_name,league,group,template,entry_size,entry_price,exit_size,exit_price,fees,realised_pnl,fills,tags,note,id,outcome_id,market_id',
)

const PAGE = 500
const LINES_PER_CHUNK = 200
/** Bound of an activity file: 20 pages, as many as of positions. */
const ACTIVITY_PAGES = 20

/** `gap`: what is missing, in words. */
type ActivityFile = { readonly rows: readonly DataActivity[]; readonly gap: string | null }

export function exportHandlers(services: Services) {
  const { engine, clock } = services
  const { audit, orders, catalog, portfolio, journal } = engine

  /** The venue's rows, and the gap. A fault of the first page is a problem, of a later one a gap. */
  async function allActivity(): Promise<Result<ActivityFile, Problem>> {
    const rows: DataActivity[] = []
    let cursor: string | null = null
    let unread = 0
    const progress = createWalkProgress()
    for (let pages = 0; pages < ACTIVITY_PAGES; pages += 1) {
      const page = await portfolio.activity({ limit: PAGE, cursor })
      if (!page.ok && (pages === 0 || page.error.kind === 'no_credentials')) {
        return err(page.error.kind === 'bad_cursor' ? UNREAD_ACTIVITY : venueProblem(page.error))
      }
      if (!page.ok) return ok({ rows, gap: `INCOMPLETE: page ${pages + 1} could not be read` })
      unread += page.value.notUnderstood.length
      rows.push(...page.value.rows)
      cursor = page.value.nextCursor
      if (cursor === null) {
        return ok({ rows, gap: unread === 0 ? null : `INCOMPLETE: ${unread} rows were not understood` })
      }
      const { rows: read, notUnderstood } = page.value
      const keys = [...read.map(({ id }) => id), ...notUnderstood.map((row) => JSON.stringify(row))]
      const stuck = progress.page(keys, cursor)
      if (stuck !== null) return ok({ rows, gap: `INCOMPLETE: ${stuck}` })
    }
    return ok({ rows, gap: `INCOMPLETE: only the newest ${ACTIVITY_PAGES} pages` })
  }

  /** A file that ends early is marked in its last line: without it, it would look complete. */
  function* activityLines({ rows, gap }: ActivityFile): Generator<string> {
    yield* csvLines(
      ACTIVITY_COLUMNS,
      rows.map((row) => activity.encode(activityRow(row, catalog))),
    )
    if (gap !== null) yield `${csvText(gap)}\r\n`
  }

  const auditRows = (query: Parameters<typeof auditFilter>[0]) =>
    each(everyRow(audit, auditFilter(query)), (row) => auditRow.encode(row))

  return {
    exportAudit: ({ query }) => fileOf('audit.csv', csvLines(AUDIT_COLUMNS, auditRows(query))),
    exportAuditLines: ({ query }) =>
      fileOf(
        'audit.jsonl',
        each(auditRows(query), (row) => `${JSON.stringify(row)}\n`),
      ),

    exportFills() {
      const problem = credentialsProblem(engine)
      if (problem !== null) return err(problem)
      const fills = newestFillsFirst(orders.fills())
      const rows = each(fills, (fill) => fillRecord.encode(fillRow(fill, orders, catalog)))
      return fileOf('fills.csv', csvLines(FILL_COLUMNS, rows))
    },

    async exportActivity() {
      const problem = walletProblem(engine)
      if (problem !== null) return err(problem)
      const rows = await allActivity()
      return rows.ok ? fileOf('activity.csv', activityLines(rows.value)) : rows
    },

    async exportJournal({ query }) {
      const problem = walletProblem(engine) ?? readingProblem(engine)
      if (problem !== null) return err(problem)
      await inTurns(journal.prepare())
      const filter = filterOf(query)
      if (query.what === 'fills') {
        const rows = journal.rows(filter).map((row) => journalRow.encode(journalFill(row, engine)))
        return fileOf('journal.csv', csvLines(JOURNAL_COLUMNS, rows.toReversed()))
      }
      const trips = journal.trips(filter).map((trip) => roundTrip.encode(tripRow(trip, catalog, clock.now())))
      return fileOf('round-trips.csv', csvLines(TRIP_COLUMNS, trips.toReversed()))
    },
  } satisfies Partial<Handlers>
}

function fileOf(name: string, lines: Iterable<string>) {
  return ok({ name: `sesame-${name}`, body: inChunks(lines) })
}

function* each<Row, Made>(rows: Iterable<Row>, make: (row: Row) => Made): Generator<Made> {
  for (const row of rows) yield make(row)
}

/** Some lines at a time. */
function* inChunks(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = []
  for (const line of lines) {
    chunk.push(line)
    if (chunk.length < LINES_PER_CHUNK) continue
    yield chunk.join('')
    chunk = []
  }
  yield chunk.join('')
}

const UNREAD_ACTIVITY: Problem = {
  code: 'venue_error',
  detail: "The venue's activity list could not be read completely.",
}
