/** Catalog rows as they are answered: the still row of the world plus prices, figures, scores and closings of this moment. */
import type { Exchange } from '../../exchange/exchange.ts'
import { pythonList } from '../../world/market-row.ts'
import type { Faults } from '../../faults/faults.ts'
import type { Figures } from '../../world/figures.ts'
import type { LiveGames } from '../../world/games/live.ts'
import { gameTime, plainTime, preciseTime, priceNumber, priceText } from '../../text.ts'
import type { EventEntry, MarketEntry } from '../../world/entries.ts'
import type { World } from '../../world/world.ts'

export type Row = Record<string, unknown>

export type Rows = ReturnType<typeof createRows>

/** Parts that the routes of the catalog read. */
export type CatalogDeps = {
  readonly world: World
  readonly figures: Figures
  readonly games: LiveGames
  readonly rows: Rows
  readonly faults: Faults
}

/** Rows over the live parts of the venue. */
export function createRows(deps: {
  readonly exchange: Exchange
  readonly figures: Figures
  readonly games: LiveGames
}) {
  const { exchange, figures, games } = deps

  function event(entry: EventEntry, options: { readonly withMarkets?: boolean } = {}): Row {
    const closed = figures.isClosed(entry)
    const day = figures.eventVolumeOfDay(entry)
    const volume = figures.eventVolume(entry)
    const liquidity = figures.eventLiquidity(entry)
    const closings = entry.markets.map((each) => figures.closedAt(each) ?? 0)
    return {
      ...entry.row,
      closed,
      liquidity,
      volume,
      competitive: competitive(entry.markets[0]),
      ...volumes(day, volume),
      liquidityClob: liquidity,
      ...(closed ? { closedTime: plainTime(Math.max(...closings)) } : {}),
      ...gameState(entry),
      ...(options.withMarkets === false ? {} : { markets: entry.markets.map((each) => market(each)) }),
    }
  }

  function gameState(entry: EventEntry): Row {
    const state = games.stateOf(entry)
    if (state === null) return {}
    // Before the start an event carries no score.
    if (!state.live && !state.ended) return { live: false, ended: false }
    return {
      score: state.score,
      period: state.ended && state.period === 'FT' ? 'VFT' : state.period,
      elapsed: state.elapsed,
      live: state.live,
      ended: state.ended,
      ...(state.ended ? { finishedTimestamp: preciseTime(state.at, state.at % 997) } : {}),
    }
  }

  /** A market; on market listings it holds its event, without markets, inside. */
  function market(entry: MarketEntry, options: { readonly withEvent?: boolean } = {}): Row {
    const closedAt = figures.closedAt(entry)
    const day = figures.volumeOfDay(entry)
    const volume = figures.volume(entry)
    const liquidity = figures.liquidity(entry)
    const { row } = entry
    return {
      ...row,
      closed: closedAt !== null,
      ...(closedAt === null ? {} : { closedTime: gameTime(closedAt), umaEndDate: plainTime(closedAt) }),
      orderPriceMinTickSize: priceNumber(entry.listed?.tick ?? entry.definition.tick),
      acceptingOrders: entry.listed?.acceptingOrders ?? false,
      volume: String(volume),
      volumeNum: volume,
      liquidity: String(liquidity),
      liquidityNum: liquidity,
      ...volumes(day, volume),
      volumeClob: volume,
      volume24hrClob: day,
      liquidityClob: liquidity,
      competitive: competitive(entry),
      ...prices(entry),
      ...resolution(entry),
      ...(options.withEvent === true ? { events: [event(entry.event, { withMarkets: false })] } : {}),
    }
  }

  function prices(entry: MarketEntry): Row {
    const { listed } = entry
    if (listed === null) return {}
    if (listed.winner !== null) {
      if (listed.winner === 'void') return { outcomePrices: pythonList(['0.5', '0.5']) }
      const won = listed.winner === 0
      return {
        outcomePrices: pythonList(won ? ['1', '0'] : ['0', '1']),
        bestBid: won ? 0.999 : 0,
        bestAsk: won ? 1 : 0.001,
        lastTradePrice: won ? 0.999 : 0.001,
        spread: 0.001,
      }
    }
    const [token] = listed.tokens
    const best = exchange.best(token)
    const [bid, ask] = [best.bid ?? 0, best.ask ?? 10_000]
    const last = exchange.lastTrade(token)?.price
    const shown = bid === 0 && ask === 10_000 ? entry.fairPrice : (bid + ask) / 2
    return {
      outcomePrices: pythonList([priceText(shown), priceText(10_000 - shown)]),
      bestBid: priceNumber(bid),
      bestAsk: priceNumber(ask),
      spread: priceNumber(ask - bid),
      ...(last === undefined ? {} : { lastTradePrice: priceNumber(last) }),
      oneHourPriceChange: priceNumber(Math.round((entry.fairPrice - entry.anchor) / 2)),
      oneDayPriceChange: priceNumber(Math.round(entry.fairPrice - entry.definition.fair)),
    }
  }

  return { event, market }
}

function resolution(entry: MarketEntry): Row {
  const winner = entry.listed?.winner ?? null
  if (winner === null) return { umaResolutionStatuses: '[]' }
  return { umaResolutionStatus: 'resolved', umaResolutionStatuses: pythonList(['proposed', 'resolved']) }
}

function volumes(day: number, all: number): Row {
  return {
    volume24hr: day,
    volume1wk: Math.min(day * 5.3, all),
    volume1mo: Math.min(day * 17.9, all),
    volume1yr: all,
  }
}

/** How near to an even chance, 1 being even. */
function competitive(entry: MarketEntry | undefined): number {
  if (entry === undefined) return 0
  const distance = Math.abs(entry.fairPrice / 10_000 - 0.5)
  return 1 / (1 + distance * distance)
}
