/**
 * The page in a headless browser on the product against the simulator (design/ui.md section 10): ladders, chart and
 * orders at ten changes a second, the way from a press to the request, first load, views and palette, memory, and the
 * same figures of a bare page with as many rows written by hand. `npm run build`, then
 * `node bench/page.ts`; `--minutes 10` for the whole proof of memory, `--ladders 12`.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { SimulatorProfile } from '#simulator/types.ts'
import { logIn } from '#test/client.ts'
import type { Client } from '#test/client.ts'
import { isReady, PASSWORD, terminalEnvironment } from '#test/harness.ts'
import { arm } from '#test/market.ts'
import { runSesame, waitForOutput } from '#test/program.ts'
import { waitFor } from '#test/wait-for.ts'
import { writeContent } from '#web/features/workspace/layout-document.ts'
import { column, group, row } from '#web/features/workspace/tree.ts'
import type { Layout } from '#web/features/workspace/tree.ts'
import { browserPath } from '../scripts/find-browser.ts'
import { median, percentile } from './measure.ts'
import { peerPage, PROBE } from './page-probe.ts'
import type { Noted } from './page-probe.ts'
import { EVENT } from './page-venue.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, ladders: { type: 'string', default: '12' } },
})
const LADDERS = Number(values.ladders)
const MINUTES = Number(values.minutes)
const WARM_UP_MS = 10_000
const LOOK_SECONDS = 20
const PRESSES = 40
const ROWS = 40
const CHANGED = 10
/** In pixels: the column beside the ladders, and one ladder with its gap. */
const WIDTH = { rest: 400, ladder: 274 }
/** Room for rows of 40 prices. */
const HEIGHT = 1_120
const WEB = join(import.meta.dirname, '..', 'dist', 'web', 'assets')

type Probe = { readonly bench: { take: () => Noted; await: (selector: string) => void } }
/** Of the main thread's processor time, in ms a second. */
type Load = {
  readonly noted: Noted
  readonly busy: number
  readonly script: number
  readonly style: number
  readonly layout: number
}

const directory = mkdtempSync(join(tmpdir(), 'sesame-bench-'))
const venue = fork(join(import.meta.dirname, 'page-venue.ts'))
const [told] = (await once(venue, 'message')) as [
  { readonly profile: SimulatorProfile; readonly wallet: string; readonly key: string },
]
const profilePath = join(directory, 'profile.json')
writeFileSync(profilePath, JSON.stringify(told.profile))
const program = runSesame(['start'], {
  cwd: directory,
  env: terminalEnvironment(
    {
      profilePath,
      account: { control_url: '', deposit_wallet: told.wallet, session_key: told.key },
      control: async () => null,
      stop: async () => {},
    },
    join(directory, 'data'),
  ),
})
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
})
try {
  await measure()
} finally {
  await browser.close()
  program.kill('SIGTERM')
  await program.ended
  venue.kill()
  rmSync(directory, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  sizes()
  const url = await waitForOutput(program, /Sesame is at (http\S+)/, 120_000)
  await waitFor('the terminal', () => isReady(url), 60_000)
  const client = await logIn(url, PASSWORD)
  await waitFor(
    'the event',
    async () => (await client.call('readEventBySlug', { params: { slug: EVENT } })).status === 200,
    60_000,
  )
  await arrange(client)
  const context = await openContext(client)
  const first = await context.newPage()
  await first.goto(`${url}/event/${EVENT}`)
  const usable = await waitFor('a book', async () => (await take(first)).usable, 60_000)
  tell('first load to a usable book, nothing cached', usable, 1_200)
  await arm(client)
  await presses(first)
  await views(first)
  await steady(first, context)
  await context.close()
}

/** What the browser loads before the first ladder, and what it may load at all, compressed. */
function sizes(): void {
  const files = readdirSync(WEB).map((name) => {
    const text = readFileSync(join(WEB, name))
    return { name, size: gzipSync(text, { level: 9 }).length / 1_024 }
  })
  const page = readFileSync(join(WEB, '..', 'index.html'), 'utf8')
  const sum = (passes: (name: string) => boolean): number =>
    files.filter(({ name }) => passes(name)).reduce((total, { size }) => total + size, 0)
  const isFirst = (name: string): boolean => page.includes(name)
  tell(
    'script at the start, KiB gzip',
    sum((name) => name.endsWith('.js') && isFirst(name)),
    250,
  )
  tell(
    'script of the whole page, KiB gzip',
    sum((name) => name.endsWith('.js')),
    480,
  )
  tell(
    'styles, KiB gzip',
    sum((name) => name.endsWith('.css')),
    25,
  )
}

async function openContext({ url, session }: Client): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: WIDTH.rest + LADDERS * WIDTH.ladder, height: HEIGHT },
  })
  const [name = '', value = ''] = session.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  await context.addInitScript({ content: PROBE })
  return context
}

/** Keeps a workspace of the ladders with the event, its chart and the open orders, whatever the screen. */
async function arrange(client: Client): Promise<void> {
  const layout: Layout = {
    root: row(1, [
      column(WIDTH.rest, [group(40, ['event']), group(30, ['chart']), group(30, ['orders'])]),
      group(LADDERS * WIDTH.ladder, ['ladders']),
    ]),
    floating: [],
    windows: [],
    panels: Object.fromEntries(
      ['event', 'chart', 'orders', 'ladders'].map((kind) => [
        kind,
        { kind, link: 'A' as const, pinned: null },
      ]),
    ),
  }
  const content = writeContent({ layout, base: 'ladder-desk' })
  for (const screen of ['desktop', 'wide'] as const) {
    const params = { screen_class: screen }
    const { version } = await client.ok('readLayout', { params })
    await client.ok('writeLayout', {
      params,
      body: { version, workspaces: [{ id: 'bench', name: 'bench', content }], active: 'bench' },
    })
  }
}

function take(page: Page): Promise<Noted> {
  return page.evaluate(() => (globalThis as unknown as Probe).bench.take())
}

/** Bids that rest far below the market, each by a press on the ladder. */
async function presses(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'ARMED' }).waitFor()
  const noted: Noted[] = []
  for (let press = 0; press < PRESSES; press += 1) {
    const price = 4_500 - (press % 8) * 100
    await page
      .locator(`.ladder[data-selected] .ladder-row[data-price="${price}"] [data-column="bid"]`)
      .click()
    await pause(300)
    noted.push(await take(page))
  }
  const sent = noted.flatMap((one) => one.sent)
  const shown = noted.flatMap((one) => one.shown)
  console.log(`presses: ${PRESSES}, of which ${sent.length} sent and ${shown.length} shown`)
  tell('release to the request, p95 ms', percentile(sent, 0.95), 16)
  tell('release to the order shown as sending, p95 ms', percentile(shown, 0.95), 32)
}

/** Each once to warm, then five times. */
async function views(page: Page): Promise<void> {
  const opened = async (what: string, selector: string, act: () => Promise<void>): Promise<number | null> => {
    await page.evaluate((wanted) => (globalThis as unknown as Probe).bench.await(wanted), selector)
    await act()
    return waitFor(what, async () => (await take(page)).opened[0] ?? null, 10_000)
  }
  const found: Record<'view' | 'palette' | 'desk', number[]> = { view: [], palette: [], desk: [] }
  for (let round = 0; round < 6; round += 1) {
    const palette = await opened('the palette', '.palette', () => page.keyboard.press('Control+k'))
    await page.keyboard.press('Escape')
    const view = await opened('the portfolio', '.tile', () =>
      page.getByRole('link', { name: 'Portfolio' }).first().click(),
    )
    const desk = await opened('the desk', '.ladder-row[data-place="best_bid"]', () =>
      page.goBack().then(() => undefined),
    )
    if (round === 0) continue
    found.palette.push(palette ?? Number.NaN)
    found.view.push(view ?? Number.NaN)
    found.desk.push(desk ?? Number.NaN)
  }
  tell('palette open, warm, median ms', median(found.palette), 50)
  tell('portfolio open, warm, median ms', median(found.view), 100)
}

async function steady(page: Page, context: BrowserContext): Promise<void> {
  for (let at = 0; at < LADDERS; at += 1) {
    await page.locator('button[aria-label^="Ladder of Yes"]').nth(at).dispatchEvent('click')
  }
  await pause(WARM_UP_MS)
  const ladders = await page.locator('section.ladder').count()
  const rows = await page.locator('.ladder-row').count()
  const cdp = await context.newCDPSession(page)
  const own = await look(page, cdp)
  console.log(
    `${ladders} ladders with ${rows} rows, the event, the chart and the orders, 10 changes a second`,
  )
  report(own)
  const peer = await context.newPage()
  await peer.setContent(peerPage(ladders, ROWS, CHANGED))
  await pause(3_000)
  const bare = await look(peer, await context.newCDPSession(peer))
  await peer.close()
  console.log(`a bare page with ${ladders * ROWS} rows written by hand`)
  report(bare)
  console.log(`main thread: ${(own.busy / bare.busy).toFixed(1)} times the bare page`)
  await page.bringToFront()
  const heap = [await heapOf(cdp)]
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await pause(60_000)
    heap.push(await heapOf(cdp))
    console.log(`minute ${minute}: heap ${heap.at(-1)?.toFixed(1)} MiB`)
  }
  const growth = (heap.at(-1) ?? 0) - (heap[Math.min(1, heap.length - 1)] ?? 0)
  tell('growth of the heap after the first minute, MiB', growth, 1)
}

async function look(page: Page, cdp: CDPSession): Promise<Load> {
  // Of the processor, not of the wall: what else runs on the machine is left out of it.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  await page.bringToFront()
  await take(page)
  const before = await read()
  await pause(LOOK_SECONDS * 1_000)
  const after = await read()
  const each = (name: string): number =>
    (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000) / LOOK_SECONDS
  return {
    noted: await take(page),
    busy: each('TaskDuration'),
    script: each('ScriptDuration'),
    style: each('RecalcStyleDuration'),
    layout: each('LayoutDuration'),
  }
}

function report({ noted, busy, script, style, layout }: Load): void {
  const { frames, longTasks } = noted
  tell('  frames a second', (frames.length * 1_000) / frames.reduce((sum, ms) => sum + ms, 0), 58, true)
  tell('  frame, p95 ms', percentile(frames, 0.95), 17)
  tell('  longest frame, ms', Math.max(...frames), 50)
  tell('  longest task above 50 ms', Math.max(0, ...longTasks), 50)
  tell('  main thread, ms a second', busy, 600)
  console.log(
    `    of which script ${script.toFixed(0)}, style ${style.toFixed(0)}, layout ${layout.toFixed(0)}, the rest painting`,
  )
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

function tell(what: string, value: number, goal: number, isFloor = false): void {
  const isMet = isFloor ? value >= goal : value <= goal
  console.log(`${what.padEnd(52)} ${value.toFixed(1).padStart(8)}  goal ${goal}: ${isMet ? 'met' : 'MISSED'}`)
}
