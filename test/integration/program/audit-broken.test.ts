/** A record that does not verify is not believed: nothing is placed on it, everything says so, and cancels go on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDatabase } from '#store/testing/temporary.ts'
import { startTerminal } from '../../harness.ts'
import { arm, findTradable, restingBuy } from '../../market.ts'
import { runSesame } from '../../program.ts'
import { waitFor } from '../../wait-for.ts'

type Ledger = { readonly orders: readonly { readonly order: { readonly status: string } }[] }

const EDITS = {
  'a tail that was cut': 'DELETE FROM audit WHERE seq > 1',
  'a row that was changed': "UPDATE audit SET details = '{}' WHERE seq = 1",
}

for (const [what, sql] of Object.entries(EDITS)) {
  test(`INV-54 INV-01 ${what}: the same id is not sent again, nothing arms, all report it, cancels work`, async (context) => {
    const terminal = await startTerminal(context, { ready: answers })
    const before = terminal.client()
    // Far from the market: it rests over the restart too.
    const body = await restingBuy(before, await findTradable(before), 15)
    await arm(before)
    assert.equal((await before.ok('placeOrder', { body })).result, 'accepted')
    assert.equal(await terminal.stop(), 0)
    editDatabase(terminal.dataDirectory, sql)
    await terminal.restart()
    const client = terminal.client()

    await waitFor('every other condition', async () => {
      const { reasons } = await client.ok('readTrading')
      return reasons.length === 1 && reasons[0] === 'audit_unavailable'
    })
    assert.equal((await client.call('arm', { body: {} })).status, 409)
    const { status } = await client.call('placeOrder', { body })
    assert.ok(status === 200 || status === 409, `${status}`)
    assert.equal(((await terminal.simulator.control('/ledger')) as Ledger).orders.length, 1)

    assert.equal((await client.ok('health')).status, 'degraded')
    assert.match((await client.ok('readStatus')).storage_problem ?? '', /does not verify.*row/)
    assert.equal((await client.ok('verifyAudit')).ok, false)
    const { findings } = await client.ok('examine')
    assert.equal(findings.find(({ check }) => check === 'audit log')?.state, 'fail')
    const { items } = await client.ok('listNotifications', { query: { kind: 'audit_problem' } })
    assert.deepEqual(
      items.map(({ severity }) => severity),
      ['urgent'],
    )
    const doctor = runSesame(['doctor', '--data', terminal.dataDirectory], { cwd: '/' })
    assert.equal((await doctor.ended).code, 1)
    assert.match(doctor.out(), /^fail {2}audit log: .*row/m)

    const { cancelled } = await client.ok('cancelAll', { body: {} })
    assert.equal(cancelled.length, 1)
    const { orders } = (await terminal.simulator.control('/ledger')) as Ledger
    assert.equal(orders[0]?.order.status, 'CANCELED')
  })
}

test('INV-54 a break that is found while ARMED ends that', async (context) => {
  const terminal = await startTerminal(context, { ready: answers })
  const client = terminal.client()
  const body = await restingBuy(client, await findTradable(client))
  await arm(client)
  assert.equal((await client.ok('placeOrder', { body })).result, 'accepted')
  editDatabase(terminal.dataDirectory, EDITS['a row that was changed'])
  assert.equal((await client.ok('readTrading')).mode, 'ARMED')
  assert.equal((await client.ok('verifyAudit')).ok, false)
  await waitFor('SAFE', async () => (await client.ok('readTrading')).mode === 'SAFE')
  const refused = await client.ok('placeOrder', {
    body: await restingBuy(client, await findTradable(client)),
  })
  assert.deepEqual([refused.result, refused.reject?.code], ['rejected', 'audit_unavailable'])
})

/** Up, though its health is degraded. */
async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )
}
