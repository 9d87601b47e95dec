import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'

import { createClient, type Reply } from '#test/simulator/client.ts'
import { buildVenue, KEYS, SHARE, until } from '#test/simulator/venue.ts'
import { Refusal, type VenueRequest } from '../../http-server.ts'
import { createPathLimits, PATH_LIMITS } from '../../path-limits.ts'

type Row = Readonly<Record<string, unknown>>

const venue = buildVenue()
const [market] = venue.markets
const [YES] = market.tokens
let client: ReturnType<typeof createClient>
let keyId = ''

const choice = { token: YES, makerAmount: 4_000_000n, takerAmount: 10n * SHARE }

function open() {
  return venue.exchange.openOrders(keyId)
}

function errorOf(reply: Reply): string {
  return String((reply.json as Row)['error'])
}

/** The reply, or null when the connection broke or `happened` and the request was left without an answer. */
async function replyOrNull(sent: Promise<Reply>, happened: () => boolean): Promise<Reply | null> {
  const reply = sent.catch(() => null)
  await until(happened, 'what the fault does')
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  return venue.log.requests().at(-1)?.status === 0 ? null : reply
}

before(async () => {
  const base = `http://127.0.0.1:${await venue.listen('clob', 0)}`
  client = createClient({ base, key: KEYS.eoa, kind: 'eoa', now: () => venue.clock.now() })
  keyId = (await client.login()).apiKey
})
afterEach(async () => {
  venue.faults.remove()
  venue.modes.set('normal')
  venue.clock.advance(60_000)
  venue.exchange.cancel(
    open().map((order) => order.id),
    { owner: keyId },
  )
})
after(() => venue.close())

describe('order faults', () => {
  test('INV-07 an order may be booked although no answer arrives', async () => {
    for (const name of ['order.accept_then_timeout', 'order.accept_then_reset']) {
      const before = open().length
      venue.faults.add({ name, when: { times: 1 } })
      assert.equal(await replyOrNull(client.place(choice), () => open().length > before), null, name)
      assert.equal(open().length, before + 1, name)
    }
  })

  test('an order may be booked late, long after its sender gave up', async () => {
    venue.faults.add({ name: 'order.accept_late', args: { ms: 90_000 }, when: { times: 1 } })
    const fired = (): boolean => (venue.faults.list()[0]?.fired ?? 0) > 0
    assert.equal(await replyOrNull(client.place(choice), fired), null)
    assert.equal(open().length, 0)
    venue.clock.advance(90_000)
    assert.equal(open().length, 1)
  })

  test('the answer may say refused while the order rests, or success while it does not', async () => {
    venue.faults.add({ name: 'order.error_but_booked', when: { times: 1 } })
    const booked = await client.place(choice)
    assert.deepEqual([booked.status, errorOf(booked), open().length], [500, 'order timed out', 1])
    venue.faults.add({ name: 'order.success_true_with_error', when: { times: 1 } })
    const empty = await client.place(choice)
    assert.deepEqual(
      [(empty.json as Row)['success'], (empty.json as Row)['orderID'], open().length],
      [true, '', 1],
    )
    venue.faults.add({ name: 'order.success_false_with_id', when: { times: 1 } })
    const odd = (await client.place(choice)).json as Row
    assert.deepEqual([odd['success'], odd['orderID']], [false, open()[1]?.id])
    venue.faults.add({
      name: 'order.reject',
      args: { text: 'could not insert order', code: 500 },
      when: { times: 1 },
    })
    assert.equal((await client.place(choice)).status, 500)
    assert.equal(open().length, 2)
  })

  test('a batch is answered row by row also where the answer is wrong', async () => {
    const send = async (): Promise<Row[]> => {
      const batch = [client.orderBody(choice), client.orderBody(choice)]
      return (await client.signed('POST', '/orders', batch)).json as Row[]
    }
    venue.faults.add({ name: 'order.success_true_with_error', when: { times: 1 } })
    assert.deepEqual(
      (await send()).map((row) => [row['success'], row['orderID']]),
      [
        [true, ''],
        [true, ''],
      ],
    )
    assert.equal(open().length, 0)
    venue.faults.add({ name: 'order.success_false_with_id', when: { times: 1 } })
    assert.deepEqual(
      (await send()).map((row) => [row['success'], row['orderID']]),
      open().map((order) => [false, order.id]),
    )
    assert.equal(open().length, 2)
  })

  test('delayed, unmatched, partly filled and oddly named orders have the status of their answer', async () => {
    venue.faults.add({ name: 'order.delayed', args: { s: 7 }, when: { times: 1 } })
    assert.equal(((await client.place(choice)).json as Row)['status'], 'delayed')
    assert.equal(open()[0]?.status, 'DELAYED')
    venue.clock.advance(7_000)
    assert.equal(open()[0]?.status, 'LIVE')
    venue.faults.add({ name: 'order.unmatched', when: { times: 1 } })
    assert.equal(((await client.place(choice)).json as Row)['status'], 'unmatched')
    venue.faults.add({ name: 'order.partial_fill', args: { fraction: 0.3 }, when: { times: 1 } })
    await client.place(choice)
    assert.equal(open().at(-1)?.filled, 3n * SHARE)
    venue.faults.add({ name: 'order.rounding_residual', when: { times: 1 } })
    await client.place(choice)
    assert.equal(open().at(-1)?.filled, 9_999_997n)
    venue.faults.add({ name: 'order.opaque_id', when: { times: 1 } })
    const named = (await client.place(choice)).json as Row
    assert.equal(open().at(-1)?.id, named['orderID'])
    assert.notEqual(venue.log.requests().at(-1)?.order_hashes[0], named['orderID'])
    venue.faults.add({ name: 'order.foreign', when: { times: 1 } })
    const before = open().length
    await client.place(choice)
    assert.equal(open().length, before + 2)
    assert.deepEqual(venue.exchange.audit(), [])
  })
})

describe('cancel faults', () => {
  test('a cancel may be confirmed and not happen, happen without an answer, or lose against a fill', async () => {
    const place = async (): Promise<unknown> => ((await client.place(choice)).json as Row)['orderID']
    const cancel = (orderID: unknown): Promise<Reply> => client.signed('DELETE', '/order', { orderID })
    const first = await place()
    venue.faults.add({ name: 'cancel.ignored', when: { times: 1 } })
    assert.deepEqual(((await cancel(first)).json as Row)['canceled'], [first])
    assert.equal(open().length, 1)
    for (const name of ['cancel.not_found', 'cancel.already_matched']) {
      venue.faults.add({ name, when: { times: 1 } })
      assert.deepEqual(((await cancel(first)).json as Row)['canceled'], [])
      assert.equal(open().length, 1)
    }
    venue.faults.add({ name: 'cancel.fill_race', when: { times: 1 } })
    const raced = (await cancel(first)).json as { not_canceled: Row }
    assert.equal(raced.not_canceled[String(first)], 'already canceled or matched')
    assert.equal(venue.exchange.order(String(first))?.status, 'MATCHED')
    const second = await place()
    venue.faults.add({ name: 'cancel.accept_then_timeout', when: { times: 1 } })
    assert.equal(await replyOrNull(cancel(second), () => open().length === 0), null)
  })

  test('cancel-all may miss some', async () => {
    for (let count = 0; count < 4; count += 1) await client.place(choice)
    venue.faults.add({ name: 'cancel_all.partial', args: { fraction: 0.5 }, when: { times: 1 } })
    assert.equal(
      (((await client.signed('DELETE', '/cancel-all')).json as Row)['canceled'] as string[]).length,
      2,
    )
    assert.equal(open().length, 2)
    venue.clock.advance(5_000)
    await client.place(choice)
    venue.faults.add({ name: 'cancel_all.misses_inflight', args: { ms: 1_000 }, when: { times: 1 } })
    await client.signed('DELETE', '/cancel-all')
    assert.equal(open().length, 1)
  })
})

describe('read faults', () => {
  test('open orders may lag, repeat, never end or hold nonsense', async () => {
    type Page = { data: Row[]; next_cursor: string; count: number }
    const read = async (): Promise<Page> => (await client.signed('GET', '/data/orders')).json as Page
    await client.place(choice)
    venue.clock.advance(10_000)
    const kept = open()[0]?.id
    await client.place({ ...choice, makerAmount: 3_000_000n })
    venue.faults.add({ name: 'orders.eventual', args: { ms: 5_000 }, when: { times: 1 } })
    assert.deepEqual(
      (await read()).data.map((order) => order['id']),
      [kept],
    )
    await client.signed('DELETE', '/order', { orderID: kept })
    venue.faults.add({ name: 'orders.stale_snapshot', args: { ms: 5_000 }, when: { times: 1 } })
    assert.deepEqual(
      (await read()).data.map((order) => order['id']),
      [kept],
    )
    const expected: [string, number, string][] = [
      ['orders.repeated_cursor', 1, 'MA=='],
      ['orders.endless_cursor', 1, 'NTAw'],
      ['orders.duplicate_rows', 2, 'LTE='],
      ['orders.unmappable_row', 2, 'LTE='],
    ]
    for (const [name, count, cursor] of expected) {
      venue.faults.add({ name, when: { times: 1 } })
      const page = await read()
      assert.deepEqual([page.data.length, page.next_cursor], [count, cursor], name)
    }
    assert.equal((await read()).data.length, 1)
  })
})

describe('engine modes', () => {
  test('a restart answers 425, then two minutes of post-only let cancels and post-only orders through', async () => {
    const resting = ((await client.place(choice)).json as Row)['orderID']
    venue.modes.set('restarting', 30_000)
    for (const reply of [await client.place(choice), await client.signed('DELETE', '/cancel-all')]) {
      assert.deepEqual(
        [reply.status, errorOf(reply), reply.headers.get('retry-after')],
        [425, 'Too Early', '1'],
      )
    }
    venue.clock.advance(30_000)
    const refused = await client.place(choice)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '120'])
    assert.deepEqual((refused.json as Row)['code'], 'post_only_mode')
    assert.equal((await client.place({ ...choice, postOnly: true })).status, 200)
    const rows = (await client.signed('POST', '/orders', [client.orderBody(choice)])).json as Row[]
    assert.deepEqual([rows[0]?.['success'], rows[0]?.['orderID']], [true, ''])
    assert.deepEqual(
      ((await client.signed('DELETE', '/order', { orderID: resting })).json as Row)['canceled'],
      [resting],
    )
    venue.clock.advance(120_000)
    assert.equal((await client.place(choice)).status, 200)
  })

  test('cancel-only takes cancels alone, disabled takes nothing', async () => {
    venue.modes.set('cancel_only')
    assert.match(errorOf(await client.place(choice)), /cancel-only/)
    assert.equal((await client.signed('DELETE', '/cancel-all')).status, 200)
    venue.modes.set('disabled')
    assert.match(errorOf(await client.place(choice)), /disabled/)
    assert.equal((await client.signed('DELETE', '/cancel-all')).status, 503)
    venue.modes.set('normal')
    venue.faults.add({ name: 'engine.restarting', when: { times: 1 } })
    assert.equal((await client.place(choice)).status, 425)
    assert.equal((await client.place(choice)).status, 200)
  })

  test('a rule for placing is asked once a placement and never by a cancel; it sees the request as it is', async () => {
    venue.faults.add({ name: 'engine.post_only', when: { times: 1 } })
    venue.faults.add({ name: 'engine.cancel_only', when: { times: 1 } })
    assert.equal((await client.signed('DELETE', '/cancel-all')).status, 200)
    assert.equal(((await client.place(choice)).json as Row)['code'], 'post_only_mode')
    assert.match(errorOf(await client.place(choice)), /cancel-only/)
    venue.faults.remove()
    venue.faults.add({ name: 'engine.disabled', match: { method: 'DELETE', path: '/cancel-all' } })
    assert.equal((await client.place(choice)).status, 200)
    assert.equal((await client.signed('DELETE', '/cancel-all')).status, 503)
    venue.faults.remove()
    venue.faults.add({ name: 'engine.post_only', when: { times: 1 } })
    const batch = [client.orderBody(choice), client.orderBody(choice)]
    const rows = (await client.signed('POST', '/orders', batch)).json as Row[]
    assert.deepEqual(
      rows.map((row) => row['orderID']),
      ['', ''],
    )
  })
})

describe('rate limits', () => {
  test('a signer’s bucket empties at its burst, refills at its rate and reports both in headers', async () => {
    const signer = client.address
    const spend = (cost: number): Readonly<Record<string, string>> => {
      const request: VenueRequest = {
        method: 'POST',
        path: '/orders',
        query: new URLSearchParams(),
        headers: {},
        body: Buffer.alloc(0),
        remote: 'test',
        entry: venue.log.open('clob', 'POST', '/orders', ''),
        subject: { service: 'clob' },
        answerHeaders: {},
      }
      try {
        venue.limits.spend(signer, 'order', cost, request)
      } catch (error) {
        assert.ok(error instanceof Refusal)
        request.answerHeaders['status'] = String(error.status)
      }
      return request.answerHeaders
    }
    assert.equal(spend(60)['status'], undefined)
    const over = spend(15)
    assert.deepEqual([over['status'], over['retry-after']], ['429', '1'])
    venue.clock.advance(1_000)
    const passed = spend(15)
    assert.deepEqual(
      [passed['status'], passed['Venue-RateLimit-Remaining'], passed['Venue-RateLimit-Tier']],
      [undefined, '25', 'Standard'],
    )
    venue.faults.add({ name: 'rate.warning' })
    const warned = spend(50)
    venue.faults.remove()
    assert.deepEqual(
      [warned['status'], warned['Venue-RateLimit-Warning'], warned['Venue-RateLimit-Remaining']],
      [undefined, 'true', '-25'],
    )
  })

  test('a path’s limit makes a request wait for the window, not fail', () => {
    const waitMs = createPathLimits(venue.clock, PATH_LIMITS.clob)
    const asked = { method: 'GET', path: '/tick-size', remote: 'another address' }
    for (let count = 0; count < 200; count += 1) assert.equal(waitMs(asked), 0)
    assert.equal(waitMs(asked), 10_000)
    venue.clock.advance(10_001)
    assert.equal(waitMs({ ...asked, remote: 'a third' }), 0)
    assert.equal(waitMs(asked), 0)
  })

  test('429 comes as often as it was asked for, and calling on during it is noted', async () => {
    venue.faults.add({ name: 'rate.429', args: { retry_after_s: 3, n: 1 } })
    const refused = await client.place(choice)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3'])
    assert.equal((await client.place(choice)).status, 200)
    assert.equal(venue.log.violations().at(-1)?.kind, 'during_retry_after')
  })
})

describe('heartbeats', () => {
  test('each answer names the next id; a lapse of ten seconds cancels the key’s orders', async () => {
    const beat = (id: string): Promise<Reply> => client.signed('POST', '/v1/heartbeats', { heartbeat_id: id })
    const first = (await beat('')).json as { heartbeat_id: string }
    const second = (await beat(first.heartbeat_id)).json as { heartbeat_id: string }
    const wrong = await beat(first.heartbeat_id)
    assert.equal(wrong.status, 400)
    assert.deepEqual(wrong.json, { error_msg: 'Invalid Heartbeat ID', heartbeat_id: second.heartbeat_id })
    await client.place(choice)
    venue.clock.advance(9_999)
    assert.equal(open().length, 1)
    venue.clock.advance(5_001)
    assert.equal(open().length, 0)
    assert.equal((await beat('')).status, 200)
  })

  test('a fault asks for another id', async () => {
    const beat = (): Promise<Reply> => client.signed('POST', '/v1/heartbeats', { heartbeat_id: '' })
    await beat()
    venue.faults.add({ name: 'hb.400_error_key', when: { times: 1 } })
    assert.equal(errorOf(await beat()), 'Invalid Heartbeat ID')
  })
})

describe('auth faults', () => {
  test('401 once, derivation failing twice', async () => {
    venue.faults.add({ name: 'auth.401_once' })
    assert.equal((await client.signed('GET', '/data/orders')).status, 401)
    assert.equal((await client.signed('GET', '/data/orders')).status, 200)
    venue.faults.add({ name: 'auth.derive_5xx', args: { n: 2 } })
    const derive = async (): Promise<number> =>
      (await client.send('GET', '/auth/derive-api-key', client.l1())).status
    assert.deepEqual([await derive(), await derive(), await derive()], [503, 503, 200])
  })
})

test('a barrier holds a request before or after it acts, until it is released', async () => {
  venue.barriers.set('held', { path: '/order', method: 'POST' }, 'before')
  const first = client.place(choice)
  await until(() => venue.barriers.list()[0]?.holding === 1, 'the request is held')
  assert.equal(open().length, 0)
  venue.barriers.release('held')
  assert.equal((await first).status, 200)
  venue.barriers.set('held', { path: '/order', method: 'POST' }, 'after')
  const second = client.place(choice)
  await until(() => open().length === 2, 'the order rests')
  venue.barriers.release('held')
  assert.equal((await second).status, 200)
})

test('one trade may hold several orders of one key', async () => {
  await client.place(choice)
  await client.place({ ...choice, makerAmount: 3_000_000n })
  venue.faults.add({ name: 'trade.multi_maker_same_id', when: { times: 1 } })
  await client.place({ ...choice, makerAmount: 2_000_000n })
  const [trade] = venue.exchange.trades(client.address)
  assert.deepEqual(
    trade?.makers.map((maker) => [maker.owner, maker.price]),
    [4_000, 3_000, 2_000].map((price) => [keyId, price]),
  )
  assert.equal(open().length, 0)
  assert.deepEqual(venue.exchange.audit(), [])
})

test('trade faults fail a trade after a while or let it be retried', async () => {
  const take = { token: YES, makerAmount: 5_300_000n, takerAmount: 10n * SHARE, type: 'FAK' as const }
  venue.faults.add({ name: 'trade.failed_after', args: { ms: 4_000 }, when: { times: 1 } })
  const cash = venue.exchange.cash(client.address)
  await client.place(take)
  assert.notEqual(venue.exchange.cash(client.address), cash)
  venue.clock.advance(4_000)
  assert.equal(venue.exchange.cash(client.address), cash)
  assert.equal(venue.exchange.trades(client.address)[0]?.status, 'FAILED')
  venue.faults.add({ name: 'trade.retrying', args: { n: 2 }, when: { times: 1 } })
  await client.place(take)
  venue.clock.advance(2_000)
  assert.equal(venue.exchange.trades(client.address)[0]?.status, 'RETRYING')
  venue.clock.advance(60_000)
  assert.equal(venue.exchange.trades(client.address)[0]?.status, 'CONFIRMED')
})

test('balances show cash and shares of a trade only once it is mined, which may be never', async () => {
  const take = { token: YES, makerAmount: 5_300_000n, takerAmount: 10n * SHARE, type: 'FAK' as const }
  const { exchange, faults, clock } = venue
  const shown = async (): Promise<readonly string[]> =>
    Promise.all(
      ['COLLATERAL', `CONDITIONAL&token_id=${YES}`].map(async (asset) => {
        const reply = await client.signed('GET', `/balance-allowance?asset_type=${asset}&signature_type=0`)
        return String((reply.json as Row)['balance'])
      }),
    )
  const moved = (): readonly string[] => [
    exchange.cash(client.address).toString(),
    exchange.shares(client.address, YES).toString(),
  ]
  const before = moved()
  faults.add({ name: 'trade.stays_matched', args: { ms: 600_000 }, when: { times: 1 } })
  faults.add({ name: 'trade.stays_matched' })
  await client.place(take)
  const once = moved()
  await client.place(take)
  clock.advance(599_999)
  assert.deepEqual(await shown(), before)
  clock.advance(1)
  assert.deepEqual(await shown(), once)
  clock.advance(86_400_000)
  assert.deepEqual(await shown(), once)
  const last = exchange.trades(client.address)[0]
  assert.deepEqual([last?.status, last?.transactionHash], ['MATCHED', ''])
})
