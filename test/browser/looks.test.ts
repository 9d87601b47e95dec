// Rules shown here: PAGE-3.
/**
 * The looks of every route, on a venue with a moving market: nothing serious for axe in dark, light and high contrast,
 * no scrolling in two directions at 320 pixels, no hidden focus, nothing that jumps, and modes that are distinguished
 * without colours.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { PASSWORD, startTerminal } from '../harness.ts'
import type { TestTerminal } from '../harness.ts'
import { findTradable } from '../market.ts'
import type { Tradable } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  assertQuiet,
  DESKTOP,
  logInByPage,
  openPage,
  PATIENCE_MS,
  PHONE,
  startBrowser,
  TABLET,
} from './browser.ts'
import { armByPage } from './trading-fixture.ts'
import { bests, cell } from './ladder.ts'

const eventOf = ({ event, outcomeId }: Tradable): string =>
  `/event/${event.slug}?outcome=${outcomeId.slice(3)}`

const IS_FULL = process.env['SESAME_RELIABILITY'] === 'full'

const PAGES = [
  '/games',
  '/portfolio',
  '/portfolio/fills',
  '/portfolio/activity',
  '/portfolio/journal',
  '/orders',
  '/combos',
  '/alerts',
  '/notifications',
  '/audit',
  '/health',
  '/settings',
  '/settings/risk',
  '/settings/notifications',
  '/no-such-page',
] as const

/** Goes there as a link of the page does, and waits until there is something to see. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await waitFor(
    `the view of ${address}`,
    async () => (await page.locator('main').first().innerText()).trim().length > 20,
    PATIENCE_MS,
  )
}

const OTHER_LOOKS = [
  { colorScheme: 'light', contrast: null },
  { colorScheme: 'dark', contrast: 'more' },
] as const
const CONTRAST = { rules: ['color-contrast'] }

/** Elements that stick out of the view, other than inside scrollable ones. */
function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const own = '.ladder, main.phone, table, [role="grid"], [role="table"], svg, canvas, .visually-hidden'
    const found = [...document.querySelectorAll('header *, main *, footer *')].filter((element) => {
      const box = element.getBoundingClientRect()
      return element.closest(own) === null && box.width > 0 && box.height > 0 && box.right > innerWidth + 1
    })
    const names = found.map((element) => element.tagName + '.' + [...element.classList].join('.'))
    return document.documentElement.scrollWidth > innerWidth ? ['the page itself', ...names] : names
  })()`)
}

/** The name of the focused element when nothing of it can be seen, else null. */
const HIDDEN_FOCUS = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  const box = element.getBoundingClientRect()
  const parts = [0.1, 0.5, 0.9]
  const isSeen = parts.some((x) => parts.some((y) => {
    const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)
    return top !== null && (element.contains(top) || top.contains(element))
  }))
  if (isSeen) return null
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  const name = element.getAttribute('aria-label') ?? element.textContent
  return element.tagName + ' ' + name + ' below ' + (over === null ? 'nothing' : over.tagName + ' ' + over.className)
})()`

/** Tabs on, and names every focused element of which nothing can be seen. */
async function hiddenFocuses(page: Page, presses: number): Promise<readonly string[]> {
  const hidden = new Set<string>()
  for (let turn = 0; turn < presses; turn += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate<string | null>(HIDDEN_FOCUS)
    if (name !== null) hidden.add(name)
  }
  return [...hidden]
}

/** Orders far above the limit: their refusals stay as toasts while the terminal is armed. */
async function refuseSome(page: Page): Promise<void> {
  const ladder = page.locator('.ladder[data-selected]')
  await ladder.getByRole('group', { name: 'Quick size' }).getByRole('button').nth(5).click()
  // A click may be refused here, as when the market moved meanwhile: then the next one counts.
  let ticks = 2
  await waitFor(
    'refusals as toasts',
    async () => {
      ticks = ticks === 8 ? 3 : ticks + 1
      await cell(page, (await bests(page)).bid - ticks * 100, 'bid').click()
      return (await page.locator('.shell-toast.danger').count()) >= 2
    },
    PATIENCE_MS,
  )
}

/** The mean grey of a picture, 0 to 255, and how much its pixels differ from each other, at a quarter of its size. */
type Grey = { readonly mean: number; readonly spread: number }

async function greyOf(lens: Page, picture: Buffer): Promise<Grey> {
  return lens.evaluate<Grey>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${picture.toString('base64')}'
    await image.decode()
    const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side / 4)))
    const drawing = new OffscreenCanvas(width, height).getContext('2d')
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(image, 0, 0, width, height)
    const { data } = drawing.getImageData(0, 0, width, height)
    const greys = Array.from({ length: width * height }, (_, at) =>
      0.2126 * data[4 * at] + 0.7152 * data[4 * at + 1] + 0.0722 * data[4 * at + 2])
    const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length
    const spread = Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / greys.length)
    return { mean, spread }
  })()`)
}

type Stage = {
  readonly terminal: TestTerminal
  readonly tradable: Tradable
  readonly browser: Browser
  readonly page: Page
}

async function checkRoutes(context: TestContext, { page, tradable }: Stage): Promise<void> {
  await context.test(
    'axe finds nothing on any route in dark, nor in the contrasts of light and high contrast',
    async () => {
      for (const [index, address] of PAGES.entries()) {
        await go(page, address)
        await assertAccessible(page)
        // The colours are the same on every route: a short run looks at every other one in light.
        if (!IS_FULL && index % 2 === 1) continue
        await page.emulateMedia({ colorScheme: 'light' })
        await assertAccessible(page, CONTRAST)
        await page.emulateMedia({ colorScheme: 'dark' })
      }
      await go(page, eventOf(tradable))
      await bests(page)
      for (const look of OTHER_LOOKS) {
        await page.emulateMedia(look)
        await assertAccessible(page, {
          ...CONTRAST,
          within: ['.shell-top-bar', '.ladder[data-selected]', '.ticket'],
        })
      }
      await page.emulateMedia({ colorScheme: 'dark', contrast: null })
    },
  )

  await context.test('at 320 pixels nothing but ladders and tables scrolls in two directions', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const address of [...PAGES, '/', eventOf(tradable)]) {
      await go(page, address)
      await waitFor(`${address} at 320 pixels`, async () => (await tooWide(page)).length === 0, 5_000).catch(
        async () => assert.deepEqual(await tooWide(page), [], address),
      )
    }
    await page.setViewportSize(DESKTOP)
  })
}

async function checkVariants(
  context: TestContext,
  { page, browser, terminal, tradable }: Stage,
): Promise<void> {
  await context.test(
    'with no colour for up and down, buys and sells still differ in sign and word',
    async () => {
      await go(page, eventOf(tradable))
      await bests(page)
      const { polarity = 'polar' } = await terminal.client().ok('readSettings')
      const set = async (to: string): Promise<void> => {
        await page.evaluate(`document.documentElement.dataset.polarity = '${to}'`)
      }
      await set('mono')
      const colours = await page.evaluate<readonly string[]>(
        `['pos', 'neg'].map((name) => {
          const shown = document.body.appendChild(document.createElement('span'))
          shown.className = name
          const { color } = getComputedStyle(shown)
          shown.remove()
          return color
        })`,
      )
      assert.equal(new Set(colours).size, 1)
      const ticket = page.getByRole('region', { name: 'Order ticket' })
      for (const name of ['+ Buy', '\u2212 Sell']) await ticket.getByRole('button', { name }).waitFor()
      await set(polarity)
    },
  )

  await context.test(
    'letters of twice the size: nothing but ladders and tables scrolls in two directions',
    async () => {
      // The layout of a browser at 200 % on a screen of 1440 by 900.
      await page.setViewportSize({ width: DESKTOP.width / 2, height: DESKTOP.height / 2 })
      for (const address of ['/', '/portfolio', '/orders', '/settings', eventOf(tradable)]) {
        await go(page, address)
        await waitFor(`${address} at 200 %`, async () => (await tooWide(page)).length === 0, 5_000).catch(
          async () => assert.deepEqual(await tooWide(page), [], address),
        )
      }
      await page.setViewportSize(DESKTOP)
    },
  )

  await context.test(
    'PAPER stands in the bar, in the title and on the ladder in use, in the place of SIMULATED',
    async () => {
      const paper = await openPage(browser, `${terminal.client().url}${eventOf(tradable)}`)
      await paper.page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer()
        server.onMessage((text) => socket.send(String(text).replaceAll('"paper":false', '"paper":true')))
      })
      await logInByPage(paper.page)
      await bests(paper.page)
      await paper.page.locator('.shell-top-bar').getByText('PAPER', { exact: true }).waitFor()
      await paper.page.locator('.ladder[data-selected]').getByText('PAPER', { exact: true }).waitFor()
      assert.equal(await paper.page.getByText('SIMULATED', { exact: true }).count(), 0)
      assert.match(await paper.page.title(), /^PAPER SAFE/)
      await paper.page.context().close()
    },
  )
}

/** Elements that show less than they hold. */
function cutIn(page: Page, selector: string): Promise<readonly string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')]
    .filter((one) => !(one instanceof SVGElement) && getComputedStyle(one).display !== 'inline')
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.className || one.tagName)`)
}

/** Changes of texts in the selected ladder: some seconds of the demo. */
const CHANGES = 8

async function checkStillness(context: TestContext, { page, tradable }: Stage): Promise<void> {
  await context.test(
    'the top bar has the figures of the account, and cuts nothing on any screen',
    async () => {
      const figures = page.locator('.shell-account-figures')
      await figures.waitFor()
      assert.match(
        await figures.innerText(),
        /Cash\s+\S+[\s\S]*Free\s+\S+[\s\S]*Expo\s+\S+[\s\S]*P&L est\.\s+\S+/,
      )
      for (const size of [DESKTOP, TABLET, PHONE]) {
        await page.setViewportSize(size)
        assert.deepEqual(await cutIn(page, '.shell-top-bar *'), [], JSON.stringify(size))
      }
      await page.setViewportSize(DESKTOP)
    },
  )
  await context.test('no choice of the ticket is cut, with its exits opened too', async () => {
    await go(page, eventOf(tradable))
    await bests(page)
    const exits = page.locator('.ticket').getByLabel('Exits', { exact: true })
    await exits.selectOption('written')
    await page.locator('.ticket').getByRole('button', { name: 'Prices', exact: true }).waitFor()
    assert.deepEqual(await cutIn(page, '.ticket .segments, .ticket .segments *'), [])
    await exits.selectOption('none')
  })
  await context.test('nothing jumps while a live market is watched', async () => {
    await go(page, eventOf(tradable))
    await bests(page)
    const shifts = await page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += entry.value
      })
      // Without what was before: only from now on, until the book has changed so many times.
      observer.observe({ type: 'layout-shift' })
      let left = ${CHANGES}
      new MutationObserver((changes) => {
        left -= changes.length
        if (left <= 0) resolve(sum)
      }).observe(document.querySelector('.ladder[data-selected]'), { subtree: true, characterData: true, childList: true })
    })`)
    assert.ok(shifts <= 0.02, `layout shift ${shifts}`)
  })
}

async function checkModes(context: TestContext, { page, browser, terminal, tradable }: Stage): Promise<void> {
  const lens = await browser.newPage()
  const look = async (selector: string) => greyOf(lens, await page.locator(selector).first().screenshot())
  const BAR = '.shell-top-bar .shell-mode-switch'
  const CHIP = '.ladder[data-selected] .panel-head .chip:not(.simulated)'
  const PLACES = ['.shell-top-bar', '.ladder[data-selected]']
  const FRAME = { x: 0, y: 100, width: 8, height: 400 }
  const frame = async () => greyOf(lens, await page.screenshot({ clip: FRAME }))

  await context.test(
    'SAFE, ARMED and SIMULATED differ in grey at a quarter of the size, and are said twice: in the bar and on the ladder in use',
    async () => {
      await go(page, eventOf(tradable))
      await bests(page)
      const safe = { bar: await look(BAR), chip: await look(CHIP), frame: await frame() }
      // Dashes: the edge is neither of one grey nor without a line.
      assert.ok(safe.frame.spread > 8, `dashes ${safe.frame.spread}`)
      for (const word of ['SAFE', 'SIMULATED']) {
        for (const place of PLACES)
          await page.locator(place).getByText(word, { exact: true }).first().waitFor()
        const all = await page.getByText(word, { exact: true }).filter({ visible: true }).count()
        assert.equal(all, PLACES.length, `${word} is said ${all} times`)
      }

      await armByPage(page)
      for (const size of [TABLET, PHONE, DESKTOP]) {
        await page.setViewportSize(size)
        assert.deepEqual(await cutIn(page, '.shell-top-bar *'), [], JSON.stringify(size))
      }
      await bests(page)
      assert.deepEqual(
        await cutIn(page, '.ladder > .panel-head > *'),
        [],
        'title and chips of a ladder are whole',
      )
      const titles = await page.evaluate(
        `[...document.querySelectorAll('.ladder > .panel-head h2')].filter((one) => one.scrollHeight > one.clientHeight + 1).length`,
      )
      assert.equal(titles, 0)
      const armed = { bar: await look(BAR), chip: await look(CHIP), frame: await frame() }
      for (const part of ['bar', 'chip', 'frame'] as const) {
        const [before, after] = [safe[part], armed[part]]
        const apart = Math.max(Math.abs(before.mean - after.mean), Math.abs(before.spread - after.spread))
        assert.ok(apart > 6, `${part} SAFE ${JSON.stringify(before)}, ARMED ${JSON.stringify(after)}`)
      }
      for (const place of PLACES)
        await page.locator(place).getByText('ARMED', { exact: true }).first().waitFor()
      await lens.close()
    },
  )

  await context.test('focus is never hidden by toasts or strips, also at 400 % zoom', async () => {
    await refuseSome(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    assert.deepEqual(await hiddenFocuses(page, 90), [])
    // 400 % of 1280 by 720.
    await page.setViewportSize({ width: 320, height: 180 })
    await go(page, '/settings')
    assert.deepEqual(await hiddenFocuses(page, 40), [])
    await page.setViewportSize(DESKTOP)
  })

  await context.test('why the terminal went SAFE stays in sight until it is dismissed', async () => {
    await terminal.client().ok('arm', { body: {} })
    await terminal.client().ok('logout', { body: {} })
    const strip = page.locator('.strip').filter({ hasText: 'SAFE' })
    await strip.getByText(/since \d\d:\d\d:\d\d/).waitFor()
    await strip.getByRole('button', { name: /^Dismiss/ }).click()
    await strip.waitFor({ state: 'detached' })
  })
}

async function checkFile(context: TestContext, { page, terminal }: Stage): Promise<void> {
  await context.test('settings are exported, and imported where each fits', async () => {
    await go(page, '/settings')
    const section = page.getByRole('region', { name: 'Export and import' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('link', { name: 'Export' }).click(),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    const settings = JSON.parse(text) as Readonly<Record<string, unknown>>
    const choose = (content: string) =>
      section.locator('input[type="file"]').setInputFiles({
        name: download.suggestedFilename(),
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      })
    const jump = async () => (await terminal.client().ok('readSettings')).click_jump_ticks
    for (const content of ['no settings', '{"orders": []}']) {
      await choose('{}')
      await section.getByText('Settings imported.').waitFor()
      await choose(content)
      await section.getByText(/^Nothing imported\. /).waitFor()
    }
    await choose(JSON.stringify({ ...settings, click_jump_ticks: 700 }))
    await section.getByText(/^Nothing imported\. .*click_jump_ticks/).waitFor()
    assert.equal(await jump(), 5)
    const keys = { buy: ['y'] }
    await choose(JSON.stringify({ ...settings, click_jump_ticks: 7, keys }))
    await section.getByText('Settings imported. Custom keys that trade: Buy at the cursor: y.').waitFor()
    assert.equal(await jump(), 7)
  })
}

/** Ends all sessions but the page's, the tests' own too. */
async function checkOff(context: TestContext, { browser, terminal: { simulator } }: Stage): Promise<void> {
  await context.test('the top bar is whole where LIVE_TRADING is off', async (part) => {
    const off = await startTerminal(part, { simulator, env: { LIVE_TRADING: 'false' } })
    const { page } = await openPage(browser, off.client().url)
    await logInByPage(page)
    await page.getByRole('group', { name: 'Trading mode' }).getByText('live trading is off').waitFor()
    for (const width of [1440, 1700, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      assert.deepEqual(await cutIn(page, '.shell-top-bar *'), [], `${width}`)
    }
  })
}

async function checkSessions(context: TestContext, { page, browser, terminal }: Stage): Promise<void> {
  await context.test(
    'who else is logged in is ended in the settings, and the keyboard stays there',
    async () => {
      await go(page, '/settings')
      const [first, second] = [
        await openPage(browser, terminal.client().url),
        await openPage(browser, terminal.client().url),
      ]
      for (const other of [first, second]) await logInByPage(other.page)
      await page.reload()
      const sessions = page.getByRole('region', { name: 'Sessions' })
      const own = sessions.getByRole('listitem').filter({ hasText: 'This browser' })
      await own.getByText('1 page open').waitFor()
      assert.equal(await own.getByRole('button').count(), 0)
      const ends = sessions.getByRole('button', { name: /^End \(goes SAFE\)/ })
      const before = await ends.count()
      // The newest login is first: the second of the two.
      const password = sessions.getByLabel('Password (needed to end others)')
      await password.fill(PASSWORD)
      await ends.first().focus()
      await page.keyboard.press('Enter')
      await second.page.getByLabel('Password').waitFor()
      await waitFor('its row to go', async () => (await ends.count()) === before - 1, PATIENCE_MS)
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Sessions')
      await first.page.getByRole('button', { name: /^Cancel all/ }).waitFor()
      await password.fill(PASSWORD)
      await sessions.getByRole('button', { name: 'End all others (goes SAFE)' }).click()
      await first.page.getByLabel('Password').waitFor()
      await waitFor('only the own row to stay', async () => (await ends.count()) === 0, PATIENCE_MS)
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Sessions')
      await own.waitFor()
      for (const other of [first, second]) await other.page.context().close()
    },
  )
}

describe('the looks of every route', { timeout: 400_000 }, () => {
  test('in dark, light and high contrast, small and large, SAFE and ARMED', async (context) => {
    const terminal = await startTerminal(context)
    const tradable = await findTradable(terminal.client())
    const settings = await terminal.client().ok('readSettings')
    await terminal.client().ok('writeSettings', {
      body: { ...settings, quick_sizes: ['5', '10', '25', '50', '100', '90001'] },
    })
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url)
    await logInByPage(open.page)
    const stage = { terminal, tradable, browser, page: open.page }
    await checkRoutes(context, stage)
    await checkVariants(context, stage)
    await checkStillness(context, stage)
    await checkFile(context, stage)
    await checkModes(context, stage)
    await checkOff(context, stage)
    await checkSessions(context, stage)
    // The browser complains of the refused file.
    assertQuiet({ ...open, complaints: open.complaints.filter((text) => !text.includes('status of 422')) })
  })
})
