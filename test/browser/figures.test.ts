/** Every table at every width: no figure is cut off, runs out of its cell or lies under another column, and live orders come first. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { DESKTOP, logInByPage, openPage, PATIENCE_MS, PHONE, startBrowser } from './browser.ts'
import { armByPage, priceText, startTradingFixture } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'

const SIZES = [PHONE, { width: 1366, height: 768 }, DESKTOP, { width: 1920, height: 1200 }]
const VIEWS = [
  '/orders',
  '/portfolio',
  '/portfolio/fills',
  '/portfolio/activity',
  '/portfolio/journal',
  '/games',
  '/combos',
  '/health',
  '/settings/risk',
]
const TABS = [/^(?:Open )?[Oo]rders/, /^Positions/, /^Fills/, /^Alerts/]

/** Figures of tables that are cut off or drawn over, as text. */
const FAULTS = `(() => {
  const faults = []
  const clipOf = (element) => {
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== 'visible') return at.getBoundingClientRect()
    }
    return { left: 0, right: innerWidth }
  }
  for (const cell of document.querySelectorAll('table :is(td, th).num')) {
    const box = cell.getBoundingClientRect()
    if (box.width === 0 || !/\\d/.test(cell.textContent)) continue
    const clip = clipOf(cell)
    const boxes = []
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      if (texts.currentNode.parentElement.closest('.visually-hidden') === null) boxes.push(...range.getClientRects())
    }
    for (const { left, right, top, bottom, width } of boxes) {
      if (width < 2) continue
      const others = [...cell.parentElement.children].filter((one) => one !== cell)
      const over = others.find((one) => {
        const { left: from, right: to, top: above, bottom: below } = one.getBoundingClientRect()
        const isBeside = above < bottom - 1 && below > top + 1
        return isBeside && to > from && from < right - 1 && to > left + 1
      })
      const why = left < box.left - 1 || right > box.right + 1 ? 'runs out of its cell'
        : left < clip.left - 1 || right > clip.right + 1 ? 'is cut off by its panel'
        : over !== undefined ? 'lies under ' + over.textContent : ''
      if (why !== '') faults.push(cell.closest('table').className.split(' ').slice(0, 3).join('.') + ': ' + cell.textContent + ' ' + why)
    }
  }
  return [...new Set(faults)]
})()`

/** No fault once what comes late has come. */
async function assertWhole(page: Page, where: string): Promise<void> {
  let seen: readonly string[] = []
  const isWhole = async () => (seen = await page.evaluate<readonly string[]>(FAULTS)).length === 0
  await waitFor(`whole figures ${where}`, isWhole, 3_000).catch((error: unknown) => {
    throw new Error(`${where}: ${seen.join('; ')}`, { cause: error })
  })
}

async function trade({ terminal, tradable, tick, venue }: TradingFixture): Promise<void> {
  const client = terminal.client()
  await venue.placeForeign('SELL', 4_420, 5_000)
  const place = (price: number, size: string, time_in_force: 'FAK' | 'GTC') =>
    client.ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: tradable.outcomeId,
        side: 'BUY',
        price: priceText(price),
        size,
        time_in_force,
        post_only: false,
      },
    })
  for (const size of ['250', '1000', '10']) assert.equal((await place(4_420, size, 'FAK')).result, 'accepted')
  for (const ticks of [2, 3, 4]) await place(4_400 - ticks * tick, '123.45', 'GTC')
  const live = await place(4_400 - 8 * tick, '1033.33', 'GTC')
  const ended = (await client.ok('listOrders')).items.flatMap(({ id }) => id ?? [])
  await client.ok('cancelOrders', { body: { order_ids: ended.filter((id) => id !== live.order?.id) } })
  const newest = await place(4_400 - 9 * tick, '20', 'GTC')
  await client.ok('cancelOrders', { body: { order_ids: [newest.order?.id ?? ''] } })
}

describe('figures in tables', { timeout: 400_000 }, () => {
  test('are whole at every width, and live orders stand above those that have ended', async (context) => {
    const fixture = await startTradingFixture(context, 'figures', 'small')
    const { terminal, tradable } = fixture
    const browser = await startBrowser(context)
    const { url } = terminal.client()
    const first = await openPage(browser, url, { size: DESKTOP })
    await logInByPage(first.page)
    await armByPage(first.page)
    await first.page.goto(`${url}/event/${tradable.event.slug}?outcome=${tradable.outcomeId.slice(3)}`)
    const isReady = async () => (await terminal.client().ok('readTrading')).mode === 'ARMED'
    await waitFor('armed', isReady, PATIENCE_MS)
    await first.page.locator('.ladder[data-selected]').waitFor()
    await trade(fixture)
    const rows = first.page.getByRole('region', { name: 'Order rows' }).locator('tbody tr')
    await waitFor('the rows', async () => (await rows.count()) >= 5, PATIENCE_MS)
    await waitFor(
      'the live order first',
      async () => (await rows.first().getAttribute('data-open')) !== null,
      PATIENCE_MS,
    )
    const states = await rows.evaluateAll((all) => all.map((row) => row.hasAttribute('data-open')))
    assert.deepEqual(
      states,
      states.toSorted((a, b) => Number(b) - Number(a)),
    )
    await first.page.context().close()

    const faults: string[] = []
    const look = (page: Page, where: string) =>
      assertWhole(page, where).catch((error: unknown) => faults.push(String(error)))
    for (const size of SIZES) {
      const { page } = await openPage(browser, url, { size, hasTouch: size === PHONE })
      await logInByPage(page)
      if (size !== PHONE) {
        await page.goto(`${url}/event/${tradable.event.slug}?outcome=${tradable.outcomeId.slice(3)}`)
        for (const name of TABS) {
          await page.getByRole('tab', { name }).first().click()
          await look(page, `${String(name)} at ${size.width}`)
        }
      }
      for (const view of VIEWS) {
        await page.evaluate(
          `history.pushState(null, '', '${view}'); dispatchEvent(new PopStateEvent('popstate'))`,
        )
        await page.locator('table:visible, .empty:visible').first().waitFor()
        await look(page, `${view} at ${size.width}`)
      }
      await page.context().close()
    }
    assert.deepEqual(faults, [])
  })
})
