/** The result of a cancel as text: only what is known. */
import { unreachable } from '#lib/never.ts'
import type { CancelAllResult, CancelResult, Order } from '../platform/api/client.ts'

export type CancelAllState =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly count: number; readonly late: boolean }
  | { readonly state: 'done'; readonly text: string; readonly clean: boolean }
  /** The outcome is unknown. */
  | { readonly state: 'unconfirmed' }

type Known = {
  readonly now: number
  /** Orders as this page knows them. */
  readonly orders: readonly (Pick<Order, 'status'> &
    Readonly<Record<'id' | 'clientOrderId', string | null>>)[]
}

/** Counts a cancel's result: `5 cancelled, 1 queued (delay 2 s), 1 already filled`. Clean if every order to cancel is proven closed; `left` where all that failed are named. */
export function cancelText(result: CancelResult | CancelAllResult, known: Known) {
  const { cancelled, queued, failed } = result
  const statusOf = (name: string) =>
    known.orders.find(({ id, clientOrderId }) => id === name || clientOrderId === name)?.status ?? null
  const parts: string[] = []
  if (cancelled.length > 0) parts.push(`${cancelled.length} cancelled`)
  const kept = queued.filter(({ id }) => isResting(statusOf(id)))
  const delayed = queued.filter((one) => !kept.includes(one))
  if (delayed.length > 0) {
    const last = Math.max(...delayed.map(({ sendAt }) => sendAt))
    const seconds = Math.ceil((last - known.now) / 1_000)
    parts.push(`${delayed.length} queued${seconds > 0 ? ` (delay ${seconds} s)` : ''}`)
  }
  if (kept.length > 0) parts.push(`${kept.length} queued until the venue takes cancels`)
  if ('inFlight' in result && result.inFlight.length > 0)
    parts.push(`${result.inFlight.length} not confirmed`)
  const ended = failed.map(({ id }) => (id === null ? null : statusOf(id)))
  const filled = ended.filter((status) => status === 'filled').length
  const gone = ended.filter((status) => status === 'cancelled' || status === 'expired').length
  if (filled > 0) parts.push(`${filled} already filled`)
  if (gone > 0) parts.push(`${gone} already gone`)
  const open = failed.length - filled - gone
  if (open > 0) {
    const first = failed.find((_, at) => !isEnd(ended[at] ?? null))
    parts.push(`${open} not cancelled: ${first?.message ?? ''}`)
  }
  if (parts.length === 0) parts.push('Nothing was open')
  if ('workingStops' in result && result.workingStops.length > 0)
    parts.push(stopsText(result.workingStops.length))
  const left = failed.some(({ id }) => id === null) ? null : new Set(failed.flatMap(({ id }) => id ?? []))
  return { text: parts.join(', '), clean: open === 0, left }
}

/** Attached exits that no cancel ends, and that may sell later. */
export function stopsText(count: number): string {
  return count === 1 ? '1 stop keeps working' : `${count} stops keep working`
}

function isResting(status: Order['status'] | null): boolean {
  return status === 'live' || status === 'partially_filled'
}

function isEnd(status: Order['status'] | null): boolean {
  return status === 'filled' || status === 'cancelled' || status === 'expired'
}

/** Text of the button. `count` is how many orders are open now. */
export function cancelAllText(state: CancelAllState, count: number): string {
  switch (state.state) {
    case 'idle':
      return `Cancel all ${count}`
    case 'sending':
      return state.late ? 'Not confirmed \u2013 checking' : `Cancelling ${state.count}\u2026`
    case 'done':
      return state.text
    case 'unconfirmed':
      return 'Not confirmed. Press again'
    default:
      return unreachable(state)
  }
}
