/**
 * Market frames from their bytes to applied books, the fact on the bus included, against JSON.parse of the same texts alone;
 * beside it the same through JSON.parse, and the least that any client can do on top of that: sorted arrays of floats, no
 * field checked, no listener. At the end once more, after cut and changed frames have been read.
 * Goal: at most 1.3 times JSON.parse. `node bench/frames.ts`
 */
import { systemClock } from '#app/process/system-clock.ts'
import { parseOutcomeId, type OutcomeId } from '#core/ids.ts'
import { createBooks } from '#engine/markets/books.ts'
import { createBus } from '#engine/bus.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import type { MarketFeed, MarketFeedEvent } from '#ports/venue-feeds.ts'
import { readMarketFrame } from '#venue/feeds/market-frames.ts'
import { readMarketBytes } from '#venue/feeds/market-scan.ts'
import { bookFrame, markets, nextFrame } from './frame-stream.ts'
import { isQuick, median, printRatio } from './measure.ts'
import { NO_CATALOG } from './no-catalog.ts'

const FRAMES = isQuick ? 3_000 : 30_000
const WARM_UP = 3
const ROUNDS = isQuick ? 7 : 15

let listener: (event: MarketFeedEvent) => void = () => undefined
const feed: MarketFeed = {
  follow: () => undefined,
  resync(outcomeId) {
    throw new Error(
      `the books of the benchmark agree with their frames, but ${outcomeId} was asked for again`,
    )
  },
  connectionOf: () => null,
  replaceConnection: () => undefined,
  start(to) {
    listener = to
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
  clock: { ...systemClock, every: () => () => undefined },
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
const texts = Array.from({ length: FRAMES }, nextFrame)
const frames = texts.map((text) => Buffer.from(text))
const bytes = texts.reduce((sum, text) => sum + text.length, 0)

function parseAll(): void {
  for (const text of texts) JSON.parse(text)
}

const ignore = (): void => undefined
const emit = (event: MarketFeedEvent): void => listener(event)

function readTexts(to: (event: MarketFeedEvent) => void): void {
  for (const text of texts) readMarketFrame(text, followed, to)
}

function readBytes(to: (event: MarketFeedEvent) => void): void {
  for (const frame of frames) readMarketBytes(frame, followed, to)
}

/** Cause of an earlier reader's lasting slowness: frames cut off anywhere, and some with any byte overwritten. */
function readBroken(): void {
  for (const [at, frame] of frames.entries()) {
    const cut = frame.subarray(0, (at * 7_919) % frame.length)
    readMarketBytes(cut, followed, ignore)
    const bent = Buffer.from(frame)
    bent[(at * 104_729) % frame.length] = at & 255
    readMarketBytes(bent, followed, ignore)
  }
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

const candidates: Readonly<Record<string, () => void>> = {
  'JSON.parse alone': parseAll,
  'the least on top of it': applyAllPlain,
  'text to events': () => readTexts(ignore),
  'text to applied books': () => readTexts(emit),
  'bytes to events': () => readBytes(ignore),
  'bytes to applied books': () => readBytes(emit),
}

/**
 * Each candidate in turn, every book full at its start. A ratio is of two costs of one round, for the machine's speed drifts.
 *
 * @returns the middle ratio of the last candidate
 */
function compare(): number {
  const rounds = Array.from({ length: WARM_UP + ROUNDS }, () =>
    Object.values(candidates).map((run) => {
      for (const one of JSON.parse(start) as readonly PlainFrame[]) applyPlain(one)
      readMarketFrame(start, followed, emit)
      return nanoseconds(run)
    }),
  ).slice(WARM_UP)
  const ratios = Object.keys(candidates).map((name, at) => {
    const ratio = median(rounds.map((costs) => (costs[at] ?? 0) / (costs[0] ?? 0)))
    const cost = median(rounds.map((costs) => costs[at] ?? 0))
    console.log(`${name.padEnd(24)} ${cost.toFixed(0)} ns a frame, ${ratio.toFixed(2)} of JSON.parse`)
    return ratio
  })
  return ratios.at(-1) ?? 0
}

console.log(`${FRAMES} frames of ${(bytes / FRAMES).toFixed(0)} bytes, ${followed.size} books`)
const before = compare()
readBroken()
console.log(`the same after ${2 * FRAMES} broken frames`)
const after = compare()
console.log(`${facts} facts; goal 1.3: ${Math.max(before, after) <= 1.3 ? 'met' : 'MISSED'}`)
printRatio('frames', Math.max(before, after))
