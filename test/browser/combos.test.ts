/** Combos in a real browser: legs by click and key, a quote with its edge and countdown, one acceptance, and a venue without combos. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { comboLedger, comboLegs } from '../combos.ts'
import type { ComboLeg } from '../combos.ts'
import { startTerminal, temporaryDirectory } from '../harness.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import type { QuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'
import { assertAccessible, assertQuiet, logInByPage, openPage, PHONE, startBrowser } from './browser.ts'
import { openRarerView } from './ladder.ts'
import { armByPage } from './trading-fixture.ts'

/** A market maker bids 0.35 and asks 0.45 for the leg. */
async function makeBook(venue: QuietVenue, leg: ComboLeg): Promise<void> {
  const { id } = (await venue.control(`/market/${leg.marketId.slice(3)}`)) as { readonly id: string }
  await venue.placeForeign('BUY', 3_500, 100, id)
  await venue.placeForeign('SELL', 4_500, 100, id)
}

async function openLeg(page: Page, url: string, leg: ComboLeg): Promise<void> {
  await page.goto(`${url}/event/${leg.slug}?outcome=${leg.outcomeId.slice(3)}`)
  await page.locator('.outcome-line[data-selected]').waitFor()
}

function plusOf(page: Page, leg: ComboLeg): Locator {
  return page.locator('.outcome-line[data-selected]').getByRole('button', { name: `Combo leg ${leg.name}` })
}

test(
  'a combo is built from two markets, quoted beside its legs, and accepted once, its lost answer found out',
  { timeout: 300_000 },
  async (context) => {
    const venue = await startQuietVenue(context, { seed: 'combo browser' })
    const terminal = await startTerminal(context, { simulator: venue })
    const client = terminal.client()
    const legs = await comboLegs(client)
    for (const leg of legs) await makeBook(venue, leg)
    const open = await openPage(await startBrowser(context), client.url)
    const { page } = open
    await logInByPage(page)

    const [first, second] = legs
    await openLeg(page, client.url, first)
    await plusOf(page, first).click()
    await openLeg(page, client.url, second)
    await page.keyboard.press('c')
    await page.getByText(`${second.name} added to the combo`).first().waitFor()
    assert.equal(await plusOf(page, second).getAttribute('aria-pressed'), 'true')
    // The other outcome of the same market contradicts it.
    await page.getByRole('button', { name: /^Combo leg/, pressed: true }).waitFor()
    const others = page.locator('.outcome-line[data-selected] + .outcome-line')
    await others.getByRole('button', { name: /^Combo leg/ }).click()

    await page
      .getByRole('region', { name: 'Event' })
      .getByRole('link', { name: 'Combo 3', exact: true })
      .click()
    const draft = page.getByRole('region', { name: 'Combo draft' })
    const ask = draft.getByRole('button', { name: 'Ask for a quote' })
    await ask.click()
    await draft.getByText(/Two legs contradict each other/).waitFor()
    await draft
      .getByRole('button', { name: /^Remove/ })
      .nth(2)
      .click()
    await page.reload()
    await draft.locator('.combo-legs tbody tr').nth(1).waitFor()
    await draft.getByText('0.2025').waitFor()
    await page.getByText('SAFE: arm to accept.').waitFor()
    await armByPage(page)
    await assertAccessible(page)

    await venue.control('/faults', {
      name: 'combo.accept_timeout_filled',
      match: { service: 'combos' },
      when: { times: 1 },
    })
    const quote = page.getByRole('region', { name: 'Quote' })
    await ask.click()
    await quote.getByText('vs. legs at ask 0.2025').waitFor()
    await quote.getByText('vs. legs at bid 0.1225').waitFor()
    const unknown = page.evaluate(UNKNOWN)
    await quote.getByRole('button', { name: /^Accept: pay 25/ }).click()
    await unknown
    assert.equal(await quote.getByRole('button', { name: /^Accept/ }).count(), 0)
    await quote.getByText('Filled', { exact: true }).waitFor()
    await quote.getByRole('button', { name: /^Copy transaction hash/ }).waitFor()
    assert.equal((await comboLedger(venue)).acceptPaths.length, 1)

    await page.setViewportSize(PHONE)
    const positions = page.getByRole('region', { name: 'Combo position rows' })
    await positions.getByText(first.name).first().waitFor()
    const width = await draft.evaluate((element) => element.scrollWidth - element.clientWidth)
    assert.ok(width <= 0, `the slip is ${width} px wider than a phone`)
    await assertAccessible(page)
    assertQuiet(open)
  },
)

test(
  'without a combos address nothing is offered, and the page says why',
  { timeout: 200_000 },
  async (context) => {
    const venue = await startQuietVenue(context, { seed: 'no combos' })
    const profile = JSON.parse(readFileSync(venue.profilePath, 'utf8')) as {
      readonly urls: Readonly<Record<string, string>>
    }
    const { combos, ...urls } = profile.urls
    assert.ok(combos !== undefined)
    const profilePath = join(temporaryDirectory(context), 'profile.json')
    writeFileSync(profilePath, JSON.stringify({ ...profile, urls }), { mode: 0o600 })
    const terminal = await startTerminal(context, { simulator: { ...venue, profilePath } })
    const client = terminal.client()
    const { status, body } = await client.call('listComboRfqs')
    assert.deepEqual([status, (body as { readonly code: string }).code], [503, 'combos_unavailable'])
    const [leg] = await comboLegs(client)
    const { page } = await openPage(await startBrowser(context), client.url)
    await logInByPage(page)
    await waitFor('the reasons', async () =>
      (await client.ok('readTrading')).combos_reasons.includes('combos_unavailable'),
    )
    await openLeg(page, client.url, leg)
    await page
      .getByRole('button', { name: /^Watch/ })
      .first()
      .waitFor()
    assert.equal(await page.getByRole('button', { name: /^Combo leg/ }).count(), 0)
    await page.keyboard.press('c')
    await page.getByText('Combos are not available').first().waitFor()
    await openRarerView(page, 'Combos')
    await page.getByText('The venue profile has no combos address.').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Ask for a quote' }).count(), 0)
    await assertAccessible(page)
  },
)

/**
 * Until the quote says that its answer is unknown. Watched in the page: on a quick machine that shows for a moment
 * only.
 */
const UNKNOWN = `new Promise((resolve) => {
  const look = () => {
    const said = document.querySelectorAll('[aria-label="Quote"] *')
    if (![...said].some((one) => one.textContent === 'Unknown')) return
    watch.disconnect()
    resolve()
  }
  const watch = new MutationObserver(look)
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  look()
})`
