// The order's states: evidence in, state out; no edge outside the graph, no final state left without its own proof.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros } from '../money.ts'
import type { OrderStatus, TimeInForce } from '../order/order.ts'
import { EDGES, filledSize, isAllowed, pendingOrder, stepOrder } from './order-status.ts'
import type { OrderEvidence, OrderProgress, VenueOrderState } from './order-status.ts'

const SHARE = 1_000_000n
const SIZE = micros(100n * SHARE)
const shares = (count: bigint): typeof SIZE => micros(count * SHARE)

function order(status: OrderStatus, changes: Partial<OrderProgress> = {}): OrderProgress {
  return { ...pendingOrder(SIZE, 'GTC'), status, ...changes }
}

function seen(
  state: VenueOrderState,
  matched = 0n,
  more: {
    readonly source?: 'feed' | 'open_orders' | 'lookup'
    readonly expired?: boolean
    readonly isDelayOver?: boolean
  } = {},
): OrderEvidence {
  return {
    type: 'seen',
    source: more.source ?? 'open_orders',
    state,
    matched: micros(matched * SHARE),
    expired: more.expired ?? false,
    isDelayOver: more.isDelayOver ?? true,
  }
}

const fills = (filled: bigint, failed = 0n): OrderEvidence => ({
  type: 'fills',
  filled: micros(filled * SHARE),
  failed: micros(failed * SHARE),
})
/** A fill of 100 that leaves dust, in micros. */
const DUSTY = 99_997_714n
const FAK = { timeInForce: 'FAK' } as const
const answered = (status: 'live' | 'matched' | 'delayed' | 'unmatched'): OrderEvidence => ({
  type: 'answered',
  status,
})

/** The graph of ORD-4, written out by hand. */
const GRAPH: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['live', 'delayed', 'partially_filled', 'filled', 'cancelled', 'expired', 'rejected', 'unknown'],
  unknown: ['pending', 'live', 'delayed', 'partially_filled', 'filled', 'cancelled', 'expired', 'rejected'],
  delayed: ['live', 'partially_filled', 'filled', 'cancelled', 'rejected'],
  live: ['partially_filled', 'filled', 'cancelled', 'expired'],
  partially_filled: ['filled', 'cancelled', 'expired'],
  filled: [],
  cancelled: [],
  expired: [],
  rejected: [],
}
const STATUSES: readonly OrderStatus[] = [
  'pending',
  'live',
  'delayed',
  'partially_filled',
  'filled',
  'cancelled',
  'expired',
  'rejected',
  'unknown',
]

type Row = readonly [
  title: string,
  from: OrderProgress,
  evidence: OrderEvidence,
  to: OrderStatus,
  flags?: 'read' | 'correction' | 'correction, read',
]

const ROWS: readonly Row[] = [
  ['the venue answers live', order('pending'), answered('live'), 'live'],
  ['the venue answers delayed', order('pending'), answered('delayed'), 'delayed'],
  ['matched may leave a rest: only a read decides', order('pending'), answered('matched'), 'pending', 'read'],
  [
    'unmatched has two meanings: only a read decides',
    order('pending'),
    answered('unmatched'),
    'pending',
    'read',
  ],
  ['a late answer to an unknown order', order('unknown'), answered('live'), 'live'],
  ['a proven refusal', order('pending'), { type: 'refused' }, 'rejected'],
  ['a late refusal of an unknown order', order('unknown'), { type: 'refused' }, 'rejected'],
  ['a refusal of an order that was seen is not believed', order('live'), { type: 'refused' }, 'live'],
  ['a gate closed before the first byte', order('pending'), { type: 'not_sent' }, 'rejected'],
  ['no answer', order('pending'), { type: 'no_answer' }, 'unknown'],
  ['no answer, but seen meanwhile', order('live'), { type: 'no_answer' }, 'live'],
  ['seen resting', order('pending'), seen('live'), 'live'],
  ['seen resting with a part matched', order('pending'), seen('live', 40n), 'partially_filled'],
  ['an unknown order seen resting', order('unknown'), seen('live'), 'live'],
  ['the delay ends on the book', order('delayed'), seen('live'), 'live'],
  ['seen in its delay', order('pending'), seen('delayed'), 'delayed'],
  ['never back into the delay', order('live'), seen('delayed'), 'live'],
  ['matched whole by the list', order('live'), seen('matched', 100n), 'filled'],
  [
    'matched in part by the feed: a read decides',
    order('live'),
    seen('matched', 40n, { source: 'feed' }),
    'partially_filled',
    'read',
  ],
  ...(['live', 'partially_filled'] as const).map((from): Row => [
    `INV-77 called matched by its id with a part of it, it is over: ${from}`,
    order(from),
    seen('matched', 7n, { source: 'lookup' }),
    'cancelled',
  ]),
  [
    'INV-77 the same once its time is up',
    order('live'),
    seen('matched', 7n, { source: 'lookup', expired: true }),
    'expired',
  ],
  [
    'INV-77 what has just been placed may be in no list yet: a read decides',
    order('pending'),
    seen('matched', 7n, { source: 'lookup' }),
    'partially_filled',
    'read',
  ],
  ...(['feed', 'open_orders', 'lookup'] as const).flatMap((source): readonly Row[] => [
    [
      `INV-10 matched whole, and all of it has failed: an order that takes is over: ${source}`,
      order('pending', { timeInForce: 'FOK', failed: SIZE }),
      seen('matched', 100n, { source }),
      'cancelled',
    ],
    [
      `INV-10 the same of one that may rest: ${source}`,
      order('live', { failed: SIZE }),
      seen('matched', 100n, { source }),
      'cancelled',
    ],
    [
      `INV-10 the same where a part of it stands: ${source}`,
      order('pending', { filled: shares(70n), failed: shares(30n) }),
      seen('matched', 100n, { source }),
      'cancelled',
    ],
  ]),
  [
    'INV-10 the rest of an order that never rests is gone, though all that it matched has failed',
    order('pending', { ...FAK, failed: shares(40n) }),
    seen('matched', 40n, { source: 'lookup' }),
    'cancelled',
  ],
  [
    'INV-10 one that was live is over as well',
    order('live', { failed: shares(40n) }),
    seen('matched', 40n, { source: 'lookup' }),
    'cancelled',
  ],
  [
    'INV-10 what has just been placed may be in no list yet, whatever has failed of it: a read decides',
    order('pending', { failed: shares(40n) }),
    seen('matched', 40n, { source: 'lookup' }),
    'live',
    'read',
  ],
  [
    'called matched with nothing of it: a read decides',
    order('live'),
    seen('matched', 0n, { source: 'lookup' }),
    'live',
    'read',
  ],
  ...(['matched', 'cancelled', 'invalid'] as const).map((word): Row => [
    `INV-77 filled when what is missing is dust: ${word}`,
    order('live', { filled: micros(DUSTY) }),
    seen(word, 0n, { source: 'lookup' }),
    'filled',
  ]),
  [
    'INV-77 a hundredth of a share is no dust',
    order('live', { filled: micros(99_990_000n) }),
    seen('matched', 0n, { source: 'lookup' }),
    'cancelled',
  ],
  [
    'INV-77 filled all but dust, it may still rest',
    order('partially_filled'),
    { type: 'fills', filled: micros(DUSTY), failed: micros(0n) },
    'partially_filled',
  ],
  [
    'a part of an order that never rests: a read decides',
    order('pending', FAK),
    seen('matched', 40n, { source: 'feed' }),
    'partially_filled',
    'read',
  ],
  [
    'INV-77 the rest of an order that never rests is gone',
    order('pending', FAK),
    seen('matched', 40n, { source: 'lookup' }),
    'cancelled',
  ],
  [
    'INV-77 an order that takes is over when it is unmatched by its id',
    order('delayed', FAK),
    seen('unmatched', 0n, { source: 'lookup' }),
    'cancelled',
  ],
  ['INV-77 and when the list calls it so', order('delayed', FAK), seen('unmatched'), 'cancelled'],
  [
    'INV-77 not before its delay is over',
    order('delayed', FAK),
    seen('unmatched', 0n, { source: 'lookup', isDelayOver: false }),
    'delayed',
  ],
  [
    'INV-77 nor by a frame, after which it is looked up',
    order('delayed', FAK),
    seen('unmatched', 0n, { source: 'feed' }),
    'delayed',
    'read',
  ],
  [
    'one that may rest stays by its id',
    order('delayed'),
    seen('unmatched', 0n, { source: 'lookup' }),
    'delayed',
  ],
  ['unmatched in the open list rests', order('pending'), seen('unmatched'), 'live'],
  [
    'unmatched by the feed: a read decides',
    order('unknown'),
    seen('unmatched', 0n, { source: 'feed' }),
    'pending',
    'read',
  ],
  [
    'a state of no known name: a read decides',
    order('live'),
    seen('unrecognised', 0n, { source: 'feed' }),
    'live',
    'read',
  ],
  ['cancelled at the venue', order('live'), seen('cancelled'), 'cancelled'],
  ['cancelled when its time was up', order('live'), seen('cancelled', 0n, { expired: true }), 'expired'],
  [
    'an order in its delay cannot expire',
    order('delayed'),
    seen('cancelled', 0n, { expired: true }),
    'cancelled',
  ],
  ['invalid at the venue', order('partially_filled'), seen('invalid'), 'cancelled'],
  ['a cancel answer names it', order('partially_filled'), { type: 'cancelled' }, 'cancelled'],
  ['a cancel answer about a filled order changes nothing', order('filled'), { type: 'cancelled' }, 'filled'],
  ['INV-07 an unknown order proven absent', order('unknown'), { type: 'absent' }, 'rejected'],
  ['absence proven again is no correction', order('rejected'), { type: 'absent' }, 'rejected'],
  ['a known order that is gone', order('live'), { type: 'absent' }, 'cancelled'],
  [
    'a known order that is gone and had filled whole',
    order('partially_filled', { matched: SIZE }),
    { type: 'absent' },
    'filled',
  ],
  ['matched in part in the open list: a rest', order('live'), seen('matched', 40n), 'partially_filled'],
  ['a first fill: a read decides what is left', order('live'), fills(40n), 'partially_filled', 'read'],
  ['a further fill', order('partially_filled', { filled: shares(40n) }), fills(70n), 'partially_filled'],
  ['the last fill', order('partially_filled', { filled: shares(40n) }), fills(100n), 'filled'],
  ['a fill of an unknown order', order('unknown'), fills(40n), 'partially_filled', 'read'],
  [
    'a late trade after a cancel',
    order('cancelled', { filled: shares(40n) }),
    fills(100n),
    'filled',
    'correction',
  ],
  ['a late part after a cancel stays a cancel', order('cancelled'), fills(40n), 'cancelled'],
  ['a late part after its expiry stays expired', order('expired'), fills(40n), 'expired'],
  [
    'a filled order whose trade failed',
    order('filled', { filled: SIZE }),
    fills(60n, 40n),
    'cancelled',
    'correction',
  ],
  ['a filled order does not come back on its own', order('filled', { filled: SIZE }), seen('live'), 'filled'],
  ['a rejected order that is open', order('rejected'), seen('live'), 'live', 'correction'],
  ['a rejected order that traded', order('rejected'), fills(100n), 'filled', 'correction'],
  [
    'a rejected order that never left cannot live',
    order('rejected', { left: false }),
    seen('live'),
    'rejected',
  ],
  ['all of an order that was taken for expired', order('expired'), fills(100n), 'filled', 'correction'],
  ['an expired order stays so', order('expired'), seen('live'), 'expired'],
]

const isEnd = (status: OrderStatus): boolean => status === 'cancelled' || status === 'expired'

describe('order status', () => {
  for (const [title, from, evidence, to, flags = ''] of ROWS) {
    test(`${from.status}: ${title}: ${to}`, () => {
      const step = stepOrder(from, evidence)
      assert.deepEqual(
        { status: step.progress.status, correction: step.correction, needsRead: step.needsRead },
        { status: to, correction: flags.includes('correction'), needsRead: flags.includes('read') },
      )
    })
  }

  test('INV-11 the edges are those of the graph', () => {
    assert.deepEqual(EDGES, GRAPH)
    for (const from of STATUSES) {
      for (const to of STATUSES) assert.equal(isAllowed(from, to, 'edge'), GRAPH[from].includes(to))
    }
  })

  test('a match that failed is taken off the venue count, and nothing that may rest exceeds its size', () => {
    assert.equal(filledSize(order('live', { matched: shares(60n), failed: shares(60n) })), 0n * SHARE)
    assert.equal(filledSize(order('live', { matched: shares(60n), filled: shares(20n) })), 60n * SHARE)
    assert.equal(filledSize(order('live', { matched: shares(20n), filled: shares(60n) })), 60n * SHARE)
    assert.equal(filledSize(order('filled', { filled: shares(101n) })), 100n * SHARE)
  })

  test('an order that takes shows what was matched, also when that is more than its size', () => {
    const { progress } = stepOrder(order('pending', { timeInForce: 'FAK' }), seen('matched', 102n))
    assert.deepEqual([progress.status, filledSize(progress)], ['filled', 102n * SHARE])
    assert.equal(filledSize(stepOrder(progress, fills(103n)).progress), 103n * SHARE)
    // Its cash was not spent whole: the venue cancels the rest of it, and nothing of the size is left.
    const cut = stepOrder(order('live', { timeInForce: 'FAK' }), seen('cancelled', 101n))
    assert.equal(cut.progress.status, 'filled')
    assert.equal(stepOrder(cut.progress, fills(101n)).correction, false)
  })

  test('an older, lower match of a late frame takes nothing back', () => {
    const { progress } = stepOrder(order('live'), seen('live', 60n))
    assert.equal(stepOrder(progress, seen('live', 10n, { source: 'feed' })).progress.matched, 60n * SHARE)
  })

  const amount = fc.bigInt({ min: 0n, max: 110n })
  const anyEvidence: fc.Arbitrary<OrderEvidence> = fc.oneof(
    fc.constantFrom<OrderEvidence>(
      answered('live'),
      answered('matched'),
      answered('delayed'),
      answered('unmatched'),
      { type: 'refused' },
      { type: 'not_sent' },
      { type: 'no_answer' },
      { type: 'cancelled' },
      { type: 'absent' },
    ),
    fc
      .record({
        state: fc.constantFrom<VenueOrderState>(
          'live',
          'matched',
          'delayed',
          'unmatched',
          'cancelled',
          'invalid',
          'unrecognised',
        ),
        matched: amount,
        source: fc.constantFrom('feed' as const, 'open_orders' as const, 'lookup' as const),
        expired: fc.boolean(),
        isDelayOver: fc.boolean(),
      })
      .map(({ state, matched, ...more }) => seen(state, matched, more)),
    fc.tuple(amount, amount).map(([filled, failed]) => fills(filled, failed)),
  )

  test('INV-11 any history takes only edges of the graph, or corrections with their proof', () => {
    const anyTimeInForce = fc.constantFrom<TimeInForce>('GTC', 'GTD', 'FOK', 'FAK')
    fc.assert(
      fc.property(anyTimeInForce, fc.array(anyEvidence, { maxLength: 40 }), (timeInForce, history) => {
        let progress = pendingOrder(SIZE, timeInForce)
        for (const evidence of history) {
          const from = progress
          const step = stepOrder(from, evidence)
          progress = step.progress
          assert.ok(filledSize(progress) >= 0n)
          if (timeInForce.startsWith('GT')) assert.ok(filledSize(progress) <= SIZE)
          assert.ok(progress.matched >= from.matched)
          if (progress.status === from.status) {
            assert.equal(step.correction, false)
            continue
          }
          assert.equal(step.correction, !GRAPH[from.status].includes(progress.status))
          if (!step.correction) continue
          const move = `${from.status} -> ${progress.status}`
          if (from.status === 'rejected') assert.ok(progress.left, move)
          else if (from.status === 'filled') assert.ok(progress.failed > 0n, move)
          else assert.match(move, /^(?:cancelled|expired) -> filled$/)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('the same evidence twice changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(anyEvidence, { maxLength: 12 }), anyEvidence, (history, evidence) => {
        let progress = pendingOrder(SIZE, 'GTC')
        for (const earlier of history) progress = stepOrder(progress, earlier).progress
        const once = stepOrder(progress, evidence).progress
        const twice = stepOrder(once, evidence)
        // Looked up a second time and still matched in part, an order is over.
        const hasStood = once.status === 'partially_filled' || once.status === 'live'
        if (hasStood && !twice.correction && isEnd(twice.progress.status)) return
        assert.deepEqual(twice.progress, once)
        assert.equal(twice.correction, false)
      }),
      { examples: [[[{ type: 'no_answer' }], { type: 'absent' }]], numRuns: 2_000 },
    )
  })
})
