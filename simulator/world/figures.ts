/** Volume, liquidity and closing times of markets: a base from before the world began, plus what the exchange did since. */
import type { Exchange } from '../exchange/exchange.ts'
import { createIdentity } from './identity.ts'
import { amountNumber } from '../text.ts'
import type { EventEntry, MarketEntry } from './entries.ts'

export type Figures = ReturnType<typeof createFigures>

/** Follows the exchange's trades and closings. */
export function createFigures(seed: string, exchange: Exchange) {
  const identity = createIdentity(seed)
  const traded = new Map<string, bigint>()
  const shares = new WeakMap<MarketEntry, number>()

  const stop = exchange.subscribe((event) => {
    const { conditionId } = event.market
    if (event.type === 'trade') {
      traded.set(conditionId, (traded.get(conditionId) ?? 0n) + event.trade.cash)
    } else if (event.type === 'dropped') traded.delete(conditionId)
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

  /** pUSD resting in the book. */
  function liquidity(market: MarketEntry): number {
    if (market.listed === null || market.listed.closed) return 0
    const { bids, asks } = exchange.levels(market.listed.tokens[0])
    let micros = 0n
    for (const level of bids) micros += (level.size * BigInt(level.price)) / 10_000n
    for (const level of asks) micros += (level.size * BigInt(10_000 - level.price)) / 10_000n
    return amountNumber(micros)
  }

  /** Milliseconds at which the market closed; null while open. */
  function closedAt(market: MarketEntry): number | null {
    if (market.listed === null || !market.listed.closed) return null
    return market.listed.closedAt ?? market.event.definition.endsAt
  }

  const total = (event: EventEntry, figure: (market: MarketEntry) => number): number =>
    event.markets.reduce((sum, market) => sum + figure(market), 0)

  return {
    /** pUSD traded over all time, with the noise of a float. */
    volume,
    /** The same of the last day. */
    volumeOfDay,
    liquidity,
    closedAt,
    eventVolume: (event: EventEntry): number => total(event, volume),
    eventVolumeOfDay: (event: EventEntry): number => total(event, volumeOfDay),
    eventLiquidity: (event: EventEntry): number => total(event, liquidity),
    isClosed: (event: EventEntry): boolean =>
      event.markets.some(isListed) &&
      event.markets.filter(isListed).every((each) => each.listed?.closed === true),
    stop,
  }
}

function isListed(market: MarketEntry): boolean {
  return market.listed !== null
}
