/** The address of a replay: its instant, and the outcome that it is about. */
import type { ReplayMark } from '../../platform/api/client.ts'
import { timeIn, writtenTime } from '../../platform/format/figures.ts'

export type AskedReplay = NonNullable<ReturnType<typeof askedReplay>>

export function replayAddress(at: number, outcomeId: string | null): string {
  const query = new URLSearchParams({
    at: writtenTime(at),
    ...(outcomeId === null ? {} : { outcome: outcomeId.slice(3) }),
  })
  return `/replay?${query.toString()}`
}

/** Request in an address; null for the choice of a time. */
export function askedReplay(query: string) {
  const parts = new URLSearchParams(query)
  const at = timeIn(parts.get('at') ?? '')
  const token = parts.get('outcome') ?? ''
  return at === null ? null : { at, outcomeId: /^\d{1,78}$/.test(token) ? `pm:${token}` : null }
}

/** The day of the browser's calendar, in milliseconds since the epoch. */
function dayOf(at: number): { readonly from: number; readonly to: number } {
  const from = new Date(at).setHours(0, 0, 0, 0)
  return { from, to: new Date(from).setDate(new Date(from).getDate() + 1) }
}

const MOST_DAYS = 31
const DAY_NAME = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

/**
 * Days of the browser's calendar of which something is recorded, the latest first, a month of them at most.
 *
 * @returns `at`: the first recorded instant of the day
 */
export function recordedDays(
  times: readonly { readonly from: number; readonly to: number }[],
): readonly { readonly at: number; readonly name: string }[] {
  const days = new Map<number, number>()
  for (const { from, to } of times) {
    for (let at = from; at <= to; at = dayOf(at).to) {
      const { from: day } = dayOf(at)
      if (!days.has(day)) days.set(day, at)
    }
  }
  return [...days]
    .toSorted(([a], [b]) => b - a)
    .slice(0, MOST_DAYS)
    .map(([day, at]) => ({ at, name: DAY_NAME.format(day) }))
}

/** The outcome that most own orders and fills are of; null when there are none. */
export function busiestOutcome(marks: readonly Pick<ReplayMark, 'kind' | 'outcomeId'>[]): string | null {
  const counts = new Map<string, number>()
  for (const { kind, outcomeId: id } of marks)
    if (id !== null && (kind === 'fill' || kind === 'order')) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
