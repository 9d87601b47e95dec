/** The main job over the whole product: orders that rest, a terminal that is killed, and what is there afterwards. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SESSION_SECRET, startTerminal, startTerminalProcess } from '../../harness.ts'
import { arm, findTradable, restingBuy } from '../../market.ts'
import { runSesame } from '../../program.ts'
import { waitFor } from '../../wait-for.ts'

type Ledger = {
  readonly requests: readonly { readonly method: string; readonly path: string }[]
}

test('INV-01 INV-04 INV-08 INV-29 kill -9 while orders rest: the same orders, one request each, a chain that verifies', async (context) => {
  const terminal = await startTerminalProcess(context)
  const placings = async (): Promise<number> => {
    const ledger = (await terminal.simulator.control('/ledger')) as Ledger
    return ledger.requests.filter(({ method, path }) => method === 'POST' && path === '/order').length
  }
  const before = terminal.client()
  const tradable = await findTradable(before)
  await arm(before)
  const bodies = []
  for (const ticksBelow of [4, 5, 6]) bodies.push(await restingBuy(before, tradable, ticksBelow))
  for (const body of bodies) {
    const placed = await before.ok('placeOrder', { body })
    assert.equal(placed.result, 'accepted', JSON.stringify(placed))
  }
  const openIds = async (): Promise<readonly string[]> =>
    (await terminal.client().ok('listOrders')).items.map((order) => order.id ?? '').toSorted()
  const resting = await openIds()
  assert.equal(resting.length, 3)

  await terminal.kill('SIGKILL')
  const verified = runSesame(['audit', 'verify', '--data', terminal.dataDirectory], {
    cwd: '/',
    env: { SESSION_SECRET },
  })
  assert.equal((await verified.ended).code, 0, verified.out())

  await terminal.restart()
  const after = terminal.client()
  assert.equal((await after.ok('readTrading')).mode, 'SAFE')
  await waitFor('own state to be read', async () => {
    const { reasons } = await after.ok('readTrading')
    return !reasons.includes('orders_not_reconciled')
  })
  assert.deepEqual(await openIds(), resting)
  assert.equal(await placings(), 3)
  for (const body of bodies) {
    const repeated = await after.ok('placeOrder', { body })
    assert.deepEqual([repeated.result, repeated.replayed], ['accepted', true])
  }
  const [first] = bodies
  assert.ok(first !== undefined)
  const conflict = await after.call('placeOrder', { body: { ...first, size: '9999' } })
  assert.equal(conflict.status, 409)
  assert.equal(await placings(), 3)
  assert.deepEqual(await openIds(), resting)

  const cancelled = await after.ok('cancelAll', { body: {} })
  assert.deepEqual([...cancelled.cancelled].toSorted(), resting)
  await waitFor('no open order', async () => (await openIds()).length === 0)
  const verdict = await after.ok('verifyAudit')
  assert.deepEqual([verdict.ok, verdict.problem], [true, null])
  assert.deepEqual(await terminal.simulator.control('/violations'), { violations: [], audit: [] })
  assert.equal(await terminal.stop(), 0)
})

describe('commands that are wrong are refused in the documented words, and nothing is lost', () => {
  test('malformed bodies', async (context) => {
    const terminal = await startTerminal(context)
    const client = terminal.client()
    const body = await restingBuy(client, await findTradable(client))
    const post = async (text: string, type = 'application/json'): Promise<[number, string]> => {
      const answered = await client.raw('/api/orders/place', {
        method: 'POST',
        headers: { 'content-type': type },
        body: text,
      })
      return [answered.status, ((await answered.json()) as { readonly code: string }).code]
    }
    const changed = (change: Record<string, unknown>): string => JSON.stringify({ ...body, ...change })
    assert.deepEqual(await post('{'), [400, 'invalid_json'])
    assert.deepEqual(await post(''), [400, 'invalid_json'])
    assert.deepEqual(await post(JSON.stringify(body), 'text/plain'), [415, 'unsupported_media_type'])
    assert.deepEqual(await post(changed({ note: 'x'.repeat(140_000) })), [413, 'body_too_large'])
    for (const wrong of [
      'null',
      '[]',
      '"text"',
      changed({ unknown_field: 1 }),
      changed({ client_order_id: 'not-a-uuid' }),
      changed({ side: 'buy' }),
      changed({ price: 0.5 }),
      changed({ price: '0.50' }),
      changed({ price: '5e-1' }),
      changed({ size: '-1' }),
      changed({ time_in_force: 'IOC' }),
      changed({ post_only: 'true' }),
      changed({ outcome_id: '123' }),
      changed({ expires_at: 'tomorrow' }),
      '{"__proto__": {"side": "BUY"}}',
    ]) {
      assert.deepEqual(await post(wrong), [422, 'invalid_request'], wrong)
    }
    assert.equal((await client.ok('health')).status, 'ok')
    assert.deepEqual((await client.ok('listAudit')).items, [])
  })

  test('orders that do not fit the market or the mode', async (context) => {
    const terminal = await startTerminal(context)
    const client = terminal.client()
    const tradable = await findTradable(client)
    const refusal = async (change: Record<string, unknown>): Promise<string | undefined> => {
      const body = { ...(await restingBuy(client, tradable)), ...change }
      const placed = await client.ok('placeOrder', { body })
      assert.equal(placed.result, 'rejected')
      return placed.reject?.code
    }
    assert.equal(await refusal({}), 'safe_mode')
    await arm(client)
    assert.equal(await refusal({ price: '0.4999' }), 'off_tick')
    assert.equal(await refusal({ price: '1' }), 'invalid_price')
    assert.equal(await refusal({ outcome_id: 'pm:123456789' }), 'unknown_outcome')
    assert.equal(await refusal({ size: '0.01' }), 'below_min_size')
    assert.equal(await refusal({ size: '0.001' }), 'below_min_size')
    assert.equal(await refusal({ size: '5000' }), 'max_order_notional')
    assert.equal(await refusal({ time_in_force: 'FOK' }), 'post_only_needs_resting_order')
    assert.equal(await refusal({ time_in_force: 'GTD' }), 'invalid_expiration')
    const rows = (await client.ok('listAudit', { query: { kind: 'decision', limit: '200' } })).items
    assert.deepEqual(
      rows.map((row) => row.details['code']),
      // Newest first.
      [
        'invalid_expiration',
        'post_only_needs_resting_order',
        'max_order_notional',
        'below_min_size',
        'below_min_size',
        'unknown_outcome',
        'invalid_price',
        'off_tick',
        'safe_mode',
      ],
    )
    assert.equal((await client.ok('verifyAudit')).ok, true)
    const unknown = { order_ids: [`pm:0x${'ab'.repeat(32)}`] }
    const cancelled = await client.ok('cancelOrders', { body: unknown })
    assert.equal(cancelled.failed.length, 1)
  })
})
