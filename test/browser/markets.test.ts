/** Games, history, depth, trades, watchlist and palette in a real browser, against a simulated venue that is alive. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { formatPrice, parsePrice, priceFromSteps } from '#core/price.ts'
import { startTerminal } from '../harness.ts'
import { arm, restingBuy } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import {
  accessibilityFaults,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  PHONE,
  startBrowser,
} from './browser.ts'
import { startQuietDesk } from './desk.ts'

const PRICE = /^0\.\d+$/

async function palette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search markets and commands' }).fill(typed)
}

/** Texts of a locator's elements once all of them pass. */
async function texts(
  page: Page,
  selector: string,
  passes: (found: readonly string[]) => boolean,
): Promise<void> {
  await waitFor(selector, async () => passes(await page.locator(selector).allInnerTexts()), PATIENCE_MS)
}

/** Figures that wait for an answer are dimmed for a moment: only a fault that stays is one. */
async function assertAccessible(page: Page): Promise<void> {
  let faults = await accessibilityFaults(page)
  for (let turn = 0; turn < 4 && faults.length > 0; turn += 1) faults = await accessibilityFaults(page)
  assert.deepEqual(faults, [])
}

describe('market data in a browser', { timeout: 220_000 }, () => {
  test('the games board shows live scores and prices, and a side opens its event with the score strip', async (context) => {
    const terminal = await startTerminal(context)
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url, { theme: 'light' })
    const { page } = open
    await logInByPage(page)
    await page.getByRole('link', { name: 'Games' }).click()
    await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
    await texts(page, '.game[data-status="live"] .side-score', (scores) =>
      scores.some((text) => /^\d+$/.test(text)),
    )
    await texts(
      page,
      '.game .side-prices b',
      (prices) => prices.filter((text) => PRICE.test(text.replace(/\D*/, ''))).length >= 8,
    )
    await assertAccessible(page)

    // The rows keep their places under the pointer.
    await page.locator('.game').first().hover()
    await page.getByText('order held').waitFor()

    await page.getByRole('button', { name: /^Live/ }).click()
    await waitFor(
      'live games only',
      async () => {
        const all = await page.locator('.game').count()
        return (
          all > 0 &&
          all === (await page.locator('.game[data-status="live"], .game[data-status="paused"]').count())
        )
      },
      PATIENCE_MS,
    )
    const side = page.locator('.game[data-status="live"] a.side-line').first()
    const name = await side.locator('.strong').first().innerText()
    await side.click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor()
    await page.getByRole('group', { name: 'Score' }).locator('.live-mark').waitFor()
    await assertAccessible(page)
    assertQuiet(open)
  })

  test('history, depth and trades of an outcome: drawn, told in words, as a table, and live', async (context) => {
    const { terminal, tradable } = await startQuietDesk(context)
    const { event, outcomeId } = tradable
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    const { page } = open
    await logInByPage(page)
    await page.goto(`${terminal.client().url}/event/${event.slug}?outcome=${outcomeId.slice(3)}`)

    const chart = page.getByRole('img', { name: /^Price chart\. .+ over 1 day/ })
    await chart.waitFor()
    await chart.locator('canvas').first().waitFor()
    await page.getByRole('link', { name: 'Charts by TradingView' }).waitFor()
    await page.getByRole('button', { name: '1h', exact: true }).click()
    await page.getByRole('img', { name: /over 1 hour/ }).waitFor()

    // The live end is the middle of the book as the list of outcomes shows it.
    await waitFor(
      'the middle of the book in words',
      async () => {
        const best = await page.locator('.outcome-line[data-selected] td b').allInnerTexts()
        const [bid, ask] = best.map((text) => parsePrice(text))
        if (bid === undefined || bid === null || ask === undefined || ask === null) return false
        const middle = formatPrice(priceFromSteps(Math.floor((bid + ask) / 2)) ?? bid)
        return (await page.locator('.chart-words .cut').innerText()).includes(middle.slice(0, 4))
      },
      PATIENCE_MS,
    )

    // What is mine is on the chart and in its words.
    await arm(terminal.client())
    const placed = await terminal
      .client()
      .ok('placeOrder', { body: await restingBuy(terminal.client(), tradable) })
    assert.equal(placed.result, 'accepted')
    await page.getByRole('img', { name: /1 open order\./ }).waitFor()

    await page.getByRole('button', { name: 'View as data' }).click()
    assert.ok((await page.getByRole('region', { name: 'Chart data' }).locator('tbody tr').count()) > 20)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'View as chart' }).click()

    // Finer than the venue gives: the reason is shown, what was drawn stays.
    await page.getByRole('button', { name: '1m', exact: true }).click()
    await page.getByRole('combobox', { name: 'Fidelity' }).selectOption('1 m')
    await page.getByText(/finest fidelity/).waitFor()
    await page.getByRole('combobox', { name: 'Fidelity' }).selectOption('auto')
    await page.getByRole('img', { name: /over 1 month/ }).waitFor()

    await page.getByRole('tab', { name: 'Depth' }).click()
    await texts(
      page,
      '.depth-table tbody tr:first-child .price',
      (prices) => prices.every((text) => PRICE.test(text)) && prices.length === 2,
    )
    await assertAccessible(page)
    await page.getByRole('tab', { name: 'Trades' }).click()
    const take = {
      ...(await restingBuy(terminal.client(), tradable)),
      price: '0.442',
      size: '30',
      post_only: false,
    }
    await terminal.client().ok('placeOrder', { body: take })
    await page.locator('.tape tbody tr').filter({ hasText: '30' }).first().waitFor()
    // Reading the history was refused once, on purpose.
    assertQuiet({ ...open, complaints: open.complaints.filter((text) => !text.includes('status of 400')) })
  })

  test('stars are kept by the server in the order that the keys give, on the phone as well', async (context) => {
    const { terminal, tradable } = await startQuietDesk(context)
    const { event, market } = tradable
    const [yes, no] = market.outcomes
    assert.ok(yes !== undefined && no !== undefined)
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    const { page } = open
    await logInByPage(page)
    await page.goto(`${terminal.client().url}/event/${event.slug}?outcome=${yes.id.slice(3)}`)
    const kept = async (): Promise<readonly string[]> =>
      (await terminal.client().ok('readWatchlist')).lists.flatMap((list) => list.outcome_ids)
    for (const outcome of [yes, no]) {
      const row = page.locator('.outcome-line', { has: page.locator(`a[href*="${outcome.id.slice(3)}"]`) })
      await row.getByRole('button', { name: /^Watch / }).click()
    }
    await waitFor('both stars', async () => (await kept()).length === 2, PATIENCE_MS)

    await page.getByRole('button', { name: 'Watch 2' }).click()
    const list = page.getByRole('list', { name: 'Watched outcomes' })
    await list.getByRole('link').nth(1).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await waitFor('the new order', async () => (await kept()).join() === [no.id, yes.id].join(), PATIENCE_MS)
    await texts(
      page,
      '.watch-prices b',
      (prices) => prices.length === 4 && prices.every((text) => PRICE.test(text)),
    )
    await assertAccessible(page)

    // A second list, by keys alone: it is in hand, and the first one is as it was.
    await page.getByRole('button', { name: 'New list' }).press('Enter')
    await page.getByLabel('Name of the new list').fill('Tonight')
    await page.keyboard.press('Enter')
    const choice = page.getByRole('combobox', { name: 'Watchlist' })
    await choice.getByText('Tonight (0)').waitFor({ state: 'attached' })
    assert.equal(await choice.evaluate((select) => select === document.activeElement), true)
    await choice.selectOption('Watchlist (2)')
    await waitFor(
      'both lists kept',
      async () =>
        (await terminal.client().ok('readWatchlist')).lists.map(({ name }) => name).join() ===
        'Watchlist,Tonight',
      PATIENCE_MS,
    )
    await assertAccessible(page)

    const phone = await openPage(browser, terminal.client().url, { size: PHONE, hasTouch: true })
    await logInByPage(phone.page)
    await phone.page.getByRole('button', { name: 'Watch 2' }).click()
    await phone.page
      .getByRole('button', { name: /off the watchlist$/ })
      .first()
      .click()
    await waitFor('one left', async () => (await kept()).join() === yes.id, PATIENCE_MS)
    await assertAccessible(phone.page)
    assertQuiet(open)
    assertQuiet(phone)
  })

  test('the palette finds markets and does commands by keys alone', async (context) => {
    const { terminal, tradable } = await startQuietDesk(context)
    const { event } = tradable
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    const { page } = open
    await logInByPage(page)

    await palette(page, event.title)
    await page
      .getByRole('listbox', { name: 'Results', exact: true })
      .getByRole('option', { name: event.title })
      .first()
      .waitFor()
    const results = page.getByRole('listbox', { name: 'Results', exact: true }).getByRole('option')
    assert.ok((await results.count()) <= 50)
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: event.title }).waitFor()

    await palette(page, 'theme light')
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme="light"]').waitFor()
    await waitFor(
      'the theme to be kept',
      async () => (await terminal.client().ok('readSettings')).theme_mode === 'light',
      PATIENCE_MS,
    )

    await palette(page, 'arm')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).click()
    await page.getByRole('button', { name: 'ARMED' }).waitFor()
    await palette(page, 'safe')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'SAFE', pressed: true }).waitFor()

    await palette(page, 'games')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('dialog').count(), 0)
    assertQuiet(open)
  })
})
