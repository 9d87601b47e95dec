/** The ledger is what tests compare with: it must show the current state of orders and trades, not the first one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startSimulator } from '../program.ts'

type Ledger = {
  readonly orders: readonly { readonly order: Readonly<Record<string, string>> }[]
  readonly fills: readonly { readonly order: string; readonly status: string }[]
}

test('the ledger shows orders and fills as they are now', async (context) => {
  const simulator = await startSimulator({ port: 0, seed: 'history', traderRate: 0 })
  context.after(() => simulator.stop())
  const control = async (path: string, body?: object): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answered = await fetch(`${simulator.controlUrl}/_sim${path}`, init)
    return answered.json()
  }
  const { tokens } = (await control('/market/4210000')) as { readonly tokens: readonly string[] }
  const order = { kind: 'foreign_place', token: tokens[0], side: 'BUY', price: 4_000, size: '20000000' }
  const placed = async (): Promise<string> => ((await control('/order', order)) as { readonly id: string }).id
  const [filled, cancelled] = [await placed(), await placed()]
  await control('/order', { kind: 'fill', order_id: filled })
  await control('/order', { kind: 'foreign_cancel', order_id: cancelled })
  await control('/clock', { advance_ms: 10_000 })

  const ledger = (await control('/ledger')) as Ledger
  const now = new Map(ledger.orders.map(({ order: { id, status, filled: size } }) => [id, [status, size]]))
  assert.deepEqual(now.get(filled), ['MATCHED', '20000000'])
  assert.deepEqual(now.get(cancelled), ['CANCELED', '0'])
  assert.deepEqual(
    ledger.fills.filter((fill) => fill.order === filled).map((fill) => fill.status),
    ['CONFIRMED'],
  )
})

test('a fault that there is not is refused, as a test that asks for it would show nothing', async (context) => {
  const simulator = await startSimulator({ port: 0, seed: 'no fault', traderRate: 0, firstEvents: 1 })
  context.after(() => simulator.stop())
  const body = JSON.stringify({ name: 'ws.no_such' })
  const answered = await fetch(`${simulator.controlUrl}/_sim/faults`, { method: 'POST', body })
  assert.equal(answered.status, 400)
  assert.match(await answered.text(), /no fault ws\.no_such/)
})
