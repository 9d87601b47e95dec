/** A book that cannot be believed says so and why wherever it is shown, and takes no click, whatever is wrong with it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { assertAccessible, assertQuiet, PATIENCE_MS } from './browser.ts'
import { openDesk, placedCount } from './desk.ts'
import { bests } from './ladder.ts'

/** Where the outcome in hand is shown beside its ladder. */
const PLACES = ['.outcome-line[data-selected]', '.watch-row', '.chart-words'] as const

/** What a trouble may be called: a connection on which several books are frozen is soon replaced, and then is down. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'feed stale': ['feed stale', 'market feed down'],
}

/** The word of each place: null while one of them has none. */
async function signs(page: Page): Promise<readonly string[]> {
  const found = await Promise.all(
    PLACES.map((place) =>
      page
        .locator(`${place} .stale-sign`)
        .first()
        .getAttribute('title', { timeout: 200 })
        .catch(() => null),
    ),
  )
  return [...new Set(found.map((text) => text ?? 'none'))]
}

test(
  'INV-22: a book that cannot be believed says why in every list and takes no click',
  { timeout: 220_000 },
  async (context) => {
    const desk = await openDesk(context)
    const { page, venue, tradable } = desk
    const token = tradable.outcomeId.slice(3)
    await page
      .locator('.outcome-line[data-selected]')
      .getByRole('button', { name: /^Watch/ })
      .click()
    await page.getByRole('button', { name: /^Watch \d/ }).click()
    const { bid } = await bests(page)
    const fault = (name: string, match: object, more: object = {}) =>
      venue.control('/faults', { name: `ws.${name}`, match: { service: 'ws_market', ...match }, ...more })
    const reset = () => venue.control('/ws', { channel: 'market', action: 'reset' })
    let deep = 3_000

    const troubles: Readonly<Record<string, () => Promise<unknown>>> = {
      'feed stale': async () => {
        await fault('no_dump', { asset: token })
        await fault('silent_freeze', { asset: token })
        await venue.somebody('BUY', (deep -= 100), 50)
      },
      'book being read again': async () => {
        await fault('no_dump', { asset: token })
        await fault('malformed', { asset: token }, { when: { times: 1 } })
        await venue.somebody('BUY', (deep -= 100), 50)
      },
      'tick size changed, waiting for a new book': async () => {
        await fault('no_dump', { asset: token })
        await fault(
          'tick_change',
          { asset: token },
          { args: { old: '0.001', new: '0.01', twice: true }, when: { times: 1 } },
        )
        await venue.somebody('BUY', (deep -= 100), 50)
      },
      'book crossed, being read again': async () => {
        // Only a whole book is crossed by the fault, and one frame carries the books of several outcomes.
        await fault('crossed_book', { body_contains: token })
        await reset()
      },
      'market feed down': async () => {
        await fault('upgrade_status', {}, { args: { code: 503 } })
        await reset()
      },
      'market resolved': () => venue.control('/market', { market_id: venue.market.conditionId, resolve: 0 }),
    }

    for (const [why, begin] of Object.entries(troubles)) {
      await begin()
      const words = WORDS[why] ?? [why]
      await waitFor(
        why,
        async () => {
          const [sign, ...others] = await signs(page)
          return others.length === 0 && words.some((word) => sign === `Stale: ${word}`)
        },
        PATIENCE_MS,
      )
      assert.notEqual(await page.locator('.ladder[data-selected]').getAttribute('data-stale'), null, why)
      const chip = page.locator('.ladder[data-selected] .chip.warn').first()
      assert.ok(words.includes((await chip.getAttribute('title')) ?? ''), why)
      const cells = page.locator('.ladder[data-selected] .ladder-row [data-column="bid"]')
      await cells.nth(Math.floor((await cells.count()) / 2)).click({ force: true })
      assert.match(await page.locator('.ladder[data-selected] .ladder-foot').innerText(), /^refused: /)
      assert.equal(await placedCount(desk), 0, why)
      if (why === 'feed stale') await assertAccessible(page)
      await venue.control('/faults', undefined, 'DELETE')
      if (why === 'market resolved') continue
      await waitFor('the book again', async () => String(await signs(page)) === 'none', PATIENCE_MS)
      assert.equal((await bests(page)).bid, bid, 'the ladder is where it was')
    }
    await page
      .locator('.ladder[data-selected] .ladder-notice', { hasText: /^Resolved: .* pays [01]\.00/ })
      .waitFor()
    assertQuiet(desk.open)
  },
)
