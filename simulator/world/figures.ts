/** Volume, liquidity and closing times of markets: a base from before the world began, plus what the exchange did since. */
import type { Exchange } from '../types.ts'
import { createIdentity } from './identity.ts'
import { amountNumber } from '../text.ts'
import type { EventEntry, MarketEntry } from './entries.ts'

export type Figures = {
  /** pUSD traded over all time, with the noise of a float. */
  volume(market: MarketEntry): number
  /** The same of the last day. */
  volumeOfDay(market: MarketEntry): number
  /** pUSD resting in the book. */
  liquidity(market: MarketEntry): number
  /** Milliseconds at which the market closed; null while open. */
  closedAt(market: MarketEntry): number | null
  eventVolume(event: EventEntry): number
  eventVolumeOfDay(event: EventEntry): number
  eventLiquidity(event: EventEntry): number
  isClosed(event: EventEntry): boolean
  stop(): void
}

/** Follows the exchange's trades and closings. */
export function createFigures(seed: string, exchange: Exchange): Figures {
  const identity = createIdentity(seed)
  const traded = new Map<string, bigint>()
  const closings = new Map<string, number>()
  const shares = new WeakMap<MarketEntry, number>()

  const stop = exchange.subscribe((event) => {
    const { conditionId } = event.market
    if (event.type === 'trade') {
      traded.set(conditionId, (traded.get(conditionId) ?? 0n) + event.trade.cash)
    } else if (event.type === 'closed' || event.type === 'resolved') {
      if (!closings.has(conditionId)) closings.set(conditionId, event.at)
    } else if (event.type === 'dropped') {
      traded.delete(conditionId)
      closings.delete(conditionId)
    }
  })

  /** The market's part of its event's base volume. */
  function share(market: MarketEntry): number {
    const known = shares.get(market)
    if (known !== undefined) return known
    const weights = market.event.markets.map((each) => weight(each))
    const total = weights.reduce((sum, each) => sum + each, 0)
    for (const [index, each] of market.event.markets.entries())
      shares.set(each, (weights[index] ?? 0) / total)
    return shares.get(market) ?? 0
  }

  function weight(market: MarketEntry): number {
    return (
      0.1 +
      (identity.number(`volume ${market.event.definition.key}/${market.definition.key}`) % 10_007) / 10_007
    )
  }

  function since(market: MarketEntry): number {
    return market.listed === null ? 0 : amountNumber(traded.get(market.listed.conditionId) ?? 0n)
  }

  const volume = (market: MarketEntry): number =>
    market.event.definition.volume * share(market) + since(market)
  const volumeOfDay = (market: MarketEntry): number =>
    closedAt(market) === null ? (market.event.definition.volume * share(market)) / 37.7 + since(market) : 0

  function liquidity(market: MarketEntry): number {
    if (market.listed === null || market.listed.closed) return 0
    const { bids, asks } = exchange.levels(market.listed.tokens[0])
    let micros = 0n
    for (const level of bids) micros += (level.size * BigInt(level.price)) / 10_000n
    for (const level of asks) micros += (level.size * BigInt(10_000 - level.price)) / 10_000n
    return amountNumber(micros)
  }

  function closedAt(market: MarketEntry): number | null {
    if (market.listed === null || !market.listed.closed) return null
    return closings.get(market.listed.conditionId) ?? market.event.definition.endsAt
  }

  const total = (event: EventEntry, figure: (market: MarketEntry) => number): number =>
    event.markets.reduce((sum, market) => sum + figure(market), 0)

  return {
    volume,
    volumeOfDay,
    liquidity,
    closedAt,
    eventVolume: (event) => total(event, volume),
    eventVolumeOfDay: (event) => total(event, volumeOfDay),
    eventLiquidity: (event) => total(event, liquidity),
    isClosed: (event) =>
      event.markets.some(isListed) &&
      event.markets.filter(isListed).every((each) => each.listed?.closed === true),
    stop,
  }
}

function isListed(market: MarketEntry): boolean {
  return market.listed !== null
}
