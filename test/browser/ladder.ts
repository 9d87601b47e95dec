/** Finding one's way on the trade view: from the search box to an outcome's ladder and its cells. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Tradable } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { PATIENCE_MS } from './browser.ts'

/**
 * `/` until a box has the keys: the one above the markets, or where they are not in sight that of the palette. A page
 * that is still being drawn may not have either yet.
 */
export async function toSearch(page: Page): Promise<Locator> {
  const box = page.locator('input[role="combobox"]:focus')
  await waitFor(
    'a search box with the focus',
    async () => {
      if ((await box.count()) === 0) await page.keyboard.press('/')
      return (await box.count()) > 0
    },
    PATIENCE_MS,
  )
  return box
}

/** Finds the event by typing its title and opens the outcome by its link. */
export async function openOutcome(page: Page, { event, outcomeId }: Tradable): Promise<void> {
  const box = await toSearch(page)
  await box.fill(event.title)
  const results = page.locator(`#${await box.getAttribute('aria-controls')}`)
  await results.getByRole('option').filter({ hasText: event.title }).first().click()
  await page.getByRole('heading', { level: 1, name: event.title }).waitFor()
  await page.locator(`.outcome-line a[href*="${outcomeId.slice(3)}"]`).click()
}

/** Goes to one of the views that wait in the menu of the top bar where there is no room for all. */
export async function openRarerView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** The ladder's best bid and ask in steps of 0.0001, once both are drawn. */
export async function bests(page: Page): Promise<{ readonly bid: number; readonly ask: number }> {
  const best = (place: string) => `.ladder[data-selected] .ladder-row[data-place="${place}"]`
  return waitFor(
    'a ladder with both sides',
    () =>
      page.evaluate(
        ([atBid, atAsk]) => {
          type Rows = ArrayLike<{ readonly dataset: Readonly<Record<string, string>> }>
          const { document } = globalThis as unknown as {
            readonly document: { readonly querySelectorAll: (selector: string) => Rows }
          }
          const of = (selector: string): number => {
            const rows = document.querySelectorAll(selector)
            return rows.length === 1 ? Number(rows[0]?.dataset['price']) : Number.NaN
          }
          const [bid, ask] = [of(atBid), of(atAsk)]
          return Number.isInteger(bid) && Number.isInteger(ask) ? { bid, ask } : null
        },
        [best('best_bid'), best('best_ask')] as const,
      ),
    PATIENCE_MS,
  )
}

/** A cell of the selected ladder by its price in steps of 0.0001. */
export const cell = (page: Page, price: number, column: 'bid' | 'ask'): Locator =>
  page.locator(`.ladder[data-selected] .ladder-row[data-price="${price}"] [data-column="${column}"]`)

/**
 * Clicks a cell until the page says that it sent the order. Under load the page may have lost its link for a moment;
 * what it refuses it has not sent.
 */
export async function sendAt(page: Page, price: number, column: 'bid' | 'ask'): Promise<void> {
  await waitFor(
    `an order sent at ${price}`,
    async () => {
      await cell(page, price, column).click()
      const said = await page.locator('.ladder[data-selected] .ladder-foot').innerText()
      return (
        !said.startsWith('refused') && /sending|accepted|rejected|unknown|filled|resting|cancel/.test(said)
      )
    },
    PATIENCE_MS,
  )
}

/** The rows of the open orders. */
export const openRows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Order rows' }).locator('tr[data-open]')

type Point = { readonly x: number; readonly y: number }

/** The middle of what is drawn. */
export async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox()
  assert.ok(box !== null)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Presses at one place and goes to another, without the release. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
}
