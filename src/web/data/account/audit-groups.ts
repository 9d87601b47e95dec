/** Audit rows as order histories: all rows of one client order id, oldest first, the newest history on top. */
import type { AuditRow, ListedAuditRow } from '../../platform/api/client.ts'
import { placeText } from '../../platform/format/figures.ts'

export type OrderHistory = {
  readonly clientOrderId: string
  readonly rows: readonly AuditRow[]
  readonly action: string
  /** From the first to the last row. */
  readonly durationMs: number
  /** Outcome and market as text; null where no row names an outcome that is known. */
  readonly place: string | null
  readonly result: HistoryResult
}

/** How an order history ended, as far as its rows say. */
export type HistoryResult = { readonly text: string; readonly isBad: boolean }

/** Lists of orders in the answer to a cancel; how many they hold is worth as much. */
const LISTS = ['cancelled', 'queued', 'failed'] as const

/** Groups rows that may come in any order; rows without a client order id stand alone. */
export function groupHistories(rows: readonly ListedAuditRow[]): readonly OrderHistory[] {
  const groups = new Map<string, ListedAuditRow[]>()
  for (const row of rows) {
    const key = row.clientOrderId === '' ? `#${row.seq}` : row.clientOrderId
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else if (!group.some((one) => one.seq === row.seq)) group.push(row)
  }
  const histories = [...groups].map(([clientOrderId, group]): OrderHistory => {
    const ordered = [...group].sort((a, b) => a.seq - b.seq)
    const first = ordered[0]?.at ?? Number.NaN
    const last = ordered.at(-1)?.at ?? Number.NaN
    return {
      clientOrderId,
      rows: ordered,
      action: ordered[0]?.action ?? '',
      durationMs: last - first,
      place: placeOf(ordered),
      result: resultOf(ordered),
    }
  })
  return histories.sort((a, b) => (b.rows.at(-1)?.seq ?? 0) - (a.rows.at(-1)?.seq ?? 0))
}

function placeOf(rows: readonly ListedAuditRow[]): string | null {
  const place = rows.find((row) => row.place !== null)?.place ?? null
  return place === null ? null : `${place.outcomeName} \u00b7 ${placeText(place)}`
}

/** Result in the last row that decides anything. */
function resultOf(rows: readonly AuditRow[]): HistoryResult {
  for (const { kind, details } of rows.toReversed()) {
    const result = details['result']
    const code = typeof details['code'] === 'string' ? ` ${details['code'].replaceAll('_', ' ')}` : ''
    if (result === 'refused' || result === 'rejected')
      return { text: `${result}:${code}`.replace(/:$/, ''), isBad: true }
    if (result === 'unknown') return { text: 'unknown', isBad: true }
    if (result === 'accepted') {
      const status = details['status']
      return { text: typeof status === 'string' ? status.replaceAll('_', ' ') : result, isBad: false }
    }
    const counts = LISTS.flatMap((name) => {
      const list = details[name]
      return Array.isArray(list) && list.length > 0 ? [`${list.length} ${name}`] : []
    })
    if (counts.length > 0)
      return { text: counts.join(', '), isBad: counts.some((one) => one.endsWith('failed')) }
    if (kind === 'response' && 'cancelled' in details) return { text: 'nothing to cancel', isBad: false }
  }
  return { text: 'no answer', isBad: false }
}

/** A row's details as flat pairs for the timeline: `reject.code`, `evidence.best_bid`. */
export function flattenDetails(
  details: Readonly<Record<string, unknown>>,
  prefix = '',
): readonly (readonly [string, string])[] {
  return Object.entries(details).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (value === null || value === undefined) return []
    if (typeof value === 'object' && !Array.isArray(value)) {
      return flattenDetails(value as Record<string, unknown>, `${prefix}${name}.`)
    }
    return [[prefix + name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}
