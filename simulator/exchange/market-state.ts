// State of one market in the exchange: its book, the last trade, and the levels that the operation in progress has
// touched. Kept small: there may be tens of thousands.
import type { Level, LevelChange, ListedMarket, Side, TickSteps } from '../types.ts'
import type { EventPublisher } from './events.ts'
import { Book, mirrored, outcomeIndex, type BookSide } from './book.ts'

export type MarketState = {
  readonly market: ListedMarket
  readonly book: Book
  /** As the first outcome's. */
  last: { readonly price: number; readonly side: Side } | null
  changedAt: number
  /** Levels that changed since they were last published; null when none did. */
  touched: { readonly side: BookSide; readonly price: number }[] | null
}

/** A market without orders. */
export function createMarketState(market: ListedMarket, now: number): MarketState {
  return { market, book: new Book(), last: null, changedAt: now, touched: null }
}

/** Notes that the total at a price changed. */
export function touch(state: MarketState, side: BookSide, price: number): void {
  const known = state.touched?.some((level) => level.side === side && level.price === price)
  if (known !== true) Object.assign(state, { touched: [...(state.touched ?? []), { side, price }] })
}

/** One outcome's book, best first: the second outcome sees bids as asks and prices from the other end. */
export function levelsOf(
  state: MarketState,
  token: string,
): { readonly bids: readonly Level[]; readonly asks: readonly Level[] } {
  const bids = state.book.levels('bid')
  const asks = state.book.levels('ask')
  if (outcomeIndex(state.market, token) === 0) return { bids, asks }
  const flip = (levels: readonly Level[]): readonly Level[] =>
    levels.map(({ price, size }) => ({ price: mirrored(1, price), size }))
  return { bids: flip(asks), asks: flip(bids) }
}

/** The best prices of one outcome; null: an empty side. */
export function bestOf(
  { book }: MarketState,
  index: 0 | 1,
): { readonly bid: number | null; readonly ask: number | null } {
  const shown = (price: number | null): number | null => (price === null ? null : mirrored(index, price))
  const [bid, ask] = [shown(book.best('bid')), shown(book.best('ask'))]
  return index === 0 ? { bid, ask } : { bid: ask, ask: bid }
}

/** The touched levels as both outcomes show them, and clears the list of touched levels. */
export function takeChanges(state: MarketState, now: number): readonly LevelChange[] {
  if (state.touched === null) return []
  const changes: LevelChange[] = []
  for (const { side, price } of state.touched) {
    const size = state.book.totalAt(side, price)
    for (const index of [0, 1] as const) {
      const { bid: bestBid, ask: bestAsk } = bestOf(state, index)
      changes.push({
        token: state.market.tokens[index],
        side: (side === 'bid') === (index === 0) ? 'BUY' : 'SELL',
        price: mirrored(index, price),
        size,
        bestBid,
        bestAsk,
      })
    }
  }
  Object.assign(state, { changedAt: now, touched: null })
  return changes
}

/** Gives a market another tick. */
export function changeTick(publisher: EventPublisher, state: MarketState, tick: TickSteps): void {
  const { market } = state
  const from = market.tick
  if (from === tick) return
  market.tick = tick
  publisher.publish(market, { type: 'tick', from, to: tick })
}
