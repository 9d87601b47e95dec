/** Goals of a trader on the page, by mouse, by touch and by keys alone: the same for every input method. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Tradable } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { PATIENCE_MS, rested } from './browser.ts'
import { placedCount, priceText } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'
import { bests, cell } from './ladder.ts'

/** Prices in steps of 0.0001. Each returns once the page has taken the gesture; what came of it is asked by who calls. */
export type InputMethod = {
  readonly find: (tradable: Tradable) => Promise<void>
  readonly arm: () => Promise<void>
  readonly placeAt: (price: number) => Promise<void>
  readonly move: (from: number, to: number) => Promise<void>
  readonly cancelAt: (price: number) => Promise<void>
  /** Sells so many shares of what is held. */
  readonly exit: (shares: number) => Promise<void>
  readonly cancelAll: () => Promise<void>
  readonly alertAt: (price: number) => Promise<void>
  readonly disarm: () => Promise<void>
  readonly openAudit: () => Promise<void>
}

const LADDER = '.ladder[data-selected]'

/** The cell of a price itself. */
export const priceCell = (page: Page, price: number): Locator =>
  page.locator(`${LADDER} .ladder-row[data-price="${price}"] [data-column="price"]`)

const ownGrip = (page: Page, price: number): Locator =>
  page.locator(
    `${LADDER} .ladder-row[data-price="${price}"] .ladder-own-chip:is([data-state="live"], [data-exit]) .ladder-own-grip`,
  )

const armDialog = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true })

const alertForm = (page: Page): Locator => page.getByRole('dialog', { name: 'New alert' })

async function middleOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await locator.boundingBox()
  assert.ok(box !== null)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A button of the exit's details: its name tells what it would send. */
const sell = (page: Page, shares: number): Locator =>
  page.getByRole('dialog').getByRole('button', { name: new RegExp(`^Sell ${shares} `) })

/** Where it was pressed. */
const sold = (page: Page, shares: number): Promise<void> =>
  page
    .locator(`${LADDER} [data-exits]`)
    .getByText(new RegExp(`filled ${shares}`))
    .waitFor()

/** Until the dialog is gone. */
const closed = (page: Page): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' })

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640

type Press = (target: Locator) => Promise<void>

/** Steps that mouse and finger share. */
function byPointing(
  page: Page,
  press: Press,
): Omit<InputMethod, 'placeAt' | 'move' | 'cancelAt' | 'alertAt'> {
  const view = async (name: string): Promise<void> => {
    const link = page.getByRole('link', { name, exact: true })
    // Where there is no room for all views the rarer ones wait in a sheet or a menu.
    if (!(await link.isVisible())) {
      await press(page.getByRole('button', { name: /^More/ }))
      // The menu may lie where the finger was.
      await rested(page)
    }
    await press(link.or(page.getByRole('menu').getByText(name, { exact: true })))
  }
  return {
    async find({ event, outcomeId }) {
      const search = page.getByRole('combobox', { name: 'Search markets', exact: true })
      if (isPhone(page) && !(await search.isVisible())) await view('Markets')
      const button = page.getByRole('button', { name: 'Search', exact: true })
      await press((await button.isVisible()) ? button : search)
      const box = page.locator('input[role="combobox"]:focus')
      await box.fill(event.title)
      const list = page.locator(`#${await box.getAttribute('aria-controls')}`)
      const found = list.locator('[role="option"]:is([id^="result-"], [id^="market-"])')
      await press(found.filter({ hasText: event.title, visible: true }).first())
      await page.getByRole('heading', { level: 1, name: event.title }).waitFor()
      if (isPhone(page)) await press(page.getByRole('tab', { name: 'Outcomes' }))
      await press(page.locator(`.outcome-line a[href*="${outcomeId.slice(3)}"]`))
    },
    async arm() {
      await press(page.getByRole('button', { name: 'ARM', exact: true }))
      await press(armDialog(page))
    },
    async exit(shares) {
      await press(page.locator(LADDER).getByRole('button', { name: /^Details of/ }))
      await page.getByRole('textbox', { name: 'Shares', exact: true }).fill(String(shares))
      await press(sell(page, shares))
      await closed(page)
      await sold(page, shares)
    },
    cancelAll: () => press(page.getByRole('button', { name: /^Cancel all/ })),
    disarm: () => press(page.getByRole('button', { name: 'SAFE', exact: true })),
    openAudit: () => view('Audit'),
  }
}

/** The mouse: presses on cells, drags by the grip, Alt for an alert. */
export function mouse(page: Page): InputMethod {
  return {
    ...byPointing(page, (target) => target.click()),
    placeAt: (price) => cell(page, price, 'bid').click(),
    async move(from, to) {
      const start = await middleOf(ownGrip(page, from))
      const end = await middleOf(cell(page, to, 'bid'))
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(end.x, end.y, { steps: 4 })
      await page.mouse.up()
    },
    cancelAt: (price) =>
      page.locator(`${LADDER} .ladder-row[data-price="${price}"] .ladder-own-cancel`).first().click(),
    async alertAt(price) {
      await priceCell(page, price).click({ modifiers: ['Alt'] })
      await alertForm(page).getByRole('button', { name: 'Set alert' }).click()
    },
  }
}

/** A finger: a tap selects the price, the bar below does it. */
export function touch(page: Page): InputMethod {
  const bar = (price: number, name: string | RegExp): Locator =>
    page.getByRole('group', { name: `At ${priceText(price)}` }).getByRole('button', { name })
  return {
    ...byPointing(page, (target) => target.tap()),
    async placeAt(price) {
      await cell(page, price, 'bid').tap()
      await bar(price, /^Buy /).tap()
    },
    async move(from, to) {
      await ownGrip(page, from).tap()
      await bar(from, /^Move /).tap()
      await cell(page, to, 'bid').tap()
      await rested(page)
      await page.getByRole('button', { name: 'Move', exact: true }).tap()
    },
    async cancelAt(price) {
      await cell(page, price, 'bid').tap()
      await bar(price, /^Cancel /).tap()
    },
    async alertAt(price) {
      await cell(page, price, 'bid').tap()
      await bar(price, /^New alert/).tap()
      await alertForm(page).getByRole('button', { name: 'Set alert' }).tap()
    },
  }
}

/** Keys alone, on a ladder with a row for each tick (in steps of 0.0001). */
export function keys(page: Page, tick: number): InputMethod {
  const press = (key: string): Promise<void> => page.keyboard.press(key)
  /** Tabs on until it has the focus. */
  const tabTo = (target: Locator): Promise<unknown> =>
    waitFor(
      'the focus there',
      async () => {
        if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return true
        await press('Tab')
        return false
      },
      PATIENCE_MS,
    )
  /** Rows upwards where they are below zero. */
  const down = async (rows: number): Promise<void> => {
    for (let row = 0; row < Math.abs(rows); row += 1) await press(rows > 0 ? 'ArrowDown' : 'ArrowUp')
  }
  const cursorAt = async (price: number): Promise<void> => {
    await toLadder(page)
    const { bid } = await bests(page)
    await press('Home')
    await down((bid - price) / tick)
  }
  return {
    async find({ event, market }) {
      await openPalette(page, event.markets.length === 1 ? event.title : market.question)
      await choose(page, `market-${(event.markets.length === 1 ? event.id : market.id).slice(3)}`)
      await page.getByRole('heading', { level: 1, name: event.title }).waitFor()
    },
    async arm() {
      await press('Shift+A')
      await armDialog(page).waitFor()
      await press('Enter')
    },
    async placeAt(price) {
      await cursorAt(price)
      await press('b')
    },
    async move(from, to) {
      await cursorAt(from)
      await press('m')
      await page.locator('.ladder-drag-mark').waitFor()
      await down((from - to) / tick)
      await page
        .getByText(new RegExp(`^move .* to ${priceText(to)}`))
        .first()
        .waitFor()
      await press('Enter')
    },
    async cancelAt(price) {
      await cursorAt(price)
      await press('x')
    },
    async exit(shares) {
      await toLadder(page)
      await press('Shift+H')
      const size = page.getByRole('textbox', { name: 'Shares', exact: true })
      await size.waitFor()
      await tabTo(size)
      await page.keyboard.type(String(shares))
      await sell(page, shares).waitFor()
      await press('Enter')
      await closed(page)
      await sold(page, shares)
    },
    cancelAll: () => press('Shift+Backquote'),
    async alertAt(price) {
      await cursorAt(price)
      await press('a')
      await alertForm(page).waitFor()
      await press('Enter')
    },
    disarm: () => press('Shift+S'),
    async openAudit() {
      await press('g')
      await press('u')
    },
  }
}

/** Opens the palette and types. */
export async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search markets and commands' }).waitFor()
  await page.keyboard.type(typed)
}

/** Presses the arrow until the option is the one that Enter opens. */
export async function choose(page: Page, id: string): Promise<void> {
  const option = page.locator(`[role="option"][id="${id}"]`)
  await option.waitFor()
  await waitFor(
    'the option in hand',
    async () => {
      if ((await option.getAttribute('aria-selected')) === 'true') return true
      await page.keyboard.press('ArrowDown')
      return false
    },
    PATIENCE_MS,
  )
  await page.keyboard.press('Enter')
}

/** `g l` until the grid of the selected ladder has the keys: it may not be drawn yet, and a sequence lapses in time. */
export async function toLadder(page: Page): Promise<void> {
  await waitFor(
    'a ladder with the focus',
    async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('l')
      return (await page.locator(`${LADDER} [role="grid"]:focus`).count()) > 0
    },
    PATIENCE_MS,
  )
}

/**
 * Repeats a gesture until the venue has received one more order. Under load the page may lose its link for a moment: it
 * then refuses the order and says so.
 */
export async function sends(
  fixture: TradingFixture,
  page: Page,
  gesture: () => Promise<unknown>,
): Promise<void> {
  const before = await placedCount(fixture)
  const refused = page.getByText(/^(?:refused|Nothing was sent): /)
  await waitFor(
    'one order sent',
    async () => {
      await rested(page)
      await gesture()
      await waitFor(
        'sent or refused',
        async () => (await placedCount(fixture)) > before || (await refused.count()) > 0,
        PATIENCE_MS,
      )
      if ((await placedCount(fixture)) > before) return true
      await refused.first().waitFor({ state: 'detached' })
      return false
    },
    PATIENCE_MS,
  )
}

/** Counts presses from now on: of the pointer, and of keys that are no modifiers. */
export async function countPresses(page: Page): Promise<void> {
  await page.evaluate(`{
    if (globalThis.presses === undefined) {
      const modifiers = ['Shift', 'Control', 'Alt', 'Meta']
      document.addEventListener('pointerdown', () => globalThis.presses++, true)
      document.addEventListener('keydown', ({ key }) => modifiers.includes(key) || globalThis.presses++, true)
    }
    globalThis.presses = 0
  }`)
}
