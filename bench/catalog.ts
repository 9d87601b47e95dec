/**
 * The first full sync of 10,000 events with about 54,000 markets from the simulated venue over loopback: time until
 * searchable, peak of memory, and the longest stop of the event loop. Goal: no stop over 20 ms. `node bench/catalog.ts`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#app/process/system-clock.ts'
import { createBus } from '#engine/bus.ts'
import { createMarketModule } from '#engine/assembly/market-module.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import { startSimulator } from '#simulator/program.ts'
import { createCatalogStore } from '#store/catalog-copy.ts'
import { parseProfile } from '#venue/profile.ts'
import { createTestRandom } from '#venue/testing/host.ts'
import { createVenue } from '#venue/venue.ts'
import { percentile, watchLoop } from './measure.ts'

const EVENTS = 10_000

if (process.argv[2] === 'venue') {
  const simulator = await startSimulator({ port: 0, events: EVENTS, traderRate: 0 })
  process.send?.(simulator.profile)
} else {
  await sync()
}

async function sync(): Promise<void> {
  const simulator = fork(import.meta.filename, ['venue'])
  const [message] = (await once(simulator, 'message')) as [unknown]
  const profile = parseProfile(message)
  if (!profile.ok) throw new Error(profile.error.join(', '))
  const venue = await createVenue({
    profile: profile.value,
    secrets: { walletAddress: null, signerAddress: null, sessionKey: null, credentials: null },
    clock: systemClock,
    random: createTestRandom(),
    log: silentLog,
  })
  const directory = mkdtempSync(join(tmpdir(), 'sesame-bench-'))
  const store = createCatalogStore({ directory, log: silentLog })
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)
  for (const name of ['from the venue', 'from disk']) {
    const before = process.memoryUsage.rss()
    const watch = watchLoop()
    const start = performance.now()
    const side = createMarketModule({
      venue: venue.catalog,
      marketFeed: venue.marketFeed,
      sportsFeed: venue.sportsFeed,
      store,
      clock: systemClock,
      bus: createBus((_, error) => {
        throw error
      }),
      log: silentLog,
    })
    await side.start()
    const took = performance.now() - start
    await store.settled()
    const { stops, peak } = watch.end()
    const longest = Math.max(...stops)
    console.log(
      `${name}: ${EVENTS} events, ${countMarkets(side)} markets searchable after ${(took / 1000).toFixed(1)} s; memory ${mebibytes(before)} MiB before, ${mebibytes(peak)} MiB at the peak`,
    )
    console.log(
      `  loop stops p99 ${percentile(stops, 0.99).toFixed(1)} ms, longest ${longest.toFixed(1)} ms, goal 20 ms: ${longest <= 20 ? 'met' : 'MISSED'}`,
    )
    side.stop()
  }
  await venue.close()
  simulator.kill()
  rmSync(directory, { recursive: true })
}

function countMarkets(side: ReturnType<typeof createMarketModule>): number {
  let count = 0
  for (let offset = 0; ; offset += 200) {
    const page = side.catalog.search({
      text: '',
      tag: null,
      league: null,
      kind: null,
      status: 'all',
      sort: 'newest',
      live: null,
      closesWithin: null,
      combo: null,
      limit: 200,
      offset,
    })
    for (const { event } of page.hits) count += event.markets.length
    if (!page.more) return count
  }
}
