// Cancels that the venue could not take: sent when it can, however long that takes, over restarts, and nothing else with them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { rejection, type RejectCode } from '#core/reject-codes.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { armed, placedAfter, within } from '../../testing/armed-fixture.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'
import { intent, NO, YES, type TradingFixture } from '../../testing/trading-fixture.ts'

const live = (fixture: TradingFixture): readonly OrderId[] => fixture.venue.live().map(({ id }) => id)
const place = (fixture: TradingFixture, number: number): Promise<OrderId> =>
  placedAfter(fixture, intent(number), { ms: 10 })

const lateOf = (fixture: TradingFixture): readonly string[] =>
  (fixture.published.late_order ?? []).map(({ what }) => what)

/** Each cancel is refused, or hangs, until the answered function is called. */
function refusing(fixture: TradingFixture, code: RejectCode | 'hangs', retryAfterMs?: number): () => void {
  const usual = { ...fixture.venue.trading }
  const refuse = (name: string): Promise<CancelOutcome> => {
    fixture.venue.cancels.push(name)
    const { promise, resolve } = Promise.withResolvers<CancelOutcome>()
    const failed = (why: RejectCode): CancelOutcome => ({
      kind: 'failed',
      rejection: rejection(why, retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
    if (code !== 'hangs') resolve(failed(code))
    else fixture.clock.after(5_000, () => resolve(failed('venue_unavailable')))
    return promise
  }
  Object.assign(fixture.venue.trading, {
    cancel: (ids: readonly OrderId[]) => refuse(`cancel ${ids.length}`),
    cancelMarket: () => refuse('cancel market'),
    cancelAll: () => refuse('cancel all'),
  })
  return () => void Object.assign(fixture.venue.trading, usual)
}

const MODES = ['venue_restarting', 'venue_unavailable', 'venue_rate_limited', 'hangs'] as const

describe('INV-78 what was asked for is sent when the venue can take it', () => {
  for (const mode of MODES) {
    test(`one, a market and all of them: ${mode}`, async () => {
      for (const how of ['one', 'market', 'all'] as const) {
        const fixture = await armed()
        const ids = [await place(fixture, 1), await place(fixture, 2)]
        const [first] = ids
        assert.ok(first !== undefined)
        const end = refusing(fixture, mode)
        const { orders } = fixture.module
        const asked =
          how === 'one'
            ? orders.cancel([first])
            : how === 'market'
              ? orders.cancelMarket({ outcomeId: YES })
              : orders.cancelAll()
        const answer = await within(fixture, 20_000, asked)
        const meant = how === 'one' ? [first] : ids
        assert.deepEqual(answer.queued.map(({ id }) => id).toSorted(), meant.toSorted(), how)
        assert.deepEqual([answer.cancelled, answer.failed], [[], []], how)
        assert.equal(orders.order(first)?.cancelQueued, true)
        await fixture.clock.advance(600_000)
        assert.equal(live(fixture).length, 2)
        end()
        await fixture.clock.advance(10_000)
        assert.deepEqual(
          live(fixture),
          ids.filter((id) => !meant.includes(id)),
          how,
        )
        assert.equal(fixture.queued.size, 0)
        assert.equal(fixture.published.foreign_activity, undefined)
        assert.equal(fixture.published.order_ended, undefined)
      }
    })
  }

  test('a minute of it is notified urgently, once for each order', async () => {
    const fixture = await armed()
    await place(fixture, 1)
    refusing(fixture, 'venue_restarting')
    void fixture.module.orders.cancelAll()
    await fixture.clock.advance(50_000)
    assert.deepEqual(lateOf(fixture), [])
    await fixture.clock.advance(600_000)
    assert.deepEqual(lateOf(fixture), ['not_cancelled'])
  })

  test('the wait that the venue names is kept', async () => {
    const fixture = await armed()
    const id = await place(fixture, 1)
    refusing(fixture, 'venue_restarting', 60_000)
    void fixture.module.orders.cancel([id])
    await fixture.clock.advance(59_000)
    assert.deepEqual(fixture.venue.cancels, ['cancel 1'])
  })

  test('a second press multiplies nothing', async () => {
    const fixture = await armed()
    const id = await place(fixture, 1)
    refusing(fixture, 'venue_restarting')
    void fixture.module.orders.cancel([id])
    await fixture.clock.advance(10)
    const presses = [1, 2, 3].map(() => fixture.module.orders.cancel([id]))
    await fixture.clock.advance(20_000)
    for (const answer of await Promise.all(presses)) assert.equal(answer.queued.length, 1)
    assert.ok(fixture.venue.cancels.length <= 9, `${fixture.venue.cancels.length}`)
  })

  test('an order that the venue takes is a sign that it takes cancels', async () => {
    const fixture = await armed()
    const id = await place(fixture, 1)
    const end = refusing(fixture, 'venue_unavailable', 60_000)
    void fixture.module.orders.cancel([id])
    await fixture.clock.advance(5_000)
    end()
    await place(fixture, 2)
    await fixture.clock.advance(10)
    assert.equal(live(fixture).includes(id), false)
  })

  test('what is gone meanwhile is asked for no more, without a word', async () => {
    const fixture = await armed()
    const id = await place(fixture, 1)
    const end = refusing(fixture, 'venue_restarting')
    void fixture.module.orders.cancel([id])
    await fixture.clock.advance(10_000)
    fixture.venue.change(id, 'cancelled')
    await fixture.clock.advance(10)
    const before = fixture.venue.cancels.length
    end()
    await fixture.clock.advance(60_000)
    assert.equal(fixture.venue.cancels.length, before)
    const { late_order: late, order_ended: ended, foreign_activity: foreign } = fixture.published
    assert.deepEqual([late, ended, foreign, fixture.queued.size], [undefined, undefined, undefined, 0])
  })
})

describe('INV-18 INV-78 a Cancel All that waits', () => {
  test('leaves alone what is placed after it', async () => {
    for (const restarts of [false, true]) {
      const fixture = await armed()
      const before = await place(fixture, 1)
      const end = refusing(fixture, 'venue_unavailable')
      await within(fixture, 20_000, fixture.module.orders.cancelAll())
      const after = await place(fixture, 2)
      await fixture.clock.advance(30_000)
      if (restarts) await fixture.restart()
      end()
      await fixture.clock.advance(30_000)
      assert.deepEqual([live(fixture), before === after], [[after], false])
    }
  })

  test('takes what only the venue knew of, and what was placed elsewhere since it leaves', async () => {
    const fixture = await armed()
    await place(fixture, 1)
    const row = [...fixture.venue.orders.values()][0]
    assert.ok(row !== undefined)
    const [earlier, later] = [fakeOrderId(901), fakeOrderId(902)]
    fixture.venue.orders.set(earlier, { ...row, id: earlier, outcomeId: NO })
    const end = refusing(fixture, 'venue_unavailable')
    void fixture.module.orders.cancelAll()
    await fixture.clock.advance(500)
    fixture.venue.orders.set(later, { ...row, id: later, createdAt: fixture.clock.now() + 5_000 })
    await fixture.clock.advance(30_000)
    end()
    await fixture.clock.advance(30_000)
    assert.deepEqual(live(fixture), [later])
  })

  test('before own state has been read goes out as one call', async () => {
    const fixture = await armed()
    const id = await place(fixture, 1)
    fixture.venue.isBlind = true
    const end = refusing(fixture, 'venue_restarting')
    await fixture.restart()
    const answer = await within(fixture, 20_000, fixture.module.orders.cancelAll())
    assert.deepEqual([answer.queued, answer.failed[0]?.id], [[], null])
    assert.equal(fixture.venue.live()[0]?.id, id)
    end()
    await fixture.clock.advance(10_000)
    assert.deepEqual(live(fixture), [])
  })
})

describe('INV-78 over a kill of the terminal', () => {
  for (const mode of MODES) {
    for (const how of ['one', 'all'] as const) {
      for (const afterMs of [10, 3_000, 20_000]) {
        test(`${how} of them, killed after ${afterMs} ms: ${mode}`, async () => {
          const fixture = await armed()
          const ids = [await place(fixture, 1), await place(fixture, 2)]
          const end = refusing(fixture, mode)
          if (how === 'one') void fixture.module.orders.cancel(ids.slice(0, 1))
          else void fixture.module.orders.cancelAll()
          await fixture.clock.advance(afterMs)
          await fixture.restart()
          await fixture.clock.advance(30_000)
          assert.equal(live(fixture).length, 2)
          end()
          await fixture.clock.advance(10_000)
          assert.deepEqual(live(fixture), how === 'one' ? ids.slice(1) : [])
          assert.equal(fixture.queued.size, 0)
        })
      }
    }
  }

  test('a cancel that was answered is not sent again', async () => {
    const fixture = await armed()
    const id = await place(fixture, 1)
    void fixture.module.orders.cancel([id])
    await fixture.clock.advance(5_000)
    const before = fixture.venue.cancels.length
    await fixture.restart()
    await fixture.clock.advance(30_000)
    assert.equal(fixture.venue.cancels.length, before)
  })
})
