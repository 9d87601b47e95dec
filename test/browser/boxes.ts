/**
 * Where the landmarks and named parts of the kept screens lie, at the three sizes: docs/images/layout.json, beside the
 * pictures. Only what does not depend on market makers or a clock: a quiet market, SAFE, nothing ordered.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { DESKTOP, logInByPage, openPage, PATIENCE_MS, PHONE, TABLET } from './browser.ts'
import type { Size } from './browser.ts'
import type { TradingFixture } from './trading-fixture.ts'
import { bests } from './ladder.ts'

/** x, y, width and height in whole pixels. */
type Box = readonly number[]
/** By `role name`. */
export type Boxes = Readonly<Record<string, Box>>
/** By screen and size. */
export type Layout = Readonly<Record<string, Boxes>>

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'images', 'layout.json')
const SIZES: Readonly<Record<string, Size>> = { desktop: DESKTOP, tablet: TABLET, phone: PHONE }
/** Readings in a row that must agree: what comes late moves what is below it. */
const ALIKE = 4
/** Rounding, and a machine that draws its letters a hair wider. */
const TOLERANCE = 3

const PARTS = [
  'header',
  'main',
  'footer',
  'nav',
  'section[aria-label]',
  '[role="region"][aria-label]',
  '[role="group"][aria-label="Trading mode"]',
  '[role="tablist"]',
  '[role="grid"]',
  '.dialog',
  '.cancel-all',
].join()

/** The boxes of the page as it is. */
export function measure(page: Page): Promise<Boxes> {
  return page.evaluate<Boxes>(`(() => {
    const found = {}
    for (const element of document.querySelectorAll(${JSON.stringify(PARTS)})) {
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0 || element.closest('main header') !== null) continue
      const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
      const name = element.getAttribute('aria-label') ?? (element.matches('.cancel-all') ? 'Cancel all' : '')
      let key = (role + ' ' + name).trim()
      while (key in found) key += ' again'
      found[key] = [x, y, width, height].map(Math.round)
    }
    return found
  })()`)
}

/** The boxes once they have stopped changing. */
async function settled(page: Page): Promise<Boxes> {
  let last = ''
  let alike = 0
  return waitFor(
    'a layout that has settled',
    async () => {
      const boxes = await measure(page)
      const text = JSON.stringify(boxes)
      alike = text === last ? alike + 1 : 0
      last = text
      await page.evaluate('new Promise((go) => setTimeout(go, 120))')
      return alike >= ALIKE ? boxes : null
    },
    PATIENCE_MS,
  )
}

/** Goes there as a link of the page does. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

/** Opens every kept screen at every size and hands each over to be measured. */
export async function visitScreens(
  browser: Browser,
  { terminal, tradable }: TradingFixture,
  visit: (screen: string, page: Page) => Promise<void>,
): Promise<void> {
  const { url } = terminal.client()
  for (const [name, size] of Object.entries(SIZES)) {
    const { page } = await openPage(browser, url, { size })
    const at = (screen: string): Promise<void> => visit(`${screen}, ${name}`, page)
    await page.getByLabel('Password').waitFor()
    await at('login')
    await logInByPage(page)
    await go(page, `/event/${tradable.event.slug}?outcome=${tradable.outcomeId.slice(3)}`)
    await bests(page)
    await at('event')
    await page.getByRole('button', { name: 'ARM', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).waitFor()
    await at('arm')
    await page.keyboard.press('Escape')
    await waitFor('the parts of the profit', async () => {
      const parts = await terminal.client().ok('listProfitParts', { query: { by: 'market' } })
      return parts.items.length > 1
    })
    await go(page, '/portfolio')
    await page.getByRole('region', { name: 'Positions', exact: true }).locator('tbody tr').nth(2).waitFor()
    await at('portfolio')
    await go(page, '/audit')
    await page.getByText('No rows yet. Every order').waitFor()
    await at('audit')
    await page.context().close()
  }
}

/** Differences between two sets of boxes, as text; none where all lie within the tolerance. */
export function differences(kept: Boxes, seen: Boxes): readonly string[] {
  const names = new Set([...Object.keys(kept), ...Object.keys(seen)])
  return [...names].flatMap((name) => {
    const [before, now] = [kept[name], seen[name]]
    if (before === undefined) return [`${name}: new at ${String(now)}`]
    if (now === undefined) return [`${name}: gone from ${String(before)}`]
    const isNear = before.every((side, at) => Math.abs(side - (now[at] ?? 0)) <= TOLERANCE)
    return isNear ? [] : [`${name}: ${before.join()} is ${now.join()}`]
  })
}

/** Measures a page in dark, then says what of it is elsewhere in light. */
export async function measureBoth(
  page: Page,
): Promise<{ readonly boxes: Boxes; readonly moved: readonly string[] }> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const boxes = await settled(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const moved = differences(boxes, await settled(page))
  await page.emulateMedia({ colorScheme: 'dark' })
  return { boxes, moved }
}

/** The layout as it is kept. */
export function readLayout(): Layout {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Layout
}

/** Keeps a layout: a screen a paragraph, a part a line. */
export function writeLayout(layout: Layout): void {
  const screens = Object.entries(layout).map(([screen, boxes]) => {
    const lines = Object.entries(boxes).map(
      ([name, box]) => `    ${JSON.stringify(name)}: [${box.join(', ')}]`,
    )
    return `  ${JSON.stringify(screen)}: {\n${lines.join(',\n')}\n  }`
  })
  writeFileSync(FILE, `{\n${screens.join(',\n')}\n}\n`)
}
