/** The ladder in a real browser, on one quiet market: what is pressed is what is sent, or nothing, whatever happens meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { assertAccessible, assertQuiet, PATIENCE_MS } from './browser.ts'
import { sends } from './input-methods.ts'
import { openLadderFixture, placedCount, priceText } from './trading-fixture.ts'
import { bests, cell, sendAt } from './ladder.ts'

async function middleOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await locator.boundingBox()
  assert.ok(box !== null)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test(
  'one intent for a double click and a key, none for a market that moved, ranges and the complement as they say',
  { timeout: 300_000 },
  async (context) => {
    const fixture = await openLadderFixture(context)
    const { page, tick, venue, terminal, tradable } = fixture
    const ladder = page.locator('.ladder[data-selected]')
    const foot = ladder.locator('.ladder-foot')
    const row = (price: number) => ladder.locator(`.ladder-row[data-price="${price}"]`)
    const openPrices = async () =>
      (await terminal.client().ok('listOrders')).items.map((order) => order.price).toSorted()
    const waitForPrices = (prices: readonly string[]) =>
      waitFor(
        `open orders at ${prices.join(', ')}`,
        async () => String(await openPrices()) === String(prices),
        PATIENCE_MS,
      )
    const { bid, ask } = await bests(page)
    const first = bid - 3 * tick

    // Two clicks and Enter within one moment, as fast as any trader; again where rows had just moved and nothing was sent.
    const press = `{
      const target = document.querySelector(
        '.ladder[data-selected] .ladder-row[data-price="${first}"] [data-column="bid"]',
      )
      const grid = target.closest('.ladder-grid')
      for (const name of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup']) {
        target.dispatchEvent(new PointerEvent(name, { bubbles: true, button: 0, pointerType: 'mouse' }))
      }
      grid.focus()
      for (const repeat of [false, true]) {
        grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, repeat }))
      }
    }`
    await sends(fixture, page, async () => {
      await cell(page, first, 'bid').hover()
      await page.evaluate(press)
    })
    await waitForPrices([priceText(first)])
    assert.equal(await placedCount(fixture), 1)

    // The market runs away by more than the band while the button is held: the row stays, nothing is sent.
    const held = cell(page, first, 'bid')
    await held.hover()
    await page.mouse.down()
    const point = await middleOf(held)
    await venue.placeForeign('BUY', ask + 4 * tick, 400)
    await venue.placeForeign('SELL', ask + 12 * tick, 100)
    const bestAsk = ladder.locator(`.ladder-row[data-price="${ask + 12 * tick}"][data-place="best_ask"]`)
    await bestAsk.waitFor()
    const under = await page.evaluate(
      `document.elementFromPoint(${point.x}, ${point.y})?.closest('.ladder-row')?.getAttribute('data-price')`,
    )
    assert.equal(Number(under), first, 'the price under the pointer has not changed')
    await page.mouse.up()
    await foot.getByText('refused: market moved since the click').waitFor()
    assert.equal(await placedCount(fixture), 1)

    // All asks are gone while the button is held, as after a goal: nothing is sent.
    await held.hover()
    await page.mouse.down()
    await venue.placeForeign('BUY', ask + 12 * tick, 100)
    await bestAsk.waitFor({ state: 'detached' })
    await page.mouse.up()
    await foot.getByText('refused: best price was pulled').waitFor()
    assert.equal(await placedCount(fixture), 1)
    await venue.placeForeign('SELL', ask + 12 * tick, 100)
    await bestAsk.waitFor()

    // The whole position at a price: beyond the quick notional it goes into the ticket.
    await ladder.locator(`.ladder-row[data-price="${bid + 5 * tick}"] [data-column="result"]`).click()
    const ticket = page.getByRole('region', { name: 'Order ticket' })
    await waitFor(
      'the closing order in the ticket',
      async () =>
        (await ticket.getByRole('spinbutton', { name: 'Price' }).inputValue()) ===
        priceText(bid + 5 * tick).padEnd(5, '0'),
      PATIENCE_MS,
    )
    assert.equal(await placedCount(fixture), 1)

    // Rows of ten ticks show their range, and a buy means its highest price.
    const grid = ladder.locator('.ladder-grid')
    await grid.focus()
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('+')
    await row(4_300).getByText('0.430\u20130.439').waitFor()
    await cell(page, 4_300, 'bid').hover()
    await foot.getByText('of 0.430\u20130.439').waitFor()
    await sendAt(page, 4_300, 'bid')
    await waitForPrices([priceText(first), '0.439'].toSorted())
    await assertAccessible(page, { within: ['.ladder[data-selected]'] })

    // The complement says what it is and orders the other outcome.
    await grid.focus()
    const before = await grid.boundingBox()
    await page.keyboard.press('v')
    const complement = ladder.locator('.panel-head').getByText(/= 1 \u2212 /)
    await complement.waitFor()
    await bests(page)
    assert.equal((await grid.boundingBox())?.y, before?.y, 'it moves no row')
    await waitFor(
      'an order of the complement',
      async () => {
        await page.keyboard.press('q')
        const { items } = await terminal.client().ok('listOrders')
        return items.some((order) => order.outcome_id !== tradable.outcomeId && order.side === 'BUY')
      },
      PATIENCE_MS,
    )
    await page.keyboard.press('v')
    await complement.waitFor({ state: 'detached' })

    // After a reload the rows are as wide as they were.
    await page.reload()
    await row(4_300).getByText('0.430\u20130.439').waitFor()

    // A ladder that is flipped is so after a reload: nobody trades the other outcome unawares.
    await grid.focus()
    await page.keyboard.press('v')
    await complement.waitFor()
    await page.reload()
    await complement.waitFor()

    // A typed price leads to the menu of its row, also one out of sight; one off the tick stays with its fault.
    await grid.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: /^Type another price/ }).click()
    const typed = foot.getByLabel('Price', { exact: true })
    await typed.fill('0.9105')
    await typed.press('Enter')
    await foot.getByText(/off the tick/).waitFor()
    await typed.fill('0.915')
    await typed.press('Enter')
    await page.getByRole('menuitem', { name: /^Alert here, at 0\.91/ }).waitFor()
    await page.keyboard.press('Escape')
    await row(9_100).waitFor()
    await page.keyboard.press('Space')

    // A strip above the ladders moves no row on the screen, neither when it comes nor when it goes.
    const still = cell(page, 5_550, 'bid')
    const rowTop = async () => Math.round((await still.boundingBox())?.y ?? 0)
    await still.hover()
    const at = await rowTop()
    await terminal.client().ok('arm', { body: {} })
    await terminal.client().ok('logout', { body: {} })
    const strip = page.locator('.strip').filter({ hasText: 'SAFE' })
    await strip.waitFor()
    assert.equal(await rowTop(), at, 'the row is where it was under the strip')
    await strip.getByRole('button', { name: /^Dismiss/ }).click()
    await strip.waitFor({ state: 'detached' })
    assert.equal(await rowTop(), at, 'and without it')
    assertQuiet(fixture.open)
  },
)
