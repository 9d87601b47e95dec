import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { aheadOf, placeInQueue, seeLevel, seeOwnFill, seeTrade } from './queue.ts'
import type { QueuePlace } from './queue.ts'

const shares = (n: number): Micros => micros(BigInt(n) * 1_000_000n)
const fresh = (ahead: number) => placeInQueue(shares(ahead), shares(ahead), false)

test('trades at the price come off the front, whichever of trade and level arrives first', () => {
  const tradeFirst = seeLevel(seeTrade(fresh(100), shares(30)), shares(70))
  const levelFirst = seeTrade(seeLevel(fresh(100), shares(70)), shares(30))
  assert.equal(tradeFirst.ahead, shares(70))
  assert.equal(levelFirst.ahead, shares(70))
})

test('cancels are shared between those ahead and those behind, by what stood there', () => {
  // 100 ahead, 10 of mine and 90 behind: of 40 that go without a trade, half are taken to have been ahead.
  const place = seeLevel(seeLevel(fresh(100), shares(200)), shares(160))
  assert.equal(place.ahead, shares(80))
})

test('what joins behind changes nothing', () => {
  assert.equal(seeLevel(fresh(100), shares(500)).ahead, shares(100))
})

test('an own fill means that nothing is ahead', () => {
  assert.equal(seeOwnFill(fresh(100)).ahead, shares(0))
})

test('the shown estimate never exceeds what others have at the price', () => {
  const place = placeInQueue(shares(100), shares(110), false)
  assert.equal(aheadOf(place, shares(10)), shares(100))
  assert.equal(aheadOf({ ...place, level: shares(60) }, shares(10)), shares(50))
  assert.equal(aheadOf({ ...place, level: shares(5) }, shares(10)), shares(0))
})

const happening = fc.oneof(
  fc.record({ kind: fc.constant('level' as const), size: fc.nat(500) }),
  fc.record({ kind: fc.constant('trade' as const), size: fc.integer({ min: 1, max: 200 }) }),
)

test('whatever happens, the estimate never grows, is never negative, and is gone once as much has traded', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.array(happening), (ahead, happenings) => {
      let place: QueuePlace = fresh(ahead)
      let traded = 0
      for (const one of happenings) {
        const before = place.ahead
        const { level, added } = place
        if (one.kind === 'trade') {
          traded += one.size
          place = seeTrade(place, shares(one.size))
        } else place = seeLevel(place, shares(one.size))
        assert.ok(place.ahead <= before && place.ahead >= 0n)
        if (one.kind === 'level' && shares(one.size) > level) {
          assert.equal(place.ahead, before, 'growth behind moves nobody')
          assert.ok(place.added > added)
        }
      }
      if (traded >= ahead) assert.equal(place.ahead, 0n)
    }),
  )
})

test('trades and the levels that they shrink come to the same in any order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.integer({ min: 1, max: 40 })),
      (ahead, sizes) => {
        const trades = sizes.map((size) => (place: QueuePlace) => seeTrade(place, shares(size)))
        let left = ahead + sizes.reduce((sum, size) => sum + size, 0)
        // There is size behind, so that every trade finds a level to shrink.
        const start = seeLevel(fresh(ahead), shares(left))
        const drops = sizes.map((size) => {
          left -= size
          const level = shares(left)
          return (place: QueuePlace) => seeLevel(place, level)
        })
        const run = (steps: readonly ((place: QueuePlace) => QueuePlace)[]) =>
          steps.reduce((place, step) => step(place), start).ahead
        assert.equal(run([...trades, ...drops]), run([...drops, ...trades]))
      },
    ),
  )
})
