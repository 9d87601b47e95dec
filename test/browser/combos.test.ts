/** A combo in a real browser: legs by click and key, kept over a reload, a quote with its countdown, and one acceptance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../client.ts'
import { startTerminal } from '../harness.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import { waitFor } from '../wait-for.ts'
import {
  accessibilityFaults,
  assertQuiet,
  logInByPage,
  openPage,
  PATIENCE_MS,
  startBrowser,
} from './browser.ts'
import { armByPage } from './desk.ts'

type Place = {
  readonly slug: string
  readonly name: string
  readonly outcomeId: string
  readonly title: string
}

/** Two eligible markets of events that exclude nothing. */
async function eligible(client: Client): Promise<readonly [Place, Place]> {
  return waitFor(
    'eligible markets',
    async () => {
      const { items } = await client.ok('search', { query: { q: '', sort: 'volume', limit: '100' } })
      const places = items.flatMap((event): Place[] => {
        const market = event.neg_risk ? undefined : event.markets.find((one) => one.combo_eligible)
        const outcome = market?.status === 'open' ? market.outcomes[0] : undefined
        if (outcome === undefined) return []
        return [{ slug: event.slug, name: outcome.name, outcomeId: outcome.id, title: event.title }]
      })
      const [first, second] = places
      return first === undefined || second === undefined ? null : ([first, second] as const)
    },
    PATIENCE_MS,
  )
}

test(
  'a combo is built from two markets, quoted, and accepted once',
  { timeout: 220_000 },
  async (context) => {
    const venue = await startQuietVenue(context, { seed: 'combo browser' })
    const terminal = await startTerminal(context, { simulator: venue })
    const client = terminal.client()
    const [first, second] = await eligible(client)
    const browser = await startBrowser(context)
    const open = await openPage(browser, client.url)
    const { page } = open
    await logInByPage(page)

    await page.goto(`${client.url}/event/${first.slug}?outcome=${first.outcomeId.slice(3)}`)
    const plus = page.getByRole('button', { name: new RegExp(`^Combo leg ${escaped(first.name)}`) }).first()
    await plus.click()
    await page.goto(`${client.url}/event/${second.slug}?outcome=${second.outcomeId.slice(3)}`)
    await page
      .getByRole('button', { name: new RegExp(`^Combo leg ${escaped(second.name)}`) })
      .first()
      .waitFor()
    await page.locator('.outcome-line[data-selected]').waitFor()
    await page.keyboard.press('c')

    await page.getByRole('link', { name: 'Combos' }).click()
    const slip = page.getByRole('region', { name: 'Combo slip' })
    await slip.locator('.combo-legs tbody tr').nth(1).waitFor()
    await page.reload()
    await slip.locator('.combo-legs tbody tr').nth(1).waitFor()
    await armByPage(page)
    assert.deepEqual(await accessibilityFaults(page), [])

    const quote = page.getByRole('region', { name: 'Quote' })
    const accepts = async (): Promise<number> => {
      const { requests } = (await venue.control('/ledger')) as {
        readonly requests: readonly { readonly path: string }[]
      }
      return requests.filter(({ path }) => path.endsWith('/accept')).length
    }
    // The simulated maker keeps a last look: ask again when it declines.
    for (let turn = 1; ; turn += 1) {
      await slip.getByRole('button', { name: 'Ask for a quote' }).click()
      await quote.getByRole('button', { name: /^Accept: pay 25/ }).click()
      await quote.getByText(/^(Filled|Not filled)$/).waitFor()
      assert.equal(await accepts(), turn)
      if ((await quote.getByText('Filled', { exact: true }).count()) > 0) break
    }
    await quote.getByRole('button', { name: /^Copy transaction hash/ }).waitFor()
    assert.equal(await quote.getByRole('button', { name: /^Accept/ }).count(), 0)
    const positions = page.getByRole('region', { name: 'Combo position rows' })
    await positions.getByText(first.name).first().waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assertQuiet(open)
  },
)

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
