/** A trading fixture: a venue that only the test moves, a terminal on it, and the armed page at a ladder. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { formatPrice, parseTickSize, priceFromSteps } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import { writeContent } from '#web/layouts/layout-document.ts'
import { PRESETS } from '#web/layouts/presets.ts'
import { closePanel } from '#web/layouts/tree.ts'
import { startTerminal } from '../harness.ts'
import type { TestTerminal } from '../harness.ts'
import type { Tradable } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import type { QuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'
import { logInByPage, openPage, PATIENCE_MS, startBrowser } from './browser.ts'
import type { OpenPage, Size, Theme } from './browser.ts'
import { openOutcome } from './ladder.ts'

/** The inside market of the quiet book, in steps of 0.0001. */
const BEST = { bid: 4_400, ask: 4_420 }
const LEVELS = 4
const SHARES = 100

export type TradingFixture = {
  readonly venue: QuietVenue
  readonly terminal: TestTerminal
  readonly tradable: Tradable
  readonly tick: TickSize
}

export type LadderFixture = TradingFixture & { readonly open: OpenPage; readonly page: Page }

/**
 * A terminal on a venue whose first market has four levels of 100 shares on each side, two ticks apart. A whole world has more than
 * the event of that market, and takes longer to start.
 */
export async function startTradingFixture(
  context: TestContext,
  seed = 'browser',
  world: 'small' | 'whole' = 'whole',
  start = startTerminal,
): Promise<TradingFixture> {
  const venue = await startQuietVenue(context, { seed, ...(world === 'small' ? { isSmall: true } : {}) })
  await settleSoon(venue)
  const { tick: step } = venue.market
  for (let level = 0; level < LEVELS; level += 1) {
    await venue.placeForeign('BUY', BEST.bid - level * step, SHARES)
    await venue.placeForeign('SELL', BEST.ask + level * step, SHARES)
  }
  const terminal = await start(context, { simulator: venue })
  const client = terminal.client()
  const params = { market_id: `pm:${venue.market.conditionId}` }
  await waitFor(
    'the market in the catalog',
    async () => (await client.call('readMarket', { params })).status === 200,
    PATIENCE_MS,
  )
  const market = await client.ok('readMarket', { params })
  const event = await client.ok('readEvent', { params: { event_id: market.event_id } })
  const outcomeId = `pm:${venue.market.tokens[0]}`
  await waitFor(
    'the book',
    async () => {
      const book = await client.ok('readBook', { params: { outcome_id: outcomeId } })
      return !book.stale && book.bids.length === LEVELS && book.asks.length === LEVELS
    },
    PATIENCE_MS,
  )
  // A position comes with lines of its own: a page that gets them later moves its rows under a press.
  await waitFor('the positions', async () => (await client.call('listPositions')).status === 200, PATIENCE_MS)
  const tick = parseTickSize(market.tick_size)
  assert.ok(tick !== null)
  return { venue, terminal, tradable: { event, market, outcomeId }, tick }
}

/** Lets the venue mine each trade at once and its reads be of now: what settles late is shown by test/integration. */
async function settleSoon(venue: QuietVenue): Promise<void> {
  await venue.control('/faults', { name: 'trade.stays_matched', args: { ms: 0 } })
  await venue.control('/faults', { name: 'data.lag', args: { ms: 0 } })
  await venue.control('/faults', { name: 'data.cache', args: { ms: 0 } })
}

/**
 * Closes the chart of the first workspace on a desktop: this browser copies its drawings with every frame, a sixth of the processor.
 * The chart beside orders and fills is shown by markets.test.ts and others.
 */
export async function closeChart({ terminal }: TradingFixture): Promise<void> {
  const [{ id, name, layout }] = PRESETS
  const content = writeContent(closePanel(layout({ width: 1_430, height: 808 }), 'chart'))
  const params = { screen_class: 'desktop' } as const
  const { version } = await terminal.client().ok('readLayout', { params })
  const body = { version, workspaces: [{ id, name, content }], active: id }
  await terminal.client().ok('writeLayout', { params, body })
}

/** That, with the page armed at the outcome's ladder. `before` runs on the page before the login. */
export async function openLadderFixture(
  context: TestContext,
  options: {
    readonly before?: (page: Page) => Promise<void>
    readonly theme?: Theme
    readonly start?: typeof startTerminal
    readonly hasChart?: true
  } = {},
): Promise<LadderFixture> {
  const fixture = await startTradingFixture(context, 'browser', 'small', options.start)
  if (options.hasChart !== true) await closeChart(fixture)
  const open = await openArmed(await startBrowser(context), fixture, options)
  return { ...fixture, open, page: open.page }
}

/** A new page on the fixture, armed at the outcome's ladder. */
export async function openArmed(
  browser: Browser,
  { terminal, tradable }: TradingFixture,
  options: {
    readonly before?: (page: Page) => Promise<void>
    readonly theme?: Theme
    readonly size?: Size
  } = {},
): Promise<OpenPage> {
  const open = await openPage(browser, terminal.client().url, options)
  const { page } = open
  await options.before?.(page)
  await logInByPage(page)
  await openOutcome(page, tradable)
  await armByPage(page)
  return open
}

/** Arms by the key and the dialog. */
export async function armByPage(page: Page): Promise<void> {
  await page.keyboard.press('Shift+A')
  await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).click()
  await page.getByRole('button', { name: 'ARMED' }).waitFor()
}

/** A price of steps of 0.0001 as the interface writes it. */
export function priceText(steps: number): string {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return formatPrice(price)
}

type Ledger = { readonly requests: readonly { readonly method: string; readonly path: string }[] }

/** How many orders have reached the venue's order route. */
export async function placedCount({ venue }: TradingFixture): Promise<number> {
  const { requests } = (await venue.control('/ledger')) as Ledger
  return requests.filter(({ method, path }) => method === 'POST' && path === '/order').length
}
