// Placing a cancelled order again: once, as much as may be, and never without the note of it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ClientOrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { clientId, createTradingFixture, groupId, price, whole, YES } from '../testing/trading-fixture.ts'
import type { TradingFixture } from '../testing/trading-fixture.ts'
import { CANCELLED } from '../testing/memory-notifications.ts'
import { reposting, type Reposting } from '../testing/reposting.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'

test('INV-08 an order whose note the disk refuses is not sent, and is placed again once by whoever asks first later', async () => {
  const { memory, reposts, published, placed } = reposting([CANCELLED])
  const again = async (id: ClientOrderId): Promise<string> => {
    const answer = await reposts.place(published, [
      { orderId: CANCELLED.orderId, clientOrderId: id, price: price(5_000), size: whole(10) },
    ])
    assert.ok(answer.ok)
    const [only] = answer.value
    return only?.already ?? only?.result?.reject?.code ?? only?.result?.result ?? 'nothing'
  }
  memory.isRefusing = true
  assert.equal(await again(clientId(1)), 'audit_unavailable')
  assert.equal(await again(clientId(2)), 'audit_unavailable')
  assert.equal(placed.length, 0)
  memory.isRefusing = false
  assert.equal(await again(clientId(3)), 'accepted')
  assert.equal(await again(clientId(4)), clientId(3))
  memory.isRefusing = true
  assert.equal(await again(clientId(3)), 'accepted', 'the same one is asked for again')
  assert.deepEqual(
    placed.map(({ clientOrderId }) => clientOrderId),
    [clientId(3), clientId(3)],
  )
})

test('what a fill left is offered in the decimals that an order may have, and not when that is nothing', async () => {
  const offered = async (size: bigint) => {
    const { reposts, published } = reposting([{ ...CANCELLED, size: micros(size) }])
    const [quote] = (await reposts.quote(published)) ?? []
    return { size: quote?.size, reason: quote?.reason ?? '' }
  }
  assert.equal((await offered(5_714_287n)).size, micros(5_710_000n))
  assert.match((await offered(9_999n)).reason, /Less than 0\.01 shares/)
  assert.doesNotMatch((await offered(10_000n)).reason, /Less than 0\.01 shares/)
})

describe('placing several again', () => {
  const THREE = [1, 2, 3].map((n) => ({
    ...CANCELLED,
    orderId: fakeOrderId(900 + n),
    outcomeId: YES,
    price: price(4_000),
  }))
  test('each stays in its group; those without one are a group of their notification', async () => {
    const { reposts, published, placed } = reposting(THREE)
    const requests = THREE.map(({ orderId }, at) => ({
      orderId,
      clientOrderId: clientId(at + 1),
      price: price(4_000),
      size: whole(10),
    }))
    assert.ok((await reposts.place(published, requests)).ok)
    assert.deepEqual(
      placed.map(({ group, groupSize }) => [group, groupSize]),
      [
        [published, undefined],
        [groupId(2), 3],
        [published, undefined],
      ],
    )
  })

  const stops: readonly (readonly [string, (fixture: TradingFixture) => unknown])[] = [
    ['Cancel All', ({ module: side }) => side.orders.cancelAll()],
    [
      'a cancel of their market',
      ({ module: side, market }) => side.orders.cancelMarket({ marketId: market.id }),
    ],
    [
      'SAFE, though it is ARMED again',
      ({ module: side }) => {
        side.trading.disarm('user')
        assert.ok(side.trading.arm().ok)
      },
    ],
  ]
  for (const [title, stop] of stops) {
    test(`INV-18 nothing more of them leaves after ${title}`, async () => {
      const code = title.startsWith('SAFE') ? 'safe_mode' : 'cancel_under_way'
      const fixture = createTradingFixture()
      await fixture.open()
      const answered = Promise.withResolvers<undefined>()
      const submit = fixture.venue.trading.submit.bind(fixture.venue.trading)
      fixture.venue.trading.submit = async (order, gate) => {
        const outcome = await submit(order, gate)
        await answered.promise
        return outcome
      }
      const { reposts, published, memory } = reposting(THREE, fixture)
      const asked = THREE.map(({ orderId }, index) => {
        return { orderId, clientOrderId: clientId(50 + index), price: price(4_000), size: whole(10) }
      })
      const answer = reposts.place(published, asked)
      await fixture.clock.advance(100)
      assert.equal(fixture.venue.requests.length, 1)
      void stop(fixture)
      await fixture.clock.advance(2_000)
      answered.resolve(undefined)
      await fixture.clock.advance(10_000)
      const placed = await answer
      assert.ok(placed.ok)
      assert.deepEqual(
        placed.value.map(({ result }) => result?.reject?.code ?? result?.result),
        ['accepted', code, code],
      )
      assert.equal(fixture.venue.requests.length, 1)
      const [row] = memory.rows.values()
      assert.deepEqual(
        row?.notification.orders.map(({ repostedAs }) => repostedAs),
        [clientId(50), null, null],
        'what did not leave can be placed again',
      )
      const next = reposts.place(
        published,
        asked.slice(1, 2).map((one) => ({ ...one, clientOrderId: clientId(60) })),
      )
      await fixture.clock.advance(2_000)
      const later = await next
      assert.equal(later.ok && later.value[0]?.result?.result, 'accepted')
    })
  }
})

describe('a successor that came to nothing', () => {
  const ORDER = { ...CANCELLED, outcomeId: YES, price: price(4_000) }

  async function again(
    fixture: TradingFixture,
    { reposts, published }: Reposting,
    ...ids: readonly number[]
  ) {
    const asked = { orderId: ORDER.orderId, price: price(4_800), size: whole(10) }
    const answers = ids.map((n) => reposts.place(published, [{ ...asked, clientOrderId: clientId(n) }]))
    await fixture.clock.advance(20_000)
    const results = await Promise.all(answers)
    return results.map((one) =>
      one.ok ? (one.value[0]?.already ?? one.value[0]?.result?.result) : one.error,
    )
  }

  async function openFixture(): Promise<TradingFixture> {
    const fixture = createTradingFixture()
    await fixture.open()
    return fixture
  }

  test('INV-08 leaves the order to the next, once it is proven that it was never booked, and to one of two only', async () => {
    const fixture = await openFixture()
    const reposted = reposting([ORDER], fixture)
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    assert.deepEqual(await again(fixture, reposted, 50), ['unknown'])
    assert.deepEqual(await again(fixture, reposted, 51), [clientId(50)], 'not proven yet')
    assert.match((await reposted.reposts.quote(reposted.published))?.[0]?.reason ?? '', /placed again/)
    await fixture.clock.advance(200_000)
    assert.equal(fixture.module.orders.byClientOrderId(clientId(50))?.status, 'rejected')
    assert.deepEqual(await again(fixture, reposted, 52, 53), ['accepted', clientId(52)])
    assert.equal(fixture.venue.live().length, 1)
  })

  test('INV-08 leaves it to the next after a kill between the note and the first row', async () => {
    const fixture = await openFixture()
    const before = reposting([ORDER], fixture)
    fixture.killAt = 'place.received'
    void before.reposts.place(before.published, [
      { orderId: ORDER.orderId, clientOrderId: clientId(50), price: price(4_000), size: whole(10) },
    ])
    // Nothing that comes after the kill is written.
    before.memory.isRefusing = true
    await fixture.clock.advance(1_000)
    assert.ok(fixture.isDead())
    const [row] = before.memory.rows.values()
    assert.equal(row?.notification.orders[0]?.repostedAs, clientId(50))
    await fixture.open()
    const after = reposting(row?.notification.orders ?? [], fixture)
    assert.deepEqual(await again(fixture, after, 51), ['accepted'])
    assert.deepEqual(await again(fixture, after, 52), [clientId(51)])
  })

  test('INV-08 does not count as one while it waits for its balance', async () => {
    const fixture = await openFixture()
    const { account } = fixture.venue
    const refresh = account.refreshBalance.bind(account)
    account.refreshBalance = async (id) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      fixture.clock.after(3_000, () => resolve(undefined))
      await promise
      return refresh(id)
    }
    const reposted = reposting([{ ...ORDER, side: 'SELL', price: price(6_000) }], fixture)
    assert.deepEqual(await again(fixture, reposted, 50, 51), ['accepted', clientId(50)])
    assert.equal(fixture.venue.requests.length, 1)
  })
})
