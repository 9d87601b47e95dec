// Rules shown here: API-6. Attached exits at the edge: with an order, on a position, changed and removed, and
// refusals in words.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AttachedExit } from '#core/order/attached-exit.ts'
import { err } from '#lib/result.ts'
import { startHarness, type Answered, type Harness, type Login } from '../testing/harness.ts'
import { examples } from '../openapi/examples.ts'

let server: Harness
let page: Login
before(async () => {
  server = await startHarness()
  page = await server.login()
})
after(() => server.close())

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answered> =>
  server.as(page, path, { method, body })
const list = async (): Promise<readonly Record<string, unknown>[]> => {
  const answer = await server.as(page, '/api/exits')
  return (answer.json() as { readonly items: readonly Record<string, unknown>[] }).items
}

describe('attached exits', () => {
  test('an order brings its exits; without them it is placed as ever', async () => {
    const order = examples.placeOrder.body
    const legs = { target: { price: '0.7' }, stop: { price: '0.4', slippage_ticks: 2 } }
    assert.equal((await send('POST', '/api/orders/place', { ...order, exits: legs })).status, 200)
    const [exit] = await list()
    assert.deepEqual(
      [exit?.['entry_client_order_id'], exit?.['target_price'], exit?.['stop_price'], exit?.['sells_at']],
      [order.client_order_id, '0.7', '0.4', null],
    )
    const other = { ...order, client_order_id: '01890a5d-ac96-774b-bcce-b302099a9999', exits: null }
    assert.equal((await send('POST', '/api/orders/place', other)).status, 200)
    assert.equal((await list()).length, 1)
  })

  test('one on a position is made, changed, and taken off', async () => {
    const made = await send('POST', '/api/exits', examples.attachExit.body)
    assert.equal(made.status, 200)
    const { id } = made.json() as { readonly id: string }
    const changed = await send('PUT', `/api/exits/${id}`, {
      legs: { trailing: { distance: '0.05', slippage_ticks: 0 } },
    })
    const shown: Record<string, unknown> = changed.json()
    assert.deepEqual(
      [shown['target_price'], shown['trailing_distance'], shown['pause']],
      [null, '0.05', 'safe'],
    )
    const removed = await send('DELETE', `/api/exits/${id}`)
    assert.deepEqual([removed.status, (removed.json() as Partial<AttachedExit>).end], [200, 'removed'])
  })

  test('further targets, break-even and a stop entry are answered as they are asked for, and left out without', async () => {
    const { size: _, ...position } = examples.attachExit.body
    const legs = {
      target: { price: '0.9' },
      further_targets: [{ price: '0.8', percent: 40 }],
      stop: { price: '0.5', slippage_ticks: 2 },
      break_even: { at_price: '0.7', stop_price: '0.6' },
      entry: { price: '0.6', size: '20', slippage_ticks: 3 },
    }
    const id = '01890a5d-ac96-774b-bcce-b302099a7777'
    const made = await send('POST', '/api/exits', { ...position, legs, client_order_id: id })
    const row: Record<string, unknown> = made.json()
    const { further_targets: further, break_even: moves, entry } = row
    assert.deepEqual([further, moves, entry], [legs.further_targets, legs.break_even, legs.entry])
    const [, plain] = await list()
    assert.ok(
      plain !== undefined && !('further_targets' in plain || 'break_even' in plain || 'entry' in plain),
    )
    for (const wrong of [
      { ...position, legs },
      { ...position, legs, client_order_id: id, size: '5' },
      position,
    ])
      assert.equal((await send('POST', '/api/exits', wrong)).status, 422)
  })

  test('an order names a template: its legs count from the price, exits of its own come first, a repeat has the first ones', async () => {
    await send('PUT', '/api/exit-templates', examples.writeExitTemplates.body)
    const order = { ...examples.placeOrder.body, price: '0.5', side: 'BUY', template: 'Bracket' }
    const at = (end: number) => ({ ...order, client_order_id: `01890a5d-ac96-774b-bcce-b30209990${end}` })
    const shown = async () => {
      const [exit] = await list()
      return [exit?.['target_price'], exit?.['further_targets'], exit?.['stop_price'], exit?.['break_even']]
    }
    const bracket = [
      '0.62',
      [{ price: '0.55', percent: 60 }],
      '0.42',
      { at_price: '0.54', stop_price: '0.51' },
    ]
    const placed = await send('POST', '/api/orders/place', at(101))
    assert.equal((placed.json()['order'] as Record<string, unknown> | null)?.['template'], 'Bracket')
    assert.deepEqual(await shown(), bracket)
    const exits = { stop: { price: '0.3', slippage_ticks: 2 } }
    assert.equal((await send('POST', '/api/orders/place', { ...at(102), exits })).status, 200)
    assert.deepEqual(await shown(), [null, undefined, '0.3', undefined])
    const many = { orders: [at(103), { ...at(104), template: 'None' }] }
    const refused = await send('POST', '/api/orders/place-many', many)
    assert.deepEqual(
      [refused.status, refused.json()['errors']],
      [422, [{ path: 'orders.1.template', message: 'is not the name of a template' }]],
    )
    const below = await send('POST', '/api/orders/place', { ...at(105), price: '0.05' })
    assert.match(JSON.stringify(below.json()), /would be at 0 or below/)
    await send('PUT', '/api/exit-templates', { templates: [], defaults: { sports: null, other: null } })
    assert.equal((await send('POST', '/api/orders/place', at(101))).status, 200)
  })

  test('what cannot be attached is refused in words', async () => {
    const { attachedExits } = server.fake.engine
    async function refused(
      fault: 'target_below_stop' | 'storage_refused' | 'off_tick',
    ): Promise<Record<string, unknown>> {
      const before = { ...attachedExits }
      Object.assign(attachedExits, { put: async () => err(fault) })
      const answer = await send('POST', '/api/exits', examples.attachExit.body)
      Object.assign(attachedExits, before)
      return answer.json()
    }
    const below = await refused('target_below_stop')
    assert.deepEqual(
      [below['status'], below['code'], below['detail']],
      [422, 'invalid_exit', 'The target must be above the stop.'],
    )
    assert.equal((await refused('storage_refused'))['status'], 503)
    assert.equal((await refused('off_tick'))['code'], 'off_tick')
    const unknown = await send('DELETE', '/api/exits/01890000-0000-7000-8000-00000000dead')
    assert.equal(unknown.status, 404)
    const bad = await send('POST', '/api/exits', {
      ...examples.attachExit.body,
      legs: { target: { price: '1.2' } },
    })
    assert.equal(bad.status, 422)
  })
})
