// Rules shown here: PAGE-1, INV-73.
/** ARMED, the ways out are counted in presses, by mouse, by keys and by touch: exit 1, hedge 1, flatten market 1, flatten all 2. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  assertQuiet,
  DESKTOP,
  IN_DIALOG,
  logInByPage,
  openPage,
  PATIENCE_MS,
  PHONE,
  rested,
  startBrowser,
  TABLET,
  texts,
} from './browser.ts'
import { countPresses, keys, mouse, toLadder, touch } from './input-methods.ts'
import type { InputMethod } from './input-methods.ts'
import { closeChart, placedCount, priceText, startTradingFixture } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'

const SHARES = 50

/** One press each, as the run makes it. */
type Hand = {
  readonly method: (page: Page, tick: number) => InputMethod
  readonly press: (page: Page, what: Locator, key: string) => Promise<void>
}

const BY_MOUSE: Hand = { method: mouse, press: (_, what) => what.click() }
const BY_TOUCH: Hand = { method: touch, press: (_, what) => what.tap() }
const BY_KEYS: Hand = { method: keys, press: (page, _, key) => page.keyboard.press(key) }

const RUNS = [
  { name: 'desktop, by the mouse', size: DESKTOP, hasTouch: false, hand: BY_MOUSE },
  { name: 'desktop, by keys', size: DESKTOP, hasTouch: false, hand: BY_KEYS },
  { name: 'tablet, by touch', size: TABLET, hasTouch: true, hand: BY_TOUCH },
  { name: 'phone, by touch', size: PHONE, hasTouch: true, hand: BY_TOUCH },
] as const

describe('the ways out of a position', { timeout: 300_000 }, () => {
  let fixture: TradingFixture
  let browser: Browser
  const ended: (() => unknown)[] = []
  const suite = { after: (task: () => unknown) => ended.push(task) } as unknown as TestContext

  before(async () => {
    fixture = await startTradingFixture(suite, 'one-press')
    const body = { templates: [SCALP], defaults: { sports: null, other: null } }
    await fixture.terminal.client().ok('writeExitTemplates', { body })
    await closeChart(fixture)
    browser = await startBrowser(suite)
  })
  after(async () => {
    for (const end of ended.toReversed()) await end()
  })

  for (const { name, size, hasTouch, hand } of RUNS) {
    test(`take one press each, and two for everything, on a ${name}`, async () => {
      const { venue, terminal, tradable, tick } = fixture
      const client = terminal.client()
      const open = await openPage(browser, client.url, { size, hasTouch })
      const { page } = open
      await logInByPage(page)
      const method = hand.method(page, tick)
      await method.find(tradable)
      if ((await client.ok('readTrading')).mode === 'SAFE') await method.arm()
      await page.getByRole('button', { name: 'ARMED' }).waitFor()
      await venue.placeForeign('BUY', 4_400, 1_000)
      await venue.placeForeign('SELL', 4_420, 1_000)

      const line = page.locator('.ladder[data-selected] [data-exits]')
      const button = (what: string) => line.getByRole('button', { name: new RegExp(`^${what}`) })
      const held = async () => {
        const { items } = await client.ok('listPositions')
        const here = items.filter(({ market_id: id }) => id === tradable.market.id)
        return here.map(({ outcome_name: outcome, size: shares }) => `${shares} ${outcome}`).toSorted()
      }
      const holds = async (...wanted: readonly string[]) => {
        let seen: readonly string[] = []
        const isHeld = async () => String((seen = await held())) === String(wanted)
        await waitFor(`to hold ${wanted.join()}`, isHeld, PATIENCE_MS).catch((error: unknown) => {
          throw new Error(`holds ${seen.join() || 'nothing'}`, { cause: error })
        })
      }
      /** The balance shows the purchases: until then an exit is refused. */
      const areSettled = async () => {
        const { items } = await client.ok('listPositions')
        const here = items.filter(({ market_id: id }) => id === tradable.market.id)
        return here.every(({ free_size: free }) => free === String(SHARES))
      }
      /** Holds so many Yes and nothing else, and the button of the exit can be pressed. */
      const hold = async () => {
        if (String(await held()) !== `${SHARES} Yes`) {
          // Where a run before has failed, it has left some.
          const left = (await client.ok('listPositions')).items.filter(
            ({ market_id: id, status }) => id === tradable.market.id && status === 'open',
          )
          const legs = left.map(({ outcome_id: outcomeId }) => ({
            client_order_id: randomUUIDv7(),
            outcome_id: outcomeId,
          }))
          if (legs.length > 0) await client.ok('flattenPositions', { body: { legs } })
          await holds()
          const bought = await client.ok('placeOrder', {
            body: {
              client_order_id: randomUUIDv7(),
              outcome_id: tradable.outcomeId,
              side: 'BUY',
              price: '0.442',
              size: String(SHARES),
              time_in_force: 'FAK',
              post_only: false,
            },
          })
          assert.equal(bought.order?.status, 'filled', JSON.stringify(bought))
        }
        await holds(`${SHARES} Yes`)
        await waitFor('the purchase to be settled', areSettled, PATIENCE_MS)
        await line
          .locator('button[aria-disabled="false"]')
          .filter({ hasText: /^Exit \d/ })
          .waitFor({ timeout: PATIENCE_MS })
        if (hand === BY_KEYS) await toLadder(page)
      }
      /** Makes the presses and says how many orders they sent. */
      const presses = async (count: number, orders: number, make: () => Promise<unknown>) => {
        const sent = await placedCount(fixture)
        await countPresses(page)
        await make()
        await waitFor('the orders', async () => (await placedCount(fixture)) === sent + orders, PATIENCE_MS)
        assert.equal(await page.evaluate('globalThis.presses'), count)
      }

      // The account begins with 250 Yes; a run before has left none.
      if (name === RUNS[0].name) await button('Exit 250').waitFor()
      else await hold()
      await line.locator('button[aria-disabled="false"]').first().waitFor()
      await buyBracketed(page, fixture, hand)
      if (size !== PHONE) await moveExit(page, fixture, method, hand === BY_MOUSE)
      if (hand === BY_KEYS) await toLadder(page)
      await presses(1, 1, () => hand.press(page, button('Exit'), 'Shift+E'))
      await line.getByText(/^Exit: filled/).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0, 'nothing opens, nothing is to be closed')
      await holds()

      await hold()
      const label = (await button('Hedge').innerText()).replaceAll('\n', ' ')
      assert.match(label, /^Hedge [+\u2212][\d.]+ \/ [+\u2212][\d.]+ Yes$/, 'both outcomes have their result')
      await presses(1, 1, () => hand.press(page, button('Hedge'), 'h'))
      await holds(`${SHARES} No`, `${SHARES} Yes`)
      await waitFor('both to be settled', areSettled, PATIENCE_MS)

      // An own order in the market goes first; both sides are sold.
      const resting = await client.ok('placeOrder', {
        body: {
          client_order_id: randomUUIDv7(),
          outcome_id: tradable.outcomeId,
          side: 'SELL',
          price: '0.48',
          size: '20',
          time_in_force: 'GTC',
          post_only: true,
        },
      })
      assert.equal(resting.result, 'accepted')
      if (hand === BY_KEYS) await toLadder(page)
      await presses(1, 2, () => hand.press(page, button('Flat in this market'), 'Shift+F'))
      await holds()
      assert.deepEqual((await client.ok('listOrders')).items, [])

      await hold()
      const all = page.getByRole('button', { name: /^Flatten all/ }).first()
      if (hand !== BY_KEYS && !(await all.isVisible())) {
        const positions = page.getByRole('tab', { name: /^Positions/ })
        const link = page.getByRole('link', { name: size === PHONE ? 'Positions' : 'Portfolio' })
        await hand.press(page, (await positions.count()) > 0 ? positions.first() : link.first(), '')
      }
      const summary = page.getByRole('dialog', { name: 'Flatten all' })
      const confirm = summary.getByRole('button', { name: /^Cancel orders, sell/ })
      await presses(2, 1, async () => {
        await hand.press(page, all, 'Shift+X')
        await summary.getByText(new RegExp(`^${SHARES} Yes`)).waitFor()
        if (hand !== BY_TOUCH) await assertAccessible(page, IN_DIALOG)
        await confirm.and(page.locator('[aria-disabled="false"]')).waitFor()
        await hand.press(page, confirm, 'Enter')
      })
      await summary.getByText(new RegExp(`Accepted: filled ${SHARES}`)).waitFor()
      // In other markets two more are held that nobody bids for: they are named before the press, and are no legs.
      assert.equal(await summary.getByText(/Refused|Accepted/).count(), 1)
      assert.equal(await summary.getByText('There is no bid to sell to.').count(), 2)
      await page.keyboard.press('Escape')
      await holds()
      // The move that was refused.
      assertQuiet({ ...open, complaints: open.complaints.filter((text) => !text.includes('status of 422')) })
      await page.context().close()
    })
  }

  test('a basket of four legs takes three acts once it is open; the filled legs are closed by one more', async () => {
    const { venue, terminal, tradable } = fixture
    const client = terminal.client()
    const asks = [4_420, 2_000, 1_500, 1_000] as const
    for (const [nth, ask] of asks.entries()) {
      await venue.placeForeign('BUY', ask - 20, 200, String(4_210_000 + nth))
      await venue.placeForeign('SELL', ask, 200, String(4_210_000 + nth))
    }
    const open = await openPage(browser, client.url)
    const { page } = open
    await logInByPage(page)
    await mouse(page).find(tradable)
    if ((await client.ok('readTrading')).mode === 'SAFE') await mouse(page).arm()
    const boxes = page.getByRole('checkbox', { name: /in the basket$/ })
    assert.equal(await boxes.count(), 0)
    await page.getByRole('button', { name: 'Basket' }).click()
    const ticket = page.getByRole('form', { name: 'Basket' })
    await ticket.getByText('Select outcomes in the table').first().waitFor()
    await countPresses(page)
    await boxes.nth(0).click()
    await boxes.nth(3).click({ modifiers: ['Shift'] })
    await ticket.getByText(/^Sum of 4 with fees 0\.\d+$/).waitFor()
    // Each of these pays ten, and is the worst that can come while another stays unfilled.
    assert.equal(await ticket.getByRole('row').count(), 5)
    await ticket.getByText('An unlisted outcome loses it all.').waitFor()
    await assertAccessible(page)
    const sentBefore = await placedCount(fixture)
    await ticket.getByRole('button', { name: /^Place 4 orders/ }).click()
    const legs = ticket.getByRole('list', { name: 'Legs of the basket' }).getByRole('listitem')
    await texts(
      page,
      'form[aria-label="Basket"] li',
      (all) => all.length === 4 && all.every((text) => text.endsWith('filled 10')),
    )
    const acts = await page.evaluate<number>('globalThis.presses')
    assert.ok(acts <= 4, `${acts} acts`)
    assert.equal(await legs.count(), 4)
    // All of them in one request of several, none in one of its own.
    assert.equal(await placedCount(fixture), sentBefore)
    // Some of the first outcome may be held from before.
    const held = async () =>
      (await client.ok('listPositions')).items.filter(
        ({ event_id: event, market_id: market, free_size: free }) =>
          event === tradable.event.id && market !== tradable.market.id && free === '10',
      ).length
    await waitFor('three more positions', async () => (await held()) === 3, PATIENCE_MS)
    const close = ticket.getByRole('button', { name: 'Close the filled legs' })
    // Refused while shares are not settled. Pressed once more it sells none that were held before.
    await waitFor(
      'all legs to be closed',
      async () => {
        await rested(page)
        if (await close.isVisible()) await close.click()
        return (await close.count()) === 0
      },
      PATIENCE_MS,
    )
    await waitFor('none of them', async () => (await held()) === 0, PATIENCE_MS)
    assertQuiet(open)
    await page.context().close()
  })
})

const SCALP = {
  name: 'Scalp',
  targets: [
    { ticks: 3, percent: 50 },
    { ticks: 6, percent: 50 },
  ],
  stop: { ticks: 4, slippage_ticks: 2 },
  trailing: null,
  break_even: null,
  time: null,
}

/** With a template chosen a purchase is the same press as without, and its exits are on the ladder before it. */
async function buyBracketed(page: Page, { terminal, tick }: TradingFixture, hand: Hand): Promise<void> {
  const client = terminal.client()
  const at = 4_400 - 5 * tick
  const ladder = page.locator('.ladder[data-selected]')
  const bid = ladder.locator(`.ladder-row[data-price="${at}"] [data-column="bid"]`)
  const exitsAt = async () =>
    (await client.ok('listAttachedExits')).items
      .filter(({ end }) => end === null)
      .map((one) => [one.id, one.further_targets?.[0]?.price, one.target_price, one.stop_price])
  // In keys: from none to the first, and from that to none again.
  const choose = async (name: string) => {
    if (hand === BY_KEYS) await page.keyboard.press('Shift+K')
    else await ladder.getByLabel('Exits', { exact: true }).selectOption({ label: name })
  }
  if (hand === BY_KEYS) await toLadder(page)
  await choose('Scalp')
  const acts: readonly (() => Promise<unknown>)[] =
    hand === BY_KEYS
      ? [() => page.keyboard.press('b')]
      : hand === BY_MOUSE
        ? [() => bid.click()]
        : [
            () => bid.tap(),
            () =>
              page
                .getByRole('group', { name: `At ${priceText(at)}` })
                .getByRole('button', { name: /^Buy / })
                .tap(),
          ]
  if (hand === BY_KEYS) {
    await page.keyboard.press('Home')
    for (let row = 0; row < 5; row += 1) await page.keyboard.press('ArrowDown')
  } else if (hand === BY_MOUSE) await bid.hover()
  await countPresses(page)
  for (const [turn, act] of acts.entries()) {
    const drawn = '.ladder[data-selected] .ladder-planned-mark'
    const isSeen = (texts: readonly string[]) =>
      texts.map((text) => text.split(' ')[0]).join() === 'T1,T,S' || (turn === 0 && hand === BY_TOUCH)
    await texts(page, drawn, isSeen)
    await act()
  }
  assert.equal(await page.evaluate('globalThis.presses'), acts.length)
  await waitFor('its exits', async () => (await exitsAt()).length === 1, PATIENCE_MS)
  const [[id, ...legs] = []] = await exitsAt()
  assert.deepEqual(legs, [at + 3 * tick, at + 6 * tick, at - 4 * tick].map(priceText))
  await ladder
    .locator(`.ladder-row[data-price="${at - 4 * tick}"] .ladder-own-chip[data-exit="stop"]`)
    .waitFor({ state: 'attached' })
  await choose('No exits')
  await page.locator('.ladder-planned-mark').first().waitFor({ state: 'detached' })
  await client.ok('cancelAll', { body: {} })
  await client.ok('removeAttachedExit', { params: { exit_id: id ?? '' } }).catch(() => undefined)
  await waitFor('none of it', async () => (await exitsAt()).length === 0, PATIENCE_MS)
  await page.keyboard.press('Escape')
}

/** INV-73: an exit is on the ladder as an order is, and is moved, refused and cancelled by the same gestures. */
async function moveExit(
  page: Page,
  { terminal, tradable, tick }: TradingFixture,
  method: InputMethod,
  isInspected: boolean,
): Promise<void> {
  const client = terminal.client()
  const { id } = await client.ok('attachExit', {
    body: {
      outcome_id: tradable.outcomeId,
      size: '20',
      legs: {
        target: { price: priceText(4_400 + tick) },
        stop: { price: priceText(4_400 - 2 * tick), slippage_ticks: 2 },
      },
    },
  })
  const chip = (steps: number, leg: string) =>
    page.locator(
      `.ladder[data-selected] .ladder-row[data-price="${steps}"] .ladder-own-chip[data-exit="${leg}"]`,
    )
  const stopOf = async () =>
    (await client.ok('listAttachedExits')).items.find((one) => one.id === id)?.stop_price
  const own = page.locator(
    `.ladder[data-selected] .ladder-row[data-price="${4_400 + tick}"] .ladder-own-grip`,
  )
  await own.getByText('T20').waitFor()
  await chip(4_400 - 2 * tick, 'stop')
    .getByText(/^S\s20$/)
    .waitFor()
  // A chip of the exit before has just gone from here.
  await rested(page)
  await method.move(4_400 - 2 * tick, 4_400 - 3 * tick)
  await chip(4_400 - 3 * tick, 'stop').waitFor()
  assert.equal(await stopOf(), priceText(4_400 - 3 * tick))
  await method.move(4_400 - 3 * tick, 4_400 + tick)
  await page.getByText('refused: The target must be above the stop.').first().waitFor()
  await chip(4_400 - 3 * tick, 'stop').waitFor()
  assert.equal(await stopOf(), priceText(4_400 - 3 * tick))
  if (isInspected) await assertAccessible(page)
  // A double press asks for a price.
  const at = isInspected ? 4_400 - 4 * tick : 4_400 - 3 * tick
  if (isInspected) {
    await chip(4_400 - 3 * tick, 'stop')
      .locator('.ladder-own-grip')
      .dblclick()
    await page.locator('.ladder-foot').getByLabel('Price').fill(priceText(at))
    await page.keyboard.press('Enter')
    await chip(at, 'stop').waitFor()
  }
  await method.cancelAt(at)
  await chip(at, 'stop').waitFor({ state: 'detached' })
  assert.equal(await stopOf(), null)
  await client.ok('removeAttachedExit', { params: { exit_id: id } })
  await own.waitFor({ state: 'detached' })
}
