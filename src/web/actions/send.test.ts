import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ORDER_STATUSES } from '#core/order/order.ts'
import { err, ok } from '#lib/result.ts'
import { sampleOrder } from '../features/portfolio/testing/samples.ts'
import { nextStep, SENDING } from './send.ts'
import type { SendEvent, Step } from './send.ts'

const order = (status: (typeof ORDER_STATUSES)[number]) => ({ ...sampleOrder({}), status })
const result = (kind: 'accepted' | 'rejected' | 'unknown') =>
  ({
    clientOrderId: sampleOrder({}).clientOrderId,
    result: kind,
    order: null,
    reject: null,
    replayed: false,
  }) as never

const EVENT: fc.Arbitrary<SendEvent> = fc.oneof(
  fc.constantFrom('accepted', 'rejected', 'unknown', 'network', 'timeout').map((kind): SendEvent => ({
    kind: 'answered',
    answer: kind === 'network' || kind === 'timeout' ? err({ kind }) : ok(result(kind as 'accepted')),
  })),
  fc
    .record({ status: fc.constantFrom(...ORDER_STATUSES), isLate: fc.boolean() })
    .map(({ status, isLate }): SendEvent => ({ kind: 'listed', order: order(status), isLate })),
  fc.constant<SendEvent>({ kind: 'late' }),
  fc
    .constantFrom('accepted', 'rejected', 'nothing', 'no_rows', null)
    .map((found): SendEvent => ({ kind: 'looked', found })),
)

const isOver = ({ at }: Step): boolean => at === 'accepted' || at === 'rejected'

test('INV-05 whatever arrives in whatever order, a press ends once, by a proof, and is looked up until it does', () => {
  fc.assert(
    fc.property(fc.array(EVENT, { maxLength: 30 }), fc.boolean(), (events, isMove) => {
      let step = SENDING
      let ends = 0
      /** Looks that are due. */
      let looks = 0
      let hasWaited = false
      for (const event of events) {
        // Nobody looks before a look is due, and the answer comes once.
        if (event.kind === 'looked' && looks === 0) continue
        if (event.kind === 'late' && !hasWaited) continue
        if (event.kind === 'looked') looks -= 1
        const next = nextStep(step, event, isMove)
        if (isOver(step)) assert.deepEqual(next, { step, proof: null, wait: null })
        if (!isOver(step) && isOver(next.step)) {
          ends += 1
          assert.ok(next.proof !== null)
        }
        if (next.wait?.until === 'look') looks += 1
        if (next.wait?.until === 'late') hasWaited = true
        step = next.step
        assert.ok(looks <= 1, 'one look at a time')
        if (step.at === 'unknown') assert.equal(looks, 1, 'an unknown end is looked up')
      }
      for (let turn = 0; step.at === 'unknown'; turn += 1) {
        assert.ok(turn < 4)
        step = nextStep(step, { kind: 'looked', found: 'no_rows' }, isMove).step
      }
      assert.ok(ends <= 1)
    }),
  )
})

test('a move is ended by its answer alone while that may come: the old order is listed too', () => {
  const seen = nextStep(SENDING, { kind: 'listed', order: order('live'), isLate: true }, true)
  assert.deepEqual(seen, { step: SENDING, proof: null, wait: null })
  const silent = nextStep(SENDING, { kind: 'answered', answer: err({ kind: 'timeout' }) }, true)
  assert.deepEqual(silent.wait, { until: 'look', ms: 1_000 })
  assert.equal(
    nextStep(silent.step, { kind: 'listed', order: order('live'), isLate: true }, true).step.at,
    'accepted',
  )
})
