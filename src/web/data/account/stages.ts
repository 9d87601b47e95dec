/** Audit rows of a command as stages: what each says as text, and how long after the one before. A history is all of one command. */
import { unreachable } from '#lib/never.ts'
import type { AuditRow, ListedAuditRow } from '../../platform/api/client.ts'
import { placeText } from '../../platform/format/figures.ts'
import { fieldsOf } from '../../platform/state/store.ts'
import type { Prices } from '../settings/prices.ts'
import { auditMessage } from '../../words/reject-text.ts'

export type Pair = readonly [name: string, value: string]

/** Said in the summary or of no use to a reader; the export has them all. */
const LEFT_OUT = new Set([
  'body',
  'result',
  'code',
  'message',
  'side',
  'price',
  'size',
  'time_in_force',
  'post_only',
  'status',
  'left',
  'reason',
])

const SEEN = 'seen '
const SEEN_PRICES = new Set([`${SEEN}best_bid`, `${SEEN}best_ask`])

/** Puts rows in their order and says what each means. */
export function stagesOf(rows: readonly AuditRow[], prices: Prices) {
  const ordered = rows.toSorted((a, b) => a.seq - b.seq)
  return ordered.map((row, at) => {
    const before = ordered[at - 1]
    const { evidence, prices: _, ...details } = row.details
    const seen = flattenDetails(fieldsOf(evidence), SEEN)
    const result = textOf(details, 'result')
    return {
      row,
      /** Milliseconds since the stage before; null for the first. */
      sinceMs: before === undefined ? null : row.at - before.at,
      word: WORDS[row.kind],
      summary: summaryOf(row, prices),
      code: textOf(details, 'code'),
      isBad: result === 'refused' || result === 'rejected' || result === 'unknown' || hasFailed(details),
      /** The screen at the click, and everything else that the row holds. */
      facts: [
        ...seen.map(([name, value]): Pair => [name, SEEN_PRICES.has(name) ? prices.text(value) : value]),
        ...flattenDetails(details).filter(([name]) => !LEFT_OUT.has(name)),
      ],
    }
  })
}

export type OrderHistory = {
  readonly clientOrderId: string
  readonly rows: readonly AuditRow[]
  readonly action: string
  /** From the first to the last row. */
  readonly durationMs: number
  /** Outcome and market as text; null where no row names an outcome that is known. */
  readonly place: string | null
  readonly result: { readonly text: string; readonly isBad: boolean }
}

/** Groups rows that may come in any order and twice, the newest history on top; rows without a client order id are alone. */
export function groupHistories(rows: readonly ListedAuditRow[], prices: Prices): readonly OrderHistory[] {
  const ordered = [...new Map(rows.map((row) => [row.seq, row])).values()].sort((a, b) => a.seq - b.seq)
  const groups = Map.groupBy(ordered, ({ clientOrderId, seq }) => clientOrderId || `#${seq}`)
  const histories = [...groups].map(([clientOrderId, group]): OrderHistory => {
    const place = group.find((row) => row.place !== null)?.place ?? null
    const decisive = stagesOf(group, prices).findLast(
      ({ row: { kind }, isBad, summary }) =>
        summary !== '' && (isBad || kind === 'response' || kind === 'reconcile'),
    )
    return {
      clientOrderId,
      rows: group,
      action: group[0]?.action ?? '',
      durationMs: (group.at(-1)?.at ?? Number.NaN) - (group[0]?.at ?? Number.NaN),
      place: place === null ? null : `${place.outcomeName} \u00b7 ${placeText(place)}`,
      result: { text: decisive?.summary ?? 'no answer', isBad: decisive?.isBad ?? false },
    }
  })
  return histories.sort((a, b) => (b.rows.at(-1)?.seq ?? 0) - (a.rows.at(-1)?.seq ?? 0))
}

type Details = Readonly<Record<string, unknown>>

/** A row's details as flat pairs: `reject.code`. */
export function flattenDetails(details: Details, prefix = ''): readonly Pair[] {
  return Object.entries(details).flatMap(([name, value]): readonly Pair[] => {
    if (value === null || value === undefined) return []
    if (typeof value === 'object' && !Array.isArray(value))
      return flattenDetails(value as Details, `${prefix}${name}.`)
    return [[prefix + name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}

const WORDS: Record<AuditRow['kind'], string> = {
  intent: 'asked',
  decision: 'checked',
  signed: 'signed',
  response: 'venue answered',
  reconcile: 'found at the venue',
}

function summaryOf({ kind, action, details }: AuditRow, prices: Prices): string {
  const message = auditMessage(details, prices)
  const result = textOf(details, 'result')
  switch (kind) {
    case 'intent':
      return joined(': ', action.replaceAll('_', ' '), orderText(details, prices))
    case 'decision':
      return result === 'allowed'
        ? 'within all limits'
        : (message ?? joined(': ', result, plain(textOf(details, 'code'))))
    case 'signed':
      return orderText(details, prices)
    case 'response':
    case 'reconcile':
      if (result === 'unknown') return `unknown: ${textOf(details, 'reason') ?? 'no answer'}`
      return joined(', ', result, plain(textOf(details, 'status')), message, ...countsOf(details))
    default:
      return unreachable(kind)
  }
}

/** Lists of orders in the answer to a cancel: how many each holds. */
function countsOf(details: Details): readonly string[] {
  if (!Array.isArray(details['cancelled'])) return []
  const counts = ['cancelled', 'queued', 'failed'].flatMap((name) => {
    const list = details[name]
    return Array.isArray(list) && list.length > 0 ? [`${list.length} ${name}`] : []
  })
  return counts.length > 0 ? counts : ['nothing to cancel']
}

function hasFailed({ failed }: Details): boolean {
  return Array.isArray(failed) && failed.length > 0
}

function joined(between: string, ...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(between)
}

const plain = (code: string | null) => code?.replaceAll('_', ' ') ?? null

/** `buy 10 at 0.57, GTC post-only`, as far as the row says. */
export function orderText(details: Details, prices: Prices): string {
  const price = textOf(details, 'price')
  const size = textOf(details, 'size')
  if (price === null || size === null) return ''
  const side = textOf(details, 'side')?.toLowerCase() ?? ''
  const type = joined(
    ' ',
    textOf(details, 'time_in_force'),
    details['post_only'] === true ? 'post-only' : null,
  )
  return `${side} ${size} at ${prices.text(price)}${type === '' ? '' : `, ${type}`}`.trim()
}

function textOf(details: Details, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' ? value : null
}
