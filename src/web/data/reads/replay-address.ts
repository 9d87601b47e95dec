/** The address of a replay: its instant, the outcome that it is about, and how much of the time around it. */
import type { ReplayMark } from '../../platform/api/client.ts'
import { timeIn, writtenTime } from '../../platform/format/figures.ts'

/** Each side of the instant, in milliseconds; a day is that of the browser's calendar. */
const AROUND_MS = { minutes: 5 * 60_000, hour: 30 * 60_000 }

export type ReplaySpan = 'minutes' | 'hour' | 'day'

export const REPLAY_SPANS: readonly (readonly [ReplaySpan, string])[] = [
  ['minutes', '10 minutes'],
  ['hour', '1 hour'],
  ['day', 'The day'],
]

export type AskedReplay = NonNullable<ReturnType<typeof askedReplay>>

export function replayAddress(at: number, outcomeId: string | null, span: ReplaySpan = 'hour'): string {
  const query = new URLSearchParams({
    at: writtenTime(at),
    ...(outcomeId === null ? {} : { outcome: outcomeId.slice(3) }),
    ...(span === 'hour' ? {} : { span }),
  })
  return `/replay?${query.toString()}`
}

/** Request in an address; null for the choice of a time. */
export function askedReplay(query: string) {
  const parts = new URLSearchParams(query)
  const at = timeIn(parts.get('at') ?? '')
  const token = parts.get('outcome') ?? ''
  const span = REPLAY_SPANS.find(([name]) => name === parts.get('span'))?.[0] ?? 'hour'
  return at === null ? null : { at, outcomeId: /^\d{1,78}$/.test(token) ? `pm:${token}` : null, span }
}

/** From when to when, in milliseconds since the epoch. */
export function spanAround(at: number, span: ReplaySpan): { readonly from: number; readonly to: number } {
  if (span !== 'day') return { from: at - AROUND_MS[span], to: at + AROUND_MS[span] }
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
    for (let at = from; at <= to; at = spanAround(at, 'day').to) {
      const { from: day } = spanAround(at, 'day')
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
