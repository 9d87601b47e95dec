/**
 * Catalogs that lie, one after another: endless pages, texts of megabytes, rows nested a million deep. How much memory the
 * market module takes, how long the loop stops, and what its health says. `node bench/lying-catalog.ts`, with
 * `--max-old-space-size=1024` for what a machine of 2 GB gives.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { systemClock } from '#app/process/system-clock.ts'
import { createBus } from '#engine/bus.ts'
import { createMarketModule } from '#engine/assembly/market-module.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import { createCatalogStore } from '#store/catalog-copy.ts'
import { createTestVenue } from '#venue/testing/venue.ts'
import { percentile, watchLoop } from './measure.ts'

const ROUND_MS = 60_000
const LIES = ['descriptions', 'events', 'words', 'brackets', 'lists', 'tags'] as const
type Lie = (typeof LIES)[number]

let made = 0
const number = (): string => {
  made += 1
  return String(made)
}

function marketRow(question: string): object {
  return {
    conditionId: `0x${number().padStart(64, '0')}`,
    question,
    slug: question,
    clobTokenIds: JSON.stringify([number(), number()]),
    outcomes: '["Yes","No"]',
    orderPriceMinTickSize: 0.01,
    orderMinSize: 5,
    acceptingOrders: true,
  }
}

function eventRow(markets: number, word: () => string, description = ''): object {
  return {
    id: number(),
    slug: word(),
    title: word(),
    description,
    markets: Array.from({ length: markets }, () => marketRow(word())),
  }
}

function pageOf(lie: Lie, path: string): string {
  const cursor = `,"next_cursor":"${number()}"}`
  if (path === '/tags' && lie === 'tags') {
    const label = 'x'.repeat(3_000_000)
    return JSON.stringify(Array.from({ length: 10 }, () => ({ id: number(), label, slug: number() })))
  }
  if (path !== '/events/keyset') return '[]'
  const rows = (count: number, one: () => object): string =>
    `{"events":${JSON.stringify(Array.from({ length: count }, one))}${cursor}`
  switch (lie) {
    case 'descriptions':
      return rows(5, () => eventRow(1, () => 'word', 'x'.repeat(3_500_000)))
    case 'events':
      return rows(100, () => eventRow(20, () => 'a word or two'))
    case 'words':
      return rows(100, () => eventRow(20, () => Array.from({ length: 30 }, () => `w${number()}`).join(' ')))
    case 'brackets':
      return `{"events":[${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}]${cursor}`
    case 'lists':
      return `{"events":[${Array.from({ length: 15 }, () => `{"id":1,"tags":[${'[],'.repeat(1_300_000)}0]}`).join()}]${cursor}`
    case 'tags':
      return `{"events":${JSON.stringify([eventRow(1, () => 'word')])}}`
    default:
      return lie satisfies never
  }
}

async function suffer(lie: Lie): Promise<void> {
  const liar = fork(import.meta.filename, ['liar', lie], { execArgv: [] })
  const [origin] = (await once(liar, 'message')) as [string]
  const directory = mkdtempSync(join(tmpdir(), 'sesame-bench-'))
  const venue = await createTestVenue(origin, { secrets: { sessionKey: null, credentials: null } })
  const store = createCatalogStore({ directory, log: silentLog })
  const watch = watchLoop()
  const side = createMarketModule({
    venue: venue.catalog,
    marketFeed: venue.marketFeed,
    sportsFeed: venue.sportsFeed,
    store,
    clock: systemClock,
    bus: createBus(() => {}),
    log: silentLog,
  })
  void side.start()
  await new Promise((resolve) => setTimeout(resolve, ROUND_MS))
  const { stops, peak } = watch.end()
  const { state, detail, subscriptions } = side.catalog.health()
  side.stop()
  await store.settled()
  const kept = statSync(join(directory, 'catalog.ndjson'), { throwIfNoEntry: false })?.size ?? 0
  console.log(
    `${lie}: ${state}, ${detail ?? 'no fault'}; ${subscriptions} events, ${side.catalog.tags().length} tags; peak ${(peak / 2 ** 20).toFixed(0)} MiB, stops p99 ${percentile(stops, 0.99).toFixed(1)} ms, longest ${Math.max(...stops).toFixed(0)} ms; file ${(kept / 2 ** 20).toFixed(1)} MiB`,
  )
  await venue.close()
  liar.kill()
  rmSync(directory, { recursive: true })
}

const [, , role, name] = process.argv
if (role === 'liar') {
  const lie = LIES.find((one) => one === name) ?? 'events'
  const server = createServer((request, response) => {
    const body = gzipSync(pageOf(lie, new URL(request.url ?? '', 'http://x').pathname), { level: 1 })
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
} else {
  for (const lie of role === undefined ? LIES : LIES.filter((one) => one === role)) await suffer(lie)
}
