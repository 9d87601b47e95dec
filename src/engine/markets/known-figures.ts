/** Figures of markets beside their catalog rows: streamed tick sizes, and facts of the order-book service. */
import type { MarketId } from '#core/ids.ts'
import { joinFacts, NO_FACTS, withFacts, type MarketFacts } from '#core/market/market-facts.ts'
import type { Market, MarketEvent } from '#core/market/market.ts'
import type { TickSize } from '#core/price.ts'
import { BoundedMap } from '#lib/bounded-map.ts'

/** Markets that have been followed. */
const FACTS_KEPT = 5_000

function readTickOf({ missing = [], tickSize }: Market): TickSize | null {
  return missing.includes('tickSize') ? null : tickSize
}

/** Nothing is known yet. */
export function createKnownFigures() {
  const streamed = new Map<MarketId, TickSize>()
  const readTicks = new Map<MarketId, TickSize | null>()
  const facts = new BoundedMap<MarketId, MarketFacts>(FACTS_KEPT)

  /** The market as read, with what else is known of it; the same one when that is nothing. */
  function complete(market: Market): Market {
    const tickSize = streamed.get(market.id) ?? null
    const known = facts.get(market.id) ?? NO_FACTS
    const whole = withFacts(market, tickSize === null ? known : { ...known, tickSize })
    return tickSize === null || whole.tickSize === tickSize ? whole : { ...whole, tickSize }
  }

  return {
    complete,
    completeEvent(event: MarketEvent): MarketEvent {
      const isKnown = ({ id }: Market): boolean => streamed.has(id) || facts.get(id) !== undefined
      return event.markets.some(isKnown) ? { ...event, markets: event.markets.map(complete) } : event
    },
    /** Notes the tick sizes of a read, for the markets whose tick size is streamed. */
    noteRead({ markets }: MarketEvent): void {
      for (const market of markets) {
        if (streamed.has(market.id)) readTicks.set(market.id, readTickOf(market))
      }
    },
    /** Keeps a streamed tick size over reads until it is released. @param market as it is kept now */
    stream(id: MarketId, tickSize: TickSize, market: Market | null): void {
      streamed.set(id, tickSize)
      if (market !== null && !readTicks.has(id)) readTicks.set(id, readTickOf(market))
    },
    release(id: MarketId): void {
      streamed.delete(id)
      readTicks.delete(id)
    },
    /** Tick size by the last read, for a market whose tick size is streamed; null for one without. */
    readTick: (id: MarketId): TickSize | null => readTicks.get(id) ?? null,
    learn(id: MarketId, learnt: MarketFacts): void {
      facts.set(id, joinFacts(facts.get(id) ?? NO_FACTS, learnt))
    },
  }
}
