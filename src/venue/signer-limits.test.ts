// Rules shown here: VEN-7.
// The venue's buckets followed ahead, and how answers correct the figures.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createManualClock } from '#engine/testing/market-fakes.ts'
import { createSignerLimits, type LimitHeaders, type SignerLimits } from './signer-limits.ts'

const SILENT = { remaining: null, tier: null, resetAt: null, isWarning: false } as const

function place(limits: SignerLimits, count: number): void {
  for (let one = 0; one < count; one += 1) {
    limits.sent('orders', 1)
    limits.answered('orders', 1, SILENT, null)
  }
}

describe('the limits of a signer', () => {
  test('begin as the lowest tier: 60 orders at once, then 40 a second', async () => {
    const clock = createManualClock()
    const limits = createSignerLimits(clock)
    place(limits, 59)
    assert.equal(limits.orderWaitMs(1), 0)
    place(limits, 1)
    assert.deepEqual([limits.orderWaitMs(1), limits.orderHeldMs()], [25, 0])
    await clock.advance(25)
    assert.equal(limits.orderWaitMs(1), 0)
  })

  test('take over the venue’s own number, less what is still under way, and the tier that it names', () => {
    const limits = createSignerLimits(createManualClock())
    limits.sent('orders', 1)
    limits.sent('orders', 1)
    limits.answered('orders', 1, { ...SILENT, remaining: 1, tier: null }, null)
    assert.equal(limits.orderWaitMs(1), 25)
    limits.answered('orders', 1, { ...SILENT, remaining: 250, tier: 'Silver' }, null)
    place(limits, 250)
    assert.equal(limits.orderWaitMs(1), 5)
    assert.equal(limits.cancelRoom(), 600)
  })

  test('accept a number below zero, as warning mode reports it', () => {
    const limits = createSignerLimits(createManualClock())
    limits.sent('orders', 1)
    limits.answered('orders', 1, { ...SILENT, remaining: -39, tier: 'Standard' }, null)
    assert.equal(limits.orderWaitMs(1), 1_000)
  })

  test('INV-90 keep the wait of a refused order; that of a cancel holds no order; an unknown tier changes nothing', async () => {
    const clock = createManualClock()
    const limits = createSignerLimits(clock)
    limits.sent('cancels', 100)
    limits.answered('cancels', 100, { ...SILENT, remaining: null, tier: 'Unobtainium' }, 2_000)
    assert.deepEqual([limits.orderWaitMs(1), limits.cancelRoom()], [0, 0])
    limits.sent('orders', 1)
    limits.answered('orders', 1, SILENT, 2_000)
    assert.deepEqual([limits.orderWaitMs(1), limits.orderHeldMs()], [2_000, 2_000])
    await clock.advance(2_000)
    assert.equal(limits.orderWaitMs(1), 0)
    assert.equal(limits.cancelRoom(), 120)
  })

  test('give back what was never sent, and count the final cost of a cancel', () => {
    const limits = createSignerLimits(createManualClock())
    limits.sent('cancels', 100)
    limits.unsent('cancels', 100)
    assert.equal(limits.cancelRoom(), 120)
    limits.sent('cancels', 1)
    limits.answered('cancels', 1, SILENT, null)
    limits.costMore('cancels', 30)
    assert.equal(limits.cancelRoom(), 89)
    limits.sent('cancels', 1)
    limits.answered('cancels', 1, { ...SILENT, remaining: 10, tier: null }, null)
    limits.costMore('cancels', 30)
    assert.equal(limits.cancelRoom(), 10)
  })

  test('a warning of the venue is shown until its bucket is full again, or until an answer without one', async () => {
    const clock = createManualClock()
    const limits = createSignerLimits(clock)
    const answer = (change: Partial<LimitHeaders>): void => {
      limits.sent('orders', 1)
      limits.answered('orders', 1, { ...SILENT, ...change }, null)
    }
    assert.equal(limits.warning(), null)
    const until = clock.now() + 3_000
    answer({ remaining: -2, isWarning: true, resetAt: until })
    assert.deepEqual(limits.warning(), { remaining: -2, until })
    await clock.advance(3_000)
    assert.equal(limits.warning(), null)
    answer({ isWarning: true })
    assert.deepEqual(limits.warning(), { remaining: null, until: clock.now() + 10_000 })
    answer({ remaining: 5 })
    assert.equal(limits.warning(), null)
    answer({ isWarning: true, resetAt: clock.now() + 86_400_000 })
    assert.equal(limits.warning()?.until, clock.now() + 600_000)
  })
})
