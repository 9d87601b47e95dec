/** The venue's modes over real sockets: one refused order or cancel teaches them, and the page knows at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTerminal, type TestTerminal } from '../../harness.ts'
import { arm, findTradable, restingBuy } from '../../market.ts'
import { waitFor } from '../../wait-for.ts'

async function placings({ simulator }: TestTerminal): Promise<number> {
  const { requests } = (await simulator.control('/ledger')) as {
    readonly requests: readonly { readonly method: string; readonly path: string }[]
  }
  return requests.filter(({ method, path }) => method === 'POST' && path === '/order').length
}

const MODES = [
  ['disabled', { error: 'Trading is currently disabled. Check the venue site for updates' }, 'disabled'],
  ['post-only mode, by its code alone', { error: 'not now', code: 'post_only_mode' }, 'post_only'],
] as const

for (const [name, body, mode] of MODES) {
  test(
    `one refused order teaches ${name}: the second one is not sent`,
    { timeout: 120_000 },
    async (context) => {
      const terminal = await startTerminal(context)
      const client = terminal.client()
      const tradable = await findTradable(client)
      await arm(client)
      await terminal.simulator.control('/faults', {
        name: 'http.status',
        match: { service: 'clob', method: 'POST', path: '/order' },
        args: { code: 503, body: JSON.stringify(body) },
        when: { times: 1 },
      })
      for (let times = 0; times < 2; times += 1) {
        const order = await restingBuy(client, tradable)
        const placed = await client.ok('placeOrder', { body: { ...order, post_only: false } })
        assert.equal(placed.result, 'rejected')
      }
      assert.equal(await placings(terminal), 1)
      const { venue } = await client.ok('readTrading')
      assert.equal(venue.mode, mode)
      assert.ok(venue.until !== null)
    },
  )
}

test(
  'a restart shows with the first cancel that it refuses, while that one goes on trying',
  { timeout: 120_000 },
  async (context) => {
    const terminal = await startTerminal(context)
    const client = terminal.client()
    await arm(client)
    const { order } = await client.ok('placeOrder', {
      body: await restingBuy(client, await findTradable(client)),
    })
    assert.ok(order !== null)
    await terminal.simulator.control('/engine', { mode: 'restarting', for_ms: 4_000 })
    let isOver = false
    const cancelling = client.ok('cancelAll', { body: {} }).finally(() => {
      isOver = true
    })
    const { venue } = await waitFor('the restart to be known', async () => {
      const trading = await client.ok('readTrading')
      return trading.venue.mode === 'restarting' ? trading : null
    })
    assert.equal(isOver, false)
    assert.ok(venue.until !== null)
    const { failed } = await cancelling
    assert.deepEqual(failed, [])
  },
)
