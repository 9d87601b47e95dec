/**
 * The main job as a user does it, in a real browser against the simulated venue: find a market, watch its ladder move,
 * arm, place by clicking a price, see it rest and fill, cancel it, and find every step in the audit log. What the
 * page, the audit log and the venue's own ledger say is compared at the end.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestTerminal } from '../harness.ts'
import { waitFor } from '../wait-for.ts'
import {
  accessibilityFaults,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  startBrowser,
} from './browser.ts'
import { armByPage, openDesk, placedCount, priceText, startQuietDesk } from './desk.ts'
import { bests, cell, openOutcome, openRarerView, openRows, sendAt } from './ladder.ts'

type LedgerOrder = { readonly order: { readonly id: string; readonly status: string } }
type Ledger = {
  readonly requests: readonly {
    readonly method: string
    readonly path: string
    readonly order_hashes: readonly string[]
  }[]
  readonly orders: readonly LedgerOrder[]
}

const ledgerOf = async (terminal: TestTerminal): Promise<Ledger> =>
  (await terminal.simulator.control('/ledger')) as Ledger

describe('the whole story in a browser', { timeout: 220_000 }, () => {
  test('search, watch, arm, rest, fill, cancel, audit: page, log and venue agree [INV-09] [INV-31]', async (context) => {
    const desk = await startQuietDesk(context)
    const { venue, terminal, tradable, tick } = desk
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    const { page } = open

    assert.deepEqual(await accessibilityFaults(page), [])
    await logInByPage(page)
    await openOutcome(page, tradable)

    // The ladder is alive: what others do is drawn without anybody touching it.
    const { bid } = await bests(page)
    await venue.somebody('BUY', bid + tick, 77)
    await cell(page, bid + tick, 'bid')
      .getByText('77')
      .waitFor()
    assert.equal((await bests(page)).bid, bid + tick)

    // SAFE: a click on a price fills the ticket and sends nothing.
    await cell(page, (await bests(page)).bid - 3 * tick, 'bid').click()
    assert.equal(await placedCount(desk), 0)

    await armByPage(page)
    assert.match(await page.title(), /^ARMED/)
    assert.deepEqual(await accessibilityFaults(page), [])

    // One click rests an order; the chip stands on its price and the table shows it live.
    const resting = (await bests(page)).bid - 4 * tick
    await sendAt(page, resting, 'bid')
    await openRows(page).filter({ hasText: 'live' }).first().waitFor()
    const [shown] = (await terminal.client().ok('listOrders')).items
    assert.equal(shown?.price, priceText(resting))
    await page.locator(`.ladder-row[data-price="${resting}"] .own-chip[data-state="live"]`).first().waitFor()

    // A second click that takes the best ask fills.
    await sendAt(page, (await bests(page)).ask, 'bid')
    await page.getByRole('tab', { name: /^Fills [1-9]/ }).waitFor()

    // Its own chip cancels it.
    await page.locator(`.ladder-row[data-price="${resting}"] .own-cancel`).first().click()
    await waitFor(
      'the order to be gone',
      async () =>
        (await terminal.client().ok('listOrders')).items.every((order) => order.price !== priceText(resting)),
      PATIENCE_MS,
    )

    // Cancel All from the keyboard ends whatever is left, and says so.
    await sendAt(page, (await bests(page)).bid - 5 * tick, 'bid')
    await openRows(page).filter({ hasText: 'live' }).first().waitFor()
    await page.keyboard.press('Shift+Backquote')
    await page.locator('.cancel-all[data-state="done"]').waitFor()
    await waitFor('no open order', async () => (await openRows(page).count()) === 0, PATIENCE_MS)

    await page.keyboard.press('Shift+S')
    await page.getByRole('button', { name: 'SAFE', pressed: true }).waitFor()
    assert.match(await page.title(), /^SAFE/)

    // Page, audit log and venue tell the same story.
    const { items: rows } = await terminal.client().ok('listAudit', { query: { limit: '200' } })
    const signed = rows.filter(({ kind }) => kind === 'signed')
    const { requests, orders } = await ledgerOf(terminal)
    const placed = requests.filter(({ method, path }) => method === 'POST' && path === '/order')
    assert.equal(placed.length, 3)
    assert.deepEqual(
      placed.flatMap((request) => request.order_hashes).toSorted(),
      signed.map((row) => String(row.details['order_id']).replace(/^pm:/, '')).toSorted(),
    )
    for (const id of new Set(signed.map((row) => row.client_order_id))) {
      const kinds = rows.filter((row) => row.client_order_id === id).map(({ kind }) => kind)
      assert.deepEqual(kinds.toSorted(), ['decision', 'intent', 'response', 'signed'])
    }
    const ours = orders.filter(({ order }) => placed.some((one) => one.order_hashes.includes(order.id)))
    assert.deepEqual(ours.map(({ order }) => order.status).toSorted(), ['CANCELED', 'CANCELED', 'MATCHED'])
    const { items: fills } = await terminal.client().ok('listFills', { query: { limit: '50' } })
    assert.equal(fills.length, 1)
    assert.deepEqual(await terminal.simulator.control('/violations'), { violations: [], audit: [] })

    await openRarerView(page, 'Audit')
    await page
      .getByText(/Chain|verified|rows/i)
      .first()
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    const verdict = await terminal.client().ok('verifyAudit')
    assert.deepEqual([verdict.ok, verdict.problem], [true, null])
    assertQuiet(open)
  })

  test('a price off the book of a frozen page sends nothing: the link is lost, the cells are dead', async (context) => {
    const desk = await openDesk(context, { theme: 'light' })
    const { terminal, page } = desk
    const { bid } = await bests(page)

    terminal.program().kill('SIGSTOP')
    await page.locator('.ladder[data-selected][data-stale]').waitFor()
    await cell(page, bid, 'bid').click()
    await page
      .getByText(/refused/i)
      .first()
      .waitFor()
    terminal.program().kill('SIGCONT')
    await page.locator('.ladder[data-selected]:not([data-stale])').waitFor()
    assert.equal(await placedCount(desk), 0)
  })
})
