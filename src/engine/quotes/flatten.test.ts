// Flattening markets through the whole order path, on a fake venue.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { OutcomeId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import type { FlattenResult } from './contract.ts'
import { holding } from '../testing/holding-fixture.ts'
import { clientId, intent, NO, price, whole, YES, type TradingFixture } from '../testing/trading-fixture.ts'

type Asked = readonly (readonly [number: number, outcomeId: OutcomeId])[]

const flatten = (fixture: TradingFixture, legs: Asked): Promise<FlattenResult> =>
  fixture.module.exits.flatten(
    legs.map(([number, outcomeId]) => ({ clientOrderId: clientId(number), outcomeId, worst: null })),
  )

async function ended<T>(fixture: TradingFixture, answer: Promise<T>): Promise<T> {
  await fixture.clock.advance(16_000)
  return answer
}

/** A resting sale of Yes that offers this many shares, and its order. */
async function offer(fixture: TradingFixture, number: number, shares: number): Promise<Order> {
  const placed = await ended(
    fixture,
    fixture.module.orders.place(intent(number, { side: 'SELL', price: price(5_500), size: whole(shares) })),
  )
  assert.ok(placed.ok && placed.value.order !== null)
  return placed.value.order
}

const results = ({ legs }: FlattenResult): readonly unknown[] =>
  legs.map(({ result }) => result?.reject?.code ?? result?.order?.size ?? result?.result ?? null)

const HELD = [
  [YES, whole(60)],
  [NO, whole(20)],
] as const

describe('INV-60 a flatten', () => {
  test('cancels the own orders of the market first, then sells all that is held of both outcomes', async () => {
    const fixture = await holding(HELD)
    const resting = await offer(fixture, 1, 45)
    const buy = fixture.module.orders.place(intent(2, { outcomeId: NO }))
    await ended(fixture, buy)
    fixture.venue.scriptedOutcomes.push('matched', 'matched')
    const answer = await ended(
      fixture,
      flatten(fixture, [
        [3, YES],
        [4, NO],
      ]),
    )
    assert.deepEqual(results(answer), [whole(60), whole(20)])
    const [cancel, ...others] = answer.cancels
    assert.deepEqual([cancel?.outcomeIds, others.length], [[YES, NO], 0])
    assert.ok(resting.id !== null && cancel?.cancelled.includes(resting.id) && cancel.cancelled.length === 2)
    assert.deepEqual(fixture.venue.cancels, ['cancel market'])
    for (const number of [3, 4]) {
      const rows = fixture.audit.orderHistory(clientId(number)).map(({ action, kind }) => `${action} ${kind}`)
      assert.deepEqual(rows, ['exit intent', 'exit decision', 'exit signed', 'exit response'])
    }
  })

  test('while SAFE cancels, and sells nothing', async () => {
    const fixture = await holding(HELD)
    await offer(fixture, 1, 45)
    fixture.module.trading.disarm('user')
    const answer = await ended(fixture, flatten(fixture, [[2, YES]]))
    assert.deepEqual([answer.cancels[0]?.cancelled.length, results(answer)], [1, ['safe_mode']])
    assert.equal(fixture.venue.requests.length, 1)
  })

  test('sells one outcome where another cannot be: nothing held, less than can be sold, an outcome that nobody knows', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const unknown = 'pm:999' as OutcomeId
    const answer = await ended(
      fixture,
      flatten(fixture, [
        [1, NO],
        [2, unknown],
        [3, YES],
      ]),
    )
    assert.deepEqual(results(answer), ['no_position', 'unknown_outcome', whole(60)])
    assert.equal(answer.cancels.length, 2)
  })

  test('names the order whose cancel waits for its delay, and leaves the shares that it may sell', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.venue.scriptedOutcomes.push('delayed')
    const delayed = fixture.module.orders.place(
      intent(1, { side: 'SELL', price: price(4_500), size: whole(45) }),
    )
    await fixture.clock.advance(100)
    const answer = flatten(fixture, [[2, YES]])
    await fixture.clock.advance(2_500)
    const { cancels, ...rest } = await answer
    await delayed
    assert.deepEqual([cancels[0]?.queued.length, results({ cancels, ...rest })], [1, [whole(15)]])
  })

  test('INV-18 sells nothing after a Cancel All or SAFE that came while it cancelled', async () => {
    for (const stop of ['cancelAll', 'safe'] as const) {
      const fixture = await holding([[YES, whole(60)]])
      const answer = flatten(fixture, [[1, YES]])
      if (stop === 'cancelAll') void fixture.module.orders.cancelAll()
      else {
        fixture.module.trading.disarm('user')
        fixture.module.trading.arm()
      }
      const code = stop === 'safe' ? 'safe_mode' : 'cancel_under_way'
      assert.deepEqual(results(await ended(fixture, answer)), [code])
      assert.equal(fixture.venue.requests.length, 0)
    }
  })

  test('INV-61 that is repeated at once, later and after a restart answers the first results and cancels nothing again', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.venue.scriptedOutcomes.push('matched')
    const both = [flatten(fixture, [[1, YES]]), flatten(fixture, [[1, YES]])]
    await fixture.clock.advance(16_000)
    const [first, second] = await Promise.all(both)
    assert.ok(first !== undefined && second !== undefined)
    assert.deepEqual([first, second].map(results), [[whole(60)], [whole(60)]])
    assert.deepEqual([first.cancels.length, second.cancels.length], [1, 0])
    const kept = await ended(
      fixture,
      fixture.module.orders.place(intent(2, { price: price(3_000), outcomeId: NO })),
    )
    assert.equal(kept.ok && kept.value.result, 'accepted')
    const later = await ended(fixture, flatten(fixture, [[1, YES]]))
    await fixture.restart()
    const restarted = await ended(fixture, flatten(fixture, [[1, YES]]))
    for (const again of [later, restarted]) {
      assert.deepEqual([results(again), again.legs[0]?.result?.replayed], [[whole(60)], true])
      assert.deepEqual(again.cancels, [])
    }
    assert.equal(fixture.venue.live().length, 1)
    assert.deepEqual(results(await ended(fixture, flatten(fixture, [[1, NO]]))), [null])
    assert.equal(fixture.venue.requests.length, 2)
  })

  test('INV-61 that was killed after its cancel is repeated SAFE: its legs are refused and nothing is sold', async () => {
    const fixture = await holding([[YES, whole(60)]])
    await offer(fixture, 1, 45)
    fixture.killAt = 'cancel_market.answer'
    void flatten(fixture, [[2, YES]])
    await fixture.clock.advance(5_000)
    assert.ok(fixture.isDead())
    await fixture.restart()
    assert.deepEqual(results(await ended(fixture, flatten(fixture, [[2, YES]]))), ['safe_mode'])
    assert.equal(fixture.venue.requests.length, 1)
    assert.equal(fixture.venue.live().length, 0)
  })
})

test('INV-60 INV-14 whatever flattens, exits, offers and repeats come together, never more is sold than is held', async () => {
  const anyAct = fc.record({
    kind: fc.constantFrom('flatten', 'repeat', 'exit', 'offer'),
    outcome: fc.constantFrom(YES, NO),
    scripted: fc.constantFrom('matched', 'partly', 'live', 'lost_nothing', 'delayed'),
    waitMs: fc.constantFrom(0, 50, 3_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 2, maxLength: 8 }), async (acts) => {
      const fixture = await holding(HELD)
      const answers: Promise<unknown>[] = []
      let last: Asked = [[100, YES]]
      for (const [at, { kind, outcome, scripted, waitMs }] of acts.entries()) {
        fixture.venue.scriptedOutcomes.push(scripted)
        const number = 100 + 10 * at
        if (kind === 'flatten')
          last = [
            [number, YES],
            [number + 1, NO],
          ]
        const order = intent(number, {
          outcomeId: outcome,
          side: 'SELL',
          price: price(5_500),
          size: whole(15),
        })
        answers.push(
          kind === 'offer'
            ? fixture.module.orders.place(order)
            : kind === 'exit'
              ? fixture.module.exits.exit({
                  clientOrderId: clientId(number),
                  outcomeId: outcome,
                  mode: 'walk',
                  size: null,
                  worst: null,
                })
              : flatten(fixture, last),
        )
        await fixture.clock.advance(waitMs)
      }
      await fixture.clock.advance(60_000)
      await Promise.all(answers)
      for (const [outcomeId, held] of HELD) {
        // Matched sales, and resting ones that may still match.
        const sold = [...fixture.venue.orders.values()]
          .filter((order) => order.outcomeId === outcomeId && order.side === 'SELL')
          .map((order) => (order.state === 'live' ? order.originalSize : order.matchedSize))
        assert.ok(sold.reduce<bigint>((sum, size) => sum + size, 0n) <= held)
      }
    }),
    { numRuns: 60 },
  )
})
