/**
 * The venue's lists of positions, read again and again: soon after fills and reconnects, otherwise at intervals. What an
 * incomplete list does not show stays as it was.
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { ListHealth, PositionStatus } from '#core/position/position.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { unreadRows, unreadText, type UnreadRow } from '#core/unread-rows.ts'
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { DataList, DataPosition, UnreadDataRow, VenueData } from '#ports/venue-data.ts'

export type ListedPosition = {
  readonly row: DataPosition
  /** Time of the list that shows it. */
  readonly asOf: Instant
}

export type PortfolioLists = ReturnType<typeof createPortfolioLists>

type List = {
  readonly rows: ReadonlyMap<OutcomeId, DataPosition>
  readonly complete: boolean
  readonly problem: string | null
  readonly notUnderstood: readonly UnreadDataRow[]
  readonly asOf: Instant | null
  /** Monotonic; when its last read began. */
  readonly beganAt: number
}

const EVERY_MS = 30_000
const CLOSED_EVERY_MS = 300_000
const RETRY: Backoff = { firstMs: 10_000, maxMs: 60_000 }
/** The venue answers from a cache for about as long. */
const MIN_GAP_MS = 4_000

/**
 * Builds the reader.
 *
 * @param onRead  after each read, whole or not
 */
export function createPortfolioLists(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly data: Pick<VenueData, 'positions'>
  readonly onRead: () => void
}) {
  const { clock, log } = parts
  const lists: Record<PositionStatus, List> = { open: NOT_READ, redeemable: NOT_READ, closed: NOT_READ }
  let next: { readonly at: number; readonly cancel: () => void } | null = null
  let isReading = false
  let isStopped = false
  /** Monotonic; the latest moment for which somebody asked for a read. */
  let askedFor = -Infinity
  let beganAt = -Infinity
  let failures = 0
  let activity: readonly UnreadRow[] = []
  let rounds = 0
  let version = 0

  /** A read begins within `afterMs`. */
  function request(afterMs: number): void {
    askedFor = Math.max(askedFor, clock.monotonic() + afterMs)
    schedule(afterMs)
  }

  function schedule(afterMs: number): void {
    if (isStopped) return
    const at = Math.max(clock.monotonic() + afterMs, beganAt + MIN_GAP_MS)
    if (next !== null && next.at <= at) return
    next?.cancel()
    next = { at, cancel: clock.after(Math.max(0, at - clock.monotonic()), run) }
  }

  function run(): void {
    next = null
    if (!isReading) void readAll()
  }

  async function readAll(): Promise<void> {
    isReading = true
    beganAt = clock.monotonic()
    const closedIsDue = beganAt - lists.closed.beganAt >= CLOSED_EVERY_MS || lists.closed.asOf === null
    await readOne('open')
    await readOne('redeemable')
    const hasGone = hasVanished()
    if (closedIsDue || hasGone) await readOne('closed')
    isReading = false
    if (isStopped) return
    const isWhole = areHeldWhole()
    failures = isWhole ? 0 : failures + 1
    if (isWhole) rounds += 1
    version += 1
    parts.onRead()
    const afterMs = isWhole ? EVERY_MS : backoffMs(RETRY, failures - 1)
    schedule(beganAt < askedFor ? Math.min(askedFor - clock.monotonic(), afterMs) : afterMs)
  }

  function areHeldWhole(): boolean {
    return lists.open.complete && lists.redeemable.complete
  }

  /** Something that was listed as held is not any more: the closed ones may contain it. */
  let lastHeld: readonly OutcomeId[] = []
  function hasVanished(): boolean {
    const before = lastHeld
    lastHeld = [...lists.open.rows.keys(), ...lists.redeemable.rows.keys()]
    const held = new Set(lastHeld)
    return before.some((outcomeId) => !held.has(outcomeId))
  }

  async function readOne(status: PositionStatus): Promise<void> {
    const before = lists[status]
    const began = clock.monotonic()
    const read = await parts.data.positions(status)
    if (isStopped) return
    if (!read.ok) {
      const problem = `${status} positions: ${read.error.kind} ${read.error.detail}`
      noteProblem(before.problem, problem)
      lists[status] = { ...before, complete: false, problem, beganAt: began }
      return
    }
    const { rows, complete, notUnderstood } = read.value
    const problem = read.value.problem === null ? null : `${status} positions: ${read.value.problem}`
    noteProblem(before.problem, problem)
    const known = new Map(rows.map((row) => [row.outcomeId, row]))
    lists[status] = {
      rows: new Map([...keptOf(before, read.value), ...known]),
      complete,
      problem,
      notUnderstood,
      asOf: clock.now(),
      beganAt: began,
    }
  }

  function noteProblem(before: string | null, problem: string | null): void {
    if (problem !== null && problem !== before) log.warn('positions.incomplete', { detail: problem })
  }

  /** The newest list's word on the outcome. */
  function listed(outcomeId: OutcomeId): ListedPosition | null {
    let found: { readonly row: DataPosition; readonly list: List } | null = null
    for (const list of [lists.open, lists.redeemable, lists.closed]) {
      const row = list.rows.get(outcomeId)
      if (row === undefined || list.asOf === null) continue
      if (found === null || list.beganAt > found.list.beganAt) found = { row, list }
    }
    return found === null ? null : { row: found.row, asOf: found.list.asOf ?? 0 }
  }

  return {
    listed,
    outcomes: (): readonly OutcomeId[] => [
      ...new Set([lists.open, lists.redeemable, lists.closed].flatMap(({ rows }) => [...rows.keys()])),
    ],
    /**
     * True if open and redeemable positions were both read whole, by reads that began after `since` (monotonic), and no
     * unreadable row may be the outcome's.
     */
    isWholeSince: (since: number, outcomeId: OutcomeId): boolean =>
      [lists.open, lists.redeemable].every(
        (list) => list.complete && list.beganAt > since && !mayBeUnread(list, outcomeId),
      ),
    /** A read of all that is held has ended, however it did. */
    wasRead: (): boolean => version > 0,
    /** How many reads showed all that is held. */
    round: (): number => rounds,
    /** Grows with every read. */
    version: (): number => version,
    health(status: PositionStatus): ListHealth {
      const { complete, problem, asOf, notUnderstood } = lists[status]
      const unread = unreadRows(notUnderstood.map(named))
      return {
        complete: complete && unread.count === 0,
        problem: problem ?? unreadText(unread),
        asOf,
        unreadRows: unread.count,
      }
    },
    feed(): FeedHealth {
      const all = Object.values(lists)
      const asOf = all.map((list) => list.asOf)
      const unread = unreadRows([...all.flatMap((list) => list.notUnderstood.map(named)), ...activity])
      return {
        name: 'data',
        state: areHeldWhole() ? 'live' : asOf.every((at) => at === null) ? 'connecting' : 'stale',
        connections: 0,
        subscriptions: 0,
        lastMessageAt: asOf.reduce<Instant | null>((last, at) => Math.max(last ?? 0, at ?? 0) || null, null),
        reconnects: 0,
        detail: all.flatMap(({ problem }) => problem ?? []).join('; ') || unreadText(unread),
        notUnderstood: unread,
      }
    },
    /** Rows of the page of activity that was read last. */
    noteActivity(notUnderstood: readonly UnreadDataRow[]): void {
      activity = notUnderstood.map((row) => ({ ...named(row), list: 'activity' }))
    },
    request,
    start: (): void => {
      request(0)
    },
    stop(): void {
      isStopped = true
      next?.cancel()
      next = null
    },
  }
}

function named({ id, reason }: UnreadDataRow): UnreadRow {
  return { list: 'positions', id, reason }
}

/** A row is complete even if its neighbours are unreadable; one without a token id may be any missing outcome. */
function mayBeUnread(
  { rows, notUnderstood }: Pick<List, 'rows' | 'notUnderstood'>,
  outcomeId: OutcomeId,
): boolean {
  return notUnderstood.some(
    (row) => row.outcomeId === outcomeId || (row.outcomeId === null && !rows.has(outcomeId)),
  )
}

/** Rows of the list before that the new one does not take away. */
function keptOf(before: List, now: DataList<DataPosition>): ReadonlyMap<OutcomeId, DataPosition> {
  if (!now.complete) return before.rows
  const rows = new Map(now.rows.map((row) => [row.outcomeId, row]))
  const { notUnderstood } = now
  return new Map([...before.rows].filter(([outcomeId]) => mayBeUnread({ rows, notUnderstood }, outcomeId)))
}

const NOT_READ: List = {
  rows: new Map(),
  complete: false,
  problem: 'not read yet',
  notUnderstood: [],
  asOf: null,
  beganAt: -Infinity,
}
