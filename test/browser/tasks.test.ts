// Rules shown here: PAGE-1.
/** Tasks of every day with their acts counted: presses of the pointer from the ladder on. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { assertQuiet, PATIENCE_MS, rested } from './browser.ts'
import { countPresses } from './input-methods.ts'
import { bests } from './ladder.ts'
import { openLadderFixture } from './trading-fixture.ts'

/** Makes a task and asserts how many acts it took. */
async function takes(page: Page, acts: number, task: () => Promise<unknown>): Promise<void> {
  await rested(page)
  await countPresses(page)
  await task()
  assert.equal(await page.evaluate('globalThis.presses'), acts)
}

describe('acts of daily tasks', { timeout: 240_000 }, () => {
  test('a target and a stop on what is held two, flat with both working one, the fills as a file three, the worst trade in its replay four, and three from the second time on', async (context) => {
    const { terminal, tradable, tick, open, page } = await openLadderFixture(context)
    const client = terminal.client()
    const ladder = page.locator('.ladder[data-selected]')
    const held = async () => {
      const { items } = await client.ok('listPositions', { query: { status: 'open' } })
      return items.find(({ outcome_id: id }) => id === tradable.outcomeId)?.size ?? '0'
    }
    await waitFor('what is held', async () => (await held()) !== '0', PATIENCE_MS)

    const { bid } = await bests(page)
    const row = (price: number) => ladder.locator(`.ladder-row[data-price="${price}"]`)
    await takes(page, 2, async () => {
      await row(bid + 3 * tick)
        .locator('[data-column="price"]')
        .click({ button: 'right' })
      await page.getByRole('menuitem', { name: /^Target here and stop: .* or at / }).click()
    })
    for (const price of [bid + 3 * tick, bid - 3 * tick])
      await row(price).locator('.ladder-own-chip').first().waitFor()

    const exit = ladder.locator('[data-exits]').getByRole('button', { name: /^Exit / })
    await ladder.locator('[data-exits] button[aria-disabled="false"]').first().waitFor()
    await takes(page, 1, () => exit.click())
    await waitFor('to be flat', async () => (await held()) === '0', PATIENCE_MS)
    await waitFor(
      'no order left',
      async () => (await client.ok('listOrders')).items.every(({ status }) => status !== 'live'),
      PATIENCE_MS,
    )

    await takes(page, 3, async () => {
      await page.getByRole('link', { name: 'Portfolio', exact: true }).first().click()
      await page.getByRole('link', { name: 'Fills', exact: true }).click()
      const download = page.waitForEvent('download')
      await page
        .getByRole('link', { name: /CSV/ })
        .or(page.getByRole('button', { name: /CSV/ }))
        .first()
        .click()
      await download
    })

    await page.goBack()
    await page.goBack()
    await ladder.waitFor()
    // The table keeps its order: from then on the worst trade of a day is its first row.
    const trips = page.getByRole('region', { name: 'Round trips' })
    const toJournal = async () => {
      await page.getByRole('link', { name: 'Portfolio', exact: true }).first().click()
      await page.getByRole('link', { name: 'Journal', exact: true }).click()
    }
    const toReplay = async () => {
      await trips.getByRole('link', { name: 'Replay', exact: true }).first().click()
      await page.getByRole('region', { name: 'Replay', exact: true }).waitFor()
    }
    await takes(page, 4, async () => {
      await toJournal()
      await trips.getByRole('button', { name: 'Realised' }).click()
      await trips.locator('th[aria-sort="ascending"]').waitFor()
      await toReplay()
    })
    for (let back = 0; back < 3; back += 1) await page.goBack()
    await ladder.waitFor()
    await takes(page, 3, async () => {
      await toJournal()
      await toReplay()
    })
    assertQuiet(open)
  })
})
