// Rules shown here: CLK-1.
// Clocks: trading needs a measured difference of at most 5 s, and a clock that jumps makes everything doubtful.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ok } from '#lib/result.ts'
import type { VenueAccount } from '#ports/venue-account.ts'
import { createClockSkew, type ClockSkew } from './clock-skew.ts'
import { createManualClock, DOWN, settle, silentLog, type ManualClock } from '../testing/market-fakes.ts'

type Answer = Awaited<ReturnType<VenueAccount['clockSkew']>>
type Scene = {
  readonly clock: ManualClock
  readonly skew: ClockSkew
  answer: () => Promise<Answer>
  asked: number
  jumps: number
  rights: number
}

function scene(): Scene {
  const clock = createManualClock()
  const made: Scene = {
    clock,
    asked: 0,
    jumps: 0,
    rights: 0,
    answer: async () => ok(0),
    skew: createClockSkew({
      clock,
      log: silentLog,
      account: {
        clockSkew() {
          made.asked += 1
          return made.answer()
        },
      },
      onChange() {},
      onJump() {
        made.jumps += 1
      },
      onRight() {
        made.rights += 1
      },
    }),
  }
  return made
}

describe('clock skew', () => {
  for (const [measured, expected] of [
    [0, true],
    [5_000, true],
    [-5_000, true],
    [5_000.4, true],
    [5_001, false],
    [-5_001, false],
  ] as const) {
    test(`a difference of ${measured} ms is ${expected ? 'tolerated' : 'too much'}`, async () => {
      const made = scene()
      made.answer = async () => ok(measured)
      await made.skew.start()
      assert.equal(made.skew.isTolerable(), expected)
    })
  }

  test('a difference that nobody measured is not tolerated; one that was stays until it is measured again', async () => {
    const made = scene()
    made.answer = async () => DOWN
    await made.skew.start()
    assert.equal(made.skew.skewMs(), null)
    assert.equal(made.skew.isTolerable(), false)
    made.answer = async () => ok(12.4)
    await made.clock.advance(60_000)
    assert.equal(made.skew.skewMs(), 12)
    made.answer = async () => {
      throw new Error('bug in the adapter')
    }
    await made.clock.advance(60_000)
    assert.equal(made.skew.skewMs(), 12)
  })

  test('the wall clock moved by more than 2 s: reported at once, measured again, closed meanwhile', async () => {
    for (const by of [2_001, -2_001, 3_600_000]) {
      const made = scene()
      await made.skew.start()
      const { promise, resolve } = Promise.withResolvers<Answer>()
      made.answer = () => promise
      made.clock.jump(by)
      await made.clock.advance(1_000)
      assert.equal(made.jumps, 1)
      assert.equal(made.skew.isTolerable(), false)
      resolve(ok(-by))
      await settle()
      assert.equal(made.skew.skewMs(), -by)
      await made.clock.advance(5_000)
      assert.equal(made.jumps, 1)
    }
  })

  test('a small step is no jump', async () => {
    const made = scene()
    await made.skew.start()
    made.clock.jump(2_000)
    await made.clock.advance(1_000)
    assert.equal(made.jumps, 0)
    assert.equal(made.skew.isTolerable(), true)
  })

  test('a measurement that began before the jump does not count', async () => {
    const made = scene()
    await made.skew.start()
    const first = Promise.withResolvers<Answer>()
    made.answer = () => first.promise
    await made.clock.advance(59_500)
    await made.clock.advance(500)
    assert.equal(made.asked, 2)
    made.clock.jump(3_600_000)
    made.answer = async () => ok(-3_600_000)
    await made.clock.advance(1_000)
    first.resolve(ok(0))
    await settle()
    assert.equal(made.skew.skewMs(), -3_600_000)
    assert.equal(made.skew.isTolerable(), false)
  })

  test('INV-51 a wrong or unknown difference is measured every 5 s, and a right one is reported', async () => {
    const made = scene()
    made.answer = async () => ok(-3_600_000)
    await made.skew.start()
    await made.clock.advance(10_000)
    assert.deepEqual([made.asked, made.rights], [3, 0])
    made.answer = async () => DOWN
    await made.clock.advance(5_000)
    assert.equal(made.asked, 4)
    made.answer = async () => ok(0)
    await made.clock.advance(5_000)
    assert.deepEqual([made.skew.isTolerable(), made.rights], [true, 1])
    await made.clock.advance(50_000)
    assert.equal(made.rights, 2)
  })

  test('INV-51 a check notices a jump at once, and does not wait for a venue that is silent', async () => {
    const made = scene()
    await made.skew.start()
    assert.equal(await made.skew.check(), 'right')
    made.clock.jump(3_600_000)
    made.answer = async () => ok(-3_600_000)
    assert.equal(await made.skew.check(), 'wrong')
    assert.equal(made.jumps, 1)
    made.clock.jump(-3_600_000)
    made.answer = () => new Promise(() => {})
    const silent = made.skew.check()
    await made.clock.advance(2_000)
    assert.equal(await silent, 'unknown')
  })

  for (const [name, by, skewOf] of [
    ['a clock that goes an hour ahead', 3_600_000, -3_600_000],
    ['a clock that goes an hour back', -3_600_000, 3_600_000],
  ] as const)
    test(`${name} dates no row by it: not when it jumps, not while it is measured, not while it is wrong, not after`, async () => {
      const made = scene()
      await made.skew.start()
      const began = made.clock.now()
      const { promise, resolve } = Promise.withResolvers<Answer>()
      made.answer = () => promise
      made.clock.jump(by)
      assert.equal(made.skew.rowTime(), began)
      await made.clock.advance(3_000)
      assert.equal(made.skew.rowTime(), began + 3_000)
      resolve(ok(skewOf))
      await settle()
      assert.equal(made.skew.rowTime(), began + 3_000)
      made.answer = async () => ok(0)
      made.clock.jump(-by)
      await made.clock.advance(3_000)
      assert.equal(made.skew.skewMs(), 0)
      assert.equal(made.skew.rowTime(), began + 6_000)
    })

  test('a jump that was right, as after a sleep, dates rows as soon as it was measured, or after ten seconds without an answer', async () => {
    for (const answers of [true, false]) {
      const made = scene()
      await made.skew.start()
      if (!answers) made.answer = async () => DOWN
      made.clock.jump(3_600_000)
      await made.clock.advance(answers ? 1_000 : 11_000)
      assert.equal(made.skew.rowTime(), made.clock.now())
    }
  })

  test('before the first answer rows have the host’s time', () => {
    const made = scene()
    assert.equal(made.skew.rowTime(), made.clock.now())
  })

  test('stopped, it measures nothing more', async () => {
    const made = scene()
    await made.skew.start()
    made.skew.stop()
    await made.clock.advance(600_000)
    assert.equal(made.asked, 1)
  })
})
