// Which calls may stand before which, over real sockets, at a venue that answers some and leaves others hanging.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseOrderId, type OrderId } from '#core/ids.ts'
import { createTestClock, until } from './testing/host.ts'
import { json, startScriptedServer, type Answer } from './testing/scripted-server.ts'
import { createTestVenue, testOrder } from './testing/venue.ts'

const CONNECTIONS = 4
const hang: Answer = () => {}
const NOTHING_CANCELLED = json(200, { canceled: [], not_canceled: {} })

function orderId(n: number): OrderId {
  const id = parseOrderId(`pm:0x${n.toString(16).padStart(64, '0')}`)
  assert.ok(id !== null)
  return id
}

describe('connections', () => {
  test('INV-17 Cancel All and Cancel Market wait for no other cancel and for nothing that keeps connections warm', async () => {
    const server = await startScriptedServer()
    let asked = 0
    server.on('GET', '/time', () => {
      asked += 1
    })
    for (const path of ['/order', '/orders']) server.on('DELETE', path, hang)
    for (const path of ['/cancel-all', '/cancel-market-orders']) server.on('DELETE', path, NOTHING_CANCELLED)
    const venue = await createTestVenue(server.origin)
    try {
      await until(() => asked > 0, 'a call that keeps a connection warm')
      let ended = 0
      const hanging = Array.from({ length: 2 * CONNECTIONS }, async (_, n) => {
        await venue.trading.cancel([orderId(n + 1)])
        ended += 1
      })
      const all = await venue.trading.cancelAll()
      const market = await venue.trading.cancelMarket({ outcomeId: testOrder().outcomeId })
      assert.deepEqual([all.kind, market.kind], ['answered', 'answered'])
      assert.equal(ended, 0, 'the others hang still')
      await venue.close()
      await Promise.all(hanging)
    } finally {
      await venue.close()
      await server.close()
    }
  })

  test('an order that no connection takes within 3 s is not sent, then or later', async () => {
    const server = await startScriptedServer()
    server.on('POST', '/order', hang)
    const venue = await createTestVenue(server.origin, { clock: createTestClock(4) })
    const submit = async (): Promise<string> => {
      const order = venue.trading.prepare(testOrder())
      assert.ok(order !== null)
      const outcome = await venue.trading.submit(order, () => null)
      return outcome.kind
    }
    const orders = (): number => server.calls.filter(({ target }) => target === '/order').length
    try {
      const hanging = Array.from({ length: CONNECTIONS }, submit)
      await until(() => orders() === CONNECTIONS, 'orders on every connection')
      let ended = 0
      for (const one of hanging) void one.then(() => (ended += 1))
      assert.equal(await submit(), 'refused')
      assert.equal(ended, 0, 'the others hang still')
      assert.deepEqual([...new Set(await Promise.all(hanging))], ['unknown'])
      assert.equal(orders(), CONNECTIONS)
    } finally {
      await venue.close()
      await server.close()
    }
  })

  test('after its end nothing is signed, and nothing fails: the key is overwritten', async () => {
    const venue = await createTestVenue('http://127.0.0.1:1')
    assert.notEqual(venue.trading.prepare(testOrder()), null)
    await venue.close()
    assert.equal(venue.trading.prepare(testOrder()), null)
  })
})
