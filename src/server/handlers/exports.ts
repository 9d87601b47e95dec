/** Downloads as CSV and as lines of JSON (API-5), read as they are sent. */
import { newestFillsFirst, type Fill } from '#core/order/order.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { createWalkProgress } from '#lib/walk-progress.ts'
import type { AuditQuery, AuditRow } from '#ports/audit-log.ts'
import type { DataActivity } from '#ports/venue-data.ts'
import { instant } from '#contract/codec/fields.ts'
import { activity } from '#contract/records/account.ts'
import { auditRow } from '#contract/records/audit.ts'
import { fill as fillRecord } from '#contract/records/orders.ts'
import type { WireOf } from '#contract/codec/codec.ts'
import { csvLines, csvText, type CsvColumn } from '#lib/csv.ts'
import { auditFilter } from './audit.ts'
import type { Problem } from '../http/replies.ts'
import { activityRow, walletProblem } from './account.ts'
import type { Handlers, Services } from './handler.ts'
import { venueProblem } from './markets.ts'
import { fillRow } from './orders.ts'
import { credentialsProblem } from './own-state.ts'

const AUDIT_COLUMNS: readonly CsvColumn<AuditRow>[] = [
  { name: 'seq', kind: 'number', value: ({ seq }) => String(seq) },
  { name: 'at', kind: 'text', value: ({ at }) => instant.encode(at) },
  { name: 'client_order_id', kind: 'text', value: ({ clientOrderId }) => clientOrderId },
  { name: 'action', kind: 'text', value: ({ action }) => action },
  { name: 'kind', kind: 'text', value: ({ kind }) => kind },
  { name: 'details', kind: 'text', value: ({ details }) => JSON.stringify(details) },
  { name: 'previous_hash', kind: 'text', value: ({ previousHash }) => previousHash },
  { name: 'hash', kind: 'text', value: ({ hash }) => hash },
]

const FILL_TEXTS = ['event_title', 'market_title', 'outcome_name', 'side'] as const
const FILL_NUMBERS = ['price', 'size', 'notional', 'fee'] as const
const FILL_IDS = [
  'role',
  'status',
  'id',
  'order_id',
  'client_order_id',
  'outcome_id',
  'market_id',
  'tx_hash',
] as const

const FILL_COLUMNS: readonly CsvColumn<WireOf<typeof fillRecord>>[] = [
  { name: 'at', kind: 'text', value: ({ at }) => at },
  ...FILL_TEXTS.map(textColumn),
  ...FILL_NUMBERS.map((name): CsvColumn<WireOf<typeof fillRecord>> => ({
    name,
    kind: 'number',
    value: (fill) => fill[name],
  })),
  ...FILL_IDS.map(textColumn),
]

const ACTIVITY_COLUMNS: readonly CsvColumn<WireOf<typeof activity>>[] = [
  { name: 'at', kind: 'text', value: ({ at }) => at },
  { name: 'kind', kind: 'text', value: ({ kind }) => kind },
  { name: 'venue_kind', kind: 'text', value: (row) => row.venue_kind },
  { name: 'event_title', kind: 'text', value: (row) => row.event_title },
  { name: 'outcome_name', kind: 'text', value: (row) => row.outcome_name },
  { name: 'side', kind: 'text', value: ({ side }) => side },
  { name: 'price', kind: 'number', value: ({ price }) => price },
  { name: 'size', kind: 'number', value: ({ size }) => size },
  { name: 'amount', kind: 'number', value: ({ amount }) => amount },
  { name: 'combo', kind: 'text', value: ({ combo }) => String(combo) },
  { name: 'outcome_id', kind: 'text', value: (row) => row.outcome_id },
  { name: 'market_id', kind: 'text', value: (row) => row.market_id },
  { name: 'tx_hash', kind: 'text', value: (row) => row.tx_hash },
]

const PAGE = 500
const LINES_PER_CHUNK = 200
/** Bound of an activity file: 20 pages, as many as of positions. */
const ACTIVITY_PAGES = 20

/** `gap`: what is missing, in words. */
type ActivityFile = { readonly rows: readonly DataActivity[]; readonly gap: string | null }

type Exports = 'exportAudit' | 'exportAuditLines' | 'exportFills' | 'exportActivity'

export function exportHandlers(services: Services): Pick<Handlers, Exports> {
  const { audit, orders, catalog, portfolio } = services.engine

  /** The venue's rows, and the gap. A fault of the first page is a problem, of a later one a gap. */
  async function allActivity(): Promise<Result<ActivityFile, Problem>> {
    const rows: DataActivity[] = []
    let cursor: string | null = null
    let unread = 0
    const progress = createWalkProgress()
    for (let pages = 0; pages < ACTIVITY_PAGES; pages += 1) {
      const page = await portfolio.activity({ kind: null, marketId: null, side: null, limit: PAGE, cursor })
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

  function* auditRows(filter: Omit<AuditQuery, 'limit'>): Generator<AuditRow> {
    let before: number | undefined
    for (;;) {
      const page = audit.rows({ ...filter, ...(before === undefined ? {} : { before }), limit: PAGE })
      yield* page
      before = page.at(-1)?.seq
      if (before === undefined || page.length < PAGE) return
    }
  }

  function* fillRows(fills: readonly Fill[]): Generator<WireOf<typeof fillRecord>> {
    for (const fill of fills) yield fillRecord.encode(fillRow(fill, orders, catalog))
  }

  return {
    exportAudit: ({ query }) => ok(csvLines(AUDIT_COLUMNS, auditRows(auditFilter(query)))),
    exportAuditLines: ({ query }) => ok(jsonLines(auditRows(auditFilter(query)))),
    exportFills() {
      const problem = credentialsProblem(services.engine)
      if (problem !== null) return err(problem)
      return ok(csvLines(FILL_COLUMNS, fillRows(newestFillsFirst(orders.fills()))))
    },
    async exportActivity() {
      const problem = walletProblem(services.engine)
      if (problem !== null) return err(problem)
      const rows = await allActivity()
      return rows.ok ? ok(activityLines(rows.value)) : rows
    },
  }
}

/** Some rows at a time, each on a line of its own. */
function* jsonLines(rows: Iterable<AuditRow>): Generator<string> {
  let chunk: string[] = []
  for (const row of rows) {
    chunk.push(`${JSON.stringify(auditRow.encode(row))}\n`)
    if (chunk.length < LINES_PER_CHUNK) continue
    yield chunk.join('')
    chunk = []
  }
  yield chunk.join('')
}

const UNREAD_ACTIVITY: Problem = {
  code: 'venue_error',
  detail: "The venue's list of activity could not be read whole.",
}

function textColumn(
  name: (typeof FILL_TEXTS)[number] | (typeof FILL_IDS)[number],
): CsvColumn<WireOf<typeof fillRecord>> {
  return { name, kind: 'text', value: (fill) => fill[name] }
}
