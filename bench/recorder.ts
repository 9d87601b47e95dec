/**
 * The recorder at venue size: 10,000 outcomes with some 6,000 frames a second over all connections, without the recorder
 * and with it. What it costs of a core, the longest stop of the loop, and what the disk keeps of the frames' JSON. 40 seconds;
 * `--quick` takes half of that. `node bench/recorder.ts`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createRedactor } from '#app/process/redactor.ts'
import { systemClock } from '#app/process/system-clock.ts'
import { systemRandom } from '#app/process/system-random.ts'
import { parseOutcomeId } from '#core/ids.ts'
import { createBus } from '#engine/bus.ts'
import { createBooks } from '#engine/markets/books.ts'
import { createRecorder } from '#engine/recording/recorder.ts'
import { sampleHolding, sampleHoldings } from '#engine/testing/holdings.ts'
import { outcomeId, silentLog } from '#engine/testing/market-fakes.ts'
import { err } from '#lib/result.ts'
import { hostDisk } from '#store/recording/segment-file.ts'
import { createRecordingWriter } from '#store/recording/writer.ts'
import { testMarket } from '#test/simulator/venue.ts'
import { createMarketFeed } from '#venue/feeds/market.ts'
import { isQuick, watchLoop } from './measure.ts'
import { NO_CATALOG } from './no-catalog.ts'

const MARKETS = 5_000
const WARM_UP_MS = 3_000
const SPAN_MS = isQuick ? 4_000 : 10_000
/** Keys, passwords and tokens of a terminal. */
const SECRETS = 6

const directory = mkdtempSync(join(tmpdir(), 'sesame-bench-recorder-'))
const venue = fork(join(import.meta.dirname, 'venue-size.ts'), ['venue'])
const [port] = (await once(venue, 'message')) as [number]
const bus = createBus((_, error) => {
  throw error
})
const redactor = createRedactor()
for (let index = 0; index < SECRETS; index += 1) redactor.add(systemRandom.bytes(32))
const store = createRecordingWriter({
  directory,
  clock: systemClock,
  log: silentLog,
  redact: (text) => redactor.redact(text),
  disk: hostDisk,
  limits: { mostBytes: 2e9, mostAgeMs: 1e12, leaveFree: 0, mostWaiting: 32e6 },
})
const recorder = createRecorder({
  store,
  mode: 'on',
  version: 'bench',
  paper: false,
  clock: systemClock,
  bus,
})
const received = { frames: 0, bytes: 0 }
const feed = createMarketFeed({
  url: new URL(`ws://127.0.0.1:${port}/ws/market`),
  clock: systemClock,
  random: systemRandom,
  log: silentLog,
  tap: {
    ...recorder.tap,
    frame(channel, connection, bytes) {
      received.frames += 1
      received.bytes += bytes.length
      recorder.tap.frame(channel, connection, bytes)
    },
  },
})
const books = createBooks({
  feed,
  venue: { book: async () => err({ kind: 'unavailable', detail: 'no REST book here', retryAfterMs: null }) },
  catalog: NO_CATALOG,
  clock: systemClock,
  bus,
  log: silentLog,
})
for (const token of Array.from({ length: MARKETS }, (_, at) => testMarket(100 + at).tokens).flat()) {
  const followed = parseOutcomeId(`pm:${token}`)
  if (followed === null) throw new Error('no outcome id')
  books.hold(followed)
}
books.start()
while (feed.status().subscriptions < 2 * MARKETS || feed.status().state !== 'live') await pause(50)
venue.send('go')
await pause(WARM_UP_MS)

// As many positions as a busy account has, each of which the books move.
const account = {
  ...sampleHoldings(1_000),
  held: Array.from({ length: 100 }, (_, n) => sampleHolding(outcomeId(n), 5)),
}
bus.subscribe('book', () => bus.publish('position', { outcomeId: null }))
await measure('off')
recorder.start({
  books,
  catalog: NO_CATALOG,
  games: { game: () => null },
  exits: { list: () => [], get: () => null },
  account: () => account,
  ifWins: { version: () => '', events: () => [] },
  trading: () => ({ mode: 'SAFE' }) as never,
})
await measure('on, while a segment begins')
await measure('on')
await recorder.stop()
venue.kill()
books.stop()
rmSync(directory, { recursive: true })

async function measure(name: string): Promise<void> {
  const begin = { cpu: process.cpuUsage(), at: performance.now(), disk: store.state().bytes, ...received }
  const loop = watchLoop()
  await pause(SPAN_MS)
  const { user, system } = process.cpuUsage(begin.cpu)
  const seconds = (performance.now() - begin.at) / 1_000
  const { stops } = loop.end()
  const kept = (store.state().bytes - begin.disk) / (received.bytes - begin.bytes)
  console.log(
    `${name}: ${((user + system) / 1e4 / seconds).toFixed(1)} % of a core at ` +
      `${((received.frames - begin.frames) / seconds).toFixed(0)} frames a second, longest stop ` +
      `${stops.reduce((most, stop) => Math.max(most, stop), 0).toFixed(1)} ms, on disk ${(kept * 100).toFixed(1)} % of the JSON`,
  )
}
