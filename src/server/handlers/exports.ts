/** Downloads as CSV (terminal-api.md section 5), read as they are sent. */
import type { Fill } from '#core/order.ts'
import { err, ok } from '#lib/result.ts'
import type { AuditQuery, AuditRow } from '#ports/audit-log.ts'
import type { Wire } from '#contract/live.ts'
import { csvLines } from '../csv.ts'
import type { CsvColumn } from '../csv.ts'
import { fillView, newestFillsFirst } from '../views/orders.ts'
import { timeText } from '../views/values.ts'
import { auditFilter } from './audit.ts'
import type { Handlers, Services } from './handler.ts'
import { credentialsProblem } from './orders.ts'

const AUDIT_COLUMNS: readonly CsvColumn<AuditRow>[] = [
  { name: 'seq', kind: 'number', value: ({ seq }) => String(seq) },
  { name: 'at', kind: 'text', value: ({ at }) => timeText(at) },
  { name: 'client_order_id', kind: 'text', value: ({ clientOrderId }) => clientOrderId },
  { name: 'action', kind: 'text', value: ({ action }) => action },
  { name: 'kind', kind: 'text', value: ({ kind }) => kind },
  { name: 'details', kind: 'text', value: ({ details }) => JSON.stringify(details) },
  { name: 'previous_hash', kind: 'text', value: ({ previousHash }) => previousHash },
  { name: 'hash', kind: 'text', value: ({ hash }) => hash },
]

const FILL_TEXTS = ['event_title', 'outcome_name', 'side'] as const
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

const FILL_COLUMNS: readonly CsvColumn<Wire['Fill']>[] = [
  { name: 'at', kind: 'text', value: ({ at }) => at },
  ...FILL_TEXTS.map(textColumn),
  ...FILL_NUMBERS.map((name): CsvColumn<Wire['Fill']> => ({
    name,
    kind: 'number',
    value: (fill) => fill[name],
  })),
  ...FILL_IDS.map(textColumn),
]

const PAGE = 500

export function exportHandlers(services: Services): Pick<Handlers, 'exportAudit' | 'exportFills'> {
  const { audit, orders, catalog } = services.engine

  function* auditRows(filter: Omit<AuditQuery, 'limit'>): Generator<AuditRow> {
    let before: number | undefined
    for (;;) {
      const page = audit.rows({ ...filter, ...(before === undefined ? {} : { before }), limit: PAGE })
      yield* page
      before = page.at(-1)?.seq
      if (before === undefined || page.length < PAGE) return
    }
  }

  function* fillRows(fills: readonly Fill[]): Generator<Wire['Fill']> {
    for (const fill of fills) yield fillView(fill, orders, catalog)
  }

  return {
    exportAudit: ({ query }) => ok(csvLines(AUDIT_COLUMNS, auditRows(auditFilter(query)))),
    exportFills() {
      const problem = credentialsProblem(services.engine)
      if (problem !== null) return err(problem)
      return ok(csvLines(FILL_COLUMNS, fillRows(newestFillsFirst(orders.fills()))))
    },
  }
}

function textColumn(name: (typeof FILL_TEXTS)[number] | (typeof FILL_IDS)[number]): CsvColumn<Wire['Fill']> {
  return { name, kind: 'text', value: (fill) => fill[name] }
}
