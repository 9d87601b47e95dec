/**
 * Owner of the key: the venue's list of session signers, read over real sockets, is a gate of every order (INV-49).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTerminal, startTestSimulator, type TestSimulator } from '../harness.ts'
import { arm, findTradable, restingBuy } from '../market.ts'
import { waitFor } from '../wait-for.ts'

const LIST = '/v1/user/session-signers'

async function requestsTo(simulator: TestSimulator, path: string): Promise<number> {
  const { requests } = (await simulator.control('/ledger')) as {
    readonly requests: readonly { readonly path: string }[]
  }
  return requests.filter((one) => one.path === path).length
}

test('whose key is this', { timeout: 180_000 }, async (whole) => {
  const simulator = await startTestSimulator(whole)
  const clearFaults = (): Promise<unknown> =>
    fetch(`${simulator.account.control_url}/_sim/faults`, { method: 'DELETE' })

  const contradictions = [
    {
      listing: 'other_wallet',
      reason: 'wallet_mismatch',
      fault: { name: 'auth.other_wallet', args: { wallet: `0x${'b7'.repeat(20)}` } },
    },
    {
      listing: 'not_listed',
      reason: 'session_key_not_listed',
      fault: {
        name: 'http.status',
        match: { path: LIST },
        args: {
          code: 200,
          body: JSON.stringify({ wallet: simulator.account.deposit_wallet.toLowerCase(), signers: [] }),
        },
      },
    },
  ] as const
  for (const { listing, reason, fault } of contradictions) {
    await whole.test(
      `INV-49 a list that says ${listing} never arms; nothing leaves but cancels`,
      async (context) => {
        await simulator.control('/faults', fault)
        try {
          const client = (await startTerminal(context, { simulator })).client()
          const trading = await waitFor('the list to be compared', async () => {
            const state = await client.ok('readTrading')
            return state.reasons.length === 1 ? state : null
          })
          assert.deepEqual(trading.reasons, [reason])
          const armed = await client.call('arm', { body: {} })
          assert.equal(armed.status, 409)
          const { credentials } = await client.ok('readStatus')
          assert.equal(credentials.key_listing, listing)
          assert.equal(credentials.key_wallet, listing === 'other_wallet' ? `0x${'b7'.repeat(20)}` : null)
          const order = await restingBuy(client, await findTradable(client))
          const placed = await client.call('placeOrder', { body: order })
          assert.match(JSON.stringify(placed.body), new RegExp(`"code":"${reason}"`))
          assert.equal(await requestsTo(simulator, '/order'), 0)
          const cancelAlls = await requestsTo(simulator, '/cancel-all')
          await client.ok('cancelAll', { body: {} })
          assert.ok((await requestsTo(simulator, '/cancel-all')) > cancelAlls)
        } finally {
          await clearFaults()
        }
      },
    )
  }

  await whole.test(
    'a list that the venue does not show, or that cannot be read, keeps nothing closed',
    async (context) => {
      for (const [code, listing] of [
        [404, 'not_told'],
        [503, 'unread'],
      ] as const) {
        await simulator.control('/faults', {
          name: 'http.status',
          match: { path: LIST },
          args: { code, body: '{"error":"no"}' },
        })
        const terminal = await startTerminal(context, { simulator })
        await arm(terminal.client())
        const account = await waitFor('the standing to be read', async () => {
          const status = await terminal.client().ok('readStatus')
          return status.account.closed_only === null ? null : status.account
        })
        assert.deepEqual(account, { closed_only: false, missing_approvals: [] })
        assert.equal((await terminal.client().ok('readStatus')).credentials.key_listing, listing)
        await terminal.stop()
        await clearFaults()
      }
    },
  )
})
