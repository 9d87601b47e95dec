/** The orders in which events and markets are listed. */
import type { Instant, Market, MarketEvent } from '#core/market/market.ts'
import { largestFirst } from '#core/money.ts'
import type { SearchQuery } from './query.ts'

export type Ranked = { readonly event: MarketEvent; readonly text: number }

/** Negative when `a` comes first. Relevance: text quality, then volume, liquidity and what ends soonest. */
export const EVENT_ORDERS: Record<SearchQuery['sort'], (a: Ranked, b: Ranked, now: Instant) => number> = {
  volume: (a, b, now) => byVolume(a.event, b.event) || bySoonest(a.event, b.event, now),
  liquidity: (a, b) => largestFirst(a.event.liquidity, b.event.liquidity) || byVolume(a.event, b.event),
  ending: (a, b, now) => bySoonest(a.event, b.event, now) || byVolume(a.event, b.event),
  newest: (a, b) => (b.event.createdAt ?? 0) - (a.event.createdAt ?? 0) || byVolume(a.event, b.event),
  relevance: (a, b, now) =>
    b.text - a.text ||
    byVolume(a.event, b.event) ||
    largestFirst(a.event.liquidity, b.event.liquidity) ||
    bySoonest(a.event, b.event, now),
}

/** Open markets first, of these who wins the game, then the larger volume. */
export function marketOrder(a: Market, b: Market): number {
  return (
    Number(b.status === 'open') - Number(a.status === 'open') ||
    Number(isWinner(b)) - Number(isWinner(a)) ||
    byVolume(a, b)
  )
}

function isWinner({ sportsMarketType }: Market): boolean {
  return sportsMarketType === 'moneyline'
}

/** The first `count` items of the sorted list, without sorting all of them. */
export function firstInOrder<T>(items: Iterable<T>, count: number, order: (a: T, b: T) => number): T[] {
  const first: T[] = []
  for (const item of items) {
    const last = first[count - 1]
    if (last !== undefined && order(item, last) >= 0) continue
    let low = 0
    let high = first.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = first[middle]
      if (other !== undefined && order(other, item) <= 0) low = middle + 1
      else high = middle
    }
    first.splice(low, 0, item)
    if (first.length > count) first.pop()
  }
  return first
}

function byVolume(a: Pick<Market, 'volume'>, b: Pick<Market, 'volume'>): number {
  return largestFirst(a.volume, b.volume)
}

/** The next to end comes first; overdue ones come after it, those without an end last. */
function bySoonest(a: MarketEvent, b: MarketEvent, now: Instant): number {
  return endingRank(a, now) - endingRank(b, now) || (a.endTime ?? 0) - (b.endTime ?? 0)
}

function endingRank({ endTime }: MarketEvent, now: Instant): number {
  if (endTime === null) return 2
  return endTime >= now ? 0 : 1
}
