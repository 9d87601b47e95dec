// Several orders in one command: judged as a sum, durable before the first byte, each with an ending of its own, never sent again.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { ScriptedOutcome } from '../../testing/fake-orders.ts'
import {
  clientId,
  createTradingFixture,
  groupId,
  intent,
  NO,
  price,
  whole,
  YES,
} from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'
import type { PlaceResult } from '../contract.ts'

async function armed(limits: Partial<RiskLimits> = {}): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  await fixture.open()
  assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), ...limits }).ok)
  return fixture
}

async function placed(
  fixture: TradingFixture,
  orders: readonly OrderIntent[],
  ...scripted: readonly ScriptedOutcome[]
): Promise<readonly PlaceResult[]> {
  fixture.venue.scriptedOutcomes.push(...scripted)
  const answer = fixture.module.orders.placeMany(orders)
  await fixture.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  assert.deepEqual(
    result.value.map(({ clientOrderId }) => clientOrderId),
    orders.map(({ clientOrderId }) => clientOrderId),
  )
  return result.value
}

const words = (results: readonly PlaceResult[]): readonly string[] =>
  results.map(({ result, reject }) => reject?.code ?? result)
const kindsOf = ({ audit }: TradingFixture, id: string): readonly string[] =>
  audit.orderHistory(id).map(({ kind }) => kind)

/** 10 shares at 0.40 each: 4 pUSD. */
const two = (changes: Partial<OrderIntent> = {}): readonly OrderIntent[] => [
  intent(1, changes),
  intent(2, { price: price(3_900), ...changes }),
]
const sale = (number: number, changes: Partial<OrderIntent> = {}): OrderIntent =>
  intent(number, { side: 'SELL', price: price(4_900), ...changes })

describe('INV-91 several orders are judged as a sum:', () => {
  const CASES: readonly (readonly [
    code: string,
    limits: Partial<RiskLimits>,
    orders: readonly OrderIntent[],
    set?: (fixture: TradingFixture) => void,
  ])[] = [
    ['max_daily_notional', { maxDailyNotional: whole(7) }, two()],
    ['max_position_notional', { maxPositionNotional: whole(7) }, [intent(1), intent(2, { outcomeId: NO })]],
    ['max_open_orders', { maxOpenOrders: 1 }, two()],
    ['max_orders_per_minute', { maxOrdersPerMinute: 1 }, two()],
    ['insufficient_balance', {}, two(), ({ venue }) => (venue.balance = whole(7))],
    ['insufficient_balance', {}, [sale(1), sale(2)], ({ venue }) => (venue.shares = whole(19))],
    ['venue_rate_limited', {}, two(), ({ venue }) => (venue.tokens = 1)],
  ]
  for (const [code, limits, orders, set] of CASES) {
    test(`${code} of the sum alone refuses all, and nothing leaves`, async () => {
      const fixture = createTradingFixture()
      set?.(fixture)
      await fixture.open()
      assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), ...limits }).ok)
      const results = await placed(fixture, orders)
      assert.deepEqual(words(results), [code, code])
      for (const { reject } of results)
        assert.match(reject?.message ?? '', /[^.], together with the other order of this command[.]$/)
      assert.deepEqual(fixture.venue.requests, [])
      for (const { clientOrderId } of orders)
        assert.deepEqual(kindsOf(fixture, clientOrderId), ['intent', 'decision'])
      if (code === 'venue_rate_limited') assert.equal(results[0]?.reject?.retryAfterMs, 1_500)
      // Each of them alone is not.
      assert.deepEqual(
        words(await placed(fixture, [{ ...orders[0], clientOrderId: clientId(9) } as OrderIntent])),
        ['accepted'],
      )
    })
  }

  test('one that is refused alone does not cost the others', async () => {
    const fixture = await armed({ maxDailyNotional: whole(8) })
    const odd = intent(3, { price: price(4_001) })
    const results = await placed(fixture, [...two(), odd])
    assert.deepEqual(words(results), ['accepted', 'accepted', 'off_tick'])
    assert.deepEqual(fixture.venue.batches, [2])
  })

  test('shares of the other outcome pair once, whichever of the orders comes first', async () => {
    // 10 of the other outcome are held: as many pair with what is bought, unless they are sold by the same command.
    for (const isSaleFirst of [true, false]) {
      const fixture = await armed({ maxPositionNotional: whole(8) })
      await placed(fixture, [intent(1, { outcomeId: NO, price: price(5_000) })], 'matched')
      const both = [intent(2), sale(3, { outcomeId: NO })]
      const results = await placed(fixture, isSaleFirst ? both.toReversed() : both)
      assert.deepEqual(words(results), ['max_position_notional', 'max_position_notional'])
      assert.deepEqual(words(await placed(fixture, [intent(4)])), ['accepted'])
    }
  })

  test('a purchase that takes pairs as many shares as its cash buys', async () => {
    // Offered at 0.50: at a limit of 0.60 its cash buys 12 shares for 10, so that of 23 that could pair 11 are left.
    const taking = (number: number): OrderIntent =>
      intent(number, { price: price(6_000), timeInForce: 'FAK' })
    for (const [held, codes] of [
      [24, ['accepted', 'accepted']],
      [23, ['max_position_notional', 'max_position_notional']],
    ] as const) {
      const fixture = await armed({ priceBandTicks: 10 })
      const bought = intent(1, { outcomeId: NO, price: price(5_000), size: whole(held) })
      await placed(fixture, [bought], 'matched')
      const used = fixture.module.risk.usage().maxPositionNotional
      const maxPositionNotional = micros(used + 6_000_000n)
      assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), maxPositionNotional }).ok)
      assert.deepEqual(words(await placed(fixture, [taking(2), taking(3)])), codes, `${held}`)
    }
  })

  test('over random batches no limit is exceeded by what leaves, and what fits leaves', async () => {
    const anyOrder = fc.record({
      shares: fc.integer({ min: 5, max: 40 }),
      steps: fc.constantFrom(3_000, 4_000),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOrder, { minLength: 1, maxLength: 15 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 2, max: 60 }),
        async (asked, most, room) => {
          const fixture = await armed({ maxOpenOrders: most, maxDailyNotional: whole(room) })
          const orders = asked.map(({ shares, steps }, at) =>
            intent(at + 1, { price: price(steps), size: whole(shares) }),
          )
          const cost = orders.map((order) => (BigInt(order.price) * order.size) / 10_000n)
          const fits = cost.map((one) => one <= whole(room))
          const sum = cost.reduce((total, one, at) => (fits[at] === true ? total + one : total), 0n)
          const going = fits.filter(Boolean).length
          const results = await placed(fixture, orders)
          const leaves = sum <= whole(room) && going <= most
          assert.equal(fixture.venue.requests.length, leaves ? going : 0)
          assert.deepEqual(
            results.map(({ result }) => result === 'accepted'),
            fits.map((one) => one && leaves),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('INV-92 several orders are durable before the first byte', () => {
  test('their rows are one append, refused ones among them, and on disk when the request leaves', async () => {
    const fixture = await armed()
    const seen: (readonly string[])[] = []
    fixture.venue.onSubmit = async () => {
      seen.push(
        fixture.audit.all.map(({ clientOrderId, kind }) => `${kind} ${Number(clientOrderId.slice(-2))}`),
      )
    }
    await placed(fixture, [...two(), intent(3, { price: price(4_001) })])
    const rows = [
      'intent 3',
      'decision 3',
      'intent 1',
      'decision 1',
      'signed 1',
      'intent 2',
      'decision 2',
      'signed 2',
    ]
    assert.deepEqual(seen[0]?.slice(-8), rows)
  })

  test('a disk that refuses them refuses all', async () => {
    const fixture = await armed()
    fixture.audit.isBroken = true
    assert.deepEqual(words(await placed(fixture, two())), ['audit_unavailable', 'audit_unavailable'])
    assert.deepEqual([fixture.venue.requests, fixture.module.orders.open()], [[], []])
  })

  for (const [point, isKnown] of [
    ['place.signed.pre', false],
    ['place.signed.post', true],
  ] as const) {
    test(`a kill at ${point} leaves ${isKnown ? 'all' : 'none'} of them`, async () => {
      const fixture = await armed()
      fixture.killAt = point
      void fixture.module.orders.placeMany(two())
      await fixture.clock.advance(1_000)
      assert.ok(fixture.isDead())
      const rows = isKnown ? ['intent', 'decision', 'signed'] : []
      assert.deepEqual(
        [1, 2].map((one) => kindsOf(fixture, clientId(one))),
        [rows, rows],
      )
      await fixture.restart()
      const results = await placed(fixture, two())
      assert.deepEqual(
        results.map(({ result, replayed }) => [result, replayed]),
        isKnown
          ? [
              ['unknown', true],
              ['unknown', true],
            ]
          : [
              ['rejected', false],
              ['rejected', false],
            ],
      )
    })
  }
})

describe('INV-93 each of several orders has an ending of its own:', () => {
  test('accepted, filled and refused, each with its rows, its order and its part of the limits', async () => {
    const fixture = await armed()
    const orders = [...two(), intent(3, { price: price(3_800) })]
    const results = await placed(fixture, orders, 'live', 'refused', 'matched')
    assert.deepEqual(words(results), ['accepted', 'venue_rejected', 'accepted'])
    assert.deepEqual(
      results.map(({ order }) => order?.status),
      ['live', 'rejected', 'filled'],
    )
    assert.deepEqual(fixture.venue.batches, [3])
    for (const { clientOrderId } of orders)
      assert.deepEqual(kindsOf(fixture, clientOrderId), ['intent', 'decision', 'signed', 'response'])
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 7_800_000n)
  })

  test('a refusal for post-only mode is of its entry, and the mode is learnt', async () => {
    const fixture = await armed()
    const orders = [intent(1, { postOnly: true }), intent(2)]
    assert.deepEqual(words(await placed(fixture, orders, 'live', 'post_only')), [
      'accepted',
      'venue_post_only',
    ])
    assert.deepEqual(words(await placed(fixture, [intent(3)])), ['venue_post_only'])
  })

  test('a repeat of the command, and of one id alone, answers the first result of each', async () => {
    const fixture = await armed()
    await placed(fixture, two(), 'live', 'refused')
    const again = await placed(fixture, two())
    assert.deepEqual(words(again), ['accepted', 'venue_rejected'])
    assert.ok(again.every(({ replayed }) => replayed))
    const alone = await fixture.module.orders.place(intent(1))
    assert.deepEqual(alone.ok && [alone.value.result, alone.value.replayed], ['accepted', true])
    await fixture.restart()
    const mixed = await placed(fixture, [...two(), intent(3)])
    assert.deepEqual(words(mixed), ['accepted', 'venue_rejected', 'safe_mode'])
    assert.equal(fixture.venue.requests.length, 2)
  })

  test('an id of another command is a conflict, and nothing of the command is placed', async () => {
    const fixture = await armed()
    await placed(fixture, [intent(2)])
    const answer = await fixture.module.orders.placeMany(two())
    assert.deepEqual(answer, { ok: false, error: 'idempotency_conflict' })
    assert.deepEqual(kindsOf(fixture, clientId(1)), [])
  })

  test('a sale that own sales are in the way of is refused, and they stay', async () => {
    const fixture = createTradingFixture()
    fixture.venue.shares = whole(10)
    await fixture.open()
    await placed(fixture, [sale(1)])
    const results = await placed(fixture, [sale(2, { frees: 'always' }), intent(3)])
    assert.deepEqual(words(results), ['insufficient_balance', 'accepted'])
    assert.match(results[0]?.reject?.message ?? '', /place this order alone/)
    assert.deepEqual(fixture.venue.cancels, [])
  })

  test('a venue without batches gets them one by one, on the same way', async () => {
    const fixture = createTradingFixture()
    Object.assign(fixture.venue.trading, { submitMany: undefined })
    await fixture.open()
    const results = await placed(fixture, two(), 'live', 'refused')
    assert.deepEqual(words(results), ['accepted', 'venue_rejected'])
    assert.deepEqual([fixture.venue.batches, fixture.venue.requests.length], [[], 2])
  })
})

describe('INV-94 several orders are never sent again', () => {
  test('without an answer all are unknown, counted in full, and found by reading', async () => {
    const fixture = await armed()
    const results = await placed(fixture, two(), 'lost_booked', 'live')
    assert.deepEqual(words(results), ['unknown', 'unknown'])
    await fixture.clock.advance(2_000)
    const open = fixture.module.orders.open()
    assert.deepEqual(
      open.map(({ status }) => status),
      ['live', 'live'],
    )
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 7_900_000n)
    await placed(fixture, two())
    assert.equal(fixture.venue.requests.length, 2)
  })

  test('one that is not at the venue counts until reads prove it', async () => {
    const fixture = await armed()
    await placed(fixture, two(), 'lost_nothing', 'lost_booked')
    await fixture.clock.advance(10_000)
    assert.equal(fixture.module.risk.usage().maxDailyNotional, 7_900_000n)
    await fixture.clock.advance(150_000)
    assert.deepEqual(words(await placed(fixture, two())), ['unknown', 'unknown'])
    assert.equal(fixture.module.orders.byClientOrderId(clientId(1))?.status, 'rejected')
    assert.equal(fixture.module.risk.usage().maxDailyNotional, micros(3_900_000n))
    assert.equal(fixture.venue.requests.length, 2)
  })

  test('a gate that closes for one right before the first byte stops all', async () => {
    const fixture = await armed()
    fixture.venue.onSubmit = async () => {
      fixture.module.trading.disarm('user')
    }
    const results = await placed(fixture, [intent(1), intent(2, { outcomeId: YES, price: price(3_900) })])
    assert.deepEqual(
      results.map(({ result }) => result),
      ['rejected', 'rejected'],
    )
    assert.deepEqual(fixture.venue.requests, [])
    assert.equal(fixture.module.risk.usage().maxOpenOrders, 0)
  })
})

describe('orders of a group', () => {
  const grouped = (count: number): readonly OrderIntent[] =>
    Array.from({ length: count }, (_, at) =>
      intent(at + 1, { price: price(4_000 - 100 * at), group: groupId(1), groupSize: count }),
    )

  test('show it in their rows and after a restart, and one that is moved keeps it', async () => {
    const fixture = await armed()
    const [first] = await placed(fixture, grouped(3))
    const orderId = first?.order?.id
    assert.ok(orderId)
    for (const kind of ['intent', 'signed']) {
      const row = fixture.audit.orderHistory(clientId(1)).find((one) => one.kind === kind)
      assert.deepEqual([row?.details['group'], row?.details['group_size']], [groupId(1), 3])
    }
    const move = {
      clientOrderId: clientId(9),
      orderId,
      price: price(4_100),
      size: whole(10),
      postOnly: false,
    }
    void fixture.module.orders.replace(move)
    await fixture.clock.advance(16_000)
    await fixture.restart()
    const open = fixture.module.orders.open()
    assert.deepEqual(
      open.map((order) => `${order.price} ${order.group} ${order.groupSize}`).toSorted(),
      [3_800, 3_900, 4_100].map((at) => `${at} ${groupId(1)} 3`),
    )
    assert.deepEqual(fixture.module.orders.labels(orderId), { group: groupId(1), groupSize: 3 })
  })

  test('with another group it is another order', async () => {
    const fixture = await armed()
    await placed(fixture, grouped(1))
    const other = await fixture.module.orders.place(intent(1, { group: groupId(2) }))
    assert.deepEqual(other, { ok: false, error: 'idempotency_conflict' })
    // How many came with it is of the command.
    const alone = await fixture.module.orders.place(intent(1, { group: groupId(1) }))
    assert.equal(alone.ok && alone.value.replayed, true)
  })

  for (const [why, limits, cash] of [
    ['orders of a minute', { maxOrdersPerMinute: 3 }, 1_000],
    ['cash', {}, 8],
  ] as const) {
    test(`INV-14 moved together with ${why} for one of them, the other keeps its order`, async () => {
      const fixture = createTradingFixture()
      fixture.venue.balance = micros(BigInt(cash) * 1_000_000n + 50_000n)
      await fixture.open()
      assert.ok(fixture.module.risk.set({ ...fixture.module.risk.limits(), ...limits }).ok)
      const parts = await placed(fixture, two())
      const moves = parts.map(({ order }, at) => {
        assert.ok(order?.id)
        const to = price(order.price + 100)
        const sized = { orderId: order.id, price: to, size: whole(10), postOnly: false }
        return fixture.module.orders.replace({ clientOrderId: clientId(100 + at), ...sized })
      })
      await fixture.clock.advance(20_000)
      const answers = await Promise.all(moves)
      assert.deepEqual(
        answers.map((one) => one.ok && [one.value.result, one.value.cancelled === true]),
        [
          ['accepted', true],
          ['rejected', false],
        ],
      )
      assert.equal(fixture.venue.live().length, 2)
    })
  }

  test('INV-14 moved together each part is at most once at the venue, whatever becomes of the orders', async () => {
    const outcomes = fc.constantFrom<ScriptedOutcome>(
      'live',
      'matched',
      'partly',
      'refused',
      'lost_booked',
      'lost_nothing',
      'unreachable',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 6 }),
        fc.array(outcomes, { maxLength: 6 }),
        fc.constantFrom('ok', 'lost', 'down'),
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
        async (count, scripted, cancelMode, filledBefore) => {
          const fixture = await armed()
          const parts = await placed(fixture, grouped(count))
          fixture.venue.isMute = true
          for (const at of new Set(filledBefore)) {
            const id = parts[at]?.order?.id
            if (id) fixture.venue.fill(id, whole(4))
          }
          fixture.venue.cancelMode = cancelMode
          fixture.venue.scriptedOutcomes.push(...scripted)
          const moves = parts.map(({ order }, at) => {
            assert.ok(order?.id)
            return { old: order.id, clientOrderId: clientId(100 + at), to: price(order.price + 100) }
          })
          const answers = moves.map(({ old, clientOrderId, to }) =>
            fixture.module.orders.replace({
              clientOrderId,
              orderId: old,
              price: to,
              size: whole(10),
              postOnly: false,
            }),
          )
          for (let step = 0; step < 30; step += 1) {
            await fixture.clock.advance(1_000)
            const live = new Set(fixture.venue.live().map(({ id }) => id))
            for (const { old, clientOrderId } of moves) {
              const signed = fixture.audit.orderHistory(clientOrderId).find(({ kind }) => kind === 'signed')
              const next = signed?.details['order_id']
              assert.ok(!(live.has(old) && [...live].some((id) => id === next)), 'twice at the venue')
            }
          }
          const filled = (id: unknown): bigint =>
            [...fixture.venue.orders].find(([one]) => one === id)?.[1].matchedSize ?? 0n
          for (const { old, clientOrderId } of moves) {
            const signed = fixture.audit.orderHistory(clientOrderId).find(({ kind }) => kind === 'signed')
            const size = [...fixture.venue.orders].find(([id]) => id === signed?.details['order_id'])?.[1]
            assert.ok(filled(old) + (size?.originalSize ?? 0n) <= whole(10), 'more than was asked for')
          }
          await Promise.all(answers)
        },
      ),
      { numRuns: 20 },
    )
  })
})
