/**
 * No price takes a click before it is fresh: after a sleep, a reload, a lost link, in a second tab, and while its book cannot be
 * believed, whatever is wrong with it. What was being written and arranged is still there.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startTerminalProcess, type TerminalProcess } from '../harness.ts'
import { waitFor } from '../wait-for.ts'
import { assertAccessible, assertQuiet, PATIENCE_MS } from './browser.ts'
import { openLadderFixture, placedCount } from './trading-fixture.ts'
import type { LadderFixture } from './trading-fixture.ts'
import { bests } from './ladder.ts'

/** Where the selected outcome is shown beside its ladder. */
const PLACES = ['.outcome-line[data-selected]', '.watch-row', '.chart-words'] as const

/** Names of a trouble: a connection on which several books are frozen is soon replaced, and then is down. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'feed stale': ['feed stale', 'market feed down'],
  'market resolved': ['market resolved'],
}

/** The words of the places, each once; "none" for one that has none. */
async function signs(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate((places) => {
    type Element = { readonly getAttribute: (name: string) => string | null }
    const { document } = globalThis as unknown as {
      readonly document: { readonly querySelector: (selector: string) => Element | null }
    }
    return places.map(
      (place) => document.querySelector(`${place} .stale-sign`)?.getAttribute('aria-description') ?? 'none',
    )
  }, PLACES)
  return [...new Set(found)]
}

const LADDER = '.ladder[data-selected]'
/** Longer than what the page takes for a sleep (live/socket.ts). */
const SLEEP_MS = 6_500

/** Presses and releases the middle cell of the bid column in one moment, and answers what the ladder's foot says to it. */
const pressNow = `(() => {
  const cells = [...document.querySelectorAll('${LADDER} .ladder-row [data-column="bid"]')]
  const target = cells[Math.floor(cells.length / 2)]
  for (const name of ['pointerdown', 'pointerup'])
    target.dispatchEvent(new PointerEvent(name, { bubbles: true, button: 0, pointerType: 'mouse' }))
})()`

async function refused(page: Page): Promise<void> {
  await page
    .locator(`${LADDER} .ladder-foot`)
    .getByText(/^refused: /)
    .first()
    .waitFor()
}

const hasNoOrders = (page: Page): Promise<void> =>
  page.getByRole('tab', { name: /^Open orders/ }).waitFor({ state: 'detached' })

const fresh = (page: Page): Promise<void> => page.locator(`${LADDER}:not([data-stale])`).waitFor()

async function checkReturns(
  context: TestContext,
  fixture: LadderFixture,
  signal: (name: NodeJS.Signals) => void,
  link: Gate,
): Promise<void> {
  const { page } = fixture
  const ticket = (one: Page) => one.getByRole('region', { name: 'Order ticket' })
  const isAsLeft = async (): Promise<void> => {
    assert.equal(await ticket(page).getByLabel('Size', { exact: true }).inputValue(), '12.5')
    await hasNoOrders(page)
    assert.equal(await page.getByRole('button', { name: /^Combo leg/, pressed: true }).count(), 1)
    assert.equal(await placedCount(fixture), 0)
  }
  await ticket(page).getByLabel('Size', { exact: true }).fill('12.5')
  await page
    .locator('.outcome-line[data-selected]')
    .getByRole('button', { name: /^Combo leg/ })
    .click()
  await page
    .getByRole('button', { name: /^Panel Open orders(,|$)/ })
    .first()
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Close' }).press('Enter')
  await hasNoOrders(page)

  await context.test('lost connection: a frozen terminal is noticed, and followed again', async () => {
    signal('SIGSTOP')
    await page.locator(`${LADDER}[data-stale]`).waitFor()
    await page.evaluate(pressNow)
    await refused(page)
    signal('SIGCONT')
    await fresh(page)
    await isAsLeft()
  })

  await context.test(
    'sleep: a press in the moment of waking finds nothing that was received recently',
    async () => {
      // As long as its message is not confirmed the page does nothing, and neither does the processor.
      page.once('dialog', (message) => void pause(SLEEP_MS).then(() => message.accept()))
      await page.evaluate(`alert('asleep');
      ${pressNow}`)
      await refused(page)
      await fresh(page)
      await isAsLeft()
    },
  )

  await context.test(
    'reload and a second tab: until the book has come there is nothing to press',
    async () => {
      link.isShut = true
      await page.reload()
      const second = await page.context().newPage()
      second.setDefaultTimeout(PATIENCE_MS)
      await second.goto(page.url())
      for (const tab of [page, second]) {
        await tab.locator(LADDER).waitFor()
        assert.equal(await tab.locator(`${LADDER}:not([data-stale])`).count(), 0)
        await tab.evaluate(pressNow)
        await refused(tab)
      }
      link.isShut = false
      for (const tab of [page, second]) await fresh(tab)
      await isAsLeft()
      await hasNoOrders(second)
      await second.close()
    },
  )
}

type Gate = { isShut: boolean }

test(
  'INV-22 a book that cannot be believed says why in every list and takes no click, nor does one that is not there yet',
  { timeout: 300_000 },
  async (context) => {
    const link: Gate = { isShut: false }
    const programs: TerminalProcess[] = []
    const fixture = await openLadderFixture(context, {
      hasChart: true,
      async start(...given) {
        const terminal = await startTerminalProcess(...given)
        programs.push(terminal)
        return terminal
      },
      before: async (first) => {
        await first.context().routeWebSocket(/\/ws$/, (socket) => {
          if (link.isShut) void socket.close()
          else socket.connectToServer()
        })
      },
    })
    const { page, venue, tradable } = fixture
    await checkReturns(context, fixture, (name) => programs[0]?.program().kill(name), link)
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
        await venue.placeForeign('BUY', (deep -= 100), 50)
      },
      'book being read again': async () => {
        await fault('no_dump', { asset: token })
        await fault('malformed', { asset: token }, { when: { times: 1 } })
        await venue.placeForeign('BUY', (deep -= 100), 50)
      },
      'tick size changed, waiting for a new book': async () => {
        await fault('no_dump', { asset: token })
        await fault(
          'tick_change',
          { asset: token },
          { args: { old: '0.001', new: '0.01', twice: true }, when: { times: 1 } },
        )
        await venue.placeForeign('BUY', (deep -= 100), 50)
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
      assert.ok(words.includes((await chip.getAttribute('aria-description')) ?? ''), why)
      const cells = page.locator('.ladder[data-selected] .ladder-row [data-column="bid"]')
      await cells.nth(Math.floor((await cells.count()) / 2)).click({ force: true })
      assert.match(await page.locator('.ladder[data-selected] .ladder-foot').innerText(), /^refused: /, why)
      assert.equal(await placedCount(fixture), 0, why)
      if (why === 'market feed down') {
        assert.equal((await bests(page)).bid, bid, 'the last book stays in sight')
      }
      if (why === 'feed stale') await assertAccessible(page)
      await venue.control('/faults', undefined, 'DELETE')
      if (why === 'market resolved') continue
      await waitFor('the book again', async () => String(await signs(page)) === 'none', PATIENCE_MS)
      assert.equal((await bests(page)).bid, bid, 'the ladder is where it was')
    }
    await page
      .locator('.ladder[data-selected] .ladder-foot p', { hasText: /^Resolved: .* pays [01]\.00/ })
      .waitFor()
    assertQuiet(fixture.open)
  },
)
