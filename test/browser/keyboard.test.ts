/**
 * Acts by keys alone, in a real browser: keys changed and used, the sheet, the palette, the panels. The goals of a
 * trader by keys are in goals.test.ts. The mouse is not touched but to open the first market.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  IN_DIALOG,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  startBrowser,
} from './browser.ts'
import { placedCount, priceText, startTradingFixture } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'
import { tradeByEar } from './by-screen-reader.ts'
import { choose, openPalette, sends, toLadder } from './input-methods.ts'
import { bests, openOutcome, toSearch } from './ladder.ts'
import { listen } from './reader.ts'

const results = (page: Page) =>
  page.getByRole('listbox', { name: 'Results', exact: true }).getByRole('option')

/** Puts the cursor so many ticks below the best bid. */
async function below(page: Page, ticks: number): Promise<void> {
  await page.keyboard.press('Home')
  for (let at = 0; at < ticks; at += 1) await page.keyboard.press('ArrowDown')
}

/**
 * The open dialog: Tab goes round in it either way, a script gets the focus to no ladder, and Escape gives it back.
 */
async function assertFocusKept(page: Page): Promise<void> {
  // Past the last and the first stop the focus comes round with the next frame.
  const place = () =>
    page.evaluate<string>(
      `new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() => {
        const one = document.activeElement
        return (one.closest('[role="dialog"]') === null ? 'outside: ' : 'inside: ') + one.tagName + ' ' +
          one.textContent.slice(0, 20)
      })`,
    )
  const first = await place()
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen: string[] = []
    do {
      await page.keyboard.press(key)
      seen.push(await place())
    } while (seen.at(-1) !== first && seen.length < 20)
    assert.ok(
      seen.length > 1 && seen.length < 20 && seen.every((one) => one.startsWith('inside')),
      seen.join(),
    )
  }
  await page.locator('.ladder[data-selected] [role="grid"]').focus()
  assert.equal(await place(), first)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('.ladder[data-selected] [role="grid"]:focus').waitFor()
}

async function waitForPrices({ terminal }: TradingFixture, steps: readonly number[]): Promise<void> {
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

describe('the keyboard alone, in a browser', { timeout: 300_000 }, () => {
  let fixture: TradingFixture
  let browser: Browser
  const ended: (() => unknown)[] = []
  const suite = { after: (task: () => unknown) => ended.push(task) } as unknown as TestContext

  before(async () => {
    fixture = await startTradingFixture(suite, 'keyboard')
    browser = await startBrowser(suite)
  })
  after(async () => {
    for (const end of ended.toReversed()) await end()
  })
  // A page that nobody looks at any more follows the market all the same.
  afterEach(async () => {
    for (const profile of browser.contexts()) await profile.close()
  })

  test('a changed key trades, the old one no more; an order by its name; Cancel All from within a text field', async () => {
    const { terminal, tradable, tick } = fixture
    const client = terminal.client()
    const open = await openPage(browser, client.url)
    const { page } = open
    await logInByPage(page)

    await openOutcome(page, tradable)
    const { bid } = await bests(page)

    // SAFE: the letter of an order fills the ticket and sends nothing. The head shows which ladder takes the key.
    const line = () =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('.ladder[data-selected] > .panel-head')).borderBottomColor`,
      )
    const before = await line()
    await toLadder(page)
    assert.notEqual(await line(), before)
    await below(page, 3)
    await page.keyboard.press('b')
    assert.equal(await placedCount(fixture), 0)

    await page.keyboard.press('Shift+A')
    await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).waitFor()
    await assertFocusKept(page)
    await page.keyboard.press('Shift+A')
    await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'ARMED' }).waitFor()
    // A key that follows no g goes to no ladder.
    await toLadder(page)
    await below(page, 3)
    await page.keyboard.press('g')
    await page.keyboard.press('x')
    const placed = await placedCount(fixture)
    assert.equal(placed, 0)

    // A different key for buying: b is free then, and the server's copy says so.
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.locator('summary', { hasText: 'Focused ladder' }).press('Enter')
    const change = page.getByRole('button', { name: 'Change the key of: Buy at the cursor' })
    await change.press('Enter')
    await page.keyboard.press('s')
    await page.getByText('s is used by: Sell at the cursor.').waitFor()
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
    await sends(fixture, page, () => page.keyboard.press('y'))
    await waitForPrices(fixture, [bid - 2 * tick])
    assert.equal(await placedCount(fixture), placed + 1)

    // Cancel All from within a text field.
    await page.keyboard.press('/')
    await page.keyboard.type('bsx')
    await page.keyboard.press('Shift+Backquote')
    await waitForPrices(fixture, [])
    assert.equal(await page.getByRole('combobox', { name: 'Search markets' }).inputValue(), 'bsx')

    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+S')
    await page.getByRole('button', { name: 'SAFE', pressed: true }).waitFor()
    assert.deepEqual(await terminal.simulator.control('/violations'), { violations: [], audit: [] })
    assertQuiet(open)
  })

  test('keys that are pressed before the code of a dialog has come trade on no ladder, and Escape gives the focus back', async () => {
    const client = fixture.terminal.client()
    const open = await openPage(browser, client.url)
    const { page } = open
    const { promise: letGo, resolve: bring } = Promise.withResolvers<undefined>()
    await page.route(/\/assets\/dialog-[^/]*\.js$/, async (route) => {
      await letGo
      await route.continue()
    })
    await logInByPage(page)
    // Before it is there `/` opens the palette, whose code is held back.
    await page.locator('#search').waitFor()
    await openOutcome(page, fixture.tradable)
    await client.ok('arm')
    await page.getByRole('button', { name: 'ARMED' }).waitFor()
    await toLadder(page)
    await below(page, 3)
    const placed = await placedCount(fixture)

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor({ state: 'attached' })
    for (const key of ['q', '?', 'n']) await page.keyboard.press(key)
    bring(undefined)
    await page.getByRole('combobox', { name: 'Search markets and commands' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1)
    await page.keyboard.type('bu')
    assert.equal(await page.locator('input[role="combobox"]:focus').inputValue(), 'bu')
    await page.keyboard.press('Escape')
    await page.locator('.ladder[data-selected] [role="grid"]:focus').waitFor()

    // An order sent after all of it is the only one.
    await sends(fixture, page, () => page.keyboard.press('q'))
    assert.equal(await placedCount(fixture), placed + 1)
    await client.ok('disarm')
    await client.ok('cancelAll')
    assertQuiet(open)
  })

  test('what cannot be loaded takes nothing with it, and the next press loads it', async () => {
    const open = await openPage(browser, fixture.terminal.client().url)
    const { page } = open
    let isDown = true
    await page.route(
      /\/assets\/(?:dialog|arm-dialog|menu-popup|tip-popup|palette|audit-page)-[^/]*\.js$/,
      (route) => (isDown ? route.abort() : route.continue()),
    )
    await logInByPage(page)
    const cancelAll = page.getByRole('button', { name: /^Cancel all/ })
    const some = page.getByRole('button', { name: 'Cancel some', exact: true })
    const lost = (part: string) =>
      page.waitForEvent('requestfailed', (request) => request.url().includes(part))

    const shown = page.getByRole('tooltip')
    await Promise.all([lost('/tip-popup-'), cancelAll.hover()])
    await Promise.all([lost('/menu-popup-'), some.click()])
    await page.keyboard.press('Shift+A')
    await page.getByText('Dialog not loaded').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await Promise.all([lost('/palette-'), page.keyboard.press('Control+k')])
    // While it is open the keys of the page are off.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    const again = page.getByRole('button', { name: 'Load it again' })
    await again.waitFor()

    isDown = false
    await Promise.all([page.waitForResponse(/\/tip-popup-/), again.click()])
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await openPalette(page, 'risk')
    await page.keyboard.press('Escape')
    await cancelAll.hover()
    await shown.waitFor()
    await some.click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+A')
    await page.getByRole('button', { name: 'Arm', exact: true }).waitFor()
  })

  test('the palette, the sheet and the panels', async () => {
    const client = fixture.terminal.client()
    // For held outcomes the palette offers the position first.
    const held = new Set((await client.ok('listPositions')).items.map(({ event_id: id }) => id))
    const { items } = await client.ok('search', { query: { q: '', sort: 'volume', limit: '20' } })
    const event = items.find(({ id }) => !held.has(id))
    const last = items.findLast(({ id, title }) => id !== items[0]?.id && title !== items[0]?.title)
    assert.ok(event !== undefined && last !== undefined)
    const open = await openPage(browser, client.url, { theme: 'light' })
    const { page } = open
    await logInByPage(page)

    // The search box gives the keys to the ladder of the market that it opens.
    await page.locator('#search').waitFor()
    await toSearch(page)
    // Faster than its answer: not the first of what is listed before it.
    await page.keyboard.type(last.title)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: last.title }).waitFor()
    await page.locator('.ladder[data-selected] [role="grid"]:focus').waitFor()

    // The sheet is searched by what is wanted.
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keys' })
    await sheet.getByText('Cancel all orders', { exact: true }).waitFor()
    await assertAccessible(page, IN_DIALOG)
    await page.keyboard.type('hedge')
    await sheet.getByText('Cancel all orders', { exact: true }).waitFor({ state: 'detached' })
    await sheet.getByText('Hedge with the other outcome').waitFor()
    await page.keyboard.press('Escape')

    await openPalette(page, event.title)
    await results(page).filter({ hasText: event.title }).first().waitFor()
    assert.ok((await results(page).count()) <= 50)
    await assertAccessible(page, IN_DIALOG)
    await choose(page, `market-${event.id.slice(3)}`)
    await page.getByRole('heading', { level: 1, name: event.title }).waitFor()

    // From panel to panel, all around.
    const seen = new Set<string>()
    for (let turn = 0; turn < 12; turn += 1) {
      await page.keyboard.press('F6')
      const focused = page.locator(
        '.panel-host:has(:focus), .panel:has(:focus), .panel-host:focus, .shell-top-bar:has(:focus)',
      )
      seen.add((await focused.last().innerText()).slice(0, 40))
    }
    assert.ok(seen.size >= 4, [...seen].join())

    await openPalette(page, 'games')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('dialog').count(), 0)
    assertQuiet(open)
  })

  test('reasons and exact figures: by Tab, by F2 where Tab does not stop, by the mouse; Escape takes them away', async () => {
    const open = await openPage(browser, fixture.terminal.client().url)
    const { page } = open
    await logInByPage(page)
    await openOutcome(page, fixture.tradable)
    const shown = page.getByRole('tooltip')
    const cancelAll = page.getByRole('button', { name: /^Cancel all/ })

    await cancelAll.hover()
    await shown.filter({ hasText: 'Cancel every open order' }).waitFor()
    await shown.hover()
    await page.mouse.move(700, 500)
    await shown.waitFor({ state: 'detached' })

    await cancelAll.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await shown.filter({ hasText: 'Cancel every open order' }).waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })

    // Tips of the ladder: its words, truncated texts, the exact figures.
    await toLadder(page)
    const seen: string[] = []
    for (const key of ['F2', 'F2', 'Shift+F2']) {
      await page.keyboard.press(key)
      await waitFor('another', async () => (await shown.innerText()) !== seen.at(-1), PATIENCE_MS)
      seen.push(await shown.innerText())
    }
    assert.equal(seen[2], seen[0])
    await assertAccessible(page, { within: ['[role="tooltip"]'] })
    // A row that moves away takes its explanation along, and Escape would leave the ladder then.
    await page.keyboard.press('F2')
    await waitFor('a fresh one', async () => (await shown.innerText()) !== seen.at(-1), PATIENCE_MS)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    await page.locator('.ladder[data-selected] [role="grid"]:focus').waitFor()

    // In a dialog Escape takes away the last thing first.
    await page.keyboard.press('Shift+A')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('F2')
    await shown.waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assertQuiet(open)
  })

  test('by screen reader alone: find, arm, place, move, cancel, exit and disarm, with each state in the accessibility tree and two quiet live regions', async () => {
    const client = fixture.terminal.client()
    const settings = await client.ok('readSettings')
    await client.ok('writeSettings', { body: { ...settings, keys: {} } })
    const open = await openPage(browser, client.url)
    await listen(open.page)
    await open.page.reload()
    const messages = await tradeByEar(open.page, fixture)
    for (const [region, pauseMs] of [
      ['polite', 2_000],
      ['assertive', 5_000],
    ] as const) {
      const times = messages.filter((one) => one.region === region).map(({ at }) => at)
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
      // Timers and clocks are rounded apart.
      assert.ok(Math.min(...gaps) >= pauseMs - 50, `${region}: ${gaps.map(Math.round).join(', ')} ms`)
    }
    assertQuiet(open)
  })
})
