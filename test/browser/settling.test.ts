// Rules shown here: INV-84.
/** Two quick presses on one place, by the mouse, by touch and by keys: the second one is never an order, nor another cancel. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { DESKTOP, logInByPage, openPage, PATIENCE_MS, PHONE, startBrowser, TABLET } from './browser.ts'
import { touch } from './input-methods.ts'
import { openOutcome, openRows } from './ladder.ts'
import { armByPage, placedCount, priceText, startTradingFixture } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'

type Hand = 'mouse' | 'touch' | 'keys'
const WIDE = { width: 1920, height: 1200 }

const RUNS = [
  { hand: 'mouse', size: DESKTOP },
  { hand: 'mouse', size: WIDE },
  { hand: 'keys', size: DESKTOP },
  { hand: 'touch', size: TABLET },
  { hand: 'touch', size: PHONE },
] as const satisfies readonly { readonly hand: Hand; readonly size: typeof DESKTOP }[]

/** Presses a thing, and again at its place as soon as `isOver`. */
async function pressTwice(
  page: Page,
  hand: Hand,
  thing: Locator,
  isOver: () => Promise<unknown>,
): Promise<void> {
  await thing.waitFor()
  if (hand === 'keys') {
    await page.locator('[data-settling]').first().waitFor({ state: 'detached' })
    await thing.focus()
    await page.keyboard.press('Enter')
    await isOver()
    await page.keyboard.press('Enter')
    return
  }
  // A place that is still at rest from before.
  await thing.click({ trial: true })
  const box = await thing.boundingBox()
  assert.ok(box !== null)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const press = () => (hand === 'touch' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  await press()
  await isOver()
  await press()
}

describe('where something has just gone', { timeout: 400_000 }, () => {
  let fixture: TradingFixture
  let browser: Browser
  const ended: (() => unknown)[] = []
  const suite = { after: (task: () => unknown) => ended.push(task) } as unknown as TestContext

  before(async () => {
    fixture = await startTradingFixture(suite, 'settling')
    browser = await startBrowser(suite)
  })
  after(async () => {
    for (const end of ended.toReversed()) await end()
  })

  const place = async (side: 'BUY' | 'SELL', steps: number, size = '10') => {
    const { order, result } = await fixture.terminal.client().ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: fixture.tradable.outcomeId,
        side,
        price: priceText(steps),
        size,
        time_in_force: 'GTC',
        post_only: true,
      },
    })
    assert.equal(result, 'accepted')
    return order?.id ?? ''
  }
  const openIds = async () =>
    (await fixture.terminal.client().ok('listOrders')).items.map(({ id }) => id ?? '').toSorted()
  const isOpen = (...ids: readonly string[]) =>
    waitFor('the open orders', async () => String(await openIds()) === String(ids.toSorted()), PATIENCE_MS)

  for (const { hand, size } of RUNS) {
    test(`INV-84 no second press by ${hand} at ${size.width} pixels is an order`, async () => {
      const { terminal, tradable, tick } = fixture
      const client = terminal.client()
      const { page } = await openPage(browser, client.url, { size, hasTouch: hand === 'touch' })
      await logInByPage(page)
      await (hand === 'touch' ? touch(page).find(tradable) : openOutcome(page, tradable))
      await client.ok('cancelAll', { body: {} })
      if ((await client.ok('readTrading')).mode === 'SAFE') await armByPage(page)
      await page.getByRole('button', { name: 'ARMED' }).waitFor()
      const ladder = page.locator('.ladder[data-selected]')
      const row = (steps: number) => ladder.locator(`.ladder-row[data-price="${steps}"]`)
      const bid = 4_400 - 2 * tick
      const ask = 4_420 + 2 * tick

      if (size !== PHONE && hand !== 'keys') {
        for (const [side, at] of [
          ['BUY', bid],
          ['SELL', ask],
        ] as const) {
          await place(side, at)
          const sent = await placedCount(fixture)
          const chip = row(at).locator('.ladder-own-chip')
          await pressTwice(page, hand, row(at).locator('.ladder-own-cancel'), () =>
            chip.waitFor({ state: 'detached' }),
          )
          await isOpen()
          assert.equal(await placedCount(fixture), sent)
          // No cell lies behind the chip: a press on its column does nothing, however late.
          assert.equal(await row(at).locator('.ladder-own').count(), 2)
        }
      }

      if (hand === 'touch') {
        // Chip and bar: what the bar offers for an own order leaves from above Buy and Sell.
        const id = await place('BUY', bid)
        await row(bid).locator('[data-column="bid"]').tap()
        const bar = ladder.getByRole('group', { name: `At ${priceText(bid)}` })
        const sent = await placedCount(fixture)
        const move = bar.getByRole('button', { name: /^Cancel buy/ })
        await waitFor('a bar that can be pressed', () => move.isEnabled(), PATIENCE_MS)
        const box = await move.boundingBox()
        assert.ok(box !== null)
        await client.ok('cancelOrders', { body: { order_ids: [id] } })
        await move.waitFor({ state: 'detached' })
        await page.touchscreen.tap(box.x + 4, box.y + box.height / 2)
        await isOpen()
        assert.equal(await placedCount(fixture), sent)
        await ladder.getByRole('button', { name: 'Close', exact: true }).tap()
      }

      // Rows that move: the cross of the next order is not pressed in the place of the first.
      const orders = page.getByRole('tab', { name: /^(?:Open )?[Oo]rders/ })
      if ((await orders.count()) > 0) {
        await orders.first().click()
        const kept = await place('BUY', bid)
        const gone = await place('BUY', bid - tick)
        await waitFor('two rows', async () => (await openRows(page).count()) === 2, PATIENCE_MS)
        const first = openRows(page).first()
        const before = await first.getAttribute('data-open')
        await pressTwice(page, hand, first.getByRole('button', { name: /^Cancel/ }), () =>
          waitFor('one row', async () => (await openRows(page).count()) === 1, PATIENCE_MS),
        )
        await isOpen(before === gone ? kept : gone)
        await client.ok('cancelAll', { body: {} })
        await isOpen()
      }
      await page.screenshot({ path: `/tmp/page-shots-${hand}-${size.width}.png` })
      await page.context().close()
    })
  }
})
