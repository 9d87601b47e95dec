/** A list of the page that is longer than a table draws at once. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'

/** On the activity page: a list longer than a table draws at once shows its first rows, and the rest on request. */
export async function assertLongListCut(page: Page, rows: Locator): Promise<void> {
  await page.route(/\/api\/activity(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    const read = (await response.json()) as { readonly items: readonly object[] }
    const items = Array.from({ length: 450 }, (_, at) => ({ ...read.items[0], id: `copy-${at}` }))
    await route.fulfill({ response, json: { ...read, items } })
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  for (const [drawn, next] of [
    [200, 200],
    [400, 50],
  ]) {
    await waitFor(`${drawn} rows`, async () => (await rows.count()) === drawn)
    await page.getByRole('button', { name: `Show ${next} more`, exact: true }).click()
  }
  await waitFor('all rows', async () => (await rows.count()) === 450)
  assert.equal(await page.getByRole('button', { name: /^Show \d+ more/ }).count(), 0)
}
