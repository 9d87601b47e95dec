/** Orders to which something happens on the way, in a real browser: no answer, a fill in the middle of a move, a thumb on a phone. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { PASSWORD } from '../harness.ts'
import { arm, restingBuy } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  PHONE,
  rested,
  startBrowser,
} from './browser.ts'
import { closeChart, openArmed, placedCount, priceText, startTradingFixture } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'
import { openPalette, toLadder } from './input-methods.ts'
import { bests, cell, openOutcome, openRows, sendAt } from './ladder.ts'

/** A ladder of it has room for the column of what traded. */
const WIDE = { width: 1920, height: 1200 }

type Held = readonly { readonly name: string; readonly holding: number }[]

/** Holds matching requests back at the venue; `isHolding` waits for the first, `release` sends them all. */
async function holdBack({ venue }: TradingFixture, name: string, match: Readonly<Record<string, string>>) {
  await venue.control('/barrier', { name, match: { service: 'clob', ...match } })
  return {
    isHolding: () =>
      waitFor(
        `a request held at ${name}`,
        async () =>
          ((await venue.control('/barrier')) as Held).some((one) => one.name === name && one.holding > 0),
        PATIENCE_MS,
      ),
    release: () => venue.control(`/barrier/${name}/release`, {}),
  }
}

/** The only open order that is live at a price, as the terminal tells it. */
const liveAt = ({ terminal }: TradingFixture, at: number) =>
  waitFor(
    `a live order at ${at}`,
    async () => {
      const { items } = await terminal.client().ok('listOrders')
      return items.find((order) => order.price === priceText(at) && order.status === 'live')
    },
    PATIENCE_MS,
  )

describe('an order that something happens to', { timeout: 300_000 }, () => {
  let fixture: TradingFixture
  let browser: Browser
  let sentBefore = 0
  const ended: (() => unknown)[] = []
  const suite = { after: (task: () => unknown) => ended.push(task) } as unknown as TestContext

  before(async () => {
    fixture = await startTradingFixture(suite, 'order-outcomes', 'small')
    await closeChart(fixture)
    browser = await startBrowser(suite)
  })
  after(async () => {
    for (const end of ended.toReversed()) await end()
  })
  afterEach(async () => {
    const client = fixture.terminal.client()
    await client.ok('disarm', { body: {} })
    await client.ok('cancelAll', { body: {} })
    await waitFor('a clean book', async () => (await client.ok('listOrders')).items.length === 0, PATIENCE_MS)
    sentBefore = await placedCount(fixture)
  })

  /** Orders that reached the venue in this test. */
  const sent = async (): Promise<number> => (await placedCount(fixture)) - sentBefore

  test('INV-05 no answer: row and receipt say unknown, nothing offers to send again, a reload changes nothing, then it settles', async () => {
    const { tick, venue } = fixture
    const { page } = await openArmed(browser, fixture)
    // The order arrives, but neither its answer nor any news of it comes back.
    await venue.control('/ws', { channel: 'user', action: 'half_open' })
    const reads = await holdBack(fixture, 'reads', { method: 'GET', path: '/data*' })
    await venue.control('/faults', { name: 'order.accept_then_reset', when: { times: 1 } })
    const at = (await bests(page)).bid - 3 * tick
    const ticket = page.getByRole('region', { name: 'Order ticket' })
    await ticket.getByRole('spinbutton', { name: 'Price' }).fill(priceText(at))
    await ticket.locator('.receipt-dry-run').getByText('would be accepted').waitFor()
    await ticket.locator('.submit').click()

    await ticket.locator('.receipt-result-unknown').getByText('Unknown').waitFor()
    await openRows(page).getByText('unknown, checking').waitFor()
    assert.equal(await page.getByRole('button', { name: /again|retry|resend/i }).count(), 0)
    await assertAccessible(page)
    await page.reload()
    await openRows(page).getByText('unknown, checking').waitFor()
    assert.equal(await sent(), 1)

    await venue.control('/ws', { channel: 'user', action: 'heal' })
    await reads.release()
    await openRows(page).getByText('live', { exact: true }).waitFor()
    assert.equal((await liveAt(fixture, at)).size, '10')
    assert.equal(await sent(), 1)
    await page.context().close()
  })

  test('orders of a group are counted, moved by a tick and cancelled from one row, and a reload knows it', async () => {
    const { terminal, tick, tradable } = fixture
    const client = terminal.client()
    const { page } = await openArmed(browser, fixture)
    const from = (await bests(page)).bid - 3 * tick
    const resting = await restingBuy(client, tradable)
    const ids = [0, 1, 2].map(() => randomUUIDv7())
    const orders = ids.map((id, nth) => ({
      ...resting,
      client_order_id: id,
      price: priceText(from - nth * tick),
      group: ids[0],
    }))
    await client.ok('placeOrders', { body: { orders } })
    const areAt = (ticks: number) =>
      waitFor(
        `all of them ${ticks} ticks up`,
        async () =>
          String((await client.ok('listOrders')).items.map(({ price }) => price).toSorted()) ===
          String(orders.map((_, nth) => priceText(from + (ticks - nth) * tick)).toSorted()),
        PATIENCE_MS,
      )
    const group = openRows(page).getByRole('button', { name: '3 of 3 open (scaled order)' })
    await group.first().click()
    await page.getByRole('menuitem', { name: /^Move group down one tick/ }).click()
    await page.getByText('3 of 3 moved').first().waitFor()
    await areAt(-1)
    await page.reload()
    await group.last().waitFor()
    await assertAccessible(page)
    await group.last().press('Alt+ArrowUp')
    await page.getByText('3 of 3 moved').first().waitFor()
    await areAt(0)
    // The focus has gone along.
    await group.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await areAt(-1)
    await group.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Alt+Delete')
    await waitFor('none', async () => (await client.ok('listOrders')).items.length === 0, PATIENCE_MS)
    await page.context().close()
  })

  test('INV-14 a fill in the middle of a move: old and new together are what was asked, and the page says how much filled', async () => {
    const { tick, venue, terminal } = fixture
    const open = await openArmed(browser, fixture)
    const { page } = open
    const from = (await bests(page)).bid - 3 * tick
    await sendAt(page, from, 'bid')
    const old = await liveAt(fixture, from)
    const cancels = await holdBack(fixture, 'cancels', { method: 'DELETE' })
    await openRows(page)
      .getByRole('button', { name: /^Price/ })
      .click()
    const editor = openRows(page).getByRole('spinbutton')
    await editor.fill(priceText(from - tick))
    await editor.press('Enter')
    await cancels.isHolding()
    await venue.control('/order', {
      kind: 'fill',
      order_id: old.id?.replace(/^pm:/, ''),
      size: '4000000',
    })
    await cancels.release()

    const moved = await liveAt(fixture, from - tick)
    assert.deepEqual([moved.size, moved.replaces], ['6', old.id])
    await page
      .getByText(`moved 6 from ${priceText(from)}, 4 had filled at ${priceText(from)} before`)
      .first()
      .waitFor()
    // The old order's result stays readable for a while.
    await page.locator('tr.ended').getByText('filled 4, the rest cancelled').waitFor()
    assert.deepEqual(
      (await venue.truth()).orders.slice(-2).map(({ order }) => [order.price, order.size, order.filled]),
      [
        [from, '10000000', '4000000'],
        [from - tick, '6000000', '0'],
      ],
    )
    assert.equal((await terminal.client().ok('listOrders')).items.length, 1)
    assertQuiet(open)
    await page.context().close()
  })

  /** The other outcome of the market, of which nothing is held; the account has 250 shares of the first. */
  function unheld({ tradable }: TradingFixture) {
    const [first, second] = tradable.market.outcomes
    assert.ok(first !== undefined && second !== undefined && first.id === tradable.outcomeId)
    return { first, second, tradable: { ...tradable, outcomeId: second.id } }
  }

  /** The open orders as one line each, sales first. */
  const orderLines = async (): Promise<readonly string[]> =>
    (await fixture.terminal.client().ok('listOrders')).items
      .map(({ side, size, outcome_name: name, price }) => `${side} ${size} ${name} @ ${price}`)
      .toSorted((a, b) => (a < b ? 1 : -1))

  test('INV-62 short without shares by the mouse and by keys: one press buys the other outcome, said before and after', async () => {
    const { first, second, tradable } = unheld(fixture)
    const { tick } = fixture
    const open = await openArmed(browser, { ...fixture, tradable })
    const { page } = open
    const foot = page.locator('.ladder[data-selected] .ladder-foot')
    const at = (await bests(page)).ask + 2 * tick
    const other = priceText(10_000 - at)
    const words = `BUY 10 ${first.name} @ ${other} = SELL ${second.name} @ ${priceText(at)}`
    await cell(page, at, 'ask').hover()
    await foot.getByText(words).waitFor()
    await foot.locator('[data-checked]').waitFor()
    await sendAt(page, at, 'ask')
    await waitFor('the purchase', async () => (await orderLines()).length === 1, PATIENCE_MS)
    assert.deepEqual(await orderLines(), [`BUY 10 ${first.name} @ ${other}`])
    assert.equal(await sent(), 1)
    await foot.getByText(words).waitFor()
    const chip = `.ladder-row[data-price="${at}"] .ladder-own-chip[data-mirrored]`
    await page.locator(`.ladder[data-selected] ${chip}`).waitFor()

    await toLadder(page)
    await page.keyboard.press('End')
    await page.keyboard.press('s')
    await waitFor('the second purchase', async () => (await orderLines()).length === 2, PATIENCE_MS)
    assert.equal(await sent(), 2)
    assertQuiet(open)
    await page.context().close()
  })

  test('INV-62 short without shares by touch: one press on the bar, whose button says both', async () => {
    const { first, second, tradable } = unheld(fixture)
    const client = fixture.terminal.client()
    await arm(client)
    const open = await openPage(browser, client.url, { size: PHONE, hasTouch: true })
    const { page } = open
    await logInByPage(page)
    await page.goto(`${client.url}/event/${tradable.event.slug}?outcome=${second.id.slice(3)}`)
    const at = (await bests(page)).ask + fixture.tick
    const other = priceText(10_000 - at)
    await cell(page, at, 'ask').tap()
    await page
      .getByRole('button', {
        name: `Buy 10 ${first.name} @ ${other} = sell ${second.name} @ ${priceText(at)}`,
      })
      .tap()
    await waitFor('the purchase', async () => (await orderLines()).length === 1, PATIENCE_MS)
    assert.deepEqual(await orderLines(), [`BUY 10 ${first.name} @ ${other}`])
    assert.equal(await sent(), 1)
    assertQuiet(open)
    await page.context().close()
  })

  test('INV-62 with some shares held: one press, the sale first, one receipt; with the setting off the cell is barred', async () => {
    const { second, first } = unheld(fixture)
    const { tick, tradable } = fixture
    const open = await openArmed(browser, fixture)
    const { page } = open
    const foot = page.locator('.ladder[data-selected] .ladder-foot')
    const at = (await bests(page)).ask + 4 * tick
    const held = await waitFor(
      'what is held',
      async () => {
        const { items } = await fixture.terminal.client().ok('listPositions')
        return Number(items.find((one) => one.outcome_id === first.id)?.free_size ?? 0) || null
      },
      PATIENCE_MS,
    )
    const other = priceText(10_000 - at)
    await page
      .getByLabel('Ladder size')
      .first()
      .fill(String(held + 50))
    await cell(page, at, 'ask').hover()
    await foot.getByText(`SELL ${held} @ ${priceText(at)} + BUY 50 ${second.name} @ ${other}`).waitFor()
    await foot.locator('[data-checked]').waitFor()
    await sendAt(page, at, 'ask')
    await waitFor('both orders', async () => (await orderLines()).length === 2, PATIENCE_MS)
    assert.deepEqual(await orderLines(), [
      `SELL ${held} ${first.name} @ ${priceText(at)}`,
      `BUY 50 ${second.name} @ ${other}`,
    ])
    assert.equal(await sent(), 2)
    await foot.getByText(`SELL ${held} @ ${priceText(at)} + BUY 50 ${second.name} @ ${other}`).waitFor()
    await foot.getByText(/^sale accepted: .*; purchase accepted: /).waitFor()
    const { requests } = (await fixture.venue.control('/ledger')) as {
      readonly requests: readonly { readonly path: string; readonly order_hashes: readonly string[] }[]
    }
    const hashes = requests.filter(({ path }) => path === '/order').flatMap((one) => one.order_hashes)
    const { items } = await fixture.terminal.client().ok('listOrders')
    const sale = items.find((order) => order.side === 'SELL')
    assert.equal(`pm:${hashes.at(-2)}`, sale?.id, 'the reducing one is sent first')

    await openPalette(page, 'settings')
    await page.keyboard.press('Enter')
    await page
      .getByRole('group', { name: /^Selling without shares/ })
      .getByRole('button', { name: 'Off' })
      .click()
    await cell(page, at + tick, 'ask').hover()
    const why = `no ${first.name} to sell (buying ${second.name} is off in Settings)`
    await foot.getByText(`refused: ${why}`).waitFor()
    await page.locator('.ladder[data-selected] .ladder-aim[data-barred]').getByText(why).waitFor()
    await cell(page, at + tick, 'ask').click()
    await page.locator('.ladder[data-selected] .ladder-cell-note').getByText(why).waitFor()
    assert.equal(await sent(), 2)
    assert.equal(tradable.outcomeId, first.id)
    assertQuiet(open)
    await page.context().close()
  })

  test('what traded since the ladder was opened is in its column', async () => {
    const open = await openArmed(browser, fixture, { size: WIDE })
    const { page } = open
    const { ask } = await bests(page)
    const traded = page.locator(`.ladder[data-selected] .ladder-row[data-price="${ask}"] .ladder-volume`)
    await sendAt(page, ask, 'bid')
    await traded.getByText('10', { exact: true }).waitFor()
    assertQuiet(open)
    await page.context().close()
  })

  // Last: the toast of the unknown order is still there, and must not lie over the bar.
  test('on a phone: a tap selects the price, the bar below moves and cancels what stands there', async () => {
    const { terminal, tradable, tick } = fixture
    const client = terminal.client()
    await arm(client)
    const body = await restingBuy(client, tradable, 2)
    await client.ok('placeOrder', { body })
    const open = await openPage(browser, client.url, { size: PHONE, hasTouch: true })
    const { page } = open
    await logInByPage(page)
    await page.goto(`${client.url}/event/${tradable.event.slug}?outcome=${tradable.outcomeId.slice(3)}`)
    const from = (await bests(page)).bid - 2 * tick
    await page.locator(`.ladder[data-selected] .ladder-row[data-price="${from}"] .ladder-own-grip`).tap()
    const bar = page.getByRole('group', { name: `At ${priceText(from)}` })
    for (const name of ['Move buy 5', 'Cancel buy 5', 'Close']) {
      const box = await bar.getByRole('button', { name }).boundingBox()
      assert.ok(box !== null && box.height >= 44 && box.width >= 44, name)
    }
    await assertAccessible(page)
    await bar.getByRole('button', { name: 'Move buy 5' }).tap()
    // The row lies where the bar was: a tap on it must not press what the next bar shows there.
    await cell(page, from - tick, 'bid').tap()
    assert.equal(await sent(), 1)
    const drop = page.getByRole('button', { name: 'Move', exact: true })
    assert.ok(((await drop.boundingBox())?.height ?? 0) >= 44)
    await rested(page)
    await drop.tap()
    await liveAt(fixture, from - tick)

    await cell(page, from - tick, 'bid').tap()
    await page.getByRole('button', { name: 'Cancel buy 5' }).tap()
    await waitFor(
      'no open order',
      async () => (await client.ok('listOrders')).items.length === 0,
      PATIENCE_MS,
    )
    assert.equal(await sent(), 2)

    // The ticket's sheet is closed by Escape from a field of it, and the focus goes back to its button.
    const ticket = page.getByRole('button', { name: 'Ticket', exact: true })
    await ticket.tap()
    const size = page.getByRole('region', { name: 'Order ticket' }).getByLabel('Size', { exact: true })
    await size.press('Escape')
    await size.waitFor({ state: 'detached' })
    assert.equal(await ticket.evaluate((button) => button === button.ownerDocument.activeElement), true)
    assertQuiet(open)
    await page.context().close()
  })

  test('INV-95 INV-96 a loss limit that is reached is said at ladder and bar, and opens with the password', async () => {
    const { terminal, tradable } = fixture
    const client = terminal.client()
    await arm(client)
    const resting = await restingBuy(client, tradable, 0)
    const taking = { price: priceText(4_420), time_in_force: 'FAK', post_only: false, size: '10' } as const
    await client.ok('placeOrder', { body: { ...resting, ...taking } })
    await client.ok('writeRiskSettings', { body: { limits: { max_daily_loss: '0.001' } } })
    await waitFor(
      'the lock',
      async () => (await client.ok('readTrading')).reasons.includes('loss_limit'),
      PATIENCE_MS,
    )
    const body = await restingBuy(client, tradable)
    assert.equal((await client.ok('placeOrder', { body })).reject?.code, 'loss_limit')
    const { page } = await openPage(browser, client.url, { size: WIDE })
    await logInByPage(page)
    await openOutcome(page, tradable)
    await page.getByText('Loss limit reached').first().waitFor()
    await page.locator('.ladder[data-selected]').getByText('LOSS LIMIT', { exact: true }).waitFor()
    await page.getByText('New risk is refused').first().waitFor()

    // The lock is ten minutes older for the page, and the answer of an unlock is that of an open limit.
    const address = '**/api/settings/loss-limit'
    await page.route(address, async (route) => {
      const answer = await (await route.fetch()).json()
      answer.lock.from = answer.lock.at
      await route.fulfill({ json: answer })
    })
    await page.goto(`${client.url}/settings/risk`)
    const panel = page.getByRole('region', { name: 'Loss limit' })
    await panel.getByText(/^Locked since .* the day's loss of/).waitFor()
    await assertAccessible(page)
    const unlock = panel.getByRole('button', { name: 'Unlock' })
    await panel.getByLabel('Password (needed to unlock)').fill(PASSWORD)
    await unlock.click()
    await panel.getByText(/after ten minutes at the earliest/).waitFor()
    await page.route(`${address}/unlock`, async (route) => {
      await route.fulfill({ json: { ...(await client.ok('readLossLimit')), lock: null } })
    })
    await unlock.click()
    await panel.getByText(/^Open\./).waitFor()
    await page.context().close()
  })
})
