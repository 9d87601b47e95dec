/** The watchlist in a real browser: kept by the server, in the order that the keys give. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  PHONE,
  startBrowser,
  texts,
} from './browser.ts'
import { startTradingFixture } from './trading-fixture.ts'

const PRICE = /^0\.\d+$/

describe('the watchlist in a browser', { timeout: 220_000 }, () => {
  test('stars are kept by the server in the order that the keys give, on the phone as well', async (context) => {
    const { terminal, tradable } = await startTradingFixture(context)
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

    const phone = await openPage(browser, terminal.client().url, { size: PHONE, hasTouch: true })
    await logInByPage(phone.page)
    await phone.page.getByRole('button', { name: 'Watch 2' }).click()
    await phone.page
      .getByRole('button', { name: /^Unwatch / })
      .first()
      .click()
    await waitFor('one left', async () => (await kept()).join() === yes.id, PATIENCE_MS)
    await assertAccessible(phone.page)
    assertQuiet(open)
    assertQuiet(phone)
  })
})
