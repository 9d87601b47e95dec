/** Effects of each event of the market feed on the followed books and the catalog. */
import type { MarketId, OutcomeId } from '#core/ids.ts'
import { NO_FACTS } from '#core/market/market-facts.ts'
import type { Instant } from '#core/market/market.ts'
import { unreachable } from '#lib/never.ts'
import type { LevelChange, MarketFeedEvent } from '#ports/venue-feeds.ts'
import { addTrade } from './book-entry.ts'
import { applyEvent, applyFrame, type BooksState } from './books-state.ts'

/** Takes one event of the feed; what is about outcomes that nobody follows changes no book. */
export function applyFeedEvent(state: BooksState, event: MarketFeedEvent): void {
  const { entries, catalog } = state
  const at = state.clock.monotonic()
  const now = state.clock.now()
  switch (event.type) {
    case 'snapshot': {
      const entry = entries.get(event.outcomeId)
      if (entry === undefined) return
      entry.marketId = event.marketId
      if (event.tickSize !== null)
        catalog.learnFacts(event.marketId, { ...NO_FACTS, tickSize: event.tickSize })
      applyFrame(state, entry, { ...event, at }, at, now)
      return
    }
    case 'changes':
      if (areDistinct(event.changes)) {
        for (const change of event.changes)
          applyChanges(state, change.outcomeId, [change], event.venueTime, at, now)
      } else {
        for (const [id, changes] of byOutcome(event.changes))
          applyChanges(state, id, changes, event.venueTime, at, now)
      }
      return
    case 'trade': {
      const entry = entries.get(event.outcomeId)
      if (entry === undefined) return
      state.trades += 1
      const { price, size, side, venueTime } = event
      addTrade(entry, { number: state.trades, price, size, side, at: venueTime })
      applyFrame(state, entry, event, at, now)
      return
    }
    case 'tick_size': {
      const entry = entries.get(event.outcomeId)
      if (entry !== undefined) applyFrame(state, entry, event, at, now)
      return
    }
    case 'resolved':
      resolve(state, event.marketId, at, now)
      return
    case 'announced':
      catalog.announce([event.eventId])
      return
    case 'lost':
      for (const id of event.outcomeIds) {
        const entry = entries.get(id)
        if (entry !== undefined) applyEvent(state, entry, { type: 'lost', reason: event.reason })
      }
      return
    default:
      unreachable(event)
  }
}

function applyChanges(
  state: BooksState,
  id: OutcomeId,
  changes: readonly LevelChange[],
  venueTime: Instant,
  at: number,
  now: Instant,
): void {
  const entry = state.entries.get(id)
  if (entry !== undefined) applyFrame(state, entry, { type: 'changes', changes, venueTime, at }, at, now)
}

function resolve(state: BooksState, marketId: MarketId, at: number, now: Instant): void {
  const market = state.catalog.market(marketId)
  const ids = new Set<OutcomeId>(market?.outcomes.map(({ id }) => id))
  for (const entry of state.entries.values()) {
    if (entry.marketId === marketId || ids.has(entry.id)) {
      applyFrame(state, entry, { type: 'resolved' }, at, now)
    }
  }
  if (market !== null) void state.catalog.refresh([market.eventId])
}

/**
 * True if each change is of a different outcome, as in nearly every frame: one level of a market, given for both
 * outcomes.
 */
function areDistinct(changes: readonly LevelChange[]): boolean {
  return changes.length === 1 || (changes.length === 2 && changes[0]?.outcomeId !== changes[1]?.outcomeId)
}

/** The changes of each outcome, in the order of the frame. */
function byOutcome(changes: readonly LevelChange[]): ReadonlyMap<OutcomeId, LevelChange[]> {
  const grouped = new Map<OutcomeId, LevelChange[]>()
  for (const change of changes) {
    const known = grouped.get(change.outcomeId)
    if (known === undefined) grouped.set(change.outcomeId, [change])
    else known.push(change)
  }
  return grouped
}
