/** Audit rows of one command as stages: what each says as text, and how long after the one before. */
import { unreachable } from '#lib/never.ts'
import type { AuditRow } from '../../platform/api/client.ts'
import type { Prices } from '../settings/prices.ts'
import { auditMessage } from '../../words/reject-text.ts'
import { flattenDetails } from './audit-groups.ts'

export type Pair = readonly [name: string, value: string]

export type Stage = {
  readonly row: AuditRow
  /** Milliseconds since the stage before; null for the first. */
  readonly sinceMs: number | null
  readonly word: string
  readonly summary: string
  /** Reject code, or null. */
  readonly code: string | null
  readonly isBad: boolean
  /** Screen state at the click. */
  readonly evidence: readonly Pair[]
  /** Everything else that the row holds. */
  readonly facts: readonly Pair[]
}

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

/** Puts rows in their order and says what each means. */
export function stagesOf(rows: readonly AuditRow[], prices: Prices): readonly Stage[] {
  const ordered = [...rows].sort((a, b) => a.seq - b.seq)
  return ordered.map((row, at): Stage => {
    const before = ordered[at - 1]
    const { evidence, prices: _, ...details } = row.details
    const result = textOf(details, 'result')
    return {
      row,
      sinceMs: before === undefined ? null : row.at - before.at,
      word: WORDS[row.kind],
      summary: summaryOf(row, prices),
      code: textOf(details, 'code'),
      isBad: result === 'refused' || result === 'rejected' || result === 'unknown',
      evidence: evidencePairs(evidence, prices),
      facts: flattenDetails(details).filter(([name]) => !LEFT_OUT.has(name)),
    }
  })
}

const WORDS: Record<AuditRow['kind'], string> = {
  intent: 'asked',
  decision: 'checked',
  signed: 'signed',
  response: 'venue answered',
  reconcile: 'found by reading',
}

function summaryOf({ kind, action, details }: AuditRow, prices: Prices): string {
  const message = auditMessage(details, prices)
  const result = textOf(details, 'result')
  switch (kind) {
    case 'intent':
      return [action.replaceAll('_', ' '), orderText(details, prices)]
        .filter((part) => part !== '')
        .join(': ')
    case 'decision':
      return result === 'allowed' ? 'allowed by every limit' : (message ?? result ?? '')
    case 'signed':
      return orderText(details, prices)
    case 'response':
    case 'reconcile':
      if (result === 'unknown') return `unknown: ${textOf(details, 'reason') ?? 'no answer'}`
      return [result, textOf(details, 'status')?.replaceAll('_', ' '), message]
        .filter((part) => part !== null && part !== undefined)
        .join(', ')
    default:
      return unreachable(kind)
  }
}

/** `buy 10 at 0.57, GTC post-only`, as far as the row says. */
export function orderText(details: Readonly<Record<string, unknown>>, prices: Prices): string {
  const price = textOf(details, 'price')
  const size = textOf(details, 'size')
  if (price === null || size === null) return ''
  const side = textOf(details, 'side')?.toLowerCase() ?? ''
  const type = [textOf(details, 'time_in_force'), details['post_only'] === true ? 'post-only' : null]
    .filter((part) => part !== null)
    .join(' ')
  return `${side} ${size} at ${prices.text(price)}${type === '' ? '' : `, ${type}`}`.trim()
}

function evidencePairs(evidence: unknown, prices: Prices): readonly Pair[] {
  if (typeof evidence !== 'object' || evidence === null) return []
  const seen = evidence as Readonly<Record<string, unknown>>
  const age = seen['book_age_ms']
  const priceOf = (name: string): string => {
    const price = textOf(seen, name)
    return price === null ? 'none' : prices.text(price)
  }
  return [
    ['best bid', priceOf('best_bid')],
    ['best ask', priceOf('best_ask')],
    ['book', typeof seen['book_seq'] === 'number' ? `#${seen['book_seq']}` : 'not known'],
    ['age', typeof age === 'number' ? `${age} ms` : 'not known'],
  ]
}

function textOf(details: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' ? value : null
}
