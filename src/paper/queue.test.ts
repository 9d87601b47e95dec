/** The queue against a model that knows every order ahead by name: paper never fills what the model would not have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { EXPLAINED_WITHIN_MS, joinQueue, observeLevel, passQueue } from './queue.ts'

type Move =
  | { readonly kind: 'trade'; readonly size: number; readonly isBookFirst: boolean }
  | { readonly kind: 'join'; readonly size: number }
  | { readonly kind: 'cancel'; readonly nth: number }
  | { readonly kind: 'wait'; readonly ms: number }

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    kind: fc.constant('trade' as const),
    size: fc.integer({ min: 1, max: 40 }),
    isBookFirst: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('join' as const), size: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(12) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 2 * EXPLAINED_WITHIN_MS }) }),
)

/** The real queue of one price: strangers' orders, and where ours would stand, of a size without end. */
function model(ahead: readonly number[]) {
  const orders = ahead.map((size) => ({ size, isAhead: true }))
  return {
    visible: () => orders.reduce((sum, { size }) => sum + size, 0),
    aheadOfUs: () => orders.reduce((sum, { size, isAhead }) => sum + (isAhead ? size : 0), 0),
    join: (size: number) => orders.push({ size, isAhead: false }),
    cancel(nth: number) {
      if (orders.length > 0) orders.splice(nth % orders.length, 1)
    },
    /** Takes from the front; the real market has nothing of ours, so those behind us are met too. */
    trade(size: number) {
      let left = size
      for (const order of orders) {
        const taken = Math.min(order.size, left)
        order.size -= taken
        left -= taken
      }
      return size - left
    },
  }
}

const size = (count: number): ReturnType<typeof micros> => micros(BigInt(count) * 1_000_000n)

test('what reaches a paper order has passed everything that truly was ahead, and its place only gets better', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
      fc.array(move, { maxLength: 40 }),
      (ahead, moves) => {
        const real = model(ahead)
        let queue = joinQueue(size(real.visible()))
        let now = 0
        for (const one of moves) {
          const before = queue.ahead
          if (one.kind === 'wait') now += one.ms
          if (one.kind === 'join') real.join(one.size)
          if (one.kind === 'cancel') real.cancel(one.nth)
          if (one.kind === 'trade') {
            const stood = real.aheadOfUs()
            const traded = real.trade(one.size)
            if (one.isBookFirst) queue = observeLevel(queue, size(real.visible()), now)
            const passed = passQueue(queue, size(traded), now)
            queue = passed.queue
            assert.ok(passed.reached <= size(Math.max(0, traded - stood)), 'more than came past those ahead')
          }
          queue = observeLevel(queue, size(real.visible()), now)
          assert.ok(queue.ahead <= before, 'the place got worse')
          assert.ok(queue.ahead >= size(real.aheadOfUs()), 'better than it truly is')
        }
      },
    ),
    { numRuns: 1_000 },
  )
})
