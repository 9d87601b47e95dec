/**
 * Books at venue size: 10,000 outcomes followed over real connections of 500 each while the simulated venue sends 2,000
 * frames a second. Goals: under half a core, and memory that does not grow. One minute; `--minutes 10` for the whole
 * proof. `node bench/venue-size.ts`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { systemClock } from '#app/process/system-clock.ts'
import { systemRandom } from '#app/process/system-random.ts'
import { parseOutcomeId } from '#core/ids.ts'
import { createBooks } from '#engine/markets/books.ts'
import { createBus } from '#engine/bus.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import { err } from '#lib/result.ts'
import { createHostClock } from '#simulator/clock.ts'
import { buildVenue, SHARE, testMarket } from '#test/simulator/venue.ts'
import { createMarketFeed } from '#venue/feeds/market.ts'
import { NO_CATALOG } from './no-catalog.ts'

const MARKETS = 5_000
const FRAMES_PER_SECOND = 2_000
/** How long an order rests before its cancel makes the next frame: the world stays as large as it is. */
const RESTING = 4_000
const WARM_UP_MS = 15_000

if (process.argv[2] === 'venue') await beVenue()
else await follow()

/** Sends `FRAMES_PER_SECOND` frames a second: orders that come, and after a while are cancelled. */
async function beVenue(): Promise<void> {
  const venue = buildVenue({ clock: createHostClock() })
  for (let index = 0; index < MARKETS; index += 1) venue.exchange.list(testMarket(100 + index))
  venue.exchange.deposit('bench', 1_000_000_000n * SHARE)
  const port = await venue.listen('ws_market', 0)
  process.send?.(port)
  await once(process, 'message')
  const id = (number: number): string => `0x${number.toString(16).padStart(64, 'b')}`
  const started = performance.now()
  for (let done = 0, placed = 0, cancelled = 0; ; await pause(1)) {
    const due = Math.floor(((performance.now() - started) / 1_000) * FRAMES_PER_SECOND)
    for (; done < due; done += 1) {
      if (placed - cancelled >= RESTING) {
        venue.exchange.cancel([id(cancelled)], { owner: 'bench' })
        cancelled += 1
        continue
      }
      const [token] = testMarket(100 + (placed % MARKETS)).tokens
      venue.exchange.place({
        id: id(placed),
        wallet: 'bench',
        owner: 'bench',
        token,
        side: 'BUY',
        price: 100 * (1 + (Math.floor(placed / MARKETS) % 40)),
        size: 10n * SHARE,
        type: 'GTC',
        postOnly: false,
        expiresAt: null,
        budget: null,
        signed: null,
      })
      placed += 1
    }
  }
}

async function follow(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } })
  const venue = fork(import.meta.filename, ['venue'])
  const [port] = (await once(venue, 'message')) as [number]
  const bus = createBus((_, error) => {
    throw error
  })
  let changes = 0
  bus.subscribe('book', () => {
    changes += 1
  })
  const feed = createMarketFeed({
    url: new URL(`ws://127.0.0.1:${port}/ws/market`),
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
  })
  const books = createBooks({
    feed,
    venue: {
      book: async () => err({ kind: 'unavailable', detail: 'no REST book here', retryAfterMs: null }),
    },
    catalog: NO_CATALOG,
    clock: systemClock,
    bus,
    log: silentLog,
  })
  for (const token of Array.from({ length: MARKETS }, (_, at) => testMarket(100 + at).tokens).flat()) {
    const outcomeId = parseOutcomeId(`pm:${token}`)
    if (outcomeId === null) throw new Error('no outcome id')
    books.hold(outcomeId)
  }
  books.start()
  while (feed.status().subscriptions < 2 * MARKETS || feed.status().state !== 'live') await pause(50)
  venue.send('go')
  await pause(WARM_UP_MS)

  const collect = garbageCollector()
  const heap = (): number => {
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  const begin = { cpu: process.cpuUsage(), at: performance.now(), changes, heap: heap() }
  const { connections, subscriptions } = feed.status()
  console.log(`${subscriptions} outcomes over ${connections} connections, heap ${begin.heap.toFixed(1)} MiB`)
  let last = begin.heap
  for (let minute = 1; minute <= Number(values.minutes); minute += 1) {
    await pause(60_000)
    const cpu = process.cpuUsage(begin.cpu)
    const seconds = (performance.now() - begin.at) / 1_000
    last = heap()
    console.log(
      `minute ${minute}: ${((changes - begin.changes) / seconds).toFixed(0)} changes of books a second, ` +
        `${((cpu.user + cpu.system) / 1e4 / seconds).toFixed(1)} % of a core, heap ${last.toFixed(1)} MiB, ` +
        `${feed.status().reconnects} reconnects, ${feed.status().unreadable} unreadable`,
    )
  }
  const share = (process.cpuUsage(begin.cpu).user + process.cpuUsage(begin.cpu).system) / 1e6
  const busy = share / ((performance.now() - begin.at) / 1_000)
  const isFlat = last - begin.heap < 2
  console.log(
    `goal half a core: ${busy < 0.5 ? 'met' : 'MISSED'}; goal flat memory: ${isFlat ? 'met' : 'MISSED'}`,
  )
  venue.kill()
  books.stop()
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
