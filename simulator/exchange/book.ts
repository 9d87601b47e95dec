// One market's book, both outcomes in one: a bid for the first outcome at p is an ask for the second at 1 - p.
// Prices in here are those of the first outcome. Best price first, then oldest first; bids stay below asks.
import type { BookOrder, Level, ListedMarket, Side } from '../types.ts'
import { countLeading } from '../sorted.ts'
import { WHOLE } from './money.ts'

/** Side of the one book: what buys the first outcome (or sells the second) is a bid. */
export type BookSide = 'bid' | 'ask'

/** The part of an order that rests. */
export type Resting = {
  readonly order: BookOrder
  readonly side: BookSide
  /** Price of the first outcome. */
  readonly price: number
  /** Micro-shares that came to rest, and how many of them were taken since. */
  readonly size: bigint
  taken: bigint
}

type PriceLevel = { readonly price: number; readonly queue: Resting[]; total: bigint }

/** A class, because there are as many books as markets: methods are shared, closures would not be. */
export class Book {
  private readonly bids = new Half(1)
  private readonly asks = new Half(-1)

  add(resting: Resting): void {
    this.half(resting.side).add(resting)
  }

  remove(resting: Resting): void {
    this.half(resting.side).remove(resting)
  }

  /** Notes that `size` of a resting order was taken; a used-up order is removed from the book. */
  take(resting: Resting, size: bigint): void {
    const half = this.half(resting.side)
    const level = half.at(resting.price)
    if (level !== undefined) level.total -= size
    Object.assign(resting, { taken: resting.taken + size })
    if (resting.taken >= resting.size) half.remove(resting)
  }

  best(side: BookSide): number | null {
    return this.half(side).sorted.at(-1)?.price ?? null
  }

  /** Resting orders of a side by priority: price, then arrival. */
  *inPriority(side: BookSide): Generator<Resting> {
    const { sorted } = this.half(side)
    for (let index = sorted.length - 1; index >= 0; index -= 1) {
      const level = sorted[index]
      if (level !== undefined) yield* level.queue
    }
  }

  /** Levels of a side, best first. */
  levels(side: BookSide): readonly Level[] {
    return this.half(side)
      .sorted.toReversed()
      .map(({ price, total }) => ({ price, size: total }))
  }

  totalAt(side: BookSide, price: number): bigint {
    return this.half(side).at(price)?.total ?? 0n
  }

  private half(side: BookSide): Half {
    return side === 'bid' ? this.bids : this.asks
  }
}

/** One side; `direction` 1 keeps the highest price last, -1 the lowest. The best level is the last one. */
class Half {
  readonly sorted: PriceLevel[] = []
  private readonly direction: 1 | -1

  constructor(direction: 1 | -1) {
    this.direction = direction
  }

  at(price: number): PriceLevel | undefined {
    const level = this.sorted[this.position(price)]
    return level?.price === price ? level : undefined
  }

  add(resting: Resting): void {
    const level = this.at(resting.price)
    if (level === undefined) {
      const fresh = { price: resting.price, queue: [resting], total: restOf(resting) }
      this.sorted.splice(this.position(resting.price), 0, fresh)
      return
    }
    level.queue.push(resting)
    level.total += restOf(resting)
  }

  remove(resting: Resting): void {
    const level = this.at(resting.price)
    const index = level?.queue.indexOf(resting) ?? -1
    if (level === undefined || index < 0) return
    level.queue.splice(index, 1)
    level.total -= restOf(resting)
    if (level.queue.length === 0) this.sorted.splice(this.position(resting.price), 1)
  }

  private position(price: number): number {
    return countLeading(this.sorted, (level) => (level.price - price) * this.direction < 0)
  }
}

/** How much of it still rests. */
export function restOf(resting: Resting): bigint {
  return resting.size - resting.taken
}

/** Index of a token in its market. */
export function outcomeIndex(market: ListedMarket, token: string): 0 | 1 {
  return market.tokens[0] === token ? 0 : 1
}

/** The side of the one book that an order on an outcome belongs to. */
export function bookSide(index: 0 | 1, side: Side): BookSide {
  return (index === 0) === (side === 'BUY') ? 'bid' : 'ask'
}

/** A price of one outcome as the first outcome's, and back: the same step does both. */
export function mirrored(index: 0 | 1, price: number): number {
  return index === 0 ? price : WHOLE - price
}

/** The side of the book that an order of this side trades with. */
export function opposite(side: BookSide): BookSide {
  return side === 'bid' ? 'ask' : 'bid'
}
