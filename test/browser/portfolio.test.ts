/**
 * The account in a real browser against a simulated venue without market makers: a position from its purchase to its
 * exit, figures that open into addends which add up, fills, activity and profit.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { floorDivide } from '#lib/decimal.ts'
import { parseMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Wire } from '#test/wire.ts'
import { amount } from '#contract/codec/fields.ts'
import { showCents } from '#web/platform/format/figures.ts'
import { startTerminal } from '../harness.ts'
import type { TestTerminal } from '../harness.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  assertQuiet,
  IN_DIALOG,
  logInByPage,
  openPage,
  PHONE,
  startBrowser,
} from './browser.ts'
import { assertLongListCut } from './long-list.ts'

/** As tables have it: cut to whole cents; the tooltip has the rest. */
const inCents = (amount: bigint): bigint => floorDivide(amount, 10_000n) * 10_000n

/** A shown amount: thin spaces group it, a real minus sign leads. */
function shown(text: string): Micros {
  const parsed = parseMicros(text.replaceAll('\u202f', '').replace('\u2212', '-').replace('+', ''))
  assert.ok(parsed.ok, `not an amount: ${text}`)
  return parsed.value
}

const positionRow = (page: Page, position: Wire['Position']): Locator =>
  page
    .getByRole('region', { name: 'Positions', exact: true })
    .locator('tbody tr')
    .filter({
      has: page.getByRole('button', {
        name: new RegExp(
          `^Figures of [\\d.]+ ${position.outcome_name}, ${escaped(position.market_title || position.event_title)}`,
        ),
      }),
    })

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

async function positionOf(terminal: TestTerminal, outcomeId: string, status: 'open' | 'closed') {
  const { items } = await terminal.client().ok('listPositions', { query: { status, limit: '200' } })
  return items.find((one) => one.outcome_id === outcomeId) ?? null
}

/** The round trip with its note, what its fills cost, and the fills behind a figure; the sums are the ledger's. */
async function assertJournal(page: Page, terminal: TestTerminal): Promise<void> {
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Journal' }).click()
  const account = await terminal.client().ok('readAccount')
  const figures = page.getByRole('region', { name: 'Figures of the journal' })
  const realised = figures.locator('tbody tr').first()
  await realised
    .getByText(showCents(amount.decode(account.realised_pnl), true))
    .first()
    .waitFor()
  const trips = page.getByRole('region', { name: 'Round trips' }).locator('tbody tr')
  const note = trips.getByRole('button', { name: /^Add note on No/ })
  await note.click()
  await page.getByLabel('Note', { exact: true }).fill('Bought too early')
  await page.getByLabel('Tags, separated by commas').fill('early, nba')
  await page.keyboard.press('Enter')
  await trips.getByText('early, nba').waitFor()
  await assertAccessible(page)
  await page.getByRole('combobox', { name: /^Tag/ }).selectOption('nba')
  await page.getByRole('button', { name: 'Fills behind Slippage to the best' }).click()
  const fills = page.getByRole('region', { name: 'Fills of the journal' }).locator('tbody tr')
  const query = { tag: 'nba', measure: 'slippage_best' } as const
  const behind = (await terminal.client().ok('listJournalRows', { query })).items.length
  assert.ok(behind >= 2)
  await waitFor('the fills of the round trip', async () => (await fills.count()) === behind)
  assert.match((await fills.allInnerTexts()).join(' '), /taker/)
  const replay = await fills.first().getByRole('link', { name: 'Replay' }).getAttribute('href')
  assert.match(replay ?? '', /^\/replay\?at=.+&outcome=\d+$/)
  await assertAccessible(page)
  const address = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const file = await terminal.client().raw(address ?? '', { method: 'GET' })
  assert.match(await file.text(), /^filled_at,kind,event_title,/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  assert.equal(await page.getByRole('combobox', { name: /^Tag/ }).inputValue(), '')
}

describe('the portfolio in a browser', { timeout: 240_000 }, () => {
  test('a purchase becomes a position, its details show what would be sent, one press exits it, and what is left is its result', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'portfolio-page' })
    const [yes, no] = venue.market.tokens.map((token) => `pm:${token}`)
    assert.ok(yes !== undefined && no !== undefined)
    // The second outcome: asks of 60 at 0.60; bids of 12 at 0.59, and of 100 too far below to be reached.
    await venue.placeForeign('BUY', 4_000, 60)
    await venue.placeForeign('SELL', 4_100, 12)
    await venue.placeForeign('SELL', 4_300, 100)
    const terminal = await startTerminal(context, { simulator: venue })
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    const { page } = open
    await logInByPage(page)
    await page.getByRole('link', { name: 'Portfolio' }).click()
    await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor()
    const rows = page.getByRole('region', { name: 'Positions', exact: true }).locator('tbody tr')
    await rows.first().waitFor()
    const held = await rows.count()

    // Armed and bought: the position is there with the backend's figures.
    await page.keyboard.press('Shift+A')
    await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).click()
    await page.getByRole('button', { name: 'ARMED' }).waitFor()
    await waitFor('the book', async () => {
      const book = await terminal.client().ok('readBook', { params: { outcome_id: no } })
      return !book.stale && book.asks.length > 0
    })
    const bought = await terminal.client().ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: no,
        side: 'BUY',
        price: '0.6',
        size: '20',
        time_in_force: 'FAK',
        post_only: false,
      },
    })
    assert.deepEqual([bought.result, bought.order?.filled_size], ['accepted', '20'])
    await waitFor('one more row', async () => (await rows.count()) === held + 1)
    const position = await waitFor('the position with its mark', async () => {
      const found = await positionOf(terminal, no, 'open')
      return found?.exit !== null && found?.exit !== undefined ? found : null
    })
    assert.deepEqual([position.size, position.mark_price, position.exit_complete], ['20', '0.59', true])
    const row = positionRow(page, position).filter({ hasText: '0.590' })
    await row.waitFor()
    const cells = (await row.locator('td').allInnerTexts()).map((text) => text.replaceAll('\u202f', ''))
    assert.match(cells[1] ?? '', /^20\b/)
    const cost = shown(position.cost_basis ?? '')
    assert.equal(shown(cells[3] ?? ''), inCents(cost))
    assert.equal(shown(cells[5] ?? ''), 11_800_000n)
    assert.equal(shown(cells[6] ?? ''), inCents(11_800_000n - cost))
    await assertAccessible(page)

    // The other side's hedge says what it would buy and what it leaves.
    const other = await positionOf(terminal, yes, 'open')
    assert.ok(other !== null)
    await positionRow(page, other)
      .getByRole('button', { name: /^Details of/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Hedge', exact: true }).click()
    await dialog
      .getByText(/stay unhedged|No asks|below the market/)
      .first()
      .waitFor()
    await assertAccessible(page, IN_DIALOG)
    await page.keyboard.press('Escape')

    // Its figures lead to its own fills.
    await row.getByRole('button', { name: /^Figures of / }).click()
    const fact = async (name: string): Promise<string> =>
      (await dialog.locator('dt', { hasText: name }).locator('xpath=..').innerText()).replaceAll('\n', ' ')
    const pnl = (await terminal.client().ok('listResolutionPnl')).items
      .flatMap(({ markets }) => markets)
      .find(({ market_id }) => market_id === position.market_id)
    const ifNo = pnl?.outcomes.find(({ outcome_id }) => outcome_id === no)?.if_wins?.profit
    assert.ok(pnl !== undefined && ifNo !== null && ifNo !== undefined)
    assert.equal(pnl.paired_size, '20')
    assert.match(await fact('Market position'), / 20 paired, net /)
    const ifItWins = await fact(`If ${position.outcome_name} wins`)
    assert.ok(ifItWins.includes(showCents(amount.decode(ifNo.least), true)), ifItWins)
    await dialog.getByRole('link', { name: 'Its own fills' }).click()
    await dialog.waitFor({ state: 'detached' })
    const own = page.getByRole('region', { name: 'Fill rows' }).locator('tbody tr')
    await waitFor('the one fill', async () => (await own.count()) === 1)
    await page.getByRole('link', { name: 'Show all' }).waitFor()
    await page.goBack()

    // Its details: exactly what would be sent, by keys alone, and nothing is sent by looking.
    await row.getByRole('button', { name: /^Details of/ }).focus()
    await page.keyboard.press('Enter')
    const order = dialog.locator('.exit-order')
    await order.getByText(/SELL 12/).waitFor()
    assert.match(await order.innerText(), /SELL 12\s+No @ 0\.585/)
    await dialog
      .getByText(/^8 shares left: no more bids down to the limit price, set by your exit slippage in /)
      .waitFor()
    await assertAccessible(page, IN_DIALOG)
    assert.equal((await venue.truth()).orders.length, 1)
    await venue.placeForeign('SELL', 4_120, 40)
    await order.getByText(/SELL 20/).waitFor()
    await dialog.getByRole('button', { name: /^Sell 20 No @ 0\.585/ }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await row.getByRole('button', { name: /^Exit / }).click()
    await row.waitFor({ state: 'detached' })
    assert.equal((await venue.truth()).orders.length, 2)

    // Flat: the result is under Closed, as the backend has it, and in the tile of today.
    const closed = await waitFor('the closed position', () => positionOf(terminal, no, 'closed'))
    assert.ok(shown(closed.realised_pnl) < 0n)
    const parts = page.getByRole('region', { name: 'Profit by part', exact: true })
    const account = await terminal.client().ok('readAccount')
    const sum = `realised ${showCents(amount.decode(account.realised_pnl), true)}, today`
    for (const by of ['Market', 'Day']) {
      await parts.getByRole('button', { name: by, exact: true }).click()
      await parts.getByText(sum).waitFor()
    }
    await page.getByRole('tab', { name: 'Closed' }).click()
    const result = positionRow(page, closed).locator('td').nth(1)
    await waitFor('the result', async () => {
      const now = await positionOf(terminal, no, 'closed')
      return now !== null && shown(await result.innerText()) === inCents(shown(now.realised_pnl))
    })

    // Both trades as fills, with the way to their orders, and the files of both lists.
    await page.getByRole('link', { name: 'Fills', exact: true }).click()
    const fills = page.getByRole('region', { name: 'Fill rows' }).locator('tbody tr')
    await waitFor('both fills', async () => (await fills.count()) === 2)
    await assertLaidOut(page, terminal)
    await fills.getByRole('button', { name: /^Timeline of the order behind buy/ }).click()
    await dialog.getByText('venue answered').waitFor()
    await page.keyboard.press('Escape')
    await assertAccessible(page)
    for (const [list, header] of [
      ['Fills', /outcome/],
      ['Activity', /kind/],
    ] as const) {
      await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: list }).click()
      const address = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
      const file = await terminal.client().raw(address ?? '', { method: 'GET' })
      assert.match(file.headers.get('content-type') ?? '', /^text\/csv/)
      assert.match((await file.text()).split('\n')[0] ?? '', header)
    }

    // The venue's list of what happened.
    const activity = page.getByRole('region', { name: 'Activity rows' }).locator('tbody tr')
    await waitFor(
      'activity',
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return (await activity.count()) >= 2
      },
      30_000,
    )
    await assertAccessible(page)
    await assertLongListCut(page, activity)
    await assertJournal(page, terminal)
    assertQuiet(open)
  })

  test('profit over time is drawn, as text and as a table; on the phone everything is in reach, and old figures say so', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'portfolio-phone' })
    await venue.placeForeign('BUY', 4_000, 60)
    const terminal = await startTerminal(context, { simulator: venue })
    // Until then the account is refused with a wait, which the console would show as a fault.
    await waitFor(
      'positions to be read',
      async () => (await terminal.client().call('readAccount', {})).status === 200,
    )
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url, {
      theme: 'light',
      size: PHONE,
      hasTouch: true,
    })
    const { page } = open
    let isCut = false
    const cuts: (() => void)[] = []
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (isCut) {
        void socket.close()
        return
      }
      socket.connectToServer()
      cuts.push(() => void socket.close())
    })
    await logInByPage(page)
    await page.getByRole('link', { name: 'Positions' }).click()
    await page.locator('[data-tile="equity"]').waitFor()
    const chart = page.getByRole('region', { name: 'Profit and loss', exact: true })
    await chart.getByRole('img', { name: /^Own realised profit and loss over 1 week: / }).waitFor()
    await chart.getByRole('button', { name: 'all', exact: true }).click()
    await chart.getByRole('img', { name: /over all time/ }).waitFor()
    await chart.getByRole('button', { name: 'View as data' }).click()
    await chart.getByRole('region', { name: 'Profit and loss data' }).locator('tbody tr').first().waitFor()

    const position = await waitFor('what is held', () =>
      positionOf(terminal, `pm:${venue.market.tokens[0]}`, 'open'),
    )
    await positionRow(page, position)
      .getByRole('button', { name: /^Exit / })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/SELL 60/)
      .first()
      .waitFor()
    const send = await dialog.getByRole('button', { name: 'Arm to trade' }).boundingBox()
    assert.ok(send !== null && send.y + send.height <= PHONE.height, 'what sends is in sight')
    const overflow = Number(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    )
    assert.ok(overflow <= 0, `${overflow} px wider than the phone`)
    await assertAccessible(page, IN_DIALOG)
    await page.keyboard.press('Escape')
    await assertAccessible(page)
    assertQuiet(open)

    // With the link lost the figures stay, say that they are old and why, and nothing can be sent on them.
    isCut = true
    for (const cut of cuts) cut()
    const summary = page.getByRole('region', { name: 'Summary' })
    await summary.getByText('STALE').waitFor()
    await summary.getByText(/Not current: link to the terminal lost/).waitFor()
    assert.notEqual(await page.locator('[data-tile="equity"] b').innerText(), '')
    await positionRow(page, position)
      .getByRole('button', { name: /^Details of/ })
      .click()
    await dialog.getByText('Figures are not current: link to the terminal lost.').waitFor()
    await assertAccessible(page, IN_DIALOG)
  })

  test('without credentials the lists say what is missing; dust is folded, and resolved shares are to be claimed outside', async (context) => {
    const venue = await startQuietVenue(context, { seed: 'portfolio-wallet' })
    const [yes] = venue.market.tokens
    // Before anything is read, all but less than 0.01 shares of another market is sold.
    const held = Object.keys((await venue.truth()).balances[0]?.shares ?? {}).find((token) => token !== yes)
    assert.ok(held !== undefined)
    const sale = { kind: 'foreign_place', token: held, side: 'SELL', price: 9_900, size: '249995000' }
    const { id } = (await venue.control('/order', sale)) as { readonly id: string }
    await venue.control('/order', { kind: 'fill', order_id: id })
    await venue.placeForeign('BUY', 4_000, 60)
    // A list that does not know of the sale yet would be read again half a minute later.
    const { data } = venue.simulator.profile.urls
    const wallet = venue.simulator.accounts.depositWallet
    await waitFor('the sale in the list', async () => {
      const listed = await fetch(`${data}/v2/positions?user=${wallet}&status=OPEN`)
      return (await listed.text()).includes('"current_size":0.005,')
    })
    const terminal = await startTerminal(context, { simulator: venue, env: { VENUE_SESSION_KEY: '' } })
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    const { page } = open
    await logInByPage(page)
    const how = /Set VENUE_SESSION_KEY/
    for (const path of ['/portfolio', '/portfolio/fills', '/orders']) {
      await page.goto(`${terminal.client().url}${path}`)
      await page.getByText(how).first().waitFor()
      assert.equal(await page.getByText(/No open orders|No fills yet/).count(), 0)
      await assertAccessible(page)
    }
    await page.goto(`${terminal.client().url}/portfolio`)
    const dust = page.getByRole('button', { name: /^Dust \(1\)/ })
    await dust.waitFor()
    const rows = page.getByRole('region', { name: 'Positions', exact: true }).locator('tbody tr')
    const before = await rows.count()
    await dust.click()
    await waitFor('the dust', async () => (await rows.count()) === before + 1)

    // The ladder shows the entry and what closing there would leave; then the market resolves.
    const position = await waitFor('what is held, at its bid', async () => {
      const found = await positionOf(terminal, `pm:${yes}`, 'open')
      return found?.mark_source === 'bid' ? found : null
    })
    // Figures from a book whose feed is gone say so, row and summary, and are believed again once it is back.
    await venue.control('/faults', {
      name: 'ws.upgrade_status',
      match: { service: 'ws_market' },
      args: { code: 503 },
    })
    await venue.control('/ws', { channel: 'market', action: 'close' })
    const old = positionRow(page, position).getByText('stale', { exact: true })
    await old.waitFor()
    const stalePosition = await positionOf(terminal, `pm:${yes}`, 'open')
    assert.deepEqual(
      [stalePosition?.stale, stalePosition?.value, stalePosition?.exit],
      [true, position.value, null],
    )
    await assertAccessible(page)
    await venue.control('/faults', undefined, 'DELETE')
    await old.waitFor({ state: 'detached', timeout: 60_000 })

    await page.goto(`${terminal.client().url}/event/${position.event_slug}?outcome=${yes}`)
    const grid = page.getByRole('grid', { name: new RegExp(escaped(position.outcome_name)) }).first()
    // The entry is further up than a ladder of this height shows.
    await grid.press('Home')
    await grid.press('PageUp')
    const entry = grid
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /average entry/ }) })
    await entry.getByRole('gridcell', { name: /^Close at 0\.412: 0\.00 est\./ }).waitFor()
    await assertAccessible(page)
    await venue.control('/market', { market_id: venue.market.conditionId, resolve: 0 })
    await page.goto(`${terminal.client().url}/portfolio`)
    await page.getByRole('tab', { name: /^Redeemable 1/ }).click({ timeout: 60_000 })
    await positionRow(page, position).getByText('won, claim outside').waitFor()
    await assertAccessible(page, { within: ['.ladder[data-selected]'] })
  })

  test('without a wallet the account says what is missing and how to set it, and markets work on', async (context) => {
    const terminal = await startTerminal(context, {
      env: { VENUE_WALLET_ADDRESS: '', VENUE_SESSION_KEY: '' },
    })
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    const { page } = open
    await logInByPage(page)
    for (const path of ['/portfolio', '/portfolio/activity']) {
      await page.goto(`${terminal.client().url}${path}`)
      await page.getByText('No wallet is configured').waitFor()
      await page.getByText(/VENUE_WALLET_ADDRESS/).waitFor()
      await assertAccessible(page)
    }
    await page.getByRole('link', { name: 'Trade' }).click()
    await page.locator('[role="option"]').first().waitFor()
    const mode = page.getByRole('group', { name: 'Trading mode' })
    await mode.getByRole('button', { name: 'READ-ONLY' }).click()
    await page.getByRole('dialog').getByText('no session key: markets only').waitFor()
    assert.equal(await mode.getByRole('button', { name: 'ARM' }).count(), 0)
    await assertAccessible(page, IN_DIALOG)
  })
})

/** The table of fills as a trader lays it out by keys: sorted, without a column; kept by the terminal, and taken back. */
async function assertLaidOut(page: Page, terminal: TestTerminal): Promise<void> {
  const table = page.getByRole('region', { name: 'Fill rows' })
  const kept = async () => (await terminal.client().ok('readSettings')).tables?.['fills-page'] ?? null
  const price = table.getByRole('columnheader', { name: 'Price' })
  await price.getByRole('button').press('Enter')
  await table.locator('th[aria-sort="ascending"]').waitFor()
  await waitFor('prices in their order', async () => {
    const prices = await table.locator('tbody td:nth-child(4)').allInnerTexts()
    return String(prices) === String(prices.toSorted())
  })

  // The heads are one stop, the table's menu is the next.
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Fee' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Fee', checked: false }).waitFor()
  await page.keyboard.press('Escape')
  await table.getByRole('columnheader', { name: 'Fee' }).waitFor({ state: 'detached' })
  await waitFor('the layout kept', async () => {
    const layout = await kept()
    return layout?.sort?.column === 'price' && String(layout.hidden) === 'fee'
  })
  await assertAccessible(page)

  await page.reload()
  await table.locator('th[aria-sort="ascending"]').waitFor()
  const fee = table.getByRole('columnheader', { name: 'Fee' })
  await fee.waitFor({ state: 'detached' })
  const button = table.getByRole('button', { name: 'Table layout' })
  const menu = page.getByRole('menu', { name: 'Table layout' })
  await button.click()
  await page.getByRole('menuitem', { name: 'Default layout' }).click()
  await fee.waitFor()
  await waitFor('nothing kept', async () => (await kept()) === null)

  // Its button closes the menu too. A column that the menu hides leaves the menu where it was.
  await button.click()
  await menu.waitFor()
  await button.click()
  await menu.waitFor({ state: 'detached' })
  await button.click()
  const place = async () => {
    const box = await menu.boundingBox()
    return box === null ? null : [Math.round(box.x), Math.round(box.y)]
  }
  await waitFor('its place', async () => ((await place())?.[0] ?? 0) > 100)
  const first = await place()
  await menu.getByRole('menuitemcheckbox', { name: 'Fee' }).press('Enter')
  await fee.waitFor({ state: 'detached' })
  assert.deepEqual(await place(), first)
  await page.keyboard.press('Escape')
  await table.locator('[aria-label="Table layout"]:focus').waitFor()
  await button.click()
  await menu.getByRole('menuitem', { name: 'Default layout' }).click()
  await fee.waitFor()
  await waitFor('nothing kept again', async () => (await kept()) === null)
}
