/** The orders in which events and markets are listed. */
import type { Instant, Market, MarketEvent } from '#core/market/market.ts'
import { largestFirst } from '#core/money.ts'
import type { SearchQuery } from './query.ts'

/** Negative when `a` comes first. */
type Order<T> = (a: T, b: T) => number

export type Ranked = { readonly event: MarketEvent; readonly text: number }

/** The order that a sort asks for. Relevance: text quality, then volume, liquidity and what ends soonest. */
export function eventOrder(sort: SearchQuery['sort'], now: Instant): Order<Ranked> {
  switch (sort) {
    case 'volume':
      return (a, b) => byVolume(a.event, b.event) || bySoonest(a.event, b.event, now)
    case 'liquidity':
      return (a, b) => largestFirst(a.event.liquidity, b.event.liquidity) || byVolume(a.event, b.event)
    case 'ending':
      return (a, b) => bySoonest(a.event, b.event, now) || byVolume(a.event, b.event)
    case 'newest':
      return (a, b) => (b.event.createdAt ?? 0) - (a.event.createdAt ?? 0) || byVolume(a.event, b.event)
    case 'relevance':
      return (a, b) =>
        b.text - a.text ||
        byVolume(a.event, b.event) ||
        largestFirst(a.event.liquidity, b.event.liquidity) ||
        bySoonest(a.event, b.event, now)
    default:
      return sort satisfies never
  }
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

/**
 * The first `count` items of the sorted list, without sorting all of them.
 */
export function firstInOrder<T>(items: Iterable<T>, count: number, order: Order<T>): T[] {
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

function endingRank(event: MarketEvent, now: Instant): number {
  if (event.endTime === null) return 2
  return event.endTime >= now ? 0 : 1
}
