/**
 * The longest stop of the event loop by one market frame of up to 16 MiB, honest and hostile, over a real connection of
 * 500 followed books. Goal: no stop over 50 ms. `node bench/long-frames.ts`
 */
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#app/process/system-clock.ts'
import { systemRandom } from '#app/process/system-random.ts'
import { parseOutcomeId } from '#core/ids.ts'
import { createBooks } from '#engine/markets/books.ts'
import { createBus } from '#engine/bus.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import { err } from '#lib/result.ts'
import { createMarketFeed } from '#venue/feeds/market.ts'
import { startSocketServer } from '#venue/testing/socket-server.ts'
import { median, watchLoop } from './measure.ts'
import { NO_CATALOG } from './no-catalog.ts'

const MIB = 2 ** 20
const LONGEST = 16 * MIB
const ROUNDS = 7
const OUTCOMES = 500

const token = (index: number): string => String(10n ** 76n + BigInt(index))
const level = (steps: number): object => ({ price: (steps / 10_000).toFixed(4), size: '1234.56' })
const levels = (count: number, from: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => level(from + (at % 9_000)))
const element = (index: number, bids: readonly object[], asks: readonly object[] = []): object => ({
  event_type: 'book',
  market: `0x${'ab'.repeat(32)}`,
  asset_id: token(index),
  timestamp: '1790000000000',
  hash: 'ab'.repeat(20),
  bids,
  asks,
})
const repeated = (one: string, bytes: number): string =>
  `[${Array.from({ length: Math.floor(bytes / (one.length + 1)) }, () => one).join(',')}]`

const frames: Readonly<Record<string, string>> = {
  'a dump of 500 books of 350 levels a side': JSON.stringify(
    Array.from({ length: OUTCOMES }, (_, at) => element(at, levels(350, 1), levels(350, 500).toReversed())),
  ),
  'the largest book, 19 times': repeated(
    JSON.stringify(element(0, levels(9_000, 1), levels(9_000, 1).toReversed())),
    LONGEST,
  ),
  'one book of 16 MiB': JSON.stringify([element(0, levels(400_000, 1))]),
  'one book of 16 MiB, not in a list': JSON.stringify(element(0, levels(400_000, 1))),
  'brackets alone': '['.repeat(LONGEST - 1),
  'empty books': repeated(JSON.stringify(element(1, [])), LONGEST),
  'unknown kinds': repeated('{"event_type":"x"}', LONGEST),
}

const server = await startSocketServer()
const bus = createBus((_, error) => {
  throw error
})
const feed = createMarketFeed({
  url: new URL(server.origin.replace('http', 'ws')),
  clock: systemClock,
  random: systemRandom,
  log: silentLog,
})
const books = createBooks({
  feed,
  venue: {
    book: () => Promise.resolve(err({ kind: 'unavailable', detail: 'not asked', retryAfterMs: null })),
  },
  catalog: NO_CATALOG,
  clock: systemClock,
  bus,
  log: silentLog,
})
for (let index = 0; index < OUTCOMES; index += 1) {
  const id = parseOutcomeId(`pm:${token(index)}`)
  if (id !== null) books.hold(id)
}
books.start()
while (server.sockets.length === 0) await pause(1)

for (const [name, frame] of Object.entries(frames)) {
  const longest: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const read = feed.status().lastMessageAt
    server.sockets[0]?.send(frame)
    await pause(20)
    const watch = watchLoop()
    while (feed.status().lastMessageAt === read) await pause(1)
    longest.push(Math.max(...watch.end().stops))
  }
  console.log(
    `${name.padEnd(42)} ${(frame.length / MIB).toFixed(1)} MiB, longest stop of ${ROUNDS} rounds: median ${median(longest).toFixed(1)} ms, worst ${Math.max(...longest).toFixed(1)} ms`,
  )
}
books.stop()
await server.close()
