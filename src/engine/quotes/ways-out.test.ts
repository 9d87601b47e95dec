// Ways out through own sales, on a fake venue: exit, hedge, a sale that takes, both sides and a flatten.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import { NO_LEGS, type AttachedExit, type ExitLegs } from '#core/order/attached-exit.ts'
import type { Order, OrderIntent } from '#core/order/order.ts'
import { ok, type Result } from '#lib/result.ts'
import type { PlaceResult } from '../orders/contract.ts'
import type { ExitIntent } from './contract.ts'
import { settle } from '../testing/market-fakes.ts'
import { clientId, createTradingFixture, intent, NO, price, whole, YES } from '../testing/trading-fixture.ts'
import type { TradingFixture } from '../testing/trading-fixture.ts'

type Answer = Promise<Result<PlaceResult, 'idempotency_conflict'>>

const TARGET: ExitLegs = { ...NO_LEGS, target: { price: price(7_000) } }
const WITH_STOP: ExitLegs = { ...TARGET, stop: { price: price(3_000), slippageTicks: 2 } }

/** An armed fixture that holds shares of Yes, less what the venue has seen sold. */
async function holder(shares: number): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  const sold = (): bigint =>
    [...fixture.venue.orders.values()]
      .filter(({ side, outcomeId }) => side === 'SELL' && outcomeId === YES)
      .reduce((sum, { matchedSize }) => sum + matchedSize, 0n)
  Object.assign(fixture.venue.account, {
    balance: async (asset: string) =>
      ok({
        balance:
          asset === YES ? ((whole(shares) - sold()) as Micros) : asset === NO ? whole(0) : whole(1_000),
        allowance: null,
      }),
  })
  await fixture.open()
  return fixture
}

const exit = (fixture: TradingFixture, number: number, changes: Partial<ExitIntent> = {}): Answer =>
  fixture.module.exits.exit({
    clientOrderId: clientId(number),
    outcomeId: YES,
    mode: 'walk',
    size: null,
    worst: null,
    ...changes,
  })
const hedge = (fixture: TradingFixture, number: number): Answer =>
  fixture.module.exits.hedge({ clientOrderId: clientId(number), outcomeId: YES, worst: null })

async function ended<T>(fixture: TradingFixture, answer: Promise<T>, ms = 16_000): Promise<T> {
  await fixture.clock.advance(ms)
  return answer
}

async function answered(fixture: TradingFixture, answer: Answer, ms = 16_000): Promise<PlaceResult> {
  const result = await ended(fixture, answer, ms)
  assert.ok(result.ok)
  return result.value
}

async function offer(
  fixture: TradingFixture,
  number: number,
  shares: number,
  changes: Partial<OrderIntent> = {},
): Promise<OrderId> {
  const sale = intent(number, { side: 'SELL', price: price(6_000), size: whole(shares), ...changes })
  const placed = await answered(fixture, fixture.module.orders.place(sale))
  assert.ok(placed.order?.id)
  return placed.order.id
}

async function attach(fixture: TradingFixture, shares: number, legs = TARGET): Promise<OrderId> {
  const put = await ended(fixture, fixture.module.attachedExits.put(YES, whole(shares), legs), 3_000)
  assert.ok(put.ok)
  const [target] = fixture.module.orders.open()
  assert.ok(target?.id && target.size === whole(shares))
  return target.id
}

const theExit = (fixture: TradingFixture): AttachedExit => {
  const [one] = fixture.module.attachedExits.list()
  assert.ok(one !== undefined)
  return one.exit
}

const soldAtVenue = ({ venue }: TradingFixture): bigint =>
  [...venue.orders.values()]
    .filter(({ side, outcomeId }) => side === 'SELL' && outcomeId === YES)
    .reduce((sum, { matchedSize }) => sum + matchedSize, 0n)

const kinds = (fixture: TradingFixture, number: number): readonly string[] =>
  fixture.audit.orderHistory(clientId(number)).map(({ kind }) => kind)
const resting = ({ module }: TradingFixture): readonly Order[] =>
  module.orders.open().filter(({ side }) => side === 'SELL')
const unsold = ({ published }: TradingFixture) => published.way_out_unsold ?? []

describe('INV-81 an exit', () => {
  test('cancels what offers its shares, a target or an own sale, then sells all that is held', async () => {
    for (const isTarget of [true, false]) {
      const fixture = await holder(60)
      const id = await (isTarget ? attach(fixture, 60) : offer(fixture, 1, 60))
      fixture.venue.scriptedOutcomes.push('matched')
      const result = await answered(fixture, exit(fixture, 2))
      assert.deepEqual(
        [result.result, result.order?.size, result.cancelledFirst],
        ['accepted', whole(60), [id]],
        String(isTarget),
      )
      assert.deepEqual(kinds(fixture, 2), ['intent', 'decision', 'signed', 'response'])
      assert.deepEqual(fixture.audit.orderHistory(clientId(2))[0]?.details['cancels_first'], [id])
      assert.equal(soldAtVenue(fixture), 60_000_000n)
      assert.deepEqual(resting(fixture), [])
    }
  })

  test('joins with what an own sale offered', async () => {
    const fixture = await holder(60)
    const id = await offer(fixture, 1, 60)
    const { order, cancelledFirst } = await answered(fixture, exit(fixture, 2, { mode: 'join' }))
    assert.deepEqual([order?.size, order?.price, cancelledFirst], [whole(60), 5_000, [id]])
  })

  test('gives up no more than it needs: the highest price first, and nothing where enough is free', async () => {
    const fixture = await holder(60)
    const near = await offer(fixture, 1, 20, { price: price(5_500) })
    const far = await offer(fixture, 2, 20, { price: price(6_500) })
    fixture.venue.scriptedOutcomes.push('matched', 'matched')
    const free = await answered(fixture, exit(fixture, 3, { size: whole(20) }))
    assert.deepEqual([free.order?.size, free.cancelledFirst], [whole(20), undefined])
    const part = await answered(fixture, exit(fixture, 4, { size: whole(15) }))
    assert.deepEqual([part.order?.size, part.cancelledFirst], [whole(15), [far]])
    assert.deepEqual(
      resting(fixture).map(({ id }) => id),
      [near],
    )
  })

  test('that would be refused anyway costs no order', async () => {
    const fixture = await holder(60)
    const id = await offer(fixture, 1, 60)
    const { reject } = await answered(fixture, exit(fixture, 2, { worst: price(4_600) }))
    assert.equal(reject?.code, 'no_liquidity')
    fixture.module.risk.set({ ...fixture.module.risk.limits(), maxOrderNotional: whole(1) })
    assert.equal((await answered(fixture, exit(fixture, 3))).reject?.code, 'max_order_notional')
    assert.deepEqual([resting(fixture)[0]?.id, fixture.venue.cancels], [id, []])
  })

  test('sells only what a target has left that fills while it is cancelled', async () => {
    const fixture = await holder(60)
    const id = await attach(fixture, 60)
    fixture.venue.scriptedOutcomes.push('matched')
    const trading = { ...fixture.venue.trading }
    Object.assign(fixture.venue.trading, {
      cancel: async (ids: readonly OrderId[]) => {
        if (ids.includes(id) && fixture.venue.orders.get(id)?.matchedSize === 0n)
          fixture.venue.fill(id, whole(25))
        return trading.cancel(ids)
      },
    })
    const { order } = await answered(fixture, exit(fixture, 2))
    assert.deepEqual([order?.size, soldAtVenue(fixture)], [whole(35), 60_000_000n])
  })

  test('finds nothing left where the target has filled whole meanwhile, and says so', async () => {
    const fixture = await holder(60)
    const id = await attach(fixture, 60)
    const trading = { ...fixture.venue.trading }
    Object.assign(fixture.venue.trading, {
      cancel: async (ids: readonly OrderId[]) => {
        if (fixture.venue.orders.get(id)?.state === 'live') fixture.venue.fill(id, whole(60))
        return trading.cancel(ids)
      },
    })
    const { result, reject } = await answered(fixture, exit(fixture, 2))
    assert.deepEqual([result, reject?.code, soldAtVenue(fixture)], ['rejected', 'no_position', 60_000_000n])
    assert.equal(unsold(fixture).length, 1)
  })

  test('sells nothing while the venue proves nothing, names what it has cancelled, and the target rests again', async () => {
    const fixture = await holder(60)
    const id = await attach(fixture, 60)
    fixture.venue.cancelMode = 'down'
    const { result, reject, cancelledFirst } = await answered(fixture, exit(fixture, 2), 40_000)
    assert.deepEqual([result, reject?.code, cancelledFirst], ['rejected', 'not_cancellable', [id]])
    assert.deepEqual(
      unsold(fixture).map(({ orders, why }) => [orders.map((order) => order.id), why?.code]),
      [[[id], 'not_cancellable']],
    )
    assert.equal(soldAtVenue(fixture), 0n)
    fixture.venue.cancelMode = 'ok'
    await fixture.clock.advance(30_000)
    assert.deepEqual(
      resting(fixture).map(({ size, price: at }) => [size, at]),
      [[whole(60), 7_000]],
    )
  })

  test('sells once the venue shows what a lost cancel has done', async () => {
    const fixture = await holder(60)
    await attach(fixture, 60)
    fixture.venue.cancelMode = 'lost'
    fixture.venue.scriptedOutcomes.push('matched')
    const { result } = await answered(fixture, exit(fixture, 2), 40_000)
    assert.deepEqual([result, soldAtVenue(fixture)], ['accepted', 60_000_000n])
  })

  test('is not sent after Cancel All or SAFE in the middle, which is notified with what is gone', async () => {
    for (const stop of ['cancelAll', 'safe'] as const) {
      const fixture = await holder(60)
      const id = await offer(fixture, 1, 60)
      fixture.venue.isBlind = true
      const answer = exit(fixture, 2)
      await fixture.clock.advance(1_000)
      if (stop === 'cancelAll') void fixture.module.orders.cancelAll()
      else {
        fixture.module.trading.disarm('user')
        fixture.module.trading.arm()
      }
      fixture.venue.isBlind = false
      const { reject, cancelledFirst } = await answered(fixture, answer)
      const code = stop === 'safe' ? 'safe_mode' : 'cancel_under_way'
      assert.deepEqual([reject?.code, cancelledFirst, soldAtVenue(fixture)], [code, [id], 0n], stop)
      assert.equal(unsold(fixture).length, 1)
    }
  })

  test('pressed twice sells once: the second is refused while the first is under way, and finds nothing after it', async () => {
    const fixture = await holder(60)
    await attach(fixture, 60)
    fixture.venue.scriptedOutcomes.push('matched', 'matched', 'matched')
    const presses = [exit(fixture, 2), exit(fixture, 3), hedge(fixture, 4)]
    const results = await Promise.all(presses.map((press) => answered(fixture, press)))
    assert.deepEqual(
      results.map(({ result, reject }) => reject?.code ?? result),
      ['accepted', 'way_out_under_way', 'way_out_under_way'],
    )
    assert.equal((await answered(fixture, exit(fixture, 5))).reject?.code, 'no_position')
    assert.equal(soldAtVenue(fixture), 60_000_000n)
    assert.deepEqual((await answered(fixture, exit(fixture, 2))).replayed, true)
  })

  test('of a part leaves the attached exit what it still covers, and of all nothing: it does not sell again', async () => {
    const fixture = await holder(60)
    await attach(fixture, 60, WITH_STOP)
    fixture.venue.scriptedOutcomes.push('matched')
    const part = await answered(fixture, exit(fixture, 2, { size: whole(40) }), 3_000)
    assert.equal(part.order?.size, whole(40))
    await fixture.clock.advance(3_000)
    assert.deepEqual(
      resting(fixture).map(({ size, price: at }) => [size, at]),
      [[whole(20), 7_000]],
    )
    for (const trade of fixture.venue.trades.values()) fixture.venue.settle(trade, 'confirmed')
    await fixture.clock.advance(90_000)
    assert.equal(theExit(fixture).cut, whole(40))
    fixture.venue.scriptedOutcomes.push('matched')
    await answered(fixture, exit(fixture, 3))
    for (const trade of fixture.venue.trades.values()) fixture.venue.settle(trade, 'confirmed')
    await fixture.clock.advance(90_000)
    assert.deepEqual([theExit(fixture).end?.how, soldAtVenue(fixture)], ['position_gone', 60_000_000n])
  })

  test('holds a stop that is due meanwhile, which sells nothing of what is sold', async () => {
    const fixture = await holder(60)
    await attach(fixture, 60, { ...TARGET, stop: { price: price(4_000), slippageTicks: 2 } })
    fixture.venue.isBlind = true
    const answer = exit(fixture, 2)
    await fixture.clock.advance(1_000)
    const [shown] = fixture.module.attachedExits.list()
    assert.equal(shown?.pause, 'way_out')
    fixture.book = { ...fixture.book, bids: [[price(3_900), whole(100)]], version: 2 }
    fixture.bus.publish('book', { outcomeId: YES, version: 2 })
    await fixture.clock.advance(2_000)
    assert.equal(fixture.venue.requests.length, 1)
    fixture.venue.scriptedOutcomes.push('matched')
    fixture.venue.isBlind = false
    assert.equal((await answered(fixture, answer)).result, 'accepted')
    await fixture.clock.advance(30_000)
    assert.equal(soldAtVenue(fixture), 60_000_000n)
  })
})

test('INV-81 a stop is not blocked by an own sale of its shares', async () => {
  const fixture = await holder(60)
  const put = await ended(
    fixture,
    fixture.module.attachedExits.put(YES, whole(60), {
      ...NO_LEGS,
      stop: { price: price(4_000), slippageTicks: 2 },
    }),
  )
  assert.ok(put.ok)
  await offer(fixture, 1, 60)
  fixture.venue.scriptedOutcomes.push('matched')
  fixture.book = { ...fixture.book, bids: [[price(3_900), whole(100)]], version: 2 }
  fixture.bus.publish('book', { outcomeId: YES, version: 2 })
  await fixture.clock.advance(10_000)
  assert.deepEqual([soldAtVenue(fixture), theExit(fixture).end?.how], [60_000_000n, 'filled'])
})

test('INV-81 a hedge covers what own sales offered, and gives up the targets that it took', async () => {
  const fixture = await holder(60)
  await attach(fixture, 60, WITH_STOP)
  fixture.venue.scriptedOutcomes.push('matched')
  const { order, cancelledFirst } = await answered(fixture, hedge(fixture, 2))
  assert.deepEqual([order?.outcomeId, order?.side, cancelledFirst?.length], [NO, 'BUY', 1])
  await fixture.clock.advance(30_000)
  assert.deepEqual([resting(fixture), theExit(fixture).legs.target], [[], null])
})

describe('INV-81 a sale that takes', () => {
  const sale = (number: number, changes: Partial<OrderIntent> = {}): OrderIntent =>
    intent(number, { side: 'SELL', price: price(4_500), size: whole(60), timeInForce: 'FAK', ...changes })

  test('takes the shares of own sales where it is asked to, and not otherwise', async () => {
    const fixture = await holder(60)
    const id = await attach(fixture, 60)
    assert.equal((await answered(fixture, fixture.module.orders.place(sale(2)))).reject?.code, 'no_position')
    const asked = sale(3, { frees: 'always' })
    const preview = await ended(fixture, fixture.module.preview(asked))
    assert.deepEqual([preview.reject, preview.cancelsFirst], [null, [id]])
    fixture.venue.scriptedOutcomes.push('matched')
    const placed = await answered(fixture, fixture.module.orders.place(asked))
    assert.deepEqual(
      [placed.result, placed.cancelledFirst, soldAtVenue(fixture)],
      ['accepted', [id], 60_000_000n],
    )
  })

  test('larger than all that is held cancels nothing', async () => {
    const fixture = await holder(60)
    await attach(fixture, 60)
    const placed = await answered(
      fixture,
      fixture.module.orders.place(sale(2, { frees: 'always', size: whole(70) })),
    )
    assert.deepEqual([placed.reject?.code, fixture.venue.cancels], ['no_position', []])
  })

  test('sells only what a target has left that fills meanwhile, and nothing where that is all', async () => {
    const fixture = await holder(60)
    const id = await attach(fixture, 60)
    const trading = { ...fixture.venue.trading }
    Object.assign(fixture.venue.trading, {
      cancel: async (ids: readonly OrderId[]) => {
        if (fixture.venue.orders.get(id)?.matchedSize === 0n) fixture.venue.fill(id, whole(25))
        return trading.cancel(ids)
      },
    })
    fixture.venue.scriptedOutcomes.push('matched')
    const placed = await answered(fixture, fixture.module.orders.place(sale(2, { frees: 'always' })))
    assert.deepEqual([placed.order?.size, soldAtVenue(fixture)], [whole(35), 60_000_000n])
    assert.deepEqual(unsold(fixture), [])

    const other = await holder(60)
    const whole60 = await attach(other, 60)
    const inner = { ...other.venue.trading }
    Object.assign(other.venue.trading, {
      cancel: async (ids: readonly OrderId[]) => {
        if (other.venue.orders.get(whole60)?.matchedSize === 0n) other.venue.fill(whole60, whole(60))
        return inner.cancel(ids)
      },
    })
    const late = await answered(other, other.module.orders.place(sale(2, { frees: 'always' })))
    assert.deepEqual([late.reject?.code, soldAtVenue(other)], ['no_position', 60_000_000n])
    assert.equal(unsold(other).length, 1)
  })

  test('with a purchase after it is one command: the purchase follows once the sale is accepted', async () => {
    const fixture = await holder(60)
    const id = await attach(fixture, 60)
    const purchase = intent(3, { outcomeId: NO, price: price(5_500), size: whole(20), timeInForce: 'FAK' })
    const first = sale(2, { frees: 'taking' })
    const preview = await ended(fixture, fixture.module.previewBothSides(first, purchase))
    assert.deepEqual([preview.sale.reject, preview.sale.cancelsFirst], [null, [id]])
    fixture.venue.scriptedOutcomes.push('matched', 'matched')
    const both = await ended(fixture, fixture.module.orders.placeBothSides(first, purchase))
    assert.ok(both.ok)
    assert.deepEqual([both.value.sale.result, both.value.sale.cancelledFirst], ['accepted', [id]])
    assert.equal(both.value.purchase.result, 'accepted')
    const rests = sale(4, { frees: 'taking', price: price(5_500), timeInForce: 'GTC', size: whole(10) })
    assert.deepEqual(fixture.module.orders.open(), [])
    assert.equal((await answered(fixture, fixture.module.orders.place(rests))).reject?.code, 'no_position')
  })
})

describe('INV-81 a flatten', () => {
  const flatten = (fixture: TradingFixture) =>
    fixture.module.exits.flatten([{ clientOrderId: clientId(9), outcomeId: YES, worst: null }])

  test('has its intent on disk before the cancel, and sells only what a target has left', async () => {
    const fixture = await holder(60)
    const id = await attach(fixture, 60)
    const rows: (readonly string[])[] = []
    const trading = { ...fixture.venue.trading }
    Object.assign(fixture.venue.trading, {
      cancelMarket: async (target: Parameters<typeof trading.cancelMarket>[0]) => {
        rows.push(kinds(fixture, 9))
        fixture.venue.fill(id, whole(25))
        return trading.cancelMarket(target)
      },
    })
    fixture.venue.scriptedOutcomes.push('matched')
    const { legs } = await ended(fixture, flatten(fixture))
    assert.deepEqual(rows, [['intent']])
    assert.deepEqual(
      legs.map(({ result }) => [result?.result, result?.order?.size, result?.cancelledFirst]),
      [['accepted', whole(35), [id]]],
    )
    assert.equal(soldAtVenue(fixture), 60_000_000n)
  })

  test('that the venue proves nothing of sells nothing', async () => {
    const fixture = await holder(60)
    await offer(fixture, 1, 60)
    fixture.venue.cancelMode = 'down'
    const { legs } = await ended(fixture, flatten(fixture), 60_000)
    assert.deepEqual(
      legs.map(({ result }) => result?.reject?.code),
      ['not_cancellable'],
    )
    assert.deepEqual([soldAtVenue(fixture), unsold(fixture).length], [0n, 1])
  })
})

describe('INV-81 a kill in the middle', () => {
  for (const point of [
    'way_out.recorded',
    'way_out.cancel_sent',
    'way_out.cancel_proved',
    'place.intent.post',
  ])
    test(`at ${point} leaves the trader a notification and the exit its target; nothing is sold twice`, async () => {
      const fixture = await holder(60)
      const id = await attach(fixture, 60, WITH_STOP)
      fixture.killAt = point
      void exit(fixture, 2)
      await fixture.clock.advance(16_000)
      assert.ok(fixture.isDead())
      await fixture.restart()
      await fixture.clock.advance(5_000)
      const isSigned = kinds(fixture, 2).includes('signed')
      // The last words of the run that ended reach nobody.
      const notices = unsold(fixture).filter(({ why }) => why === null)
      assert.equal(notices.length, isSigned ? 0 : 1)
      const [notice] = notices
      if (notice !== undefined) {
        assert.deepEqual([notice.orders.map((order) => order.id), notice.why], [[id], null])
        const { reject, replayed, cancelledFirst } = await answered(fixture, exit(fixture, 2), 0)
        assert.deepEqual([reject?.code, replayed, cancelledFirst], ['safe_mode', true, [id]])
      }
      assert.deepEqual(fixture.published.foreign_activity ?? [], [])
      fixture.module.trading.arm()
      // An order that was signed and never left counts until the venue has surely not got it.
      await fixture.clock.advance(isSigned ? 180_000 : 10_000)
      await settle()
      assert.notEqual(theExit(fixture).legs.target, null)
      assert.equal(theExit(fixture).end, null)
      fixture.venue.scriptedOutcomes.push('matched')
      await answered(fixture, exit(fixture, 5))
      assert.equal(soldAtVenue(fixture), 60_000_000n)
    })
})
