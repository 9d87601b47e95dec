/** Makes the pictures of docs/images from the running page: `npm run screenshots`. Not a check, so not among the tests. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { parseTickSize } from '#core/price.ts'
import { startTerminal, startTestSimulator } from '../harness.ts'
import { findTradable } from '../market.ts'
import type { Tradable } from '../market.ts'
import { DESKTOP, logInByPage, openPage, PHONE, startBrowser, TABLET } from './browser.ts'
import type { Size, Theme } from './browser.ts'
import { bests, cell, openOutcome, openRarerView, openRows } from './ladder.ts'
import { tradeForAMonth } from './month-of-trades.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'images')
const LOOKS: readonly { readonly theme: Theme; readonly size: Size; readonly suffix: string }[] = [
  { theme: 'dark', size: DESKTOP, suffix: 'dark' },
  { theme: 'light', size: DESKTOP, suffix: 'light' },
  { theme: 'light', size: TABLET, suffix: 'tablet' },
  { theme: 'dark', size: PHONE, suffix: 'phone' },
]

test('pictures of the page', { timeout: 300_000 }, async (context) => {
  mkdirSync(FOLDER, { recursive: true })
  const simulator = await startTestSimulator(context, { traderRate: 40 })
  const terminal = await startTerminal(context, { simulator })
  await tradeForAMonth(simulator)
  await terminal.restart()
  await terminal.client().ok('readNotifications', { body: { all: true } })
  const tradable = await findTradable(terminal.client())
  const browser = await startBrowser(context)
  for (const { theme, size, suffix } of LOOKS) {
    const { page } = await openPage(browser, terminal.client().url, { theme, size })
    const shoot = (name: string) => page.screenshot({ path: join(FOLDER, `${name}-${suffix}.png`) })
    await shoot('login')
    await logInByPage(page)
    if (size === DESKTOP) await openOutcome(page, tradable)
    else await page.goto(`${terminal.client().url}/event/${tradable.event.slug}`)
    await bests(page)
    await shoot('event')
    if (size === DESKTOP) await tradeAndShoot(page, tradable, shoot)
    await page.getByRole('link', { name: size === PHONE ? 'Positions' : 'Portfolio' }).click()
    await page.locator('.tile').first().waitFor()
    await page.locator('.positions tbody tr').first().waitFor()
    // A toast would lie over the curve.
    const toast = page.getByRole('button', { name: /^Dismiss: / }).first()
    while (await toast.isVisible()) await toast.click()
    await page.getByLabel('Profit and loss', { exact: true }).getByRole('button', { name: '1m' }).click()
    await page.locator('.pnl canvas').first().waitFor()
    await shoot('portfolio')
    await terminal.client().ok('disarm', { body: {} })
    await terminal.client().ok('cancelAll', { body: {} })
    await page.context().close()
  }
})

async function tradeAndShoot(
  page: Page,
  { market }: Tradable,
  shoot: (name: string) => Promise<unknown>,
): Promise<void> {
  const tick = parseTickSize(market.tick_size) ?? 100
  await page.keyboard.press('Shift+A')
  await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).waitFor()
  await shoot('arm')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'ARMED' }).waitFor()
  for (const away of [3, 5, 8]) await cell(page, (await bests(page)).bid - away * tick, 'bid').click()
  await cell(page, (await bests(page)).ask, 'bid').click()
  await openRows(page).nth(2).waitFor()
  await page.getByRole('tab', { name: /^Fills [1-9]/ }).waitFor()
  await cell(page, (await bests(page)).bid - 2 * tick, 'bid').hover()
  await shoot('armed')
  await openRarerView(page, 'Audit')
  await page.getByText(/place/i).filter({ visible: true }).first().waitFor()
  await shoot('audit')
}
