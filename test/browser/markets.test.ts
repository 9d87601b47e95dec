/** Games, history, depth and trades in a real browser, against simulated venues: one alive, one at a standstill. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatPrice, parsePrice, priceFromSteps } from '#core/price.ts'
import { startTerminal } from '../harness.ts'
import { arm, restingBuy } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  startBrowser,
  texts,
  rested,
} from './browser.ts'
import { armByPage, startTradingFixture } from './trading-fixture.ts'

const PRICE = /^0\.\d+$/

/** Pixels of the chart in the colours of candles; own fills and orders have a few. */
const COLOURED = `(() => {
  const probe = document.body.appendChild(document.createElement('span'))
  const colours = ['pos', 'neg'].map((name) => {
    probe.className = name
    return getComputedStyle(probe).color.match(/\\d+/g).map(Number)
  })
  probe.remove()
  let count = 0
  for (const canvas of document.querySelectorAll('[aria-label^="Price chart"] canvas')) {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    for (let at = 0; at < data.length; at += 4)
      if (colours.some((one) => one.every((part, index) => Math.abs(data[at + index] - part) < 4))) count += 1
  }
  return count
})()`

/** Keeps what each canvas shows of texts, with its height there. */
const KEEP_TEXTS = `(() => {
  const canvases = (window.textsOf = new WeakMap())
  const { fillRect, fillText } = CanvasRenderingContext2D.prototype
  Object.assign(CanvasRenderingContext2D.prototype, {
    fillRect(...box) {
      if (this.globalCompositeOperation === 'copy') canvases.delete(this.canvas)
      fillRect.apply(this, box)
    },
    fillText(text, x, y) {
      const { d, f } = this.getTransform()
      const before = canvases.get(this.canvas) ?? []
      if (text !== '') canvases.set(this.canvas, [...before, { text, y: (d * y + f) / devicePixelRatio }])
      fillText.call(this, text, x, y)
    },
  })
})()`

/** Texts of the chart's price scale that lie over each other, and how many there are. */
const SCALE = `(() => {
  const found = { count: 0, over: [] }
  for (const canvas of document.querySelectorAll('[aria-label^="Price chart"] tr:first-child td:last-child canvas')) {
    const shown = (window.textsOf.get(canvas) ?? []).toSorted((a, b) => a.y - b.y)
    found.count += shown.length
    shown.forEach(({ text, y }, at) => {
      if (at > 0 && y - shown[at - 1].y < 11) found.over.push(shown[at - 1].text + ' and ' + text)
    })
  }
  return found
})()`

describe('market data in a browser', { timeout: 220_000 }, () => {
  test('the games board shows live scores and prices, and a side opens its event with the score strip', async (context) => {
    const terminal = await startTerminal(context)
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url, { theme: 'light' })
    const { page } = open
    await logInByPage(page)
    await page.getByRole('link', { name: 'Games' }).click()
    await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
    await texts(page, '.game[data-status="live"] .game-side-link b', (scores) =>
      scores.some((text) => /^\d+$/.test(text)),
    )
    await texts(
      page,
      '.game .game-side-prices button',
      (prices) => prices.filter((text) => PRICE.test(text.replace(/\D*/, ''))).length >= 8,
    )
    await assertAccessible(page)

    // The rows keep their places under the pointer.
    await page.locator('.game').first().hover()
    await page.getByText('order held').waitFor()

    await page.getByRole('button', { name: /^Live/ }).click()
    await waitFor(
      'live games only',
      async () => {
        const all = await page.locator('.game').count()
        return (
          all > 0 &&
          all === (await page.locator('.game[data-status="live"], .game[data-status="paused"]').count())
        )
      },
      PATIENCE_MS,
    )
    // A price fills the ticket and sends nothing, also while ARMED.
    await armByPage(page)
    await page.locator('.game .game-side-prices button.neg').first().click()
    const ticket = page.getByRole('region', { name: 'Order ticket' })
    await ticket.getByRole('button', { name: '+ Buy', pressed: true }).waitFor()
    assert.match(await ticket.getByLabel('Price', { exact: true }).inputValue(), PRICE)
    const { requests } = (await terminal.simulator.control('/ledger')) as {
      readonly requests: readonly { readonly path: string }[]
    }
    assert.ok(requests.every(({ path }) => path !== '/order'))
    await assertAccessible(page, { within: ['.games'] })

    const side = page.locator('.game[data-status="live"] a.game-side-link').first()
    const name = await side.locator('.strong').first().innerText()
    await side.click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor()
    await page
      .getByRole('group', { name: 'Score' })
      .getByText(/LIVE|PAUSED/)
      .waitFor()
    await assertAccessible(page, { within: ['.event', '.ladder[data-selected]'] })
    assertQuiet(open)
  })

  test('Enter opens what was typed and nothing that was listed before it; words that nothing has are said to match nothing', async (context) => {
    const terminal = await startTerminal(context)
    const client = terminal.client()
    const browser = await startBrowser(context)
    const open = await openPage(browser, client.url)
    const { page } = open
    await logInByPage(page)
    const found = await client.ok('search', { query: { q: '', sort: 'volume' } })
    const wanted = found.items.at(-1)
    assert.ok(wanted !== undefined)
    const search = page.getByRole('combobox', { name: 'Search markets', exact: true })
    await page.locator('#search-results [role="option"]').nth(1).waitFor()
    await search.fill(wanted.title)
    await search.press('Enter')
    await page.getByRole('heading', { level: 1, name: wanted.title }).waitFor()
    await search.fill('zzzz qqqq')
    await page.getByText('No open market matches "zzzz qqqq".').waitFor()
    await search.fill('')
    await page.locator('#search-results [role="option"]').nth(1).waitFor()
    await search.press('ArrowDown')
    await page.locator('#search-results [aria-selected="true"]').waitFor()
    assertQuiet(open)
  })

  test('history, depth and trades of an outcome: drawn, as text, as a table, and live', async (context) => {
    const { terminal, tradable } = await startTradingFixture(context)
    const { event, outcomeId } = tradable
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    const { page } = open
    await logInByPage(page)
    await page.addInitScript(KEEP_TEXTS)
    await page.goto(`${terminal.client().url}/event/${event.slug}?outcome=${outcomeId.slice(3)}`)

    const chart = page.getByRole('img', { name: /^Price chart\./ })
    await chart.waitFor()
    await chart.locator('canvas').first().waitFor()
    await page.getByRole('link', { name: 'Charts by TradingView' }).waitFor()
    await page.getByRole('button', { name: '1h', exact: true }).click()
    await page.getByRole('img', { name: /over 1 hour/ }).waitFor()

    // The live end is the middle of the book as the list of outcomes shows it.
    await waitFor(
      'the middle of the book in words',
      async () => {
        const best = await page.locator('.outcome-line[data-selected] td b').allInnerTexts()
        const [bid, ask] = best.map((text) => parsePrice(text))
        if (bid === undefined || bid === null || ask === undefined || ask === null) return false
        const middle = formatPrice(priceFromSteps(Math.floor((bid + ask) / 2)) ?? bid)
        return (await page.locator('.chart-words .cut').innerText()).includes(middle.slice(0, 4))
      },
      PATIENCE_MS,
    )

    // Own orders and fills are on the chart and in its words.
    await arm(terminal.client())
    const placed = await terminal
      .client()
      .ok('placeOrder', { body: await restingBuy(terminal.client(), tradable) })
    assert.equal(placed.result, 'accepted')
    await page.getByRole('img', { name: /1 open order\./ }).waitFor()

    await page.getByRole('button', { name: 'View as data' }).click()
    assert.ok((await page.getByRole('region', { name: 'Chart data' }).locator('tbody tr').count()) > 20)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'View as chart' }).click()

    // Labels of the price scale and its figures lie over none of each other, also on a small screen.
    await page.setViewportSize({ width: 1366, height: 768 })
    for (const [interval, words] of [
      ['1h', '1 hour'],
      ['6h', '6 hours'],
      ['1w', '1 week'],
      ['1m', '1 month'],
    ] as const) {
      await page.getByRole('button', { name: interval, exact: true }).click()
      await page.getByRole('img', { name: new RegExp(`over ${words}`) }).waitFor()
      await rested(page)
      const { count, over } = await page.evaluate<{ count: number; over: string[] }>(SCALE)
      assert.ok(count > 2, `${count} texts at the scale`)
      assert.deepEqual(over, [], interval)
    }

    // The order's line is dragged down, as a post-only buy may cross no ask, and Escape keeps it.
    const box = (await chart.boundingBox()) ?? assert.fail()
    const x = box.x + box.width / 3
    let line = box.y
    for (; line < box.y + box.height && (await chart.getAttribute('data-drag')) === null; line += 3)
      await page.mouse.move(x, line)
    const drag = async () => {
      await page.mouse.move(x, line - 3)
      await page.mouse.down()
      await page.mouse.move(x, line + 14, { steps: 4 })
    }
    const prices = async () =>
      (await terminal.client().ok('listOrders', { query: {} })).items.map(({ price }) => price)
    const [before] = await prices()
    await drag()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await rested(page)
    assert.deepEqual(await prices(), [before])
    await drag()
    await page.mouse.up()
    await waitFor(
      'the order at a lower price',
      async () => {
        const [price, ...others] = await prices()
        return others.length === 0 && Number(price) < Number(before)
      },
      PATIENCE_MS,
    )
    await page.setViewportSize({ width: 1440, height: 900 })

    // One outcome alone is drawn as candles, or as a line.
    const taken = page.getByRole('button', { name: /^Remove .+ from the chart$/ })
    for (; (await taken.count()) > 0; await rested(page)) await taken.first().click()
    const candles = page.getByRole('button', { name: 'Candles and volume' })
    const coloured = () => page.evaluate<number>(COLOURED)
    let most = 0
    await waitFor('candles', async () => (most = await coloured()) > 4_000, PATIENCE_MS)
    await candles.click()
    await waitFor('a line', async () => (await coloured()) < most / 2, PATIENCE_MS)
    assert.equal(await candles.getAttribute('aria-pressed'), 'false')

    await page.getByRole('tab', { name: 'Depth' }).click()
    await texts(
      page,
      '.depth-table tbody tr:first-child .price',
      (prices) => prices.every((text) => PRICE.test(text)) && prices.length === 2,
    )
    await page.locator('.depth-table [aria-description^="sold to here: 0."]').first().waitFor()
    await assertAccessible(page)
    // By keys: the row of tabs is one stop, and arrows go round.
    await page.getByRole('tab', { name: 'Depth' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('tab', { name: 'Trades', selected: true }).and(page.locator(':focus')).waitFor()
    const take = {
      ...(await restingBuy(terminal.client(), tradable)),
      price: '0.442',
      size: '30',
      post_only: false,
    }
    await terminal.client().ok('placeOrder', { body: take })
    await page.locator('.depth-tape tbody tr').filter({ hasText: '30' }).first().waitFor()
    // Reading the history was refused once, on purpose.
    assertQuiet({ ...open, complaints: open.complaints.filter((text) => !text.includes('status of 400')) })
  })
})
