// A waiting order (for its balance, its quote, the end of the order it replaces) does not leave once it has been
// cancelled.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId, OutcomeId } from '#core/ids.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { createAskedCancels } from './asked-cancels.ts'
import { armed } from '../../testing/armed-fixture.ts'
import { clientId, intent, NO, price, whole, YES } from '../../testing/trading-fixture.ts'
import type { TradingFixture } from '../../testing/trading-fixture.ts'
import { createManualClock, marketId } from '../../testing/market-fakes.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

type Placed = Awaited<ReturnType<TradingFixture['module']['orders']['place']>>

/** Balances are known three seconds after the request. */
function slowBalances(fixture: TradingFixture): void {
  const { account } = fixture.venue
  const refresh = account.refreshBalance.bind(account)
  account.refreshBalance = async (id) => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    fixture.clock.after(3_000, () => resolve(undefined))
    await promise
    return refresh(id)
  }
}

const SALE = { side: 'SELL', price: price(6_000) } as const

function assertNotSent(answer: Placed, sent: number, fixture: TradingFixture): void {
  const code = fixture.published.disarmed === undefined ? 'cancel_under_way' : 'safe_mode'
  assert.equal(answer.ok && answer.value.reject?.code, code)
  assert.equal(fixture.venue.requests.length, sent)
}

describe('a sale that still reads what is held', () => {
  const stops: readonly (readonly [string, (fixture: TradingFixture) => unknown])[] = [
    ['a cancel of its outcome', ({ module: side }) => side.orders.cancelMarket({ outcomeId: YES })],
    [
      'a cancel of its market',
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
    test(`INV-18 does not leave after ${title}`, async () => {
      const fixture = await armed()
      slowBalances(fixture)
      const answer = fixture.module.orders.place(intent(1, SALE))
      await fixture.clock.advance(500)
      void stop(fixture)
      await fixture.clock.advance(10_000)
      assertNotSent(await answer, 0, fixture)
      const next = fixture.module.orders.place(intent(2, SALE))
      await fixture.clock.advance(5_000)
      const placed = await next
      assert.equal(placed.ok && placed.value.result, 'accepted', 'what is asked for afterwards leaves')
    })
  }

  test('leaves after a cancel of the other outcome, or of another order', async () => {
    const fixture = await armed()
    slowBalances(fixture)
    const answer = fixture.module.orders.place(intent(1, SALE))
    await fixture.clock.advance(500)
    void fixture.module.orders.cancelMarket({ outcomeId: NO })
    void fixture.module.orders.cancel([fakeOrderId(77)])
    await fixture.clock.advance(10_000)
    const placed = await answer
    assert.equal(placed.ok && placed.value.result, 'accepted')
  })

  test('INV-03 asked for while SAFE, is refused at once and does not leave when it is ARMED meanwhile', async () => {
    const fixture = await armed()
    slowBalances(fixture)
    fixture.module.trading.disarm('user')
    const answer = fixture.module.orders.place(intent(1, SALE))
    fixture.module.trading.arm()
    await fixture.clock.advance(10_000)
    assertNotSent(await answer, 0, fixture)
  })

  test('INV-18 an exit is no exception', async () => {
    const fixture = await armed()
    slowBalances(fixture)
    const answer = fixture.module.exits.exit({
      clientOrderId: clientId(1),
      outcomeId: YES,
      mode: 'walk',
      size: null,
      worst: null,
    })
    await fixture.clock.advance(500)
    void fixture.module.orders.cancelMarket({ outcomeId: YES })
    await fixture.clock.advance(10_000)
    assertNotSent(await answer, 0, fixture)
  })
})

test('INV-18 what waits for its first byte does not leave after a cancel of its market, or its own', async () => {
  for (const by of ['market', 'id'] as const) {
    const fixture = await armed()
    const gate = Promise.withResolvers<void>()
    fixture.venue.onSubmit = () => gate.promise
    const answer = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(10)
    const id = fixture.module.orders.open()[0]?.id
    assert.ok(id)
    void (by === 'market'
      ? fixture.module.orders.cancelMarket({ outcomeId: YES })
      : fixture.module.orders.cancel([id]))
    gate.resolve()
    await fixture.clock.advance(5_000)
    assertNotSent(await answer, 0, fixture)
  }
})

describe('a replace between its cancel and its new order', () => {
  async function replacing(): Promise<{
    fixture: TradingFixture
    old: OrderId
    answer: Promise<Placed & { cancelled?: boolean }>
  }> {
    const fixture = await armed()
    const first = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(500)
    const placed = await first
    assert.ok(placed.ok && placed.value.order?.id)
    const old = placed.value.order.id
    fixture.venue.isBlind = true
    const answer = fixture.module.orders.replace(replaceOf(old))
    await fixture.clock.advance(300)
    return { fixture, old, answer }
  }

  function replaceOf(old: OrderId): Parameters<TradingFixture['module']['orders']['replace']>[0] {
    return { clientOrderId: clientId(2), orderId: old, price: price(4_100), size: whole(10), postOnly: false }
  }

  const stops: readonly (readonly [string, (fixture: TradingFixture, old: OrderId) => unknown])[] = [
    ['the old order', ({ module: side }, old) => side.orders.cancel([old])],
    ['its market', ({ module: side, market }) => side.orders.cancelMarket({ marketId: market.id })],
    ['all', ({ module: side }) => side.orders.cancelAll()],
  ]
  for (const [title, stop] of stops) {
    test(`INV-18 places nothing after a cancel of ${title}, and says so again after a restart`, async () => {
      const { fixture, old, answer } = await replacing()
      void stop(fixture, old)
      await fixture.clock.advance(300)
      fixture.venue.isBlind = false
      await fixture.clock.advance(20_000)
      assertNotSent(await answer, 1, fixture)
      assert.deepEqual(fixture.venue.live(), [])
      const published = await answer
      await fixture.restart()
      const again = await fixture.module.orders.replace(replaceOf(old))
      assert.ok(published.ok && again.ok)
      assert.deepEqual(
        [again.value.reject, again.value.cancelled, again.value.replayed],
        [published.value.reject, true, true],
      )
    })
  }
})

test('INV-18 nothing is placed where a cancel is under way, since it may be taken along; once it is answered, orders leave again', async () => {
  const fixture = await armed()
  const { promise, resolve } = Promise.withResolvers<CancelOutcome>()
  fixture.venue.trading.cancelMarket = () => promise
  const cancel = fixture.module.orders.cancelMarket({ outcomeId: YES })
  const place = async (n: number, outcomeId: OutcomeId): Promise<Placed> => {
    const answer = fixture.module.orders.place(intent(n, { outcomeId }))
    await fixture.clock.advance(500)
    return answer
  }
  const during = await place(1, YES)
  assertNotSent(during, 0, fixture)
  assert.match((during.ok && during.value.reject?.message) || '', /cancel of its market is under way/)
  const elsewhere = await place(2, NO)
  assert.equal(elsewhere.ok && elsewhere.value.result, 'accepted')
  resolve({ kind: 'answered', cancelled: [], notCancelled: [] })
  await fixture.clock.advance(5_000)
  await cancel
  const after = await place(3, YES)
  assert.equal(after.ok && after.value.result, 'accepted')
})

test('what was received before more barriers than are kept may have been meant by any of them', () => {
  const barriers = createAskedCancels(createManualClock())
  const order = { outcomeId: YES, marketId: marketId(1), ids: [] }
  for (let n = 0; n <= 1_000; n += 1) barriers.raise({ target: { outcomeId: NO } })
  assert.equal(barriers.refusal(0, order)?.code, 'cancel_under_way')
  assert.equal(barriers.refusal(1, order), null)
  assert.equal(barriers.refusal(barriers.epoch(), order), null)
  barriers.raise({ target: { marketId: marketId(1) } })
  assert.equal(barriers.refusal(1_001, order)?.code, 'cancel_under_way')
  assert.equal(barriers.refusal(1_001, null), null)
})
