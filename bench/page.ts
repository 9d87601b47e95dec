/**
 * The page in a headless browser on the product against the simulator (PAGE-10): ladders, chart and orders at ten
 * changes a second, the way from a press to the request and back, from a change to its pixels, first load also on a phone, views and
 * palette, a hidden tab, memory, and the same figures of a bare page with as many rows written by hand. `npm run build`, then
 * `node bench/page.ts`; `--minutes 10` for the whole proof of memory, `--times 5` for five changes instead of each in those minutes,
 * `--ladders 8`, `--screen 1920x1200` for twelve in two rows, `--only heap,hidden` for some parts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { arm } from '#test/market.ts'
import { waitFor } from '#test/wait-for.ts'
import { browserPath } from '../scripts/find-browser.ts'
import { median, percentile } from './measure.ts'
import { watchHeap } from './page-heap.ts'
import { hidden } from './page-hidden.ts'
import { peerPage } from './page-peer.ts'
import { phone } from './page-phone.ts'
import { take, type Noted } from './page-probe.ts'
import { arrange, HEIGHT, openProfile, startStage, printFigure, widthOf } from './page-stage.ts'

const PARTS = ['sizes', 'phone', 'load', 'presses', 'views', 'steady', 'bare', 'hidden', 'heap'] as const
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    times: { type: 'string', default: '1' },
    ladders: { type: 'string', default: '12' },
    screen: { type: 'string' },
    only: { type: 'string', default: PARTS.join() },
  },
})
const wanted = new Set(values.only.split(','))
const LADDERS = Number(values.ladders)
const [WIDTH = widthOf(LADDERS), TALL = HEIGHT] = (values.screen?.split('x') ?? []).map(Number)
const WARM_UP_MS = 10_000
const LOOK_SECONDS = 20
const PRESSES = 40
/** Visible also with ladders in two rows, and not the marked one. */
const PRESSED = ['0.49', '0.48', '0.46', '0.45'] as const
/** How long a hand holds a button down. */
const HELD_MS = 80
/** The palette is opened on a desk that a trader has before him, not on one that is just being shown again. */
const SETTLE_MS = 3_000
const ROWS = 40
const CHANGED = 10
const WEB = join(import.meta.dirname, '..', 'dist', 'web', 'assets')

type Probe = { readonly bench: { await: (selector: string) => void } }
/** Processor time of the main thread, in ms a second. */
type Load = {
  readonly noted: Noted
  readonly busy: number
  readonly script: number
  readonly style: number
  readonly layout: number
}

const stage = await startStage()
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
})
try {
  await measure()
} finally {
  await browser.close()
  await stage.end()
}

async function measure(): Promise<void> {
  const { client, address } = stage
  if (wanted.has('sizes')) sizes()
  if (wanted.has('phone')) await phone(browser, stage)
  if (wanted.has('hidden')) await hidden(stage, LADDERS)
  await arrange(client, LADDERS)
  const context = await openProfile(browser, client, {
    viewport: { width: WIDTH, height: TALL },
  })
  const page = await context.newPage()
  await page.goto(address)
  const usable = await waitFor('a book', async () => (await take(page)).usable, 60_000)
  if (wanted.has('load')) printFigure('first load to a usable book, nothing cached', usable, 1_200)
  await openLadders(page)
  if (wanted.has('presses')) {
    await arm(client)
    await presses(page)
  }
  if (wanted.has('views')) await views(page)
  const cdp = await context.newCDPSession(page)
  const own = wanted.has('steady') ? await steady(page, cdp) : null
  if (wanted.has('bare')) await bare(context, own)
  await page.bringToFront()
  if (wanted.has('heap')) await watchHeap(page, cdp, Number(values.minutes), Number(values.times))
  await context.close()
}
/** Compressed bytes that the browser loads before the first ladder, and in all. */
function sizes(): void {
  const files = readdirSync(WEB).map((name) => {
    const text = readFileSync(join(WEB, name))
    return { name, size: gzipSync(text, { level: 9 }).length / 1_024 }
  })
  const page = readFileSync(join(WEB, '..', 'index.html'), 'utf8')
  const sum = (passes: (name: string) => boolean): number =>
    files.filter(({ name }) => passes(name)).reduce((total, { size }) => total + size, 0)
  const isFirst = (name: string): boolean => page.includes(name)
  printFigure(
    'script at the start, KiB gzip',
    sum((name) => name.endsWith('.js') && isFirst(name)),
    250,
  )
  printFigure(
    'script of the whole page, KiB gzip',
    sum((name) => name.endsWith('.js')),
    480,
  )
  printFigure(
    'styles, KiB gzip',
    sum((name) => name.endsWith('.css')),
    25,
  )
}

/** Bids that rest below the market, each by a press on a price in sight. */
async function presses(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'ARMED' }).waitFor()
  const noted: Noted[] = []
  for (let press = 0; press < PRESSES; press += 1) {
    const price = PRESSED[press % PRESSED.length] ?? ''
    await page
      .locator('.ladder[data-selected]')
      .getByRole('gridcell', { name: new RegExp(`^Buy at ${price.replace('.', '\\.')}\\b`) })
      .click({ delay: HELD_MS })
    await pause(300)
    noted.push(await take(page))
  }
  const sent = noted.flatMap((one) => one.sent)
  const shown = noted.flatMap((one) => one.shown)
  console.log(`presses: ${PRESSES}, of which ${sent.length} sent and ${shown.length} shown`)
  printFigure('release to the request, p95 ms', percentile(sent, 0.95), 16)
  printFigure('release to the order shown as sending, p95 ms', percentile(shown, 0.95), 32)
  const answered = noted.flatMap((one) => one.answered)
  printFigure('answer to the order shown as accepted, p95 ms', percentile(answered, 0.95), 50)
  // Letters and arrows are interactions like presses.
  await page.getByRole('grid').first().focus()
  for (let step = 0; step < PRESSES; step += 1) {
    await page.keyboard.press(step % 20 < 10 ? 'ArrowDown' : 'ArrowUp')
    await pause(100)
  }
  noted.push(await take(page))
  const interactions = noted.flatMap((one) => one.interactions)
  console.log(`${interactions.length} interactions that took 16 ms or more`)
  printFigure('interaction to next paint, p75 ms', percentile(interactions, 0.75), 100)
  printFigure('interaction to next paint, p98 ms', percentile(interactions, 0.98), 200)
}

/** Each once to warm up, then five times, from a settled workspace. */
async function views(page: Page): Promise<void> {
  const opened = async (what: string, selector: string, act: () => Promise<void>): Promise<number | null> => {
    await page.evaluate((wanted) => (globalThis as unknown as Probe).bench.await(wanted), selector)
    await act()
    return waitFor(what, async () => (await take(page)).opened[0] ?? null, 10_000)
  }
  const found: Record<'view' | 'palette' | 'desk', number[]> = { view: [], palette: [], desk: [] }
  for (let round = 0; round < 6; round += 1) {
    await pause(SETTLE_MS)
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
  printFigure('palette open over a settled desk, warm, median ms', median(found.palette), 50)
  printFigure('portfolio open, warm, median ms', median(found.view), 100)
}

/** All ladders side by side, and the page warm. */
async function openLadders(page: Page): Promise<void> {
  for (let at = 0; at < LADDERS; at += 1) {
    await page.locator('button[aria-label^="Ladder of Yes"]').nth(at).dispatchEvent('click')
  }
  await pause(WARM_UP_MS)
  const ladders = await page.getByRole('grid').count()
  const rows = await page.locator('.ladder-row').count()
  console.log(
    `${ladders} ladders with ${rows} rows, the event, the chart and the orders, 10 changes a second`,
  )
}

async function steady(page: Page, cdp: CDPSession): Promise<Load> {
  const own = await look(page, cdp)
  report(own)
  const { painted } = own.noted
  console.log(
    `  of ${painted.length} changes of the marked level, from the socket to the end of their frame:`,
  )
  printFigure('  change to pixels, p95 ms', percentile(painted, 0.95), 50)
  printFigure('  change to pixels, median ms', median(painted), 50)
  return own
}

async function bare(context: BrowserContext, own: Load | null): Promise<void> {
  const peer = await context.newPage()
  // Not by `setContent`, which takes the probe's listeners away.
  await peer.goto(`data:text/html,${encodeURIComponent(peerPage(LADDERS, ROWS, CHANGED))}`)
  await pause(3_000)
  const load = await look(peer, await context.newCDPSession(peer))
  const pressed: Noted[] = []
  for (let press = 0; press < PRESSES; press += 1) {
    await peer.locator('.row').nth(press).click({ delay: HELD_MS })
    await pause(300)
    pressed.push(await take(peer))
  }
  await peer.close()
  console.log(`a bare page with ${LADDERS * ROWS} rows written by hand`)
  report(load)
  for (const [what, key] of [
    ['  release to the request, p95 ms', 'sent'],
    ['  release to a text written at once, p95 ms', 'shown'],
  ] as const) {
    const figures = pressed.flatMap((one) => one[key])
    printFigure(what, percentile(figures, 0.95), key === 'sent' ? 16 : 32)
  }
  if (own !== null) console.log(`main thread: ${(own.busy / load.busy).toFixed(1)} times the bare page`)
}

async function look(page: Page, cdp: CDPSession): Promise<Load> {
  // Processor time, not wall time: other programs on the machine do not count.
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
  printFigure(
    '  frames a second',
    (frames.length * 1_000) / frames.reduce((sum, ms) => sum + ms, 0),
    58,
    true,
  )
  printFigure('  frame, p95 ms', percentile(frames, 0.95), 17)
  printFigure('  longest frame, ms', Math.max(...frames), 50)
  printFigure('  longest task above 50 ms', Math.max(0, ...longTasks), 50)
  printFigure('  main thread, ms a second', busy, 600)
  console.log(
    `    of which script ${script.toFixed(0)}, style ${style.toFixed(0)}, layout ${layout.toFixed(0)}, the rest painting`,
  )
}
