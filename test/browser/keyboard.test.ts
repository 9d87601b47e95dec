/**
 * Everything by keys alone, in a real browser: the tour of the first visit, a market found, an order placed, moved, cancelled,
 * a position left, keys changed and used, the sheet, the palette. The mouse is never touched.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { assertAccessible, assertQuiet, logInByPage, openPage, PATIENCE_MS, startBrowser } from './browser.ts'
import { placedCount, priceText, startQuietDesk } from './desk.ts'
import type { QuietMarketDesk } from './desk.ts'
import { bests, openRows } from './ladder.ts'

const results = (page: Page) =>
  page.getByRole('listbox', { name: 'Results', exact: true }).getByRole('option')

async function palette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search markets and commands' }).fill(typed)
}

/** Presses the arrow until the option is the one that Enter opens. */
async function choose(page: Page, id: string): Promise<void> {
  const option = page.locator(`[role="option"][id="${id}"]`)
  await option.waitFor()
  await waitFor(
    'the option in hand',
    async () => {
      if ((await option.getAttribute('aria-selected')) === 'true') return true
      await page.keyboard.press('ArrowDown')
      return false
    },
    PATIENCE_MS,
  )
  await page.keyboard.press('Enter')
}

/** `g l`: the grid of the selected ladder has the keys. */
async function toLadder(page: Page): Promise<void> {
  await page.keyboard.press('g')
  await page.locator('.sequence-hint').getByText('ladder').waitFor()
  await page.keyboard.press('l')
  await page.locator('.ladder[data-selected] [role="grid"]:focus').waitFor()
}

/** Puts the cursor so many ticks below the best bid. */
async function below(page: Page, ticks: number): Promise<void> {
  await page.keyboard.press('Home')
  for (let at = 0; at < ticks; at += 1) await page.keyboard.press('ArrowDown')
}

/** The page shows my order there, so that its keys find it. */
async function waitForChip(page: Page, steps: number): Promise<void> {
  const row = page.locator(`.ladder[data-selected] .ladder-row[data-price="${steps}"]`)
  await row.locator('.own-chip[data-state="live"]').first().waitFor()
}

async function waitForPrices({ terminal }: QuietMarketDesk, steps: readonly number[]): Promise<void> {
  const wanted = steps.map(priceText).toSorted().join()
  await waitFor(
    `open orders at ${wanted}`,
    async () => {
      const { items } = await terminal.client().ok('listOrders')
      const open = items.filter(({ status }) => status === 'live')
      return (
        open
          .map(({ price }) => price)
          .toSorted()
          .join() === wanted && items.length === open.length
      )
    },
    PATIENCE_MS,
  )
}

/**
 * Presses until the venue has heard of one order more. Under load the page may have lost its link for a moment: what it
 * refuses it has not sent, and says so.
 */
async function sends(desk: QuietMarketDesk, page: Page, press: () => Promise<void>): Promise<void> {
  const before = await placedCount(desk)
  const refused = page.getByText(/^(?:refused|Nothing was sent): /)
  await waitFor(
    'one order sent',
    async () => {
      await press()
      await waitFor(
        'sent or refused',
        async () => (await placedCount(desk)) > before || (await refused.count()) > 0,
        PATIENCE_MS,
      )
      if ((await placedCount(desk)) > before) return true
      await refused.first().waitFor({ state: 'detached' })
      return false
    },
    PATIENCE_MS,
  )
}

describe('the keyboard alone, in a browser', { timeout: 220_000 }, () => {
  test('find, arm, place, move, cancel, exit and disarm; a changed key trades, the old one no more', async (context) => {
    const desk = await startQuietDesk(context, 'keyboard')
    const { terminal, tradable, tick } = desk
    const client = terminal.client()
    const browser = await startBrowser(context)
    const open = await openPage(browser, client.url)
    const { page } = open
    await logInByPage(page)

    // The first visit: three screens, and the server knows that it is over.
    await page.getByRole('button', { name: 'Take the tour' }).press('Enter')
    for (const title of ['SAFE and ARMED', 'The ladder and its keys', 'Looks and messages']) {
      const screen = page.getByRole('dialog', { name: title })
      await screen.waitFor()
      await assertAccessible(page)
      await screen.getByRole('button', { name: /^(?:Next|Done)$/ }).press('Enter')
    }
    await page.getByRole('region', { name: 'First visit' }).waitFor({ state: 'detached' })
    await waitFor('it kept', async () => (await client.ok('readSettings')).onboarded, PATIENCE_MS)

    await palette(page, tradable.event.title)
    const { event, market } = tradable
    await choose(page, `market-${(event.markets.length === 1 ? event.id : market.id).slice(3)}`)
    await page.getByRole('heading', { level: 1, name: event.title }).waitFor()
    const { bid } = await bests(page)

    // SAFE: the letter of an order fills the ticket and sends nothing. The head tells which ladder hears it.
    const line = () =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('.ladder[data-selected] > .panel-head')).borderBottomColor`,
      )
    const before = await line()
    await toLadder(page)
    assert.notEqual(await line(), before)
    await below(page, 3)
    await page.keyboard.press('b')
    assert.equal(await placedCount(desk), 0)

    await page.keyboard.press('Shift+A')
    await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'ARMED' }).waitFor()
    await toLadder(page)
    await below(page, 3)
    await page
      .locator('.ladder[data-selected] .ladder-foot')
      .getByText(/price|ticket|ARMED|BUY/)
      .first()
      .waitFor()
    await sends(desk, page, () => page.keyboard.press('b'))
    await openRows(page).filter({ hasText: 'live' }).first().waitFor()
    await waitForPrices(desk, [bid - 3 * tick])
    await waitForChip(page, bid - 3 * tick)

    // A key that follows no g goes to no ladder.
    await page.keyboard.press('g')
    await page.keyboard.press('x')
    await page.keyboard.press('m')
    await page.locator('.lift').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await waitForPrices(desk, [bid - 4 * tick])
    await waitForChip(page, bid - 4 * tick)
    await below(page, 4)
    await page.keyboard.press('x')
    await waitForPrices(desk, [])

    // A position, and the way out of it.
    await page.keyboard.press('End')
    await sends(desk, page, () => page.keyboard.press('b'))
    await waitFor(
      'the position',
      async () =>
        (await client.ok('listPositions')).items.some(
          ({ outcome_id: id, status }) => id === tradable.outcomeId && status === 'open',
        ),
      PATIENCE_MS,
    )
    const exit = page.getByRole('dialog').getByRole('button', { name: /^Sell 10 / })
    await waitFor(
      'the exit',
      async () => {
        await page.keyboard.press('Shift+E')
        return (await page.getByRole('dialog').count()) > 0
      },
      PATIENCE_MS,
    )
    await page.getByLabel('Shares to sell').fill('10')
    await exit.press('Enter')
    await page
      .getByRole('dialog')
      .getByText(/Accepted: filled 10/)
      .waitFor()
    await page.keyboard.press('Escape')
    const placed = await placedCount(desk)

    // Another key for buying: b is free then, and what the server keeps says so.
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.locator('summary', { hasText: 'Focused ladder' }).press('Enter')
    const change = page.getByRole('button', { name: 'Change the key of: Buy at the cursor' })
    await change.press('Enter')
    await page.keyboard.press('s')
    await page.getByText('s is the key of: Sell at the cursor.').waitFor()
    await change.press('Enter')
    await page.keyboard.press('y')
    await waitFor(
      'the key kept',
      async () => JSON.stringify((await client.ok('readSettings')).keys) === '{"buy":["y"]}',
      PATIENCE_MS,
    )
    await assertAccessible(page)
    await toLadder(page)
    await below(page, 2)
    await page.keyboard.press('b')
    await sends(desk, page, () => page.keyboard.press('y'))
    await waitForPrices(desk, [bid - 2 * tick])
    assert.equal(await placedCount(desk), placed + 1)

    // By name in the palette, with what it would send; then Cancel All from within a text field.
    await sends(desk, page, async () => {
      await palette(page, 'buy join')
      await results(page)
        .filter({ hasText: /^Buy 10 .*sends: joins the best bid/ })
        .waitFor()
      await assertAccessible(page)
      await page.keyboard.press('Enter')
    })
    await waitForPrices(desk, [bid - 2 * tick, bid])
    await page.keyboard.press('/')
    await page.keyboard.type('bsx')
    await page.keyboard.press('Shift+Backquote')
    await waitForPrices(desk, [])
    assert.equal(await page.getByRole('combobox', { name: 'Search markets' }).inputValue(), 'bsx')

    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+S')
    await page.getByRole('button', { name: 'SAFE', pressed: true }).waitFor()
    await palette(page, 'buy join')
    await results(page).first().waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    assert.deepEqual(await terminal.simulator.control('/violations'), { violations: [], audit: [] })
    assertQuiet(open)
  })

  test('the palette, the sheet, the panels and help', async (context) => {
    const { terminal } = await startQuietDesk(context)
    const client = terminal.client()
    // Of what is held the palette offers the position first.
    const held = new Set((await client.ok('listPositions')).items.map(({ event_id: id }) => id))
    const { items } = await client.ok('search', { query: { q: '', sort: 'volume', limit: '20' } })
    const event = items.find(({ id }) => !held.has(id))
    const [first] = items
    assert.ok(event !== undefined && first !== undefined)
    const browser = await startBrowser(context)
    const open = await openPage(browser, client.url, { theme: 'light' })
    const { page } = open
    await logInByPage(page)
    await page.getByRole('button', { name: 'Not now' }).press('Enter')

    // The search box gives the keys back to the page with the market that it opens.
    await page.keyboard.press('/')
    await page.keyboard.type(first.title)
    await page.getByRole('option').filter({ hasText: first.title }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: first.title }).waitFor()

    // The sheet is searched by what is wanted.
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keys' })
    await sheet.getByText('Cancel all orders', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.keyboard.type('hedge')
    await sheet.getByText('Cancel all orders', { exact: true }).waitFor({ state: 'detached' })
    await sheet.getByText('Hedge: shows what it would send').waitFor()
    await page.keyboard.press('Escape')

    await palette(page, event.title)
    await results(page).filter({ hasText: event.title }).first().waitFor()
    assert.ok((await results(page).count()) <= 50)
    await assertAccessible(page)
    await choose(page, `market-${event.id.slice(3)}`)
    await page.getByRole('heading', { level: 1, name: event.title }).waitFor()

    await palette(page, 'theme dark')
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme="dark"]').waitFor()
    await waitFor(
      'the theme to be kept',
      async () => (await client.ok('readSettings')).theme_mode === 'dark',
      PATIENCE_MS,
    )

    // From panel to panel, all around.
    const seen = new Set<string>()
    for (let turn = 0; turn < 12; turn += 1) {
      await page.keyboard.press('F6')
      const focused = page.locator(
        '.panel-host:has(:focus), .panel:has(:focus), .panel-host:focus, .top-bar:has(:focus)',
      )
      seen.add((await focused.last().innerText()).slice(0, 40))
    }
    assert.ok(seen.size >= 4, [...seen].join())

    await page.keyboard.press('g')
    await page.keyboard.press('?')
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
    await assertAccessible(page)
    await palette(page, 'games')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('dialog').count(), 0)
    assertQuiet(open)
  })
})
