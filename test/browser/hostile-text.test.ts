/** Titles, questions and outcomes that try to be more than text, in a real browser. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTerminal, startTestSimulator } from '../harness.ts'
import { arm, findTradable, restingBuy } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { assertQuiet, logInByPage, openPage, PATIENCE_MS, startBrowser } from './browser.ts'

const TEXT =
  '<img src=x onerror=pwned=1><script>pwned=2</script><b>b</b>" onmouseover="pwned=3" x="' +
  '[c](javascript:pwned=4) ${pwned=5} {{pwned=6}} \u202Eon\u202C &lt;i&gt;'

/** Elements that would exist had any of it become markup. */
const MARKUP = [
  'img[src="x"]',
  '#app script',
  '[onerror]',
  '[onmouseover]',
  'a[href^="javascript:"]',
  'iframe',
  'object',
  'b:text-is("b")',
].join(', ')

async function assertInert(page: Page, where: string): Promise<void> {
  await waitFor(
    `the text on ${where}`,
    async () => (await page.locator('body').innerText()).includes('<img src=x onerror=pwned=1>'),
    PATIENCE_MS,
  )
  assert.equal(await page.locator(MARKUP).count(), 0, where)
  assert.equal(await page.evaluate<unknown>('globalThis.pwned'), undefined, where)
  const text = await page.locator('body').innerText()
  assert.ok(!/[\u202a-\u202e\u2066-\u2069]/.test(text), `${where} turns the direction of writing`)
}

describe('hostile text of the venue in a browser', { timeout: 220_000 }, () => {
  test('INV-38 is shown as the text that it is, on every page, and runs nowhere', async (context) => {
    const simulator = await startTestSimulator(context)
    await simulator.control('/faults', {
      name: 'catalog.hostile_text',
      args: { set: 'none of those', text: TEXT },
    })
    const terminal = await startTerminal(context, { simulator })
    const client = terminal.client()
    const tradable = await findTradable(client)
    await arm(client)
    const placed = await client.ok('placeOrder', { body: await restingBuy(client, tradable) })
    assert.equal(placed.result, 'accepted')
    const open = await openPage(await startBrowser(context), client.url)
    const { page } = open
    await logInByPage(page)
    await page.goto(`${client.url}/event/${tradable.event.slug}?outcome=${tradable.outcomeId.slice(3)}`)
    await assertInert(page, 'the event')
    for (const path of ['/', '/orders', '/alerts', '/audit', '/portfolio']) {
      await page.goto(`${client.url}${path}`)
      await page.getByRole('button', { name: /^Cancel all/ }).waitFor()
      if (path === '/' || path === '/orders') await assertInert(page, path)
      assert.equal(await page.locator(MARKUP).count(), 0, path)
      assert.equal(await page.evaluate<unknown>('globalThis.pwned'), undefined, path)
    }
    assertQuiet(open)
  })
})
