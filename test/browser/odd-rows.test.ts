/** Rows of the venue that Sesame cannot read or trade: named on Health, and said on the event's page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTerminal, startTestSimulator } from '../harness.ts'
import { waitFor } from '../wait-for.ts'
import { assertAccessible, assertQuiet, logInByPage, openPage, startBrowser } from './browser.ts'

test('Health names rows that are not understood; event, ladder and ticket say that a market is not tradable here', async (context) => {
  const simulator = await startTestSimulator(context)
  for (const name of ['orders.unmappable_row', 'catalog.other_protocol', 'auth.other_wallet']) {
    await simulator.control('/faults', { name })
  }
  const terminal = await startTerminal(context, { simulator })
  const client = terminal.client()
  const { items } = await waitFor('the catalog', async () => {
    const found = await client.ok('search', { query: { q: '', sort: 'volume', limit: '1' } })
    return found.items.length > 0 ? found : null
  })
  const open = await openPage(await startBrowser(context), client.url)
  const { page } = open
  await logInByPage(page)

  await page.goto(`${client.url}/health`)
  const rows = page.getByRole('region', { name: 'Unreadable rows' })
  await rows.getByRole('row', { name: 'open orders 7 no id' }).waitFor()
  await page.getByText('do not match', { exact: true }).first().waitFor()
  await page.getByText(/^The session key belongs to wallet 0x5a/).waitFor()
  await assertAccessible(page)

  await page.goto(`${client.url}/event/${items[0]?.slug ?? ''}`)
  const why = 'It uses protocol version v2 of the venue, which Sesame does not trade.'
  await page
    .getByText('not tradable here', { exact: true })
    .and(page.locator(`[aria-description="${why}"]`))
    .first()
    .waitFor()
  await page.getByText('refused: not tradable here', { exact: true }).first().waitFor()
  await page.getByText(`Not tradable here. ${why}`, { exact: true }).waitFor()
  assertQuiet(open)
  assert.equal((await client.ok('readTrading')).mode, 'SAFE')
})
