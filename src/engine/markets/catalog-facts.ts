/**
 * Facts of followed markets from the order-book service, read once for each, and again while something needed for
 * trading is missing (INV-80).
 */
import type { MarketId } from '#core/ids.ts'
import type { MarketFacts } from '#core/market/market-facts.ts'
import type { Market } from '#core/market/market.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import type { Clock } from '#ports/clock.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'

const MARKETS_KEPT = 5_000
const AGAIN_AFTER_MS = 15_000

type Question = { readonly askedAt: number; readonly reading: Promise<void>; isAnswered: boolean }

/** Asks for the facts of a market unless they are known or were asked for lately; resolves when the venue has answered. */
export type ReadFacts = (market: Market) => Promise<void>

/** Reads nothing before it is asked. */
export function createFactsReader(parts: {
  readonly venue: Pick<VenueCatalog, 'marketFacts'>
  readonly clock: Clock
  readonly learn: (id: MarketId, facts: MarketFacts) => void
}): ReadFacts {
  const { venue, clock } = parts
  const questions = new BoundedMap<MarketId, Question>(MARKETS_KEPT)

  async function read(id: MarketId): Promise<void> {
    const answer = await venue.marketFacts(id)
    const question = questions.get(id)
    if (question !== undefined) question.isAnswered = answer.ok
    if (answer.ok && answer.value !== null) parts.learn(id, answer.value)
  }

  return (market) => {
    const { id, notTradable, missing = [] } = market
    const isOver = market.status !== 'open' || (notTradable !== undefined && missing.length === 0)
    const known = questions.get(id)
    const isNew = known === undefined || clock.monotonic() - known.askedAt >= AGAIN_AFTER_MS
    const isSettled = known?.isAnswered === true && notTradable === undefined
    if (isOver) return Promise.resolve()
    if (known !== undefined && (isSettled || !isNew)) return known.reading
    const reading = read(id)
    questions.set(id, { askedAt: clock.monotonic(), reading, isAnswered: false })
    return reading
  }
}
