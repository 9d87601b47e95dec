// Rules shown here: PAGE-1.
/**
 * Own orders in a real browser against the simulated venue: moved by the mouse and by the keyboard, edited in place,
 * shown as a timeline, previewed before they are sent, and cancelled from any field with the link lost.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { formatMicros, micros } from '#core/money.ts'
import { sizeStep } from '#core/order/order-amounts.ts'
import { priceFromSteps } from '#core/price.ts'
import type { TestTerminal } from '../harness.ts'
import { waitFor } from '../wait-for.ts'
import { accessibilityFaults, assertQuiet, PATIENCE_MS, texts } from './browser.ts'
import { armByPage, openLadderFixture, placedCount, priceText } from './trading-fixture.ts'
import type { LadderFixture } from './trading-fixture.ts'
import { bests, cell, drag, middleOf, openRows, sendAt } from './ladder.ts'

/** Rests one order some ticks below the best bid; answers its price in steps. */
async function rest({ terminal, page, tick }: LadderFixture, ticksBelow: number): Promise<number> {
  const at = (await bests(page)).bid - ticksBelow * tick
  await sendAt(page, at, 'bid')
  await waitForOrder(terminal, at)
  await grip(page, at).waitFor()
  return at
}

/** The open order at a price, as the terminal's own interface tells it. */
const waitForOrder = (terminal: TestTerminal, at: number) =>
  waitFor(
    `a live order at ${at}`,
    async () => {
      const { items } = await terminal.client().ok('listOrders')
      return items.find((order) => order.price === priceText(at) && order.status === 'live')
    },
    PATIENCE_MS,
  )

const grip = (page: Page, at: number): Locator =>
  page.locator(
    `.ladder[data-selected] .ladder-row[data-price="${at}"] .ladder-own-chip[data-state="live"] .ladder-own-grip`,
  )

const ticketOf = (page: Page): Locator => page.getByRole('region', { name: 'Order ticket' })

describe('own orders', { timeout: 400_000 }, () => {
  let fixture: LadderFixture
  let sentBefore = 0
  let isCut = false
  const cuts: (() => void)[] = []
  const ended: (() => unknown)[] = []
  const suite = { after: (task: () => unknown) => ended.push(task) } as unknown as TestContext

  before(async () => {
    fixture = await openLadderFixture(suite, {
      before: (page) =>
        page.routeWebSocket(/\/ws$/, (socket) => {
          if (isCut) {
            void socket.close()
            return
          }
          socket.connectToServer()
          cuts.push(() => void socket.close())
        }),
    })
  })
  after(async () => {
    for (const end of ended.toReversed()) await end()
  })
  afterEach(async () => {
    await fixture.page.keyboard.press('Escape')
    await fixture.page.getByRole('dialog').waitFor({ state: 'detached' })
    const client = fixture.terminal.client()
    await client.ok('cancelAll', { body: {} })
    await waitFor('a clean book', async () => (await client.ok('listOrders')).items.length === 0, PATIENCE_MS)
    sentBefore = await placedCount(fixture)
  })

  /** Orders that reached the venue in this test. */
  const sent = async (): Promise<number> => (await placedCount(fixture)) - sentBefore

  function cutLink(): void {
    isCut = true
    for (const cut of cuts) cut()
  }

  test('INV-14 by the mouse: a ghost and a label while it is dragged, one replace when it is dropped', async () => {
    const { terminal, page, tick } = fixture
    const from = await rest(fixture, 4)
    const to = from - 2 * tick
    const start = await middleOf(grip(page, from))
    const target = await middleOf(cell(page, to, 'bid'))

    await drag(page, start, target)
    await page
      .getByText(`move 10 to ${priceText(to)}`)
      .first()
      .waitFor()
    await page.locator(`.ladder-row[data-price="${from}"] .ladder-own-chip[data-dragged]`).waitFor()
    assert.equal(await sent(), 1)

    // Escape while it is held leaves everything as it was.
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await page.locator('.ladder-drag-mark').waitFor({ state: 'detached' })
    assert.equal(await sent(), 1)

    await drag(page, start, target)
    await page.mouse.up()
    const moved = await waitForOrder(terminal, to)
    assert.equal(moved.size, '10')
    await grip(page, to).waitFor()
    await page
      .getByText(`moved 10 from ${priceText(from)}`)
      .first()
      .waitFor()
    assert.deepEqual(
      (await terminal.client().ok('listOrders')).items.map((order) => order.price),
      [priceText(to)],
    )
    assert.equal(await sent(), 2)

    // The new order names the one that it replaces, and the link opens it.
    await openRows(page).getByRole('button', { name: 'moved', exact: true }).click()
    await page.getByRole('dialog').getByText('cancelled', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    // In the ladder of the other outcome it is on the other side at 1 - p, and its cross there cancels it.
    const seen = page.locator(
      `.ladder:not([data-selected]) .ladder-row[data-price="${10_000 - to}"] .ladder-own-chip`,
    )
    assert.notEqual(await seen.getAttribute('data-mirrored'), null)
    const cross = await seen.locator('.ladder-own-cancel').boundingBox()
    assert.ok(cross !== null && cross.width >= 24 && cross.height >= 24, JSON.stringify(cross))
    await seen.locator('.ladder-own-cancel').click()
    await waitFor(
      'no open order',
      async () => (await terminal.client().ok('listOrders')).items.length === 0,
      PATIENCE_MS,
    )
    assertQuiet(fixture.open)
  })

  test('by the keyboard: m picks it up, arrows aim, Escape keeps, Enter moves', async () => {
    const { terminal, page, tick } = fixture
    const from = await rest(fixture, 4)
    await cell(page, from, 'bid').hover()
    await page.locator('.ladder[data-selected] .ladder-grid').focus()
    await page.keyboard.press('m')
    await page.locator('.ladder-drag-mark').waitFor()
    await page.keyboard.press('ArrowDown')
    await page
      .getByText(`move 10 to ${priceText(from - tick)}`)
      .first()
      .waitFor()
    // A letter that would send an order does nothing while an order is picked up.
    await page.keyboard.press('b')
    await page.keyboard.press('Escape')
    await page.locator('.ladder-drag-mark').waitFor({ state: 'detached' })
    assert.equal(await sent(), 1)

    await page.keyboard.press('m')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await waitForOrder(terminal, from - 3 * tick)
    assert.equal(await sent(), 2)

    // Two orders behind one chip are moved by one gesture, the first no hindrance to the second.
    const client = terminal.client()
    await client.ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: fixture.tradable.outcomeId,
        side: 'BUY',
        price: priceText(from - 3 * tick),
        size: '10',
        time_in_force: 'GTC',
        post_only: true,
      },
    })
    await page.locator('.ladder[data-selected] .ladder-own-chip[data-state="live"]').getByText('20').waitFor()
    // The cursor has gone along.
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowUp')
    await page
      .getByText(`move 20 to ${priceText(from - 2 * tick)}`)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.ladder-foot').getByText('20 in 2 moved to').waitFor()
    await waitFor(
      'both orders at the new price',
      async () =>
        String((await client.ok('listOrders')).items.map((order) => order.price)) ===
        String([priceText(from - 2 * tick), priceText(from - 2 * tick)]),
      PATIENCE_MS,
    )
    // An order is listed before the venue has it.
    await waitFor('five to be sent', async () => (await sent()) >= 5, PATIENCE_MS)
    assert.equal(await sent(), 5)
  })

  test('a size that is typed is the size of the click that follows, and the label at the pointer says so', async () => {
    const { terminal, page, tick } = fixture
    const at = (await bests(page)).bid - 5 * tick
    const size = page.getByLabel('Ladder size').first()
    const label = page.locator('.ladder[data-selected] .ladder-aim')
    await size.fill('7')
    await cell(page, at, 'bid').click()
    assert.equal((await waitForOrder(terminal, at)).size, '7')
    await label.getByText('BUY 7 @').waitFor()
    // The label at a resting pointer shows a size that is chosen by a key.
    await page.locator('.ladder[data-selected] .ladder-grid').focus()
    await page.keyboard.press('2')
    await label.getByText('BUY 10 @').waitFor()
    assert.equal(await size.inputValue(), '10')
  })

  test('Shift or Alt held at the press counts, though it is released before the button: nothing is sent', async () => {
    const { page, tick } = fixture
    const at = (await bests(page)).bid - 6 * tick
    await cell(page, at, 'bid').hover()
    for (const key of ['Shift', 'Alt'] as const) {
      await page.keyboard.down(key)
      await page.mouse.down()
      await page.keyboard.up(key)
      await page.mouse.up()
      if (key === 'Shift') {
        const price = ticketOf(page).getByRole('spinbutton', { name: 'Price' })
        await waitFor(
          'the price in the ticket',
          async () => Number(await price.inputValue()) === Number(priceText(at)),
          PATIENCE_MS,
        )
      } else await page.getByRole('dialog', { name: 'New alert' }).waitFor()
    }
    assert.equal(await sent(), 0)
  })

  test('a scaled order is one drag with Ctrl held: its marks before the release, one request, one press cancels them', async () => {
    const { terminal, page, tick } = fixture
    const prices = async () =>
      (await terminal.client().ok('listOrders')).items.map((order) => order.price).toSorted()
    const from = (await bests(page)).bid - 2 * tick
    const marks = page.locator('.ladder[data-selected] [data-scaled]')
    await page.getByLabel('Ladder size').first().fill('25')
    const start = await middleOf(cell(page, from, 'bid'))
    const end = await middleOf(cell(page, from - 4 * tick, 'bid'))
    await page.keyboard.down('Control')
    await drag(page, start, end)
    await page.getByText(/^buy 25 in 5, cost .*, avg/).waitFor()
    assert.deepEqual(await marks.allInnerTexts(), ['5', '5', '5', '5', '5'])
    // Escape while it is held sends nothing.
    await page.keyboard.press('Escape')
    await marks.first().waitFor({ state: 'detached' })
    await page.mouse.up()
    assert.deepEqual(await prices(), [])

    await drag(page, start, end)
    await page.mouse.up()
    await page.keyboard.up('Control')
    await page.getByText('5 of 5 accepted').first().waitFor()
    await waitFor('five orders', async () => (await prices()).length === 5, PATIENCE_MS)
    assert.deepEqual(
      [(await prices())[0], (await prices())[4]],
      [priceText(from - 4 * tick), priceText(from)],
    )
    assert.equal(await sent(), 0, 'none of them is a request of its own')
    await page.getByRole('button', { name: 'Cancel them' }).click()
    await waitFor('none', async () => (await prices()).length === 0, PATIENCE_MS)

    // By keys: from the cursor, which is where the drag began.
    await page.locator('.ladder[data-selected] .ladder-grid').focus()
    for (const key of ['l', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await page.getByText(/^buy 25 in 3,/).waitFor()
    await page.keyboard.press('Enter')
    await waitFor('three orders', async () => (await prices()).length === 3, PATIENCE_MS)

    // Where a click fills in the ticket, so does the drag.
    await page.keyboard.press('Shift+S')
    await page.getByRole('button', { name: 'SAFE' }).waitFor()
    await page.keyboard.down('Control')
    await drag(page, start, end)
    await page.getByText('buy 25 in 5 into the ticket').waitFor()
    await page.mouse.up()
    await page.keyboard.up('Control')
    const ticket = ticketOf(page)
    await ticket.getByRole('button', { name: 'Arm to trade' }).waitFor()
    const values = ['From', 'To', 'Orders', 'Size'].map((name) =>
      ticket.getByLabel(name, { exact: true }).inputValue(),
    )
    const ends = [from / 10_000, (from - 4 * tick) / 10_000]
    assert.deepEqual((await Promise.all(values)).map(Number), [...ends, 5, 25])
    assert.equal((await prices()).length, 3)
    await ticket.getByRole('button', { name: 'Limit', exact: true }).click()
    await armByPage(page)
    await page.getByLabel('Ladder size').first().fill('10')
  })

  test('a scaled order in the ticket says its sum and its average, and one press places all of it', async () => {
    const { terminal, page, tick } = fixture
    const ticket = ticketOf(page)
    const from = (await bests(page)).bid - 2 * tick
    await page.keyboard.press('Shift+L')
    await ticket.getByRole('button', { name: 'Scaled' }).and(page.locator(':focus')).waitFor()
    await ticket.getByRole('spinbutton', { name: 'From' }).fill(priceText(from))
    await ticket.getByLabel('To', { exact: true }).fill(priceText(from - 2 * tick))
    await ticket.getByLabel('Size', { exact: true }).fill('60')
    await ticket.getByLabel('Orders').fill('3')
    await ticket.getByRole('button', { name: 'Growing' }).click()
    assert.match(
      await ticket.locator('.receipt').innerText(),
      /You pay up to.*Average if all fill.*10 to 30/s,
    )
    await ticket.getByRole('button', { name: /^Buy 60 .* in 3 orders/ }).click()
    await page.getByText('3 of 3 accepted').first().waitFor()
    await ticket.getByText(/^3 accepted: /).waitFor()
    assert.deepEqual(
      (await terminal.client().ok('listOrders')).items
        .map(({ price, size }) => `${size} @ ${price}`)
        .toSorted(),
      [10, 20, 30].map((size, row) => `${size} @ ${priceText(from - row * tick)}`),
    )
    assert.deepEqual(await accessibilityFaults(page), [])
    await ticket.getByRole('button', { name: 'Limit', exact: true }).click()
  })

  test('in the table: the price is edited in place, off the tick nothing is sent', async () => {
    const { terminal, page, tick } = fixture
    const from = await rest(fixture, 4)
    await openRows(page)
      .getByRole('button', { name: /^Price/ })
      .click()
    const editor = openRows(page).getByRole('spinbutton')
    await editor.fill(`${priceText(from)}1`)
    await editor.press('Enter')
    await page
      .getByText(/Refused: .* steps of/)
      .first()
      .waitFor()
    assert.equal(await sent(), 1)

    await editor.fill(priceText(from))
    await editor.press('ArrowDown')
    await editor.press('Enter')
    await waitForOrder(terminal, from - tick)
    assert.equal(await sent(), 2)
  })

  test('its row opens the timeline: every stage with its milliseconds, what was seen, and the hashes', async () => {
    const { terminal, page } = fixture
    await rest(fixture, 4)
    await openRows(page)
      .getByRole('button', { name: /^Timeline of/ })
      .focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('venue answered').waitFor()
    const { items: rows } = await terminal.client().ok('listAudit', { query: { limit: '4' } })
    assert.equal(await dialog.locator('.timeline-stages > li').count(), 4)
    const stages = await dialog.locator('.timeline-stages').innerText()
    assert.match(
      stages,
      /asked.*buy 10 at.*seen best_bid.*seen book_age_ms.*checked.*signed.*accepted, live/s,
    )
    assert.equal([...stages.matchAll(/\+\d+ ms/g)].length, 3)
    for (const row of rows) assert.ok(stages.includes(row.hash.slice(0, 10)), row.hash)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // A fill opens the same.
    await sendAt(page, (await bests(page)).ask, 'bid')
    await page
      .locator('.ladder[data-selected] .what-fits')
      .getByText(/^\(\+\d+ settling\)$/)
      .waitFor()
    await page.getByRole('tab', { name: /^Fills [1-9]/ }).click()
    await page.getByRole('button', { name: /^Timeline of the order behind/ }).click()
    await dialog.getByText('venue answered').waitFor()
    assertQuiet(fixture.open)
  })

  test('the dry run accepts an ordinary order and refuses one beyond the band, and sends neither', async () => {
    const { page, tick } = fixture
    const ticket = ticketOf(page)
    const price = ticket.getByRole('spinbutton', { name: 'Price' })
    const dryRun = ticket.locator('.receipt-dry-run')
    await price.fill(priceText((await bests(page)).bid - tick))
    await dryRun.getByText('would be accepted').waitFor()
    assert.match(await ticket.locator('.receipt').innerText(), /You pay up to.*Fee.*(none|at most|unknown)/s)

    await price.fill(priceText(Math.min(10_000 - tick, (await bests(page)).ask + 15 * tick)))
    await dryRun.getByText('price_band', { exact: true }).waitFor()
    await ticket.getByText(/outside the band of 10/).waitFor()
    const boxes = await Promise.all(
      ['.submit', '.receipt-dry-run > span'].map((part) => ticket.locator(part).boundingBox()),
    )
    const [below, reason] = boxes.map((box) => box ?? { y: Number.NaN, height: Number.NaN })
    assert.ok(below !== undefined && reason !== undefined)
    assert.ok(reason.y + reason.height <= below.y, 'the button covers nothing of a refusal')
    assert.equal(await dryRun.evaluate((box) => box.scrollHeight - box.clientHeight), 0, 'nor is it cut off')
    const warning = await ticket.getByText(/outside the band of 10/).boundingBox()
    const shadowEnd = below.y + below.height + 14
    assert.ok((warning?.y ?? Number.NaN) >= shadowEnd, "the button's shadow covers nothing of a warning")

    // Above the quick notional one press is not enough, and a double click is one press.
    await price.fill(priceText((await bests(page)).bid - 4 * tick))
    await ticket.getByLabel('Size', { exact: true }).fill('400')
    await dryRun.getByText('would be accepted').waitFor()
    const submit = ticket.locator('.submit')
    await submit.dblclick()
    await ticket.getByRole('button', { name: /^Confirm \d/ }).waitFor()
    assert.equal(await sent(), 0)
    await submit.click()
    await waitFor('the order to be sent', async () => (await sent()) === 1, PATIENCE_MS)
    assertQuiet(fixture.open)
  })

  test('a size may be cash', async () => {
    const { page } = fixture
    const ticket = ticketOf(page)
    await ticket.getByLabel('Size', { exact: true }).fill('20')
    await ticket.getByLabel('Size in').selectOption('cash')
    await ticket.getByText(/^= [\d.]+ shares for [\d.]+$/).waitFor()
    await ticket.getByLabel('Size in').selectOption('shares')
    await ticket.getByRole('button', { name: /Sell$/ }).click()
    await ticket.getByLabel('Size', { exact: true }).fill('300')
    await ticket.locator('.receipt-dry-run').getByText('would be accepted').nth(1).waitFor()
  })

  test('INV-50 the ticket says what the venue makes of a size that takes, and sends what it says', async () => {
    const { page, terminal } = fixture
    const ticket = ticketOf(page)
    const { ask } = await bests(page)
    const price = priceFromSteps(ask)
    assert.ok(price !== null)
    const step = sizeStep({ timeInForce: 'FAK', price })
    const size = step * (6_000_000n / step + 1n)
    const text = (shares: bigint): string => formatMicros(micros(shares))
    await ticket.getByRole('button', { name: 'FAK', exact: true }).click()
    await ticket.getByRole('spinbutton', { name: 'Price' }).fill(priceText(ask))
    await ticket.getByLabel('Size', { exact: true }).fill(text(size + 10_000n))
    await ticket
      .getByText(
        `${text(size + 10_000n)} becomes ${text(size)}: the venue takes whole cents, next ${text(size + step)}.`,
      )
      .waitFor()
    const before = await sent()
    await ticket.locator('.submit').click()
    await waitFor('the order to be sent', async () => (await sent()) === before + 1, PATIENCE_MS)
    const { items } = await terminal.client().ok('listAudit', { query: { kind: 'intent', limit: '1' } })
    assert.deepEqual(
      [items[0]?.details['size'], items[0]?.details['time_in_force'], items[0]?.details['asked_size']],
      [text(size), 'FAK', undefined],
    )
    await ticket.getByRole('button', { name: 'GTC', exact: true }).click()
    assertQuiet(fixture.open)
  })

  test('INV-64 INV-66 exits of the ticket rest their target as the buy fills, say what pauses them, and are taken off', async () => {
    const { page, terminal, tick } = fixture
    const ticket = ticketOf(page)
    const { ask } = await bests(page)
    await ticket.getByRole('group', { name: 'Side' }).getByRole('button', { name: 'Buy' }).click()
    await ticket.getByLabel('Exits', { exact: true }).selectOption('written')
    await ticket.getByLabel('Target', { exact: true }).fill('20')
    await ticket.getByLabel('Stop', { exact: true }).fill('ten')
    await ticket.getByText('Stop must be whole ticks, at most 9999').waitFor()
    await ticket.getByLabel('Stop', { exact: true }).fill('40')
    await ticket.getByText(/Stops need Sesame running and ARMED/).waitFor()
    await ticket.getByRole('spinbutton', { name: 'Price' }).fill(priceText(ask))
    await ticket.getByLabel('Size', { exact: true }).fill('10')
    // As prices, which are kept as the way they are written: what was written in ticks is emptied.
    const unit = ticket.getByRole('group', { name: 'Enter as' })
    await unit.getByRole('button', { name: 'Prices' }).click()
    const target = ticket.getByLabel('Target', { exact: true })
    await waitFor('no target in ticks', async () => (await target.inputValue()) === '', PATIENCE_MS)
    await ticket.getByLabel('Stop', { exact: true }).fill(priceText(ask - 40 * tick))
    await target.fill('0.48125')
    await ticket.getByText(/^Target must be between 0 and 1/).waitFor()
    await target.fill(priceText(ask - 60 * tick))
    await ticket.getByText(/^Target 0[.]\d+ is not above the stop 0[.]\d+: raise the target/).waitFor()
    await target.fill(priceText(ask + 20 * tick))
    // The exits of the press are on the ladder, with what each would bring.
    const brought = (ticks: number) =>
      `${ticks < 0 ? 'S \u2212' : 'T +'}${((Math.abs(ticks) * tick) / 1_000).toFixed(2)}`
    await texts(
      page,
      '.ladder[data-selected] .ladder-planned-mark',
      (found) => found.join() === [brought(20), brought(-40)].join(),
    )
    await ticket.locator('.submit').click()
    await waitForOrder(terminal, ask + 20 * tick)
    await unit.getByRole('button', { name: 'Ticks' }).click()
    await ticket.getByLabel('Exits', { exact: true }).selectOption('none')
    await page.locator('.ladder-planned-mark').first().waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: /^Open orders/ }).click()
    const list = page.getByRole('region', { name: 'Attached exits' })
    const line = list.getByRole('listitem').filter({ hasText: priceText(ask + 20 * tick) })
    await line.getByText('target working').waitFor()
    await terminal.client().ok('disarm', { body: {} })
    await line.getByText('paused: SAFE').waitFor()
    await page.getByText('1 exit paused').first().waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await line.getByRole('button', { name: 'Remove exit' }).click()
    await waitFor(
      'nothing to rest',
      async () => (await terminal.client().ok('listOrders')).items.length === 0,
    )
    await line.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Attach exit' }).click()
    const form = page.getByRole('form', { name: /^Exit for/ })
    await form.getByLabel('Target', { exact: true }).fill('')
    await form.getByRole('button', { name: /^Attach to/ }).click()
    const stop = list.getByRole('listitem').filter({ hasText: /stop/ })
    await stop.getByText('paused: SAFE').waitFor()
    await stop.getByRole('button', { name: 'Remove exit' }).click()
    await stop.waitFor({ state: 'detached' })
    await armByPage(page)
    assertQuiet(fixture.open)
  })

  test('INV-16 Cancel All works in any field and is sent with the link lost', async () => {
    const { terminal, page } = fixture
    const isNothingOpen = () =>
      waitFor(
        'no open order',
        async () => (await terminal.client().ok('listOrders')).items.length === 0,
        PATIENCE_MS,
      )
    for (const [turn, place] of [
      ticketOf(page).getByLabel('Size', { exact: true }),
      page.getByRole('combobox', { name: 'Search markets' }),
    ].entries()) {
      // Each at a price of its own: a press like the last one within 350 ms is the last one.
      await rest(fixture, 5 + turn)
      const before = await place.inputValue()
      await place.focus()
      await page.keyboard.press('Shift+Backquote')
      // The order is gone before the Cancel All is answered, and until then nothing new leaves.
      await page.locator('.cancel-all[data-state="done"]').waitFor()
      await isNothingOpen()
      assert.equal(await place.inputValue(), before)
    }

    await rest(fixture, 7)
    cutLink()
    await page.getByText('Link lost', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Search markets' }).focus()
    await page.keyboard.press('Shift+Backquote')
    await page.getByRole('region', { name: 'Messages' }).getByText('1 cancelled').waitFor()
    await isNothingOpen()
  })
})
