// Rules shown here: INV-84.
/**
 * Two quick presses wherever something has just gone, by the mouse, by touch and by keys: the second one is refused,
 * and sends nothing. Every kind of place is a row of `KINDS`. The page's clock does not move between the presses,
 * however slow the machine is.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Client } from '../client.ts'
import { arm } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { DESKTOP, logInByPage, openPage, PATIENCE_MS, PHONE, startBrowser, TABLET } from './browser.ts'
import { touch } from './input-methods.ts'
import { openOutcome, openRows } from './ladder.ts'
import { closeChart, priceText, startTradingFixture } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'

type Hand = 'mouse' | 'keys' | 'tablet' | 'phone'

const SIZES = { mouse: { width: 1920, height: 1200 }, keys: DESKTOP, tablet: TABLET, phone: PHONE }

/** Beside the page: whether a press got past the guard, and a clock that can be held. */
const BESIDE = `
  const [now, date, later] = [performance.now.bind(performance), Date.now, window.setTimeout.bind(window)]
  let [held, heldDate, waiting] = [null, null, []]
  performance.now = () => held ?? now()
  Date.now = () => heldDate ?? date()
  window.setTimeout = (task, ms, ...rest) => {
    if (held === null || ms !== 500) return later(task, ms, ...rest)
    waiting.push(task)
    return 0
  }
  const PRESSABLE = 'button, a[href], input, [role="option"], [role="tab"], [data-column]'
  globalThis.presses = {
    /** All that got past the guard, and those of them on something that can be pressed. */
    taken: 0,
    on: 0,
    hold: () => {
      held ??= now()
      heldDate ??= date()
    },
    /** A button under whatever lies there. */
    underlay: (x, y) => {
      const probe = document.getElementById('probe') ?? document.body.appendChild(document.createElement('button'))
      probe.id = 'probe'
      probe.textContent = 'Buy'
      Object.assign(probe.style, {
        position: 'fixed', left: x - 9 + 'px', top: y - 9 + 'px', width: '18px', height: '18px', zIndex: '1',
      })
    },
    release: () => {
      held = null
      heldDate = null
      for (const task of waiting.splice(0)) task()
    },
  }
  for (const type of ['pointerdown', 'keydown']) {
    const count = ({ target }) => {
      globalThis.presses.taken += 1
      if (target.closest(PRESSABLE) !== null) globalThis.presses.on += 1
    }
    document.addEventListener(type, count, true)
  }
`

/** Effects of a press are drawn and sent. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

type Stage = {
  readonly hand: Hand
  readonly page: Page
  readonly client: Client
  readonly fixture: TradingFixture
  readonly ladder: Locator
  readonly tick: number
  readonly place: (
    steps: number,
    changed?: { readonly size: string; readonly post_only: boolean },
  ) => Promise<string>
  readonly press: (thing: Locator) => Promise<void>
}

type Gone = {
  /** Pressed first; or a thing that goes without a press. */
  readonly thing: Locator
  /** Makes it go; the press itself where it is left out. */
  readonly go?: () => Promise<unknown>
  readonly isGone: () => Promise<unknown>
  /** Moves into its place, and is pressed then; the same place where it is left out. */
  readonly moved?: Locator
  /** It lay over others. */
  readonly isOver?: true
  /** The page takes a second press at it for the first one again: nothing is asserted but that nothing is sent. */
  readonly isSame?: true
  /** Brings back what the next kinds need. */
  readonly restore?: () => Promise<unknown>
}

type Kind = {
  readonly name: string
  readonly hands: readonly Hand[]
  readonly prepare: (stage: Stage) => Promise<Gone>
}

const BID = 4_400
const count = (rows: Locator, wanted: number) => () =>
  waitFor(`${wanted} of them`, async () => (await rows.count()) === wanted, PATIENCE_MS)

/** The cross of an own order on the ladder. */
async function chip({ place, ladder, tick }: Stage, steps = BID - 2 * tick) {
  const id = await place(steps)
  const row = ladder.locator(`.ladder-row[data-price="${steps}"]`)
  const isGone = () => row.locator('.ladder-own-chip').waitFor({ state: 'detached' })
  return { id, thing: row.locator('.ladder-own-cancel'), isGone }
}

/** Buttons of a touched price's bar for an own order. */
async function bar({ place, ladder, tick, press }: Stage) {
  const id = await place(BID - 2 * tick)
  const row = ladder.locator(`.ladder-row[data-price="${BID - 2 * tick}"]`)
  await row.locator('.ladder-own-chip').waitFor()
  await press(row.locator('[data-column="bid"]'))
  const button = (name: RegExp) =>
    ladder.getByRole('group', { name: `At ${priceText(BID - 2 * tick)}` }).getByRole('button', { name })
  const thing = button(/^Cancel buy/)
  return { id, thing, isGone: () => thing.waitFor({ state: 'detached' }), buys: button(/^Buy /) }
}

/** The first of two rows of orders: the other one moves into its place. */
async function orderRow({ hand, page, place, tick, press }: Stage) {
  await press(
    hand === 'phone'
      ? page.getByRole('link', { name: 'Orders' })
      : page.getByRole('tab', { name: /^(?:Open )?[Oo]rders/ }).first(),
  )
  await place(BID - 2 * tick)
  await place(BID - 3 * tick)
  await count(openRows(page), 2)()
  const first = openRows(page).first()
  const id = (await first.getAttribute('data-open')) ?? ''
  const cross = (row: Locator) => row.getByRole('button', { name: /^Cancel/ })
  const moved = cross(openRows(page).first())
  const restore = async () => {
    if (hand === 'phone') await page.goBack()
  }
  return { id, thing: cross(first), isGone: count(openRows(page), 1), moved, restore }
}

/** Two attached exits with stops that are far off. */
async function attach({ client, fixture }: Stage): Promise<void> {
  const { outcomeId } = fixture.tradable
  const legs = { stop: { price: '0.1', slippage_ticks: 2 } }
  for (const size of ['5', '6']) {
    await client.ok('attachExit', { body: { outcome_id: outcomeId, size, legs } })
  }
}

/** Positions in both outcomes. */
async function heldOf({ client, fixture }: Stage): Promise<string> {
  const outcomes = fixture.tradable.market.outcomes.map(({ id }) => id)
  const { items } = await client.ok('listPositions')
  return outcomes.map((id) => items.find(({ outcome_id: of }) => of === id)?.size ?? '0').join(' and ')
}

/** The button of the ladder that gives up what is held in one press. */
async function wayOut(stage: Stage, name: 'Exit' | 'Hedge'): Promise<Gone> {
  const held = await heldOf(stage)
  return {
    thing: stage.ladder.locator(`[data-mode="${name === 'Exit' ? 'walk' : 'hedge'}"] button`).first(),
    isGone: () => waitFor('the way out', async () => (await heldOf(stage)) !== held, PATIENCE_MS),
    isSame: true,
    restore: () => bring(stage),
  }
}

/** The book as it was, and shares to give up. */
async function bring({ client, fixture, place, tick }: Stage): Promise<void> {
  for (let level = 0; level < 4; level += 1) {
    await fixture.venue.placeForeign('BUY', BID - level * tick, 100)
  }
  const size = '50'
  await fixture.venue.placeForeign('SELL', BID + tick, Number(size))
  const { items } = await client.ok('listPositions')
  const held = Number(items.find(({ outcome_id: of }) => of === fixture.tradable.outcomeId)?.size ?? 0)
  await place(BID + tick, { size, post_only: false })
  await waitFor('shares to be held', async () => {
    const now = (await client.ok('listPositions')).items
    return Number(now.find(({ outcome_id: of }) => of === fixture.tradable.outcomeId)?.size ?? 0) > held
  })
}

const KINDS: readonly Kind[] = [
  { name: 'an own chip, cancelled', hands: ['mouse', 'tablet'], prepare: (stage) => chip(stage) },
  {
    name: 'an own chip, cancelled elsewhere',
    hands: ['mouse'],
    async prepare(stage) {
      const { id, ...gone } = await chip(stage)
      return { ...gone, go: () => stage.client.ok('cancelOrders', { body: { order_ids: [id] } }) }
    },
  },
  {
    name: 'an own chip, filled',
    hands: ['mouse'],
    async prepare(stage) {
      const { id: _, ...gone } = await chip(stage, BID + stage.tick)
      return { ...gone, go: () => stage.fixture.venue.placeForeign('SELL', BID + stage.tick, 10) }
    },
  },
  {
    name: 'an own chip, moved',
    hands: ['mouse'],
    async prepare(stage) {
      const { id, ...gone } = await chip(stage)
      const price = priceText(BID - 4 * stage.tick)
      const body = { client_order_id: randomUUIDv7(), price, size: '10', post_only: true }
      return { ...gone, go: () => stage.client.ok('replaceOrder', { params: { order_id: id }, body }) }
    },
  },
  {
    name: 'the chip of an exit, cancelled',
    hands: ['mouse'],
    async prepare({ client, fixture, ladder, tick }) {
      const steps = BID - 3 * tick
      const legs = { stop: { price: priceText(steps), slippage_ticks: 2 } }
      await client.ok('attachExit', { body: { outcome_id: fixture.tradable.outcomeId, size: '5', legs } })
      const row = ladder.locator(`.ladder-row[data-price="${steps}"]`)
      const isGone = () => row.locator('.ladder-own-chip').waitFor({ state: 'detached' })
      return { thing: row.locator('.ladder-own-cancel'), isGone }
    },
  },
  { name: 'the bar of a price, cancelled', hands: ['tablet', 'phone'], prepare: bar },
  {
    name: 'the bar of a price, cancelled elsewhere',
    hands: ['tablet', 'phone'],
    async prepare(stage) {
      const { id, buys, ...gone } = await bar(stage)
      return {
        ...gone,
        moved: buys,
        go: () => stage.client.ok('cancelOrders', { body: { order_ids: [id] } }),
      }
    },
  },
  { name: 'a row of orders, cancelled', hands: ['mouse', 'keys', 'tablet', 'phone'], prepare: orderRow },
  {
    name: 'a row of orders, cancelled elsewhere',
    hands: ['mouse'],
    async prepare(stage) {
      const { id, ...gone } = await orderRow(stage)
      return { ...gone, go: () => stage.client.ok('cancelOrders', { body: { order_ids: [id] } }) }
    },
  },
  {
    name: 'a row of exits, removed',
    hands: ['mouse', 'keys'],
    async prepare(stage) {
      await attach(stage)
      const rows = stage.page.getByRole('region', { name: 'Attached exits' }).getByRole('listitem')
      await count(rows, 2)()
      const thing = rows.first().getByRole('button', { name: /^Remove exit/ })
      return { thing, isGone: count(rows, 1), moved: thing }
    },
  },
  {
    name: 'a message, dismissed',
    hands: ['mouse', 'keys', 'tablet'],
    async prepare(stage) {
      await attach(stage)
      await stage.press(stage.page.getByRole('button', { name: /^Cancel all/ }))
      const thing = stage.page
        .getByRole('region', { name: 'Messages' })
        .getByRole('button', { name: /^Dismiss: .*stop/ })
      return { thing, isGone: () => thing.waitFor({ state: 'detached' }), isOver: true }
    },
  },
  {
    name: 'the dialog of arming',
    hands: ['mouse', 'keys', 'phone'],
    async prepare({ client, page, press }) {
      await client.ok('disarm', { body: {} })
      await press(page.getByRole('button', { name: 'ARM', exact: true }))
      const thing = page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true })
      return { thing, isGone: () => thing.waitFor({ state: 'detached' }), isOver: true }
    },
  },
  {
    name: 'the details of an exit, sent',
    hands: ['mouse', 'keys', 'tablet'],
    async prepare({ ladder, page, press }) {
      await press(ladder.getByRole('button', { name: /^Details of/ }))
      await page.getByRole('textbox', { name: 'Shares', exact: true }).fill('10')
      const thing = page.getByRole('dialog').getByRole('button', { name: /^Sell 10 / })
      return { thing, isGone: () => thing.waitFor({ state: 'detached' }), isOver: true }
    },
  },
  {
    name: 'a price of the ladder, bid at',
    hands: ['mouse'],
    async prepare({ ladder, tick }) {
      const row = ladder.locator(`.ladder-row[data-price="${BID - 2 * tick}"]`)
      const isGone = () => row.locator('.ladder-own-chip[data-state="live"]').waitFor()
      return { thing: row.locator('[data-column="bid"]'), isGone, isSame: true }
    },
  },
  {
    name: 'the exit of one press, sent',
    hands: ['mouse', 'keys', 'tablet', 'phone'],
    prepare: (stage) => wayOut(stage, 'Exit'),
  },
]

describe('where something has just gone', { timeout: 340_000 }, () => {
  let fixture: TradingFixture
  let browser: Browser
  const ended: (() => unknown)[] = []
  const suite = { after: (task: () => unknown) => ended.push(task) } as unknown as TestContext

  before(async () => {
    fixture = await startTradingFixture(suite, 'press-guard', 'small')
    await closeChart(fixture)
    await arm(fixture.terminal.client())
    browser = await startBrowser(suite)
  })
  after(async () => {
    for (const end of ended.toReversed()) await end()
  })

  for (const hand of ['mouse', 'keys', 'phone', 'tablet'] as const) {
    test(`INV-84 a second press is refused and sends nothing, by ${hand}`, async (context) => {
      const stage = await stageFor(browser, fixture, hand)
      const sent: string[] = []
      stage.page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (request.method() !== 'GET' && /orders|positions|exits/.test(pathname)) sent.push(pathname)
      })
      const commands = () => sent.filter((path) => !path.endsWith('/preview')).length
      for (const { name, prepare } of KINDS.filter(({ hands }) => hands.includes(hand))) {
        await context.test(name, () => pressTwice(stage, prepare, commands))
      }
      // Nothing can be attached to shares that are hedged, so this one comes last.
      if (hand === 'tablet') {
        await context.test('the hedge, sent', () => pressTwice(stage, (at) => wayOut(at, 'Hedge'), commands))
      }
      await stage.page.context().close()
    })
  }
})

async function stageFor(browser: Browser, fixture: TradingFixture, hand: Hand): Promise<Stage> {
  const { terminal, tradable, tick } = fixture
  const client = terminal.client()
  const hasTouch = hand === 'tablet' || hand === 'phone'
  const { page } = await openPage(browser, client.url, { size: SIZES[hand], hasTouch })
  await page.addInitScript({ content: BESIDE })
  await page.reload()
  await logInByPage(page)
  await (hasTouch ? touch(page).find(tradable) : openOutcome(page, tradable))
  await page.getByRole('button', { name: 'ARMED' }).waitFor()
  return {
    hand,
    page,
    client,
    fixture,
    tick,
    ladder: page.locator('.ladder[data-selected]'),
    async place(steps, changed = { size: '10', post_only: true }) {
      const { order, result } = await client.ok('placeOrder', {
        body: {
          client_order_id: randomUUIDv7(),
          outcome_id: tradable.outcomeId,
          side: 'BUY',
          price: priceText(steps),
          time_in_force: 'GTC',
          ...changed,
        },
      })
      assert.equal(result, 'accepted')
      return order?.id ?? ''
    },
    async press(thing) {
      if (hasTouch) await thing.tap()
      else await thing.click()
    },
  }
}

/** Nothing rests and no exit waits. */
async function clear({ client }: Stage): Promise<void> {
  const { items: orders } = await client.ok('listOrders')
  const ids = orders.flatMap(({ id }) => id ?? [])
  if (ids.length > 0) await client.ok('cancelOrders', { body: { order_ids: ids } })
  const { items: exits } = await client.ok('listAttachedExits', { query: {} })
  for (const { id, end } of exits) {
    if (end === null) await client.ok('removeAttachedExit', { params: { exit_id: id } })
  }
}

/** Presses a thing, or has it go, and presses what has come into its place, or what has moved. */
async function pressTwice(stage: Stage, prepare: Kind['prepare'], commands: () => number): Promise<void> {
  const { hand, page } = stage
  const { thing, go, isGone, moved, isOver, isSame, restore } = await prepare(stage)
  await thing.waitFor()
  // Presses that led here guard the page too, as those of the kind before.
  await page.locator(':root:not([data-guarded])').waitFor({ state: 'attached' })
  const at = await middleOf(thing)
  if (isOver === true) await page.evaluate(`presses.underlay(${at.x}, ${at.y})`)
  await thing.click({ trial: true })
  const press = async ({ x, y }: typeof at): Promise<void> => {
    if (hand === 'keys') return page.keyboard.press('Enter')
    await (hand === 'mouse' ? page.mouse.click(x, y) : page.touchscreen.tap(x, y))
  }
  if (hand === 'keys') await thing.focus()
  await page.evaluate('presses.hold()')
  try {
    await (go === undefined ? press(at) : go())
    await isGone()
    // Through rows that have moved a press goes to their table, through the bar to the ladder's foot; keys may go nowhere.
    const reached = moved === undefined && hand === 'mouse' ? 'presses.taken' : 'presses.on'
    // Requests that the page has sent so far are known once it answers.
    const taken = await page.evaluate(reached)
    const sent = commands()
    await press(moved === undefined ? at : await middleOf(moved))
    const takenThen = await page.evaluate(`${DRAWN}.then(() => ${reached})`)
    if (isSame !== true) assert.equal(takenThen, taken, 'the second press is refused')
    assert.equal(commands(), sent, 'the second press sends nothing')
  } finally {
    await page.evaluate('presses.release()')
    await clear(stage)
    await restore?.()
  }
}

async function middleOf(thing: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await thing.boundingBox()
  assert.ok(box !== null)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
