/**
 * The last day of outcomes in lists: read for rows in view only, two at a time, and again after ten minutes. A small
 * line and the change are all that is kept.
 */
import { createHolders } from '#lib/holders.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault, Client } from '../../platform/api/client.ts'
import type { History } from '../../platform/api/wire.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable, Store } from '../../platform/state/store.ts'
import { pointsOf } from './history.ts'
import type { Point } from './history.ts'

/** Prices in millionths. */
export type Day = { readonly points: readonly Point[]; readonly first: number; readonly last: number }

export type DayCache = {
  /** Null until it has been read, or without any price within the day. */
  readonly day: (outcomeId: string) => Readable<Day | null>
  /** The outcome is in view until the returned function is called. */
  readonly show: (outcomeId: string) => () => void
}

const AT_ONCE = 2
const FRESH_MS = 10 * 60_000
/** After a refused or failed read. */
const AGAIN_MS = 60_000

/** Minutes for a point: some fifty for a day. */
export const DAY_FIDELITY = 30

/** Builds the cache over the server's histories. */
export function createDays(
  client: Pick<Client, 'call'>,
  now: () => number,
  after: (ms: number, task: () => void) => unknown,
): DayCache {
  const query = { interval: '1d', fidelity: DAY_FIDELITY } as const
  return createDayCache((id) => client.call('readHistory', { params: { outcome_id: id }, query }), now, after)
}

/** Builds the cache over a read of one day. */
export function createDayCache(
  read: (outcomeId: string) => Promise<Result<History, ApiFault>>,
  now: () => number,
  after: (ms: number, task: () => void) => unknown,
): DayCache {
  const days = new Map<string, Store<Day | null>>()
  const due = new Map<string, number>()
  const shown = createHolders<string>()
  let running = 0

  function day(outcomeId: string): Store<Day | null> {
    const known = days.get(outcomeId)
    if (known !== undefined) return known
    const made = createStore<Day | null>(null)
    days.set(outcomeId, made)
    return made
  }

  /** Reads what is in view and due, the first shown first. */
  function work(): void {
    for (const id of shown.keys()) {
      if (running >= AT_ONCE) return
      if ((due.get(id) ?? 0) > now()) continue
      due.set(id, now() + FRESH_MS)
      running += 1
      void load(id)
    }
  }

  async function load(id: string): Promise<void> {
    const answer = await read(id)
    running -= 1
    if (answer.ok) day(id).set(dayOf(pointsOf(answer.value)))
    else due.set(id, now() + AGAIN_MS)
    after(answer.ok ? FRESH_MS : AGAIN_MS, work)
    work()
  }

  return {
    day,
    show(outcomeId) {
      const leave = shown.hold(outcomeId)
      work()
      return leave
    },
  }
}

function dayOf(points: readonly Point[]): Day | null {
  const [first] = points
  const last = points.at(-1)
  return first === undefined || last === undefined || points.length < 2
    ? null
    : { points, first: first.value, last: last.value }
}

/** The points of a line in a box of `width` by `height`, as an SVG `points` attribute; a flat day lies in the middle. */
export function sparkPoints(points: readonly Point[], width: number, height: number): string {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const start = points[0]?.at ?? 0
  const span = Math.max(1, (points.at(-1)?.at ?? 0) - start)
  return points
    .map(({ at, value }) => {
      const y = high === low ? height / 2 : height - ((value - low) / (high - low)) * height
      return `${(((at - start) / span) * width).toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
