/**
 * A program of your own beside the page: watches a book over the WebSocket, places one order far from the market through the
 * REST interface, sees it rest, cancels it, and leaves everything as it was.
 *
 *   npm start                     (in another window: the demo; in its page create a token with `Trade`, and arm)
 *   SESAME_TOKEN=sesame_... npm run example
 *   SESAME_TOKEN=sesame_... npm run example -- --url http://127.0.0.1:8080 --search election
 *
 * It refuses a terminal that trades on a real venue unless started with --live.
 */
import { randomUUIDv7 } from 'node:crypto'
import { parseArgs } from 'node:util'

type Level = readonly [price: string, size: string]
type Order = { readonly id: string; readonly client_order_id: string | null; readonly status: string }
type Frame = { readonly topic?: string; readonly type?: 'snapshot' | 'delta'; readonly data?: unknown }

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    search: { type: 'string', default: '' },
    updates: { type: 'string', default: '5' },
    live: { type: 'boolean', default: false },
  },
})
const url = options.url.replace(/\/$/, '')
// The token alone: no login, no cookie, no CSRF token.
const authorization = `Bearer ${process.env['SESAME_TOKEN'] ?? ''}`

/** One call of the interface. What is not 2xx is a problem document (RFC 9457). */
async function call<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as Answer
}

const status = await call<{ readonly simulated: boolean }>('GET', '/status')
if (!status.simulated && !options.live)
  throw new Error('this terminal is on a real venue: add --live if you mean it')

// 1. Find an open market.
type Market = {
  readonly question: string
  readonly status: string
  readonly accepting_orders: boolean
  readonly min_order_size: string
  readonly seconds_delay: number
  readonly outcomes: readonly { readonly id: string; readonly name: string }[]
}
type Book = {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly tick_size: string
  readonly stale: boolean
}

const query = new URLSearchParams({ q: options.search, sort: 'volume', limit: '30' })
const found = await call<{ readonly items: readonly { readonly markets: readonly Market[] }[] }>(
  'GET',
  `/search?${query.toString()}`,
)
const market = found.items
  .flatMap(({ markets }) => markets)
  .find((one) => one.status === 'open' && one.accepting_orders && one.seconds_delay === 0)
const outcome = market?.outcomes[0]
if (market === undefined || outcome === undefined) throw new Error('nothing is open there')
console.log(`${market.question} ${outcome.name}`)

// 2. Follow its book and the own orders. A snapshot first, then changes: a size of 0 takes the level away.
/** Prices count in steps of 0.0001, as whole numbers. */
const bids = new Map<number, string>()
const asks = new Map<number, string>()
let tick = 0
let current = false
const seen = new Map<string, Order>()
let changed = Promise.withResolvers<void>()

/** '0.57' is 5700 steps. */
function stepsOf(price: string): number {
  const [whole = '', part = ''] = price.split('.')
  return Number(`${whole}${part.padEnd(4, '0')}`)
}

/** 5700 steps are '0.57'. */
function priceOf(steps: number): string {
  return `0.${String(steps).padStart(4, '0')}`.replace(/0+$/, '')
}

function apply(side: Map<number, string>, levels: readonly Level[] = []): void {
  for (const [price, size] of levels) {
    if (size === '0') side.delete(stepsOf(price))
    else side.set(stepsOf(price), size)
  }
}

/** Takes a frame; resolves the next wait. */
function receive(frame: Frame): void {
  if (frame.topic === `book:${outcome?.id}`) {
    const book = frame.data as Partial<Book>
    if (frame.type === 'snapshot') {
      bids.clear()
      asks.clear()
    }
    apply(bids, book.bids)
    apply(asks, book.asks)
    if (book.tick_size !== undefined) tick = stepsOf(book.tick_size)
    current = book.stale === undefined ? current : !book.stale
  }
  if (frame.topic === 'orders') {
    const { upsert = [] } = frame.data as { readonly upsert?: readonly Order[] }
    for (const order of Array.isArray(frame.data) ? (frame.data as readonly Order[]) : upsert)
      seen.set(order.id, order)
  }
  changed.resolve()
}

/** Waits for frames until the answer is not null. */
async function waitForAnswer<T>(what: string, answer: () => T | null): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const value = answer()
    if (value !== null) return value
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`)
    changed = Promise.withResolvers()
    const timer = setTimeout(() => changed.resolve(), 1_000)
    await changed.promise
    clearTimeout(timer)
  }
}

const best = (side: Map<number, string>, better: (...steps: number[]) => number): number | null =>
  side.size === 0 ? null : better(...side.keys())
const shownPrice = (steps: number | null): string => (steps === null ? '-' : priceOf(steps))

// Browsers cannot send a header with a WebSocket; Node can.
const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { headers: { authorization } })
socket.addEventListener('message', ({ data }) => receive(JSON.parse(String(data)) as Frame))
await new Promise((resolve, reject) => {
  socket.addEventListener('open', resolve, { once: true })
  socket.addEventListener('error', () => reject(new Error('the WebSocket was refused')), { once: true })
})
socket.send(JSON.stringify({ op: 'sub', topics: [`book:${outcome.id}`, 'orders'] }))

let shown = ''
for (let updates = 0; updates < Number(options.updates); updates += 1) {
  shown = await waitForAnswer('the book', () => {
    const line = `bid ${shownPrice(best(bids, Math.max))}  ask ${shownPrice(best(asks, Math.min))}`
    return current && line !== shown ? line : null
  }).catch(() => shown)
  console.log(shown)
}

// 3. A token never arms: that is done on the page, by somebody who watches it.
const { mode } = await call<{ readonly mode: string }>('GET', '/trading')
if (mode !== 'ARMED') throw new Error('the terminal is SAFE: arm it on its page first')

// 4. Place. The client_order_id makes it safe to ask again: the same id is answered with the first result.
const bid = best(bids, Math.max)
if (bid === null || tick === 0) throw new Error('there is no bid to stay below')
const price = Math.max(tick, bid - 5 * tick)
const order = {
  client_order_id: randomUUIDv7(),
  outcome_id: outcome.id,
  side: 'BUY',
  price: priceOf(price),
  size: market.min_order_size,
  time_in_force: 'GTC',
  post_only: true,
}
const placed = await call<{ readonly result: string; readonly reject: unknown }>(
  'POST',
  '/orders/place',
  order,
)
console.log(`placed ${order.size} at ${order.price}: ${placed.result}`, placed.reject ?? '')
if (placed.result === 'rejected') throw new Error('the order was refused')

// 5. See it rest, then cancel it.
const resting = await waitForAnswer(
  'the order',
  () =>
    [...seen.values()].find(
      (one) => one.client_order_id === order.client_order_id && one.status === 'live',
    ) ?? null,
)
const cancelled = await call<{ readonly cancelled: readonly string[] }>('POST', '/orders/cancel', {
  order_ids: [resting.id],
})
console.log(`cancelled ${cancelled.cancelled.length}`)

socket.close()
