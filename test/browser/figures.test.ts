/**
 * Every view at six sizes, in both themes by turns: no figure is cut off or lies under another column, no text over
 * another one; and in each of them money is to the cent.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { DESKTOP, logInByPage, openPage, PATIENCE_MS, PHONE, startBrowser, TABLET } from './browser.ts'
import { armByPage, priceText, startTradingFixture } from './trading-fixture.ts'
import type { TradingFixture } from './trading-fixture.ts'

const IS_FULL = process.env['SESAME_RELIABILITY'] === 'full'

/** Each page at its sizes, whatever was looked at before. */
const SCREENS = [
  { hasTouch: true, sizes: [PHONE, TABLET] },
  {
    hasTouch: false,
    sizes: [
      { width: 1366, height: 768 },
      DESKTOP,
      { width: 1920, height: 1200 },
      { width: 2560, height: 1440 },
    ],
  },
]
const VIEWS = [
  '/orders',
  '/portfolio',
  '/portfolio/fills',
  '/portfolio/activity',
  '/portfolio/journal',
  '/games',
  '/combos',
  '/alerts',
  '/notifications',
  '/audit',
  '/health',
  '/settings',
  '/settings/risk',
  '/settings/notifications',
]
const TABS = [/^(?:Open )?[Oo]rders/, /^Positions/, /^Fills/, /^Alerts/]

/** Figures that are cut off or drawn over, and texts that are drawn over each other, as text. */
const FAULTS = `(() => {
  const faults = []
  const clips = new Map([[null, { left: 0, right: innerWidth, top: 0, bottom: innerHeight }]])
  const clipOf = (element) => {
    const kept = clips.get(element)
    if (kept !== undefined) return kept
    const { overflowX, overflowY, position } = getComputedStyle(element)
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const clip = { ...clipOf(position === 'fixed' ? null : element.parentElement) }
    if (overflowX !== 'visible') Object.assign(clip, { left: Math.max(clip.left, left), right: Math.min(clip.right, right) })
    if (overflowY !== 'visible') Object.assign(clip, { top: Math.max(clip.top, top), bottom: Math.min(clip.bottom, bottom) })
    clips.set(element, clip)
    return clip
  }
  const texts = []
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const text = nodes.currentNode
    const parent = text.parentElement
    if (text.data.trim() === '' || parent.closest('.visually-hidden, script, style') !== null) continue
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const clip = clipOf(parent)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const seen = { left: Math.max(left, clip.left), right: Math.min(right, clip.right), top: Math.max(top, clip.top), bottom: Math.min(bottom, clip.bottom) }
      if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) texts.push({ text, parent, left, right, seen, clip })
    }
  }
  const said = (parent) => (parent.closest('[aria-label]')?.ariaLabel ?? '') + ' "' + parent.textContent.trim().slice(0, 40) + '"'
  for (const { text, parent, left, right, clip } of texts) {
    const isFigure = /^[\\s+\\u2212$-]*\\d[\\d.,\\s%c]*$/.test(text.data) && parent.closest('.cut, option, select, canvas') === null
    const scrolls = parent.closest('[class*=scroll], .panel-body, .tables') !== null
    const isCut = left < clip.left - 1 || right > clip.right + 1
    if (isFigure && isCut && !(scrolls && right - left > clip.right - clip.left)) faults.push(said(parent) + ' is cut off')
  }
  const isClear = (element) => /rgba\\(.*, 0\\)|transparent/.test(getComputedStyle(element).backgroundColor)
  const byTop = texts.toSorted((one, other) => one.seen.top - other.seen.top)
  for (const [at, one] of byTop.entries()) {
    for (const other of byTop.slice(at + 1)) {
      if (other.seen.top > one.seen.bottom - 4) break
      const across = Math.min(one.seen.right, other.seen.right) - Math.max(one.seen.left, other.seen.left)
      const down = Math.min(one.seen.bottom, other.seen.bottom) - Math.max(one.seen.top, other.seen.top)
      if (across < 2 || down < 4 || one.text === other.text) continue
      const x = Math.max(one.seen.left, other.seen.left) + across / 2
      const y = Math.max(one.seen.top, other.seen.top) + down / 2
      const stack = document.elementsFromPoint(x, y)
      const places = [stack.indexOf(one.parent), stack.indexOf(other.parent)].sort((a, b) => a - b)
      if (places[0] < 0 || !stack.slice(places[0], places[1]).every(isClear)) continue
      faults.push(said(one.parent) + ' and ' + said(other.parent) + ' lie over each other')
    }
  }
  const byCell = Map.groupBy(texts, ({ parent }) => parent.closest('table :is(td, th).num'))
  for (const [cell, own] of byCell) {
    if (cell === null) continue
    const box = cell.getBoundingClientRect()
    for (const { parent, left, right, seen } of own) {
      const others = [...cell.parentElement.children].filter((one) => one !== cell)
      const over = others.find((one) => {
        const { left: from, right: to, top: above, bottom: below } = one.getBoundingClientRect()
        return above < seen.bottom - 1 && below > seen.top + 1 && to > from && from < right - 1 && to > left + 1
      })
      const why = left < box.left - 1 || right > box.right + 1 ? 'runs out of its cell'
        : over !== undefined ? 'lies under ' + over.textContent : ''
      if (why !== '' && /\\d/.test(cell.textContent)) faults.push(cell.closest('table').className.split(' ').slice(0, 3).join('.') + ': ' + cell.textContent + ' ' + why)
    }
  }
  return [...new Set(faults)]
})()`

/** Cells with a part of a cent: prices and means may have one, nothing else. */
const SUB_CENTS = `[...document.querySelectorAll('table')].flatMap((table) => {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) => head.textContent)
  return [...table.querySelectorAll('tbody tr:not(.row-below)')].flatMap((row) => {
    let column = 0
    return [...row.cells].flatMap((cell) => {
      const head = heads[column] ?? ''
      column += cell.colSpan
      const isFine = /price|average|mark$|bid|ask|last$|^entry$|^exit$|mean|median|interval|^slip |^(1|10) s$|min$|^End$/i.test(head)
      return !isFine && /\\d\\.\\d{3}/.test(cell.textContent.replace(/tick [\\d.]+/, '')) ? [head + ': ' + cell.textContent] : []
    })
  })
})`

/** Tables behind a press, by the view. */
const BEHIND: Readonly<Record<string, readonly RegExp[]>> = {
  '/portfolio': [/^View as data$/, /^Closed/],
  '/portfolio/journal': [/^Fills$/],
}

/** Asserts that all money of the view's tables is to the cent. */
async function assertCents(page: Page, view: string): Promise<void> {
  for (const name of [null, ...(BEHIND[view] ?? [])]) {
    if (name !== null) {
      const press = page.getByRole('button', { name }).or(page.getByRole('tab', { name }))
      await press.first().click()
    }
    if (name === null && /orders|portfolio$|fills|risk/.test(view)) {
      await page.locator('main table tbody td:visible').first().waitFor()
    }
    assert.deepEqual(await page.evaluate(SUB_CENTS), [], `${view} ${name ?? ''}`)
  }
}

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
  // Costs a part of a cent.
  await place(4_420, '12.34', 'GTC')
  for (const ticks of [2, 3, 4]) await place(4_400 - ticks * tick, '123.45', 'GTC')
  const live = await place(4_400 - 8 * tick, '1033.33', 'GTC')
  const ended = (await client.ok('listOrders')).items.flatMap(({ id }) => id ?? [])
  await client.ok('cancelOrders', { body: { order_ids: ended.filter((id) => id !== live.order?.id) } })
  const newest = await place(4_400 - 9 * tick, '20', 'GTC')
  await client.ok('cancelOrders', { body: { order_ids: [newest.order?.id ?? ''] } })
}

/** A desktop's page of the event, after the trades. */
async function openTraded(browser: Browser, fixture: TradingFixture): Promise<Page> {
  const { terminal, tradable } = fixture
  const { url } = terminal.client()
  const { page } = await openPage(browser, url, { size: DESKTOP })
  await logInByPage(page)
  await armByPage(page)
  await page.goto(`${url}/event/${tradable.event.slug}?outcome=${tradable.outcomeId.slice(3)}`)
  const isReady = async () => (await terminal.client().ok('readTrading')).mode === 'ARMED'
  await waitFor('armed', isReady, PATIENCE_MS)
  await page.locator('.ladder[data-selected]').waitFor()
  await trade(fixture)
  return page
}

describe('figures in tables', { timeout: 400_000 }, () => {
  test('are whole at every width, with money to the cent and parts of one in the tooltip alone; live orders stand above those that have ended', async (context) => {
    const fixture = await startTradingFixture(context, 'figures', 'small')
    const { terminal, tradable } = fixture
    const browser = await startBrowser(context)
    const { url } = terminal.client()
    const first = await openTraded(browser, fixture)
    const rows = first.getByRole('region', { name: 'Order rows' }).locator('tbody tr')
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
    await first.context().close()

    const faults: string[] = []
    const event = `/event/${tradable.event.slug}?outcome=${tradable.outcomeId.slice(3)}`
    let looks = 0
    let views = 0
    for (const { hasTouch, sizes } of SCREENS) {
      const { page } = await openPage(browser, url, { hasTouch })
      const look = async (what: string) => {
        // A short run has each view at every other size, by turns.
        const seen = IS_FULL ? sizes : sizes.filter((_, index) => (index + views) % 2 === 0)
        views += 1
        for (const size of seen) {
          // By turns: test/browser/layout.test.ts shows that nothing is elsewhere in the other theme.
          looks += 1
          const colorScheme = looks % 2 === 0 ? 'dark' : 'light'
          await page.setViewportSize(size)
          await page.emulateMedia({ colorScheme })
          const where = `${what} at ${size.width} in ${colorScheme}`
          await assertWhole(page, where).catch((error: unknown) => faults.push(String(error)))
        }
        looks += 1
      }
      await logInByPage(page)
      await go(page, event)
      await page.locator('.ladder[data-selected]').waitFor()
      await look('the event')
      if (!hasTouch) {
        for (const name of TABS) {
          await page.getByRole('tab', { name }).first().click()
          await look(String(name))
          await assertCents(page, String(name))
        }
      }
      for (const view of VIEWS) {
        await go(page, view)
        await waitFor(view, async () => (await page.locator('main').first().innerText()).length > 40)
        await look(view)
        if (!hasTouch) await assertCents(page, view)
      }
      await page.context().close()
    }
    assert.deepEqual(faults, [])
  })
})

/** Goes there as a link of the page does. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}
