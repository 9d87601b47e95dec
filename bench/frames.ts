/**
 * Market frames from text to applied books, the fact on the bus included, against JSON.parse of the same texts alone, and
 * against the least that any client can do on top of it: sorted arrays of floats, no field checked, nobody told.
 * Goal: at most 1.3 times JSON.parse. `node bench/frames.ts`
 */
import { parseOutcomeId } from '#core/ids.ts'
import type { OutcomeId } from '#core/ids.ts'
import { createBooks } from '#engine/books.ts'
import { createBus } from '#engine/bus.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import type { Clock } from '#ports/clock.ts'
import type { MarketFeed, MarketFeedEvent } from '#ports/venue-feeds.ts'
import { readMarketFrame } from '#venue/feeds/market-frames.ts'
import { createDice, median } from './measure.ts'
import { NO_CATALOG } from './no-catalog.ts'

const MARKETS = 250
const FRAMES = 30_000
const ROUNDS = 15

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

const markets: readonly Market[] = Array.from({ length: MARKETS }, () => {
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

function bookFrame({ condition, tokens, book }: Market, index: 0 | 1): object {
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

/** One level of the market changes; both outcomes hear of it. */
function changeFrame({ condition, tokens, book }: Market): object {
  const isBid = dice() < 0.5
  const side = isBid ? book.bids : book.asks
  const at = isBid ? 490 - below(50) * 10 : 510 + below(48) * 10
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

function frame(): string {
  const market = markets[below(MARKETS)]
  if (market === undefined) throw new Error('no market')
  const share = dice()
  if (share < 0.91) return JSON.stringify(changeFrame(market))
  return JSON.stringify(share < 0.97 ? bookFrame(market, dice() < 0.5 ? 0 : 1) : tradeFrame(market))
}

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: () => () => undefined,
  every: () => () => undefined,
}
let tell: (event: MarketFeedEvent) => void = () => undefined
const feed: MarketFeed = {
  follow: () => undefined,
  resync(outcomeId) {
    throw new Error(`the books of the benchmark agree with their frames, but ${outcomeId} was asked for anew`)
  },
  connectionOf: () => null,
  replaceConnection: () => undefined,
  start(listener) {
    tell = listener
  },
  stop: () => undefined,
  status: () => ({
    state: 'live',
    connections: 1,
    subscriptions: 0,
    lastMessageAt: null,
    reconnects: 0,
    unreadable: 0,
    detail: null,
  }),
}
const bus = createBus((_, error) => {
  throw error
})
let facts = 0
bus.subscribe('book', () => {
  facts += 1
})
const books = createBooks({
  feed,
  venue: { book: () => Promise.reject(new Error('not asked')) },
  catalog: NO_CATALOG,
  clock,
  bus,
  log: silentLog,
})
const followed = new Map<string, { readonly outcomeId: OutcomeId }>()
books.start()
for (const token of markets.flatMap(({ tokens }) => tokens)) {
  const outcomeId = parseOutcomeId(`pm:${token}`)
  if (outcomeId === null) throw new Error('no outcome id')
  followed.set(token, { outcomeId })
  books.hold(outcomeId)
}
const first = markets.flatMap((market) => [bookFrame(market, 0), bookFrame(market, 1)])
const start = JSON.stringify(first)
const texts = Array.from({ length: FRAMES }, frame)
const bytes = texts.reduce((sum, text) => sum + text.length, 0)

function parseAll(): void {
  for (const text of texts) JSON.parse(text)
}

const ignore = (): void => undefined
const emit = (event: MarketFeedEvent): void => tell(event)

function decodeAll(): void {
  for (const text of texts) readMarketFrame(text, followed, ignore)
}

function applyAll(): void {
  for (const text of texts) readMarketFrame(text, followed, emit)
}

type PlainSide = { readonly prices: number[]; readonly sizes: number[]; readonly sign: 1 | -1 }
type PlainBook = { readonly bids: PlainSide; readonly asks: PlainSide }
type PlainLevel = { readonly price: string; readonly size: string }
type PlainChange = PlainLevel & { readonly asset_id: string; readonly side: string }
type PlainFrame = {
  readonly asset_id: string
  readonly price_changes?: readonly PlainChange[]
  readonly bids?: readonly PlainLevel[]
  readonly asks?: readonly PlainLevel[]
}

const plainBooks = new Map<string, PlainBook>(
  markets
    .flatMap(({ tokens }) => tokens)
    .map((token) => [
      token,
      { bids: { prices: [], sizes: [], sign: 1 }, asks: { prices: [], sizes: [], sign: -1 } },
    ]),
)

function setPlain({ prices, sizes, sign }: PlainSide, at: number, size: number): void {
  let low = 0
  let high = prices.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (((prices[middle] ?? 0) - at) * sign < 0) low = middle + 1
    else high = middle
  }
  const isPresent = prices[low] === at
  if (size === 0 && !isPresent) return
  if (size === 0) {
    prices.splice(low, 1)
    sizes.splice(low, 1)
  } else if (isPresent) sizes[low] = size
  else {
    prices.splice(low, 0, at)
    sizes.splice(low, 0, size)
  }
}

function fillPlain({ prices, sizes }: PlainSide, from: readonly PlainLevel[]): void {
  prices.length = 0
  sizes.length = 0
  for (const level of from) {
    prices.push(Number(level.price))
    sizes.push(Number(level.size))
  }
}

function applyPlain(frame: PlainFrame): void {
  for (const change of frame.price_changes ?? []) {
    const book = plainBooks.get(change.asset_id)
    if (book === undefined) continue
    setPlain(change.side === 'BUY' ? book.bids : book.asks, Number(change.price), Number(change.size))
  }
  const book = frame.bids === undefined ? undefined : plainBooks.get(frame.asset_id)
  if (book === undefined) return
  fillPlain(book.bids, frame.bids ?? [])
  fillPlain(book.asks, frame.asks ?? [])
}

function applyAllPlain(): void {
  for (const text of texts) applyPlain(JSON.parse(text) as PlainFrame)
}

function nanoseconds(run: () => void): number {
  const before = process.cpuUsage()
  run()
  return (process.cpuUsage(before).user * 1e3) / FRAMES
}

const parsed: number[] = []
const plain: number[] = []
const decoded: number[] = []
const applied: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  parsed.push(nanoseconds(parseAll))
  for (const one of JSON.parse(start) as readonly PlainFrame[]) applyPlain(one)
  plain.push(nanoseconds(applyAllPlain))
  decoded.push(nanoseconds(decodeAll))
  readMarketFrame(start, followed, emit)
  applied.push(nanoseconds(applyAll))
}
const alone = median(parsed)
const show = (name: string, each: number): void =>
  console.log(`${name.padEnd(24)} ${each.toFixed(0)} ns a frame, ${(each / alone).toFixed(2)} of JSON.parse`)
const whole = median(applied)
console.log(
  `${FRAMES} frames of ${(bytes / FRAMES).toFixed(0)} bytes, ${followed.size} books, ${facts} facts`,
)
show('JSON.parse alone', alone)
show('the least on top of it', median(plain))
show('text to events', median(decoded))
show('text to applied books', whole)
console.log(
  `${(1e6 / whole).toFixed(0)} frames a millisecond; goal 1.3: ${whole / alone <= 1.3 ? 'met' : 'MISSED'}`,
)
