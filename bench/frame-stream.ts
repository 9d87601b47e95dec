/**
 * Market frames of 250 markets as the venue sends them: 91 % changes of one level that both outcomes receive, 6 % full
 * books, 3 % trades; the books of 25 to 50 levels a side that they change agree with them.
 */
import { createDice } from './measure.ts'

const MARKETS = 250

const dice = createDice(11)
const below = (limit: number): number => Math.floor(dice() * limit)
const digits = (length: number): string =>
  Array.from({ length }, (_, at) => String(at === 0 ? 1 + below(9) : below(10))).join('')
const hex = (length: number): string => Array.from({ length }, () => below(16).toString(16)).join('')

type Book = { readonly bids: Map<number, number>; readonly asks: Map<number, number> }
type Market = {
  readonly condition: string
  readonly tokens: readonly [string, string]
  readonly book: Book
}

/** Markets of the frames. */
export const markets: readonly Market[] = Array.from({ length: MARKETS }, () => {
  const side = (from: number): Map<number, number> =>
    new Map(
      Array.from({ length: 25 + below(25) }, (_, at) => [
        from + (from < 500 ? -at : at) * 10,
        1 + below(900),
      ]),
    )
  return {
    condition: `0x${hex(64)}`,
    tokens: [digits(77), digits(77)],
    book: { bids: side(490), asks: side(510) },
  }
})

const price = (steps: number): string => String(steps / 1000)
const best = ({ bids, asks }: Book): readonly [number, number] => [
  Math.max(0, ...bids.keys()),
  Math.min(1000, ...asks.keys()),
]

function levels(side: ReadonlyMap<number, number>, mirrored: boolean): readonly object[] {
  const worstFirst = [...side].toSorted(([x], [y]) => Math.abs(y - 500) - Math.abs(x - 500))
  return worstFirst.map(([at, size]) => ({ price: price(mirrored ? 1000 - at : at), size: String(size) }))
}

/** The full book of one outcome as it is now. */
export function bookFrame({ condition, tokens, book }: Market, index: 0 | 1): object {
  const [bids, asks] = index === 0 ? [book.bids, book.asks] : [book.asks, book.bids]
  return {
    market: condition,
    asset_id: tokens[index],
    timestamp: '1790000000123',
    hash: hex(40),
    bids: levels(bids, index === 1),
    asks: levels(asks, index === 1),
    event_type: 'book',
  }
}

/** One level of the market changes; both outcomes receive it. */
function changeFrame({ condition, tokens, book }: Market): object {
  const isBid = dice() < 0.5
  const side = isBid ? book.bids : book.asks
  const at = isBid ? 490 - below(48) * 10 : 510 + below(48) * 10
  const size = side.size > 10 && dice() < 0.2 ? 0 : 1 + below(900)
  if (size === 0) side.delete(at)
  else side.set(at, size)
  const [bid, ask] = best(book)
  return {
    market: condition,
    price_changes: [
      {
        asset_id: tokens[0],
        price: price(at),
        size: String(size),
        side: isBid ? 'BUY' : 'SELL',
        hash: hex(40),
        best_bid: price(bid),
        best_ask: price(ask),
      },
      {
        asset_id: tokens[1],
        price: price(1000 - at),
        size: String(size),
        side: isBid ? 'SELL' : 'BUY',
        hash: hex(40),
        best_bid: price(1000 - ask),
        best_ask: price(1000 - bid),
      },
    ],
    timestamp: '1790000000123',
    event_type: 'price_change',
  }
}

function tradeFrame({ condition, tokens, book }: Market): object {
  return {
    market: condition,
    asset_id: tokens[0],
    price: price(best(book)[0]),
    size: String(1 + below(500)),
    fee_rate_bps: '0',
    side: 'SELL',
    timestamp: '1790000000123',
    event_type: 'last_trade_price',
    transaction_hash: `0x${hex(64)}`,
  }
}

/** The next frame. */
export function nextFrame(): string {
  const market = markets[below(MARKETS)]
  if (market === undefined) throw new Error('no market')
  const share = dice()
  if (share < 0.91) return JSON.stringify(changeFrame(market))
  return JSON.stringify(share < 0.97 ? bookFrame(market, dice() < 0.5 ? 0 : 1) : tradeFrame(market))
}
