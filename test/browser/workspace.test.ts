/** Workspaces: arranged, kept, linked, in windows of their own; one product and one browser for all of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { writeContent } from '#web/layouts/layout-document.ts'
import { group, row } from '#web/layouts/tree.ts'
import type { Layout as Tree } from '#web/layouts/tree.ts'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  rested,
  startBrowser,
} from './browser.ts'
import type { OpenPage } from './browser.ts'
import { armByPage, placedCount, startTradingFixture } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'
import { toLadder } from './input-methods.ts'
import { bests, openOutcome, openRarerView, sendAt } from './ladder.ts'

type Layout = {
  readonly version: number
  readonly workspaces: readonly { readonly id: string; readonly content: unknown }[]
}

/** The ladders with all the width that the event leaves. */
const WIDE_LADDERS: Tree = {
  root: row(1, [group(280, ['event']), group(1_630, ['ladders'])]),
  panels: {
    event: { kind: 'event', pinned: null },
    ladders: { kind: 'ladders', pinned: null },
  },
}

/** Notes the widths that the ladders would be laid out with after each change of a place from here on, in `ladderWidths`. */
const NOTE_WIDTHS = `{
  globalThis.ladderWidths = new Set()
  new MutationObserver(() => {
    for (const { clientWidth } of document.querySelectorAll('.ladder')) if (clientWidth > 0) ladderWidths.add(clientWidth)
  }).observe(document, { subtree: true, attributeFilter: ['style'] })
}`

describe('the workspace', { timeout: 400_000 }, () => {
  let fixture: TradingFixture
  let browser: Browser
  const ended: (() => unknown)[] = []
  const suite = { after: (task: () => unknown) => ended.push(task) } as unknown as TestContext

  before(async () => {
    fixture = await startTradingFixture(suite, 'workspace')
    browser = await startBrowser(suite)
  })
  after(async () => {
    for (const end of ended.toReversed()) await end()
  })

  // Each begins with the workspaces as they are shipped, whatever the page before it still had to write.
  beforeEach(async () => {
    await waitFor(
      'the workspaces as they are shipped',
      async () => {
        const { version } = await kept()
        const { status } = await fixture.terminal.client().call('writeLayout', {
          params: { screen_class: 'desktop' },
          body: { version, workspaces: [], active: null },
        })
        return status === 200
      },
      PATIENCE_MS,
    )
  })

  async function open(): Promise<OpenPage> {
    const opened = await openPage(browser, fixture.terminal.client().url)
    await logInByPage(opened.page)
    await openOutcome(opened.page, fixture.tradable)
    await bests(opened.page)
    return opened
  }

  const kept = () =>
    fixture.terminal.client().ok('readLayout', { params: { screen_class: 'desktop' } }) as Promise<Layout>

  async function settled(version: number): Promise<void> {
    await waitFor('the layout kept by the server', async () => (await kept()).version > version, PATIENCE_MS)
  }

  test('what is arranged by keys alone is there after a reload; undo and reset take it back', async () => {
    const { page, complaints } = await open()
    const { version } = await kept()
    await panelMenu(page, 'Ticket', 'Close')
    await page.getByRole('region', { name: 'Order ticket' }).waitFor({ state: 'detached' })
    await settled(version)
    await page.reload()
    await bests(page)
    assert.equal(await page.getByRole('region', { name: 'Order ticket' }).count(), 0)
    await panelMenu(page, 'Chart', 'Move to\u2026', 'Ladders', 'As a tab')
    await page.locator('#tab-chart[aria-selected="true"]').waitFor()
    await settled(version + 1)
    await panelMenu(page, 'Chart', 'Close')
    await page.getByRole('region', { name: 'Market data' }).waitFor({ state: 'detached' })
    await assertAccessible(page)
    await workspaceMenu(page, 'Undo layout change')
    await page.getByRole('region', { name: 'Market data' }).waitFor()
    await workspaceMenu(page, 'Reset this workspace')
    await page.getByRole('region', { name: 'Order ticket' }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('the layout is locked until it is edited; then a divider is moved by arrows', async () => {
    const opened = await open()
    const { page } = opened
    assert.equal(await page.getByRole('separator', { name: 'Divider' }).count(), 0)
    await workspaceMenu(page, /^Edit layout/)
    const ladders = page.locator('.panel-host').filter({ has: page.locator('.ladders') })
    const before = (await ladders.boundingBox())?.width ?? 0
    const dividers = page.getByRole('separator', { name: 'Divider' })
    await waitFor(
      'a divider that widens the ladders',
      async () => {
        for (const one of await dividers.all()) {
          await one.press('Shift+ArrowLeft')
          if (((await ladders.boundingBox())?.width ?? 0) > before) return true
        }
        return false
      },
      PATIENCE_MS,
    )
    await assertAccessible(page)
    assertQuiet(opened)
    await page.context().close()
  })

  test('one that cannot be read is shown as its default and says so; the others are untouched', async () => {
    const { version } = await kept()
    const client = fixture.terminal.client()
    await client.ok('writeLayout', {
      params: { screen_class: 'desktop' },
      body: {
        version,
        workspaces: [
          { id: 'ladder-desk', name: 'Ladder desk', content: { format: 2, root: 'nothing' } },
          {
            id: 'own',
            name: 'Mine',
            content: {
              format: 3,
              root: { kind: 'group', size: 1, panels: ['fills', 'oracle'], active: 'oracle' },
              panels: { fills: { kind: 'fills', pinned: null }, oracle: { kind: 'oracle', pinned: null } },
            },
          },
        ],
        active: 'ladder-desk',
      },
    })
    const opened = await open()
    const { page } = opened
    await page.getByText(/cannot be read: its default is shown/).waitFor()
    await page.getByRole('region', { name: 'Order ticket' }).waitFor()
    // A panel from elsewhere is named.
    await page.keyboard.press('Alt+4')
    await page.getByText(/has no panel/).waitFor()
    await page.getByRole('tab', { name: /^Fills/ }).waitFor()
    await page.keyboard.press('Alt+1')
    await bests(page)
    assertQuiet(opened)
    await page.context().close()
  })

  test('two tabs that arrange the same workspace: the last change holds, and the other tab says so; settings do the same', async () => {
    const first = await open()
    const second = await first.page.context().newPage()
    second.setDefaultTimeout(PATIENCE_MS)
    await second.goto(fixture.terminal.client().url)
    await second.getByRole('button', { name: /^Cancel all/ }).waitFor()
    await second.getByRole('region', { name: 'Order ticket' }).waitFor()
    await panelMenu(first.page, 'Event', 'Close')
    await second.getByText(/^Changed in another tab/).waitFor()
    await second.getByRole('region', { name: 'Event' }).waitFor({ state: 'detached' })
    await panelMenu(second, 'Ticket', 'Close')
    await first.page.getByText(/^Changed in another tab/).waitFor()
    await first.page.getByRole('region', { name: 'Order ticket' }).waitFor({ state: 'detached' })
    await workspaceMenu(first.page, 'Undo layout change')
    await second.getByRole('region', { name: 'Order ticket' }).waitFor()

    await second.goto(`${fixture.terminal.client().url}/settings`)
    await second.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Light' }).click()
    await first.page.locator('html[data-theme="light"]').waitFor()
    await second.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
    await first.page.locator('html[data-theme="dark"]').waitFor()
    await first.page.context().close()
  })

  test('a pinned ladder keeps its outcome while its group goes on, and a click in it fills the ticket with its own', async () => {
    const opened = await open()
    const { page } = opened
    await workspaceMenu(page, 'Add panel\u2026', 'Ladder')
    const pinned = page
      .locator('.panel-host')
      .filter({ has: page.getByRole('button', { name: 'Panel Ladder, pinned on its outcome' }) })
    await pinned.locator('.ladder').waitFor()
    const other = page.locator('.outcome-line:not([data-selected]) a').nth(1)
    const name = (await pinned.getByRole('region', { name: /^Ladder / }).getAttribute('aria-label')) ?? ''
    await other.click()
    await page.locator(`.outcome-line[data-selected] a`).first().waitFor()
    await waitFor(
      'the linked ladders on another market',
      async () =>
        (await page.locator('.ladder').count()) >= 2 &&
        (await page.locator('.ladder[data-selected]').count()) === 1,
      PATIENCE_MS,
    )
    assert.equal(await pinned.getByRole('region', { name }).count(), 1)
    await pinned.locator('.ladder-row[data-place="best_bid"] [data-column="bid"]').click()
    await waitFor(
      'the ticket of the pinned outcome',
      async () => (await pinned.locator('.ladder[data-selected]').count()) === 1,
      PATIENCE_MS,
    )
    assertQuiet(opened)
    await page.context().close()
  })

  test('at 1920x1200 twelve ladders stand in two rows, read and gone through in the order of choosing; a lower window leaves one row', async () => {
    const { version } = await kept()
    const content = writeContent(WIDE_LADDERS)
    await fixture.terminal.client().ok('writeLayout', {
      params: { screen_class: 'desktop' },
      body: { version, workspaces: [{ id: 'rows', name: 'rows', content }], active: 'rows' },
    })
    const opened = await openPage(browser, fixture.terminal.client().url, {
      size: { width: 1_920, height: 1_200 },
    })
    const { page } = opened
    await logInByPage(page)
    await page.goto(`${fixture.terminal.client().url}/event/nba-champion-this-season`)
    const ladders = page.locator('.ladder')
    await ladders.nth(1).waitFor()
    const toggles = page.getByRole('button', { name: /^Ladder of / })
    for (let at = 0; at < 12; at += 1) await toggles.nth(at).click()
    const standing = (count: number) =>
      waitFor(`${count} ladders`, async () => (await ladders.count()) === count, PATIENCE_MS)
    await standing(12)
    await page.locator('.ladder-out-of-view').waitFor({ state: 'detached' })
    const boxes = await Promise.all((await ladders.all()).map((one) => one.boundingBox()))
    const edges = (of: 'x' | 'y') => [...new Set(boxes.map((box) => Math.round(box?.[of] ?? 0)))]
    const [columns, rows] = [edges('x'), edges('y')]
    assert.deepEqual([columns.length, rows.length], [6, 2])
    for (const [at, box] of boxes.entries()) {
      assert.ok(box !== null)
      assert.deepEqual([box.x, box.y].map(Math.round), [columns[at % 6], rows[Math.floor(at / 6)]])
      assert.ok(box.x + box.width < (columns[(at % 6) + 1] ?? 1_920), 'none lies over the next one')
      assert.ok(box.y + box.height < (rows[Math.floor(at / 6) + 1] ?? 1_200), 'nor over the one below')
      const prices = await ladders.nth(at).locator('.ladder-frame').boundingBox()
      assert.ok((prices?.height ?? 0) >= 12 * 26 + 22, 'each has room for twelve prices')
    }
    assert.deepEqual(
      await ladders.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
      await toggles
        .evaluateAll((all) => all.slice(0, 12).map((one) => one.getAttribute('aria-label')))
        .then((names) => names.map((name) => name?.replace(' of', ''))),
    )
    await ladders.first().getByRole('grid').focus()
    for (let at = 1; at < 12; at += 1) {
      await page.keyboard.press('F6')
      await ladders.nth(at).locator('.ladder-grid:focus').waitFor()
    }
    // One bar of order defaults and one menu for all of them.
    assert.equal(await page.getByRole('group', { name: 'Quick size' }).count(), 1)
    assert.equal(await page.getByRole('button', { name: /^Panel Ladders/ }).count(), 1)
    await toggles.nth(12).press('Enter')
    assert.match((await toggles.nth(12).getAttribute('aria-description')) ?? '', /^At most 12 ladders/)
    assert.equal(await ladders.count(), 12)
    await assertAccessible(page, { within: ['.shared-order-defaults', '.ladder[data-selected]'] })

    await page.evaluate(NOTE_WIDTHS)
    await page.getByRole('link', { name: 'Portfolio' }).first().click()
    await standing(6)
    await page.keyboard.press('Escape')
    await standing(12)
    const widths = await page.evaluate<readonly number[]>('[...ladderWidths]')
    assert.equal(widths.length, 1, `none is laid out again beside the drawer: ${widths.join()}`)

    await page.setViewportSize({ width: 1_920, height: 800 })
    await standing(6)
    await page.getByText('6 of 12 ladders fit', { exact: true }).waitFor()
    await page.setViewportSize({ width: 1_920, height: 1_200 })
    await standing(12)
    await page.reload()
    await standing(12)
    assertQuiet(opened)
    await page.context().close()
  })

  test('a view opens as an overlay panel beside ladder and ticket: Esc, Back and a reload work, and it changes no layout', async () => {
    const opened = await open()
    const { page } = opened
    const { version } = await kept()
    const overlay = page.locator('#panel-Overlay')
    await openRarerView(page, 'Audit')
    await overlay.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await bests(page)
    await page.getByRole('region', { name: 'Order ticket' }).waitFor()
    await assertAccessible(page)
    // The selected outcome is in the address: a browser that never selected it opens with both.
    const before = page.url()
    await toLadder(page)
    await page.keyboard.press(']')
    await page.waitForURL((url) => url.href !== before)
    const token = /\/audit\?beside=(\d+):/.exec(page.url())?.[1] ?? 'no outcome'
    await page.evaluate(`localStorage.removeItem('sesame.followed')`)
    await page.reload()
    await overlay.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await bests(page)
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'detached' })
    assert.match(page.url(), new RegExp(`/event/.*outcome=${token}$`))
    await page.goBack()
    await overlay.waitFor()

    // A list that the workspace has is gone to; a view that it has not comes.
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await overlay.waitFor({ state: 'detached' })
    // It is empty and shows its tab alone.
    await page.locator('#tab-orders:focus').waitFor()
    assert.equal(await page.locator('#panel-orders').isVisible(), false)
    await page.keyboard.press('Enter')
    await page
      .locator('#panel-orders')
      .getByRole('button', { name: /^Cancel market/ })
      .waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await overlay.locator(':scope:focus').waitFor()
    await overlay.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
    assert.equal((await kept()).version, version, 'a look changes no layout')
    await workspaceMenu(page, 'Add panel\u2026', 'Health')
    await page.getByRole('tab', { name: 'Health', selected: true }).waitFor()
    assert.equal(await overlay.count(), 0)
    await settled(version)
    // From now on the address goes to that panel, and away from it when it is closed.
    await openRarerView(page, 'Health')
    await page.locator('#panel-health[data-routed="health"]').waitFor()
    assert.equal(await overlay.count(), 0)
    await panelMenu(page, 'Health', 'Close')
    await page.locator('#panel-health').waitFor({ state: 'detached' })
    await page.waitForURL(/\/event\//)
    assert.equal(await overlay.count(), 0)
    assertQuiet(opened)
    await page.context().close()
  })

  test('a panel opened in a window is a page of its own: live, with the mode and Cancel All, also while the first page is reloaded', async () => {
    const opened = await open()
    const { page } = opened
    await armByPage(page)
    const coming = page.context().waitForEvent('page')
    await panelMenu(page, 'Ladders', 'Open in a window')
    const own = await coming
    own.setDefaultTimeout(PATIENCE_MS)
    await own.locator('.shell[data-mode="ARMED"]').waitFor()
    await own.getByRole('banner').getByText('ARMED', { exact: true }).waitFor()
    assert.match(own.url(), /\/panel\/ladders\?beside=\d+:/)
    const { bid } = await bests(own)
    await sendAt(own, bid - 4 * fixture.tick, 'bid')
    const chip = own.locator('.ladder-row .ladder-own-chip').first()
    await chip.waitFor()
    await assertAccessible(own)
    await page.reload()
    await bests(page)
    await own.locator('.ladder[data-selected]:not([data-stale])').waitFor()
    await own.getByRole('button', { name: /^Cancel all/ }).click()
    await chip.waitFor({ state: 'detached' })
    assert.equal(await placedCount(fixture), 1)
    // Its address is all that it needs.
    await page.close()
    await own.reload()
    await bests(own)
    assertQuiet(opened)
    await own.context().close()
  })
})

/** Opens a menu, and one after the other: each comes in the place of something else. */
async function chooseAll(opener: Locator, choices: readonly (string | RegExp)[]): Promise<void> {
  const page = opener.page()
  await rested(page)
  await opener.press('Enter')
  for (const [at, one] of choices.entries()) {
    if (at > 0) await rested(page)
    await choose(page, one)
  }
}

async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('menu')
    .locator('[role^="menuitem"]')
    .filter(typeof name === 'string' ? { has: page.getByText(name, { exact: true }) } : { hasText: name })
    .first()
    .press('Enter')
}

async function panelMenu(page: Page, panel: string, ...choices: readonly (string | RegExp)[]): Promise<void> {
  await chooseAll(page.getByRole('button', { name: new RegExp(`^Panel ${panel}(,|$)`) }).first(), choices)
}

async function workspaceMenu(page: Page, ...choices: readonly (string | RegExp)[]): Promise<void> {
  await chooseAll(page.getByRole('button', { name: /^Workspace / }), choices)
}
