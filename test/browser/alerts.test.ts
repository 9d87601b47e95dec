/**
 * Alerts and notifications in a real browser, against a venue without market makers: what fires is delivered once on
 * each channel, in whichever tab, and a channel that is blocked says so.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { LOCKED_RULES } from '#core/notification/notification.ts'
import type { Page } from 'playwright-core'
import { startTerminal } from '../harness.ts'
import type { TestTerminal } from '../harness.ts'
import { arm } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import type { QuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  IN_DIALOG,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  PHONE,
  startBrowser,
  rested,
} from './browser.ts'
import { bests } from './ladder.ts'

const CHAT = { TELEGRAM_BOT_TOKEN: `123456789:${'A'.repeat(35)}`, TELEGRAM_CHAT_ID: '42' }
/** In steps of 0.0001; the market's tick is 0.001. */
const BID = 4_950
const ASK = 5_050
const ALERT = 5_000
/** Notes of the sound of an alert. */
const NOTES = 3

/** Longer than anything takes on a slow, busy machine. */
const until = <T>(what: string, ask: () => T | Promise<T>) => waitFor(what, ask, PATIENCE_MS)

/** One of the world's games, as the sports channel names it. */
const GAME = {
  gameId: 90_110_001,
  leagueAbbreviation: 'epl',
  homeTeam: 'Thornbury Athletic',
  awayTeam: 'Kingsmead Rovers',
  status: 'InProgress',
  period: '2H',
  elapsed: '80',
}

type World = { readonly venue: QuietVenue; readonly terminal: TestTerminal; readonly address: string }

/** A terminal on a venue whose first market has one bid and one offer. */
async function startWorld(context: TestContext, env: Readonly<Record<string, string>>): Promise<World> {
  const venue = await startQuietVenue(context, { seed: 'alerts' })
  await venue.placeForeign('BUY', BID, 50)
  await venue.placeForeign('SELL', ASK, 50)
  const terminal = await startTerminal(context, { simulator: venue, env })
  const [token] = venue.market.tokens
  const { market_id: marketId } = await until('the market', async () => {
    const reply = await terminal.client().call('readBook', { params: { outcome_id: `pm:${token}` } })
    return reply.status === 200 ? (reply.body as { readonly market_id: string }) : null
  })
  const market = await terminal.client().ok('readMarket', { params: { market_id: marketId } })
  const event = await terminal.client().ok('readEvent', { params: { event_id: market.event_id } })
  return { venue, terminal, address: `${terminal.client().url}/event/${event.slug}?outcome=${token}` }
}

/**
 * Counts the notes that a page plays, and keeps it silent until it is clicked: whatever the driver evaluates counts as a
 * gesture for the browser, which would then let it sound at once.
 */
async function listen(page: Page): Promise<void> {
  await page.addInitScript({
    content: `window.notes = 0
      window.AudioContext = class extends window.AudioContext {
        constructor() { super(); this.suspend() }
      }
      window.OscillatorNode = class extends window.OscillatorNode {
        constructor(...given) { super(...given); window.notes += 1 }
      }`,
  })
}

const notesOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { readonly notes: number }).notes)

type Registration = { readonly getNotifications: () => Promise<readonly { readonly title: string }[]> }
type Workers = { readonly getRegistration: (scope: string) => Promise<Registration | undefined> }

/** Titles of the notifications that the browser shows on the desktop. */
const desktopOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { navigator } = globalThis as unknown as { readonly navigator: { readonly serviceWorker: Workers } }
    const registration = await navigator.serviceWorker.getRegistration('/notifications-worker/')
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title)
  })

const bell = (page: Page, words: string) => page.getByRole('button', { name: `Notifications, ${words}` })
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator('.shell-toast')
const priceOf = (page: Page, steps: number) =>
  page.locator(`.ladder[data-selected] .ladder-row[data-price="${steps}"] [data-column="price"]`)

describe('alerts and notifications in a browser', { timeout: 420_000 }, () => {
  test('an alert set on the ladder fires once: a toast in every tab, one sound, one desktop message, one chat message', async (context) => {
    const { venue, terminal, address } = await startWorld(context, CHAT)
    const browser = await startBrowser(context, 'whole')
    const open = await openPage(browser, terminal.client().url)
    const { page } = open
    const profile = page.context()
    await profile.grantPermissions(['notifications'], { origin: terminal.client().url })
    await listen(page)
    await logInByPage(page)
    await page.goto(address)
    await bests(page)

    // Alt and a click on a price: nothing is sent, the form has the price and the way to it.
    await priceOf(page, ALERT).click({ modifiers: ['Alt'] })
    const form = page.getByRole('dialog', { name: 'New alert' })
    assert.equal(await form.getByLabel('Price', { exact: true }).inputValue(), '0.500')
    await form.getByRole('button', { name: 'best bid reaches', pressed: true }).waitFor()
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await priceOf(page, ALERT).locator('.ladder-alert-mark[data-watching]').waitFor()
    await page.getByRole('img', { name: /\b1 alert\b/ }).waitFor()

    const second = await profile.newPage()
    await listen(second)
    await second.goto(`${terminal.client().url}/alerts`)
    await second.getByText('watching', { exact: true }).waitFor()
    await second.getByText('5 ticks away').waitFor()
    // Both may sound from here on.
    for (const tab of [page, second]) {
      await tab.mouse.click(400, 60)
      await tab.getByRole('img', { name: 'Sound locked' }).waitFor({ state: 'detached' })
    }

    await venue.placeForeign('BUY', ALERT, 50)
    for (const tab of [page, second]) {
      await toasts(tab).filter({ hasText: '0.5' }).waitFor()
      await bell(tab, '1 unread').waitFor()
    }
    await second.getByText(/^fired \d\d:\d\d$/).waitFor()
    await second.getByRole('button', { name: /^Set again: best bid reaches 0.500, / }).waitFor()
    await until('the sound', async () => (await notesOf(page)) + (await notesOf(second)) === NOTES)
    const shown = await until('the desktop message', async () => {
      const titles = await desktopOf(page)
      return titles.length > 0 ? titles : null
    })
    assert.equal(shown.length, 1)
    await until('the chat message', async () => ((await venue.control('/chat')) as unknown[]).length === 1)
    await until('every delivery to be shown', async () => {
      const [newest] = (await terminal.client().ok('listNotifications')).items
      return newest?.deliveries.every(({ state }) => state === 'sent') === true
    })

    // Nothing comes again when the page is reloaded, and reading it in one tab reads it in the other.
    await page.goto(`${terminal.client().url}/notifications`)
    await bell(page, '1 unread').waitFor()
    await page.mouse.click(400, 60)
    const list = page.getByRole('region', { name: 'Notification rows' })
    const all = 'in-app sent, sound sent, desktop sent, chat sent'
    await list.locator(`time[aria-description$="${all}"]`).waitFor()
    assert.equal(await list.getByText('sent').count(), 0, 'delivered as the rules ask: no row says so')
    assert.equal(await toasts(page).count(), 0)
    assert.equal(await notesOf(page), 0)
    assert.equal((await desktopOf(page)).length, 1)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await bell(second, 'none unread').waitFor()

    // In the list it is found by its words.
    await page.getByRole('searchbox', { name: 'Search notifications' }).fill('nothing like this')
    await page.getByText('Nothing matches in 30 days.').waitFor()
    await page.getByRole('searchbox', { name: 'Search notifications' }).fill('')
    await page.getByRole('heading', { level: 3 }).first().waitFor()
    assertQuiet(open)
  })

  test('the form refuses what is off the tick; an alert is paused, changed and deleted, also on a phone', async (context) => {
    const { terminal, address } = await startWorld(context, {})
    const browser = await startBrowser(context)
    const open = await openPage(browser, terminal.client().url, { theme: 'light', size: PHONE })
    const { page } = open
    await logInByPage(page)
    await page.goto(address)
    await page
      .getByRole('button', { name: /^New alert on / })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: 'New alert' })
    await form.getByLabel('Price', { exact: true }).fill('0.5003')
    await form.getByRole('button', { name: 'Set alert' }).click()
    await form.getByText(/steps of 0.001/).waitFor()
    await assertAccessible(page, IN_DIALOG)
    await form.getByLabel('Price', { exact: true }).fill('0.5')
    await form.getByRole('button', { name: /^Repeat/ }).click()
    await form.getByRole('button', { name: 'Set alert' }).click()
    await form.waitFor({ state: 'detached' })

    await page.goto(`${terminal.client().url}/alerts`)
    await page.getByText('watching', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Pause: / }).click()
    await page.getByText('paused', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: /^Edit: / }).click()
    const change = page.getByRole('dialog', { name: 'Change the alert' })
    await change.getByLabel('Note').fill('look at it')
    await change.getByRole('button', { name: 'Change', exact: true }).click()
    await change.waitFor({ state: 'detached' })
    const [kept] = (await terminal.client().ok('listAlerts')).items
    assert.deepEqual(
      [kept?.threshold, kept?.repeat, kept?.note, kept?.state],
      ['0.5', true, 'look at it', 'paused'],
    )
    await page.getByRole('button', { name: /^Delete: / }).click()
    await page.getByText(/No alerts here/).waitFor()
    assert.deepEqual((await terminal.client().ok('listAlerts')).items, [])
    assertQuiet(open)
  })

  test('alerts of the chart and of a game fire in the page; an order that a start took is placed again there, once', async (context) => {
    const { venue, terminal, address } = await startWorld(context, {})
    const client = terminal.client()
    const browser = await startBrowser(context)
    const open = await openPage(browser, client.url)
    const { page } = open
    await arm(client)
    const { order } = await client.ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: `pm:${venue.market.tokens[0]}`,
        side: 'BUY',
        price: '0.4',
        size: '10',
        time_in_force: 'GTC',
        post_only: true,
      },
    })
    assert.equal(order?.status, 'live')
    // The catalog, which is read now and then, says that the game has begun and took what rested.
    await venue.control('/faults', { name: 'catalog.game_start', args: { at: Date.now() } })

    await logInByPage(page)
    await page.goto(address)
    await bests(page)
    const form = page.getByRole('dialog', { name: 'New alert' })
    const chart = page.getByRole('img', { name: /^Price chart\./ })
    await chart.locator('canvas').first().waitFor()
    await page.getByRole('button', { name: 'New alert at a price' }).click()
    await form.getByRole('button', { name: 'best bid reaches' }).click()
    await form.getByLabel('Price', { exact: true }).fill('0.5')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('img', { name: /\b1 alert\b/ }).waitFor()
    await chart.click({ modifiers: ['Alt'] })
    assert.match(await form.getByLabel('Price', { exact: true }).inputValue(), /^0\.\d{3}$/)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await venue.placeForeign('BUY', ALERT, 50)
    await toasts(page)
      .filter({ hasText: /Best bid .* is at or above 0\.5/ })
      .waitFor()

    // A game: any change of its score, and its end.
    const games = await until('the games', async () => {
      const { items } = await client.ok('search', { query: { q: GAME.homeTeam } })
      return items.find(({ game_id: id }) => id === `pm:${GAME.gameId}`) ?? null
    })
    await page.goto(`${client.url}/event/${games.slug}`)
    for (const kind of ['Score', 'Game end']) {
      await page.getByRole('button', { name: 'New alert on this game' }).click()
      await form.getByRole('button', { name: kind, exact: true }).click()
      await form.getByRole('button', { name: 'Set alert' }).click()
      await form.waitFor({ state: 'detached' })
    }
    await until('the alerts to watch', async () =>
      (await client.ok('listAlerts')).items.every(
        ({ state, armed_at: at }) => state === 'fired' || at !== null,
      ),
    )
    const tell = (frame: object) =>
      venue.control('/ws', { channel: 'sports', action: 'send', text: JSON.stringify({ ...GAME, ...frame }) })
    await tell({ score: '9-0', live: true, ended: false })
    await toasts(page).filter({ hasText: 'Score 9-0.' }).waitFor()
    await tell({ score: '9-0', live: false, ended: true })
    await toasts(page).filter({ hasText: 'The game has ended.' }).waitFor()

    await until(
      'the catalog to tell the start',
      async () =>
        (await client.ok('readMarket', { params: { market_id: `pm:${venue.market.conditionId}` } }))
          .cancels_at_start,
    )
    await venue.control('/order', { kind: 'game_start_cancel', condition_id: venue.market.conditionId })
    const again = toasts(page).getByRole('button', { name: /^Re-post/ })
    await again.waitFor()
    await venue.placeForeign('BUY', 4_200, 50)
    await venue.placeForeign('SELL', 4_800, 50)
    const dialog = page.getByRole('dialog', { name: 'Re-post cancelled orders' })
    // A press while messages come or go falls on a place that has changed, and is refused.
    await until('the checklist', async () => {
      await rested(page)
      if ((await dialog.count()) === 0) await again.click()
      return (await dialog.count()) === 1
    })
    await until('the prices of today', async () => {
      if ((await dialog.getByText('now 0.420 / 0.480').count()) === 1) return true
      await dialog.getByRole('button', { name: 'Refresh prices' }).click()
      return false
    })
    const price = dialog.getByRole('textbox', { name: /^New price: BUY 10 / })
    assert.equal(await price.inputValue(), '0.400', 'the price that was')
    await assertAccessible(page, IN_DIALOG)
    const send = dialog.getByRole('button', { name: /^Re-post BUY 10 / })
    await send.press('Enter')
    await dialog.getByText('10 resting', { exact: true }).waitFor()
    assert.equal(await send.getAttribute('aria-disabled'), 'true', 'sent, it is sent no more')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const { items } = await client.ok('listOrders')
    assert.deepEqual(
      items.map(({ side, price: at, post_only: isPostOnly }) => [side, at, isPostOnly]),
      [['BUY', '0.4', true]],
    )
    await page.goto(`${client.url}/notifications`)
    await page.locator('.notification-row').filter({ hasText: 'Orders cancelled at start' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Re-post/ }).count(), 0)
    // A position where the alert fired can be exited from its notification.
    const fired = page.locator('.notification-row').filter({ hasText: /Best bid .* is at or above/ })
    await fired
      .first()
      .getByRole('button', { name: /^Details of 250 Yes/ })
      .click()
    await page
      .getByRole('dialog', { name: '250 Yes' })
      .getByRole('button', { name: 'Sell now', pressed: true })
      .waitFor()
    assertQuiet(open)
  })

  test('a blocked desktop, a silent page and a failing chat say so, in the settings and in the list', async (context) => {
    const { venue, terminal } = await startWorld(context, CHAT)
    await venue.control('/faults', { name: 'chat.401' })
    const browser = await startBrowser(context, 'whole')
    const { page } = await openPage(browser, terminal.client().url)
    await page.context().grantPermissions([], { origin: terminal.client().url })
    await listen(page)
    await logInByPage(page)
    await page.goto(`${terminal.client().url}/settings/notifications`)
    const channel = (name: string) => page.getByRole('group', { name, exact: true })

    // This page has had no gesture yet: no browser lets it play a sound.
    await channel('Sound')
      .getByText(/^Locked/)
      .waitFor()
    await page.getByRole('img', { name: 'Sound locked' }).waitFor()
    await page.getByText('Saved on this terminal for all browsers.').click()
    await channel('Sound').getByText('Ready.').waitFor()
    await page.getByRole('button', { name: 'Test sound' }).click()
    await channel('Sound').getByText('Played.').waitFor()
    assert.equal(await notesOf(page), NOTES)

    await channel('Desktop')
      .getByText(/^Blocked by the browser/)
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Test desktop' }).isDisabled(), true)
    await page.getByRole('button', { name: 'Test chat' }).click()
    await channel('Chat')
      .getByText(/Not sent/)
      .waitFor()
    await channel('Chat')
      .getByText(/Last message not sent .*refused \(401: invalid token/)
      .waitFor()

    // Some rules are locked, any other is kept by the terminal.
    assert.equal(await page.getByText('always', { exact: true }).count(), LOCKED_RULES.length)
    await page.getByRole('checkbox', { name: 'Alert: Chat' }).click()
    await until(
      'the rule',
      async () => !(await terminal.client().ok('readNotificationSettings')).rules.alert.chat,
    )
    await assertAccessible(page)

    const [token] = venue.market.tokens
    await terminal.client().ok('createAlert', {
      body: {
        kind: 'price',
        outcome_id: `pm:${token}`,
        direction: 'above',
        threshold: '0.5',
        repeat: false,
      },
    })
    await until('the alert to watch', async () => {
      const [alert] = (await terminal.client().ok('listAlerts')).items
      return (alert?.armed_at ?? null) !== null
    })
    await venue.placeForeign('BUY', ALERT, 50)
    await bell(page, '1 unread').waitFor()
    await toasts(page).first().waitFor()
    // The desktop is still waited for: the toast has been shown all the same, and stays away.
    await page.goto(`${terminal.client().url}/notifications`)
    await bell(page, '1 unread').waitFor()
    await page.getByRole('heading', { level: 3 }).first().waitFor()
    assert.equal(await toasts(page).count(), 0)
    await page.locator('time[aria-description*="desktop not sent: Blocked by the browser"]').waitFor()
    assert.deepEqual(
      ((await venue.control('/chat')) as readonly unknown[]).length,
      0,
      'chat does not get what the rule leaves out',
    )
  })
})
