/**
 * Keyboard focus keeps its place: a pressed control disappears or is disabled, and the focus never falls to the page.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { assertQuiet, PATIENCE_MS, rested } from './browser.ts'
import { openLadderFixture, placedCount, priceText } from './trading-fixture.ts'
import type { LadderFixture } from './trading-fixture.ts'
import { bests, openRows, sendAt } from './ladder.ts'

/** Name and text of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `((one) => one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.textContent.slice(0, 60)))(document.activeElement)`,
  )

const focusOn = (page: Page, wanted: RegExp): Promise<string> => {
  let last = ''
  return waitFor(
    `the focus on ${String(wanted)}`,
    async () => {
      last = await focused(page)
      return wanted.test(last) ? last : null
    },
    PATIENCE_MS,
  ).catch((error: unknown) => {
    throw new Error(`the focus is on ${last}`, { cause: error })
  })
}

const gone = (locator: Locator): Promise<void> => locator.waitFor({ state: 'detached' })

describe('the focus by keys, in a browser', { timeout: 300_000 }, () => {
  let fixture: LadderFixture
  const ended: (() => unknown)[] = []
  const suite = { after: (task: () => unknown) => ended.push(task) } as unknown as TestContext

  before(async () => {
    fixture = await openLadderFixture(suite)
  })
  after(async () => {
    for (const end of ended.toReversed()) await end()
  })

  /** Rests orders so many ticks below the best bid. */
  async function rest(...ticks: readonly number[]): Promise<readonly string[]> {
    const { page, tick } = fixture
    const { bid } = await bests(page)
    const prices = ticks.map((below) => bid - below * tick)
    for (const price of prices) await sendAt(page, price, 'bid')
    await waitFor('the rows', async () => (await openRows(page).count()) === ticks.length, PATIENCE_MS)
    return prices.map(priceText)
  }

  async function cleanBook(): Promise<void> {
    const client = fixture.terminal.client()
    await client.ok('cancelAll', { body: {} })
    await waitFor('a clean book', async () => (await client.ok('listOrders')).items.length === 0, PATIENCE_MS)
    await waitFor('no rows', async () => (await openRows(fixture.page).count()) === 0, PATIENCE_MS)
  }

  test('of orders: a cancelled row gives it to the next one, a changed price to the price', async () => {
    const { page } = fixture
    await rest(3, 4, 5)
    const first = openRows(page)
      .first()
      .getByRole('button', { name: /^Cancel / })
    const name = (await first.getAttribute('aria-label')) ?? ''
    await rested(page)
    await first.press('Enter')
    await gone(page.getByRole('button', { name, exact: true }))
    // Its result is shown in its place for a while.
    await focusOn(page, /^BUTTON (?:Timeline of|Cancel) /)

    const price = openRows(page)
      .first()
      .getByRole('button', { name: /^Price / })
    await rested(page)
    await price.press('Enter')
    await focusOn(page, /^INPUT New price/)
    await page.keyboard.press('Escape')
    await focusOn(page, /^BUTTON Price /)
    await rested(page)
    await page.keyboard.press('Enter')
    await focusOn(page, /^INPUT New price/)
    await page.keyboard.press('ArrowDown')
    await rested(page)
    await page.keyboard.press('Enter')
    await gone(page.getByRole('spinbutton', { name: /^New price/ }))
    await page
      .getByText(/moved|now at/i)
      .first()
      .waitFor()
    await focusOn(page, /^BUTTON /)
    await cleanBook()
  })

  test('of the ticket: it stays on the button that sent, and a held key sends once', async () => {
    const { page } = fixture
    await page.locator('.ladder[data-selected] [role="grid"]').focus()
    const before = await placedCount(fixture)
    const form = page.getByRole('region', { name: 'Order ticket' })
    await form.getByRole('spinbutton', { name: 'Price' }).fill('0.4')
    const send = form.getByRole('button', { name: /^Buy / })
    await waitFor(
      'the button free',
      async () => (await send.getAttribute('aria-disabled')) === 'false',
      PATIENCE_MS,
    )
    await send.focus()
    await page.keyboard.down('Enter')
    await waitFor('the order', async () => (await openRows(page).count()) === 1, PATIENCE_MS)
    await waitFor(
      'the button free',
      async () => (await send.getAttribute('aria-disabled')) === 'false',
      PATIENCE_MS,
    )
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await focusOn(page, /^BUTTON Buy /)
    assert.equal(await placedCount(fixture), before + 1)
    await cleanBook()
  })

  test('of a changed tick: its message leaves it where it was', async () => {
    const { page, venue, tradable } = fixture
    const { conditionId } = venue.market
    const grid = page.locator('.ladder[data-selected] .ladder-grid')
    await grid.focus()
    await venue.control('/market', { market_id: conditionId, tick: '0.0001' })
    await page.getByRole('region', { name: 'Messages' }).getByText('Tick 0.001 is now 0.0001.').waitFor()
    await focusOn(page, new RegExp(`^DIV Prices of ${tradable.market.outcomes[0]?.name ?? ''}`))
  })

  test('of alerts and notifications: the next row, then what is left of the panel', async () => {
    const { page, terminal, tradable, venue } = fixture
    const client = terminal.client()
    for (const threshold of ['0.4405', '0.4408', '0.441']) {
      const { outcomeId: outcome_id } = tradable
      await client.ok('createAlert', {
        body: { kind: 'price', outcome_id, direction: 'above', threshold, repeat: false },
      })
    }
    await waitFor(
      'three that watch',
      async () => (await client.ok('listAlerts')).items.every(({ armed_at }) => armed_at !== null),
      PATIENCE_MS,
    )
    await venue.placeForeign('BUY', 4_410, 10)
    await waitFor(
      'three that fired',
      async () =>
        (await client.ok('listNotifications')).items.filter(({ kind }) => kind === 'alert').length === 3,
      PATIENCE_MS,
    )
    await page.goto(`${client.url}/alerts`)
    const deletes = page.getByRole('button', { name: /^Delete: / })
    await waitFor('three alerts', async () => (await deletes.count()) === 3, PATIENCE_MS)
    await rested(page)
    await deletes.first().press('Enter')
    await waitFor('two alerts', async () => (await deletes.count()) === 2, PATIENCE_MS)
    await focusOn(page, /^BUTTON Delete: /)
    // A held key deletes one.
    await rested(page)
    await page.keyboard.down('Enter')
    await waitFor('one alert', async () => (await deletes.count()) === 1, PATIENCE_MS)
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await focusOn(page, /^BUTTON Delete: /)
    assert.equal(await deletes.count(), 1)
    await rested(page)
    await page.keyboard.press('Enter')
    await page
      .getByText(/No alerts here/)
      .first()
      .waitFor()
    await focusOn(page, /^SECTION Alerts$/)

    await page.goto(`${client.url}/notifications`)
    const reads = page.getByRole('button', { name: /^Mark read: / })
    await reads.first().waitFor()
    const unread = await reads.count()
    await rested(page)
    await reads.first().press('Enter')
    await waitFor('one less', async () => (await reads.count()) === unread - 1, PATIENCE_MS)
    await focusOn(page, /^BUTTON /)
  })

  test('of a lowered limit: its own button', async () => {
    const { page, terminal } = fixture
    await page.goto(`${terminal.client().url}/settings/risk`)
    const change = page.getByRole('button', { name: /^Change Open orders|^Change .*open orders/i }).first()
    const name = (await change.getAttribute('aria-label')) ?? ''
    await rested(page)
    await change.press('Enter')
    await focusOn(page, /^INPUT /)
    await page.keyboard.type('7')
    await rested(page)
    await page.keyboard.press('Enter')
    await gone(page.locator('.limit-form'))
    await focusOn(page, new RegExp(`^BUTTON ${name}$`))
    assertQuiet(fixture.open)
  })
})
