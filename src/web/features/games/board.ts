/** Rows of the games board and their order; rows never change places under the pointer. */
import { addMicros } from '#core/money.ts'
import type { Event, Game, Position } from '../../platform/api/client.ts'
import type { Micros } from '#core/money.ts'

export type BoardFilter = 'all' | 'live' | 'soon' | 'watch'

export type BoardRow = { readonly game: Game; readonly event: Event | null; readonly startsAt: number | null }

const SOON_MS = 2 * 3_600_000
/** The channel tells the start late at times. */
const LATE_MS = 15 * 60_000

/** The game with its event and its start: what the catalog tells with the game, else what the event gives. */
export function boardRow(game: Game, event: Event | null): BoardRow {
  return { game, event, startsAt: game.startsAt ?? event?.startTime ?? game.startedAt }
}

/** True if a row passes the filter; `watched` are outcomes. */
export function passesFilter(
  { game, event, startsAt }: BoardRow,
  filter: BoardFilter,
  watched: ReadonlySet<string>,
  now: number,
): boolean {
  const isUnderway = game.status === 'live' || game.status === 'paused'
  switch (filter) {
    case 'all':
      return true
    case 'live':
      return isUnderway
    case 'soon':
      return (
        game.status === 'scheduled' &&
        startsAt !== null &&
        startsAt > now - LATE_MS &&
        startsAt <= now + SOON_MS
      )
    case 'watch':
      return event?.markets.some((market) => market.outcomes.some(({ id }) => watched.has(id))) ?? false
  }
}

const RANK = { live: 0, paused: 0, scheduled: 1, ended: 2 } as const

/** By state, then by start, the earlier first: the game furthest along is at the top. */
export function inOrder(rows: readonly BoardRow[]): readonly BoardRow[] {
  return rows.toSorted(
    (a, b) =>
      RANK[a.game.status] - RANK[b.game.status] ||
      (a.startsAt ?? Number.MAX_SAFE_INTEGER) - (b.startsAt ?? Number.MAX_SAFE_INTEGER) ||
      (a.game.id < b.game.id ? -1 : 1),
  )
}

/**
 * Value of an event's open positions at the best bids; null when there are none or none is valued.
 */
export function heldValue(
  positions: readonly Pick<Position, 'eventId' | 'status' | 'value'>[],
  eventId: string,
): Micros | null {
  const values = positions.flatMap(({ eventId: id, status, value }) =>
    id === eventId && status === 'open' && value !== null ? [value] : [],
  )
  return values.length === 0 ? null : addMicros(...values)
}
