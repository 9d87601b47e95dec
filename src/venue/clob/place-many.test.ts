/** Proofs in the answer to several orders, over real sockets. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PlaceOutcome } from '#ports/venue-trading.ts'
import { createTestClock } from '../testing/host.ts'
import { json, raw, startScriptedServer } from '../testing/scripted-server.ts'
import type { Answer, ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue, testOrder } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'

const PLACED = {
  success: true,
  errorMsg: '',
  orderID: `0x${'cd'.repeat(32)}`,
  status: 'live',
  makingAmount: '',
  takingAmount: '',
}
const open = (): null => null

let server: ScriptedServer
let venue: Venue

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
})

after(async () => {
  await venue.close()
  await server.close()
})

describe('INV-93 an answer to several orders proves', () => {
  const placedRow = (index: number, ids: readonly string[]): object => ({ ...PLACED, orderID: ids[index] })
  const refusedRow = (errorMsg: string, success = false): object => ({
    ...PLACED,
    success,
    errorMsg,
    orderID: '',
    status: '',
  })

  /** Endings of three orders, and the hashes that they have. */
  async function many(answer: (ids: readonly string[]) => Answer): Promise<{
    readonly outcomes: readonly PlaceOutcome[]
    readonly ids: readonly string[]
  }> {
    const orders = [1, 2, 3].flatMap(() => venue.trading.prepare(testOrder()) ?? [])
    const ids = orders.map(({ orderId }) => orderId.replace('pm:', ''))
    server.on('POST', '/orders', answer(ids))
    const outcomes = await venue.trading.submitMany?.(orders, open)
    return { outcomes: outcomes ?? [], ids }
  }
  const kinds = (outcomes: readonly PlaceOutcome[]): readonly string[] => outcomes.map(({ kind }) => kind)
  const codes = (outcomes: readonly PlaceOutcome[]): readonly string[] =>
    outcomes.map((one) => (one.kind === 'refused' ? one.rejection.code : one.kind))

  test('each by its row: placed, refused, and refused with success for post-only mode', async () => {
    const mode = 'post-only mode: only post-only orders and cancels are allowed'
    const { outcomes, ids } = await many((hashes) =>
      json(200, [placedRow(0, hashes), refusedRow('not enough balance / allowance'), refusedRow(mode, true)]),
    )
    assert.deepEqual(outcomes[0], { kind: 'accepted', orderId: `pm:${ids[0]}`, status: 'live' })
    assert.deepEqual(codes(outcomes), ['accepted', 'insufficient_balance', 'venue_post_only'])
  })

  test('in one request, whose body has each order as it would go alone, at the cost of all', async () => {
    const calls = server.calls.length
    await many((hashes) =>
      json(
        200,
        [0, 1, 2].map((one) => placedRow(one, hashes)),
      ),
    )
    assert.equal(server.calls.length, calls + 1)
    const body = JSON.parse(server.calls.at(-1)?.body ?? '') as readonly { readonly order: object }[]
    assert.deepEqual(
      body.map((one) => Object.keys(one)),
      [1, 2, 3].map(() => ['deferExec', 'postOnly', 'order', 'owner', 'orderType']),
    )
  })

  test('nothing of any where rows are missing or the whole cannot be read', async () => {
    for (const answer of [
      json(200, []),
      json(200, PLACED),
      json(200, [PLACED, PLACED]),
      raw(200, '[{'),
      json(500, {}),
    ]) {
      assert.deepEqual(kinds((await many(() => answer)).outcomes), ['unknown', 'unknown', 'unknown'])
    }
  })

  test('only what names its hash where the rows come in another order', async () => {
    const { outcomes, ids } = await many((hashes) =>
      json(200, [placedRow(2, hashes), refusedRow('not enough balance / allowance'), placedRow(0, hashes)]),
    )
    assert.deepEqual(kinds(outcomes), ['accepted', 'unknown', 'accepted'])
    assert.ok(outcomes[0]?.kind === 'accepted' && outcomes[0].orderId === `pm:${ids[0]}`)
  })

  test('the refusal of all where it is of the whole: too many, a mode, a 403 that the check confirms', async () => {
    const tooMany = { error: 'Too many orders in payload: 16, max allowed: 15' }
    assert.deepEqual(codes((await many(() => json(400, tooMany))).outcomes), Array(3).fill('venue_rejected'))
    const mode = { error: 'Trading is currently cancel-only. New orders are not accepted' }
    assert.deepEqual(codes((await many(() => json(503, mode))).outcomes), Array(3).fill('venue_cancel_only'))
    server.on('GET', '/geoblock', json(200, { blocked: true }))
    assert.deepEqual(codes((await many(() => json(403, {}))).outcomes), Array(3).fill('geoblocked'))
    server.on('GET', '/geoblock', json(200, { blocked: false }))
  })
})

test('INV-47 several orders take as many tokens of the bucket, together or not at all', async () => {
  const frozen = { ...createTestClock(), monotonic: () => 0 }
  const fresh = await createTestVenue(server.origin, { clock: frozen })
  try {
    assert.deepEqual([fresh.trading.orderWaitMs(15), fresh.trading.orderWaitMs(60)], [0, 0])
    const orders = Array.from({ length: 15 }, () => fresh.trading.prepare(testOrder())).flatMap(
      (one) => one ?? [],
    )
    server.on('POST', '/orders', json(200, []))
    for (let batch = 0; batch < 3; batch += 1) await fresh.trading.submitMany?.(orders, open)
    assert.deepEqual([fresh.trading.orderWaitMs(15), fresh.trading.orderWaitMs(16)], [0, 25])
    await fresh.trading.submitMany?.(orders, () => 'safe_mode')
    assert.equal(fresh.trading.orderWaitMs(15), 0)
  } finally {
    await fresh.close()
  }
})
