// Cancel answers: every order in exactly one list, and a replace that never lets two orders fill more than was asked.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { OrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { addMicros, micros } from '#core/money.ts'
import { err } from '#lib/result.ts'
import type { CancelResult } from '../contract.ts'
import { armed, placedAfter, within } from '../../testing/armed-fixture.ts'
import { clientId, intent, price, whole, YES, type TradingFixture } from '../../testing/trading-fixture.ts'
import type { ScriptedOutcome } from '../../testing/fake-orders.ts'

const placed = (
  fixture: TradingFixture,
  order: OrderIntent,
  scripted: ScriptedOutcome = 'live',
): Promise<OrderId> => placedAfter(fixture, order, { scripted, ms: 500 })

function listed({ cancelled, queued, failed }: CancelResult): readonly (OrderId | null)[] {
  return [...cancelled, ...queued.map(({ id }) => id), ...failed.map(({ id }) => id)]
}

describe('INV-20 each id is in exactly one list', () => {
  test('a delayed order that the venue cancels after all is cancelled, not queued as well', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1), 'delayed')
    fixture.venue.trading.cancelAll = async () => {
      await Promise.resolve()
      fixture.venue.change(id, 'cancelled')
      return { kind: 'answered', cancelled: [id], notCancelled: [] }
    }
    const result = await within(fixture, 2_000, fixture.module.orders.cancelAll())
    assert.deepEqual([result.cancelled, result.queued, result.failed], [[id], [], []])
    assert.equal(fixture.queued.size, 0)
  })

  test('a delayed order that comes to rest meanwhile is cancelled by the sweep, not queued as well', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1), 'delayed')
    fixture.venue.trading.cancelAll = async () => {
      await Promise.resolve()
      fixture.venue.change(id, 'live')
      return { kind: 'answered', cancelled: [], notCancelled: [] }
    }
    const result = await within(fixture, 10_000, fixture.module.orders.cancelAll())
    assert.deepEqual([result.cancelled, result.queued, result.failed], [[id], [], []])
    assert.equal(fixture.venue.orders.get(id)?.state, 'cancelled')
  })

  test('a partial Cancel All is finished by id', async () => {
    const fixture = await armed()
    const ids = [
      await placed(fixture, intent(1)),
      await placed(fixture, intent(2)),
      await placed(fixture, intent(3)),
    ]
    fixture.venue.trading.cancelAll = () => fixture.venue.trading.cancel(ids.slice(0, 1))
    const result = await within(fixture, 10_000, fixture.module.orders.cancelAll())
    assert.deepEqual(result.cancelled.toSorted(), ids.toSorted())
    assert.deepEqual(result.failed, [])
  })

  test('INV-16 it is finished by id though nothing can be read', async () => {
    const fixture = await armed()
    const ids = [await placed(fixture, intent(1)), await placed(fixture, intent(2))]
    fixture.venue.trading.cancelAll = async () => ({ kind: 'answered', cancelled: [], notCancelled: [] })
    fixture.venue.isBlind = true
    const result = await within(fixture, 60_000, fixture.module.orders.cancelAll())
    assert.deepEqual(fixture.venue.live(), [])
    assert.deepEqual([result.cancelled, result.failed], [ids, []])
  })

  test('INV-16 when its call is over the venue’s limits and nothing can be read, what is known is cancelled by id', async () => {
    const fixture = await armed()
    const ids = [await placed(fixture, intent(1)), await placed(fixture, intent(2))]
    fixture.venue.cancelMode = 'limited'
    // A read is given up after ten seconds.
    fixture.venue.account.openOrders = async () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      fixture.clock.after(10_000, () => resolve(undefined))
      await promise
      return err({ kind: 'unavailable', detail: 'no answer', retryAfterMs: null })
    }
    const answer = fixture.module.orders.cancelAll()
    await fixture.clock.advance(0)
    assert.deepEqual(fixture.venue.cancels, ['cancel all', 'cancel 2'], 'no read comes before it')
    assert.deepEqual(fixture.venue.live(), [])
    const result = await within(fixture, 60_000, answer)
    assert.deepEqual(result.cancelled.toSorted(), ids.toSorted())
    const failed = result.failed.map(({ id, rejection }) => [id, rejection.code])
    assert.deepEqual(failed, [[null, 'venue_rate_limited']], 'what else there may be, nobody knows')
  })

  test('an order that filled first is reported as failed, with its state', async () => {
    const fixture = await armed()
    const id = await placed(fixture, intent(1))
    fixture.venue.trading.cancelAll = async () => {
      await Promise.resolve()
      fixture.venue.fill(id, whole(10))
      return {
        kind: 'answered',
        cancelled: [],
        notCancelled: [{ id, reason: 'already canceled or matched' }],
      }
    }
    const result = await within(fixture, 5_000, fixture.module.orders.cancelAll())
    assert.deepEqual(listed(result), [id])
    assert.equal(result.failed[0]?.rejection.message, 'already canceled or matched')
  })

  test('whatever became of them, by Cancel All, by market and by id', async () => {
    const scripted = fc.constantFrom<ScriptedOutcome>(
      'live',
      'matched',
      'partly',
      'delayed',
      'lost_booked',
      'lost_nothing',
    )
    const how = fc.constantFrom('all' as const, 'market' as const, 'ids' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.array(scripted, { minLength: 1, maxLength: 5 }),
        how,
        async (scriptedOutcomes, by) => {
          const fixture = await armed()
          for (const [index, one] of scriptedOutcomes.entries()) {
            fixture.venue.scriptedOutcomes.push(one)
            void fixture.module.orders.place(intent(index + 1))
            await fixture.clock.advance(100)
          }
          const { orders } = fixture.module
          const known = scriptedOutcomes.flatMap(
            (_, index) => orders.byClientOrderId(clientId(index + 1))?.id ?? [],
          )
          const open = orders.open().flatMap(({ id }) => id ?? [])
          const onTheirWay = orders
            .open()
            .filter(({ status }) => status === 'pending')
            .flatMap(({ id }) => id ?? [])
          const answer =
            by === 'all'
              ? orders.cancelAll()
              : by === 'market'
                ? orders.cancelMarket({ outcomeId: YES })
                : orders.cancel(known)
          const result = await within(fixture, 20_000, answer)
          const named = listed(result)
          assert.equal(new Set(named).size, named.length, 'twice')
          if (by === 'ids') assert.deepEqual(new Set(named), new Set(known))
          else for (const id of open) assert.ok(named.includes(id) || onTheirWay.includes(id), 'missing')
          for (const id of result.cancelled) assert.equal(fixture.venue.orders.get(id)?.state, 'cancelled')
          await fixture.clock.advance(20_000)
          assert.deepEqual(fixture.venue.live(), [], 'INV-18')
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('INV-14 a replace', () => {
  test('whatever the old order fills before, during and after its cancel, both together stay within what was asked', async () => {
    const part = fc.integer({ min: 0, max: 5 })
    await fc.assert(
      fc.asyncProperty(
        part,
        part,
        fc.integer({ min: 5, max: 15 }),
        fc.boolean(),
        async (before, during, asked, isMute) => {
          const fixture = await armed()
          const old = await placed(fixture, intent(1))
          fixture.venue.isMute = isMute
          if (before > 0) fixture.venue.fill(old, whole(before))
          const cancel = fixture.venue.trading.cancel.bind(fixture.venue.trading)
          fixture.venue.trading.cancel = async (ids) => {
            if (during > 0 && ids.includes(old)) fixture.venue.fill(old, whole(during))
            return cancel(ids)
          }
          const answer = fixture.module.orders.replace({
            clientOrderId: clientId(2),
            orderId: old,
            price: price(4_100),
            size: whole(asked),
            postOnly: false,
          })
          const result = await within(fixture, 30_000, answer)
          assert.ok(result.ok)
          const filled = fixture.venue.orders.get(old)?.matchedSize ?? whole(0)
          const next = result.value.order?.size ?? whole(0)
          assert.ok(addMicros(filled, next) <= whole(Math.max(asked, before + during)))
          if (next > 0n) {
            assert.equal(addMicros(filled, next), whole(asked))
            assert.notEqual(fixture.venue.orders.get(old)?.state, 'live')
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  for (const when of ['before', 'during'] as const) {
    test(`of an order whose fill ${when} it left six decimals places what is left, in the two that an order may have`, async () => {
      const fixture = await armed()
      const old = await placed(fixture, intent(1))
      const fill = () => fixture.venue.fill(old, micros(4_285_713n))
      const cancel = fixture.venue.trading.cancel.bind(fixture.venue.trading)
      if (when === 'before') fill()
      else
        fixture.venue.trading.cancel = async (ids) => {
          fill()
          return cancel(ids)
        }
      const result = await within(fixture, 30_000, replaced(fixture, 2, old))
      assert.equal(result.ok && result.value.result, 'accepted')
      assert.equal(result.ok && result.value.order?.size, micros(5_710_000n))
    })
  }

  test('INV-85 that asks for more decimals than an order may have is rounded down; where nothing is left the old one stays', async () => {
    const fixture = await armed()
    const old = await placed(fixture, intent(1))
    fixture.venue.fill(old, micros(4_285_713n))
    const nothing = await within(fixture, 30_000, replaced(fixture, 2, old, micros(9_999n)))
    assert.equal(nothing.ok && nothing.value.result, 'rejected')
    assert.equal(fixture.venue.orders.get(old)?.state, 'live')
    const result = await within(fixture, 30_000, replaced(fixture, 3, old, micros(9_509_999n)))
    assert.equal(result.ok && result.value.order?.size, micros(5_210_000n))
  })

  test('of an order whose time would be too short by the end of it leaves the old one', async () => {
    const fixture = await armed()
    const expiresAt = Math.ceil(fixture.clock.now() / 1_000) * 1_000 + 190_000
    const old = await placed(fixture, intent(1, { timeInForce: 'GTD', expiresAt }))
    const result = await within(fixture, 30_000, replaced(fixture, 2, old))
    assert.equal(result.ok && result.value.reject?.code, 'invalid_expiration')
    assert.equal(fixture.venue.orders.get(old)?.state, 'live')
  })

  function replaced(
    fixture: TradingFixture,
    number: number,
    old: OrderId,
    size = whole(10),
  ): ReturnType<TradingFixture['module']['orders']['replace']> {
    return fixture.module.orders.replace({
      clientOrderId: clientId(number),
      orderId: old,
      price: price(4_000 + number * 100),
      size,
      postOnly: false,
    })
  }

  test('of an order that is being replaced already is refused, at once or while the first one waits', async () => {
    for (const laterMs of [0, 300, 2_000]) {
      const fixture = await armed()
      const old = await placed(fixture, intent(1))
      fixture.venue.isBlind = true
      const first = replaced(fixture, 2, old)
      if (laterMs > 0) await fixture.clock.advance(laterMs)
      const second = await replaced(fixture, 3, old)
      assert.equal(second.ok && second.value.reject?.code, 'not_cancellable')
      assert.match((second.ok && second.value.reject?.message) || '', /being replaced/)
      fixture.venue.isBlind = false
      const result = await within(fixture, 5_000, first)
      assert.equal(result.ok && result.value.result, 'accepted')
      assert.deepEqual(
        fixture.venue.live().map(({ originalSize }) => originalSize),
        [whole(10)],
      )
    }
  })

  test('INV-78 that sent nothing says that its cancel is sent again, and the order ends with that', async () => {
    const fixture = await armed()
    const old = await placed(fixture, intent(1))
    fixture.venue.isBlind = true
    fixture.venue.cancelMode = 'down'
    const first = await within(fixture, 30_000, replaced(fixture, 2, old))
    assert.equal(first.ok && first.value.reject?.code, 'not_cancellable')
    assert.match(first.ok ? (first.value.reject?.message ?? '') : '', /resent until the venue accepts it/)
    fixture.venue.isBlind = false
    fixture.venue.cancelMode = 'ok'
    await fixture.clock.advance(10_000)
    assert.deepEqual(fixture.venue.live(), [])
    assert.equal(fixture.module.orders.order(old)?.status, 'cancelled')
  })

  test('INV-08 that is refused once the old order is gone says both again after a restart', async () => {
    const fixture = await armed()
    const old = await placed(fixture, intent(1))
    fixture.venue.isBlind = true
    const answer = replaced(fixture, 2, old)
    await fixture.clock.advance(300)
    fixture.book = { ...fixture.book, staleReason: 'feed_down' }
    fixture.venue.isBlind = false
    const first = await within(fixture, 5_000, answer)
    assert.ok(first.ok)
    assert.deepEqual([first.value.reject?.code, first.value.cancelled], ['book_stale', true])
    await fixture.restart()
    const again = await replaced(fixture, 2, old)
    assert.ok(again.ok)
    assert.deepEqual([again.value.reject, again.value.cancelled], [first.value.reject, true])
  })

  test('of an order that is gone says so and sends nothing', async () => {
    const fixture = await armed()
    const old = await placed(fixture, intent(1), 'matched')
    await fixture.clock.advance(2_000)
    const result = await within(
      fixture,
      1_000,
      fixture.module.orders.replace({
        clientOrderId: clientId(2),
        orderId: old,
        price: price(4_100),
        size: whole(10),
        postOnly: false,
      }),
    )
    assert.ok(result.ok)
    assert.equal(result.value.reject?.code, 'not_cancellable')
    assert.equal(fixture.venue.cancels.length, 0)
    assert.equal(fixture.venue.requests.length, 1)
  })
})
