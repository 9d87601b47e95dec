/**
 * From an own fill to its replay in three acts, by the mouse and by keys: its timeline, Replay, play. What is shown is what was
 * recorded, nothing is sent from it, and axe finds nothing in either theme (INV-70).
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { recordedMarket, writeRecording } from '../recorded-market.ts'
import { waitFor } from '../wait-for.ts'
import { assertAccessible, assertQuiet, PATIENCE_MS, startBrowser } from './browser.ts'
import type { Theme } from './browser.ts'
import { bests, sendAt } from './ladder.ts'
import { openArmed, startTradingFixture } from './trading-fixture.ts'

const HALF_MS = 1_800_000
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Replay', exact: true })
const clock = (page: Page): Promise<string> => bar(page).locator('b').first().innerText()

async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

/** The chart is drawn, of what was recorded until the instant shown and not of what came later. */
async function assertChartEndsAtClock(page: Page): Promise<void> {
  const chart = page.getByRole('region', { name: 'Chart', exact: true })
  await chart.getByRole('img', { name: /^Price chart\. .*the recording so far/ }).waitFor()
  await chart.getByRole('button', { name: 'View as data' }).click()
  const newest = chart.locator('tbody tr').first()
  const before = await newest.innerText()
  assert.ok(before.includes((await clock(page)).slice(0, 5)), before)
  const scrubber = bar(page).getByRole('slider')
  await scrubber.press('End')
  await waitFor('later prices', async () => (await newest.innerText()) !== before, PATIENCE_MS)
  await scrubber.press('Home')
  await waitFor('none of them', async () => (await chart.locator('tbody tr').count()) < 3, PATIENCE_MS)
  await chart.getByRole('button', { name: 'View as chart' }).click()
}

describe('a replay', { timeout: 240_000 }, () => {
  test('INV-70 is three acts from a fill, by mouse and by keys, and sends nothing', async (context) => {
    const fixture = await startTradingFixture(context)
    const { terminal } = fixture
    const from = Math.floor(Date.now() / 1_000) * 1_000 - HALF_MS
    await writeRecording(
      join(terminal.dataDirectory, 'recording'),
      recordedMarket({ from, seconds: 3_600, markets: 2, framesPerSecond: 4 }),
    )
    const browser = await startBrowser(context)
    const { page, complaints } = await openArmed(browser, fixture)
    await sendAt(page, (await bests(page)).ask, 'bid')
    const client = terminal.client()
    await waitFor('the fill', async () => (await client.ok('listFills')).items[0], PATIENCE_MS)
    const orders = async (): Promise<number> =>
      (await client.ok('listAudit', { query: { kind: 'intent' } })).items.length
    const before = await orders()

    await go(page, '/portfolio/fills')
    // By the mouse: its timeline, its replay, play.
    await page
      .getByRole('button', { name: /Timeline of the order behind/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Replay', exact: true }).click()
    await bar(page).getByRole('button', { name: 'Play', exact: true }).click()
    const first = await clock(page)
    await waitFor('time that passes', async () => (await clock(page)) !== first, PATIENCE_MS)
    await bar(page).getByRole('button', { name: 'Pause' }).click()
    assert.equal((await page.locator('.ladder:visible .chip', { hasText: 'REPLAY' }).count()) >= 2, true)

    // The market of the fill is shown as soon as it is followed, unless another one is chosen.
    const market = bar(page).getByLabel('Market').and(page.locator('select'))
    const herons = market.locator('option', { hasText: 'Herons' }).first()
    await market.selectOption(await herons.getAttribute('value'))
    await assertChartEndsAtClock(page)
    // A press on a price is refused in words, while the live terminal is ARMED.
    const ladder = page.locator('.replay .ladder[data-selected]')
    await ladder.locator('.ladder-row[data-price="4700"] [data-column="bid"]').click()
    await ladder.getByText('REPLAY: nothing is sent').first().waitFor()
    assert.equal(await orders(), before)
    // By keys: the same three.
    await go(page, '/portfolio/fills')
    const timeline = page.getByRole('button', { name: /Timeline of the order behind/ }).first()
    await timeline.press('Enter')
    await page.getByRole('link', { name: 'Replay', exact: true }).press('Enter')
    await bar(page).waitFor()
    await page.keyboard.press('Space')
    await bar(page).getByRole('button', { name: 'Pause' }).waitFor()
    await page.keyboard.press('Space')
    for (const theme of ['dark', 'light'] as const) {
      await setTheme(page, theme)
      await assertAccessible(page)
    }
    assertQuiet({ page, complaints })
  })

  test('moves by keys, and Cancel All beside it is the live one', async (context) => {
    const fixture = await startTradingFixture(context, 'keys', 'small')
    const { terminal } = fixture
    const from = Math.floor(Date.now() / 1_000) * 1_000 - HALF_MS
    await writeRecording(
      join(terminal.dataDirectory, 'recording'),
      recordedMarket({ from, seconds: 3_600, markets: 2, framesPerSecond: 4 }),
    )
    await writeRecording(
      join(terminal.dataDirectory, 'recording'),
      recordedMarket({ from: from - 2 * 86_400_000, seconds: 60, markets: 1, framesPerSecond: 4 }),
    )
    const browser = await startBrowser(context)
    const { page } = await openArmed(browser, fixture)
    await sendAt(page, (await bests(page)).bid - 5 * fixture.tick, 'bid')
    const client = terminal.client()
    const open = async (): Promise<number> => (await client.ok('listOrders')).items.length
    await waitFor('the resting order', async () => (await open()) === 1, PATIENCE_MS)
    await go(page, `/replay?at=${new Date(from + HALF_MS).toISOString()}`)
    await bar(page).waitFor()
    const press = async (key: string): Promise<string> => {
      const shown = await clock(page)
      await page.keyboard.press(key)
      return waitFor(`what ${key} does`, async () => {
        const now = await clock(page)
        return now === shown ? null : now
      })
    }
    const seconds = (text: string): number =>
      text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    const start = seconds(await clock(page))
    assert.equal(seconds(await press('ArrowRight')) - start, 1)
    assert.equal(seconds(await press('ArrowLeft')) - start, 0)
    const next = await press('n')
    assert.notEqual(await press('p'), next)
    // Where two ladders would be too narrow for their figures there is one.
    const ladders = page.locator('.ladder:visible').filter({ hasText: 'Replay: orders are disabled.' })
    for (const [width, count] of [
      [1_440, 2],
      [1_200, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await waitFor(`${count} at ${width}`, async () => (await ladders.count()) === count, PATIENCE_MS)
    }
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.keyboard.press('+')
    await bar(page).getByLabel('Speed').and(page.locator('select')).selectOption({ label: '10\u00d7' })
    // By the views: a day, and the market of most own orders and fills without a word of it.
    await page.getByRole('button', { name: /^More views/ }).click()
    await page.getByRole('menuitemradio', { name: 'Replay', exact: true }).click()
    const days = page.getByRole('group', { name: 'Days with a recording' }).getByRole('button')
    await days.last().click()
    await bar(page).waitFor()
    assert.equal(new Date(new URL(page.url()).searchParams.get('at') ?? '').getTime(), from - 2 * 86_400_000)
    await page.goBack()
    await days.first().waitFor()
    await page.getByRole('button', { name: '1 h ago' }).click()
    await bar(page).waitFor()
    // The recording, and a report of it.
    await go(page, '/health')
    const recording = page.getByRole('region', { name: 'Recording' })
    const download = page.waitForEvent('download')
    await recording.getByRole('link', { name: 'Report of the last 10 minutes' }).click()
    assert.match((await download).suggestedFilename(), /^sesame-report-.*\.tar$/)
    await assertAccessible(page)
    await page.keyboard.press('Shift+Backquote')
    await waitFor('the live order cancelled', async () => (await open()) === 0, PATIENCE_MS)
  })
})

async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`)
}
