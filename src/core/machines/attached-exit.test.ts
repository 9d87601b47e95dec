// Orders of an attached exit, row by row.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseExitId, parseOrderId } from '../ids.ts'
import {
  coveredShares,
  cutToHeld,
  exitState,
  newExit,
  NO_LEGS,
  NO_WAITS,
  offeredShares,
  resumed,
  type AttachedExit,
} from '../order/attached-exit.ts'
import { MAX_TRIES, type ExitEvent } from './attached-exit-facts.ts'
import {
  BOTH,
  ENTRY,
  ENTRY_HASH,
  ID,
  orderIdOf,
  YES,
  entry,
  look,
  moment,
  onEntry,
  onPosition,
  order,
  price,
  run,
  shares,
  known,
} from '../testing/exit-samples.ts'

describe('an attached exit', () => {
  test('INV-64 the target rests as soon as and as far as the entry fills, in orders that the venue takes', () => {
    const { state, effects } = run(
      onEntry(),
      look(),
      entry(3),
      look(),
      entry(8),
      look(),
      entry(12),
      look(),
      entry(20),
      look(),
    )
    assert.deepEqual(
      effects.map(
        (effect) => effect.type === 'rest' && [effect.order.size, effect.order.price, effect.postOnly],
      ),
      [
        [shares(8), price(7_000), true],
        [shares(12), price(7_000), true],
      ],
    )
    assert.equal(offeredShares(state), coveredShares(state))
    assert.equal(exitState(state, null), 'resting')
  })

  test('INV-64 what is left too small to rest joins an order that rests, once the entry has ended', () => {
    const { state, effects } = run(onEntry(), entry(10), look(), entry(12, true), look(), look())
    assert.deepEqual(
      effects.map(({ type }) => type),
      ['rest', 'cancel'],
    )
    const joined = run(state, order(1, 10, 1, true), look())
    assert.deepEqual(
      joined.effects.flatMap((effect) => (effect.type === 'rest' ? effect.order.size : [])),
      [shares(11)],
    )
  })

  test('INV-65 a stop sells however many orders its target has had before', () => {
    const before: AttachedExit = { ...onPosition(100), sent: 20_000 }
    const resting = run(before, look())
    assert.deepEqual(resting.types, ['rest'])
    const { types } = run(
      resting.state,
      look({ bid: 3_900 }),
      order(20_001, 100, 0, true),
      look({ bid: 3_900 }),
    )
    assert.deepEqual(types, ['cancel', 'sell'])
  })

  test('INV-64 without free shares nothing is offered yet', () => {
    assert.deepEqual(run(onEntry(), entry(10), look({ free: null }), look({ free: shares(4) })).types, [])
    assert.deepEqual(run(onEntry(), entry(10), look({ free: shares(6) })).types, ['rest'])
  })

  test('INV-65 a stop that is taken off or moved before its sale has left does not sell', () => {
    const resting = run(onPosition(10), look()).state
    const triggered = run(resting, look({ bid: 3_900 }))
    assert.deepEqual(triggered.types, ['cancel'])
    for (const stop of [null, { price: price(3_000), slippageTicks: 2 }]) {
      const change = { type: 'change', legs: { ...BOTH, stop }, tick: 100 } as const
      assert.deepEqual(run(triggered.state, change, order(1, 10, 0, true), look({ bid: 3_900 })).types, [
        'rest',
      ])
    }
    const change = { type: 'change', legs: BOTH, tick: 100 } as const
    assert.deepEqual(run(triggered.state, change, order(1, 10, 0, true), look({ bid: 3_900 })).types, [
      'sell',
    ])
  })

  test('INV-65 a stop ends what rests first, then sells the rest once, and names its trigger', () => {
    const resting = run(onPosition(10), look()).state
    const triggered = run(resting, look({ bid: 4_000 }), look({ bid: 3_900 }))
    assert.deepEqual(triggered.types, ['cancel'])
    assert.equal(triggered.state.trigger?.price, 4_000)
    const sold = run(triggered.state, order(1, 10, 4, true), look({ bid: 4_100 }), look({ bid: 3_000 }))
    assert.deepEqual(sold.types, ['sell'])
    const [sale] = sold.effects
    assert.ok(sale?.type === 'sell' && sale.order.size === shares(6) && sale.worst === 3_900)
    const done = run(sold.state, order(2, 6, 6, true), look())
    assert.deepEqual(done.state.end?.how, 'filled')
  })

  test('INV-65 a stop on its own sells at the first look at or below it', () => {
    const stop = onPosition(10, { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 0 } })
    assert.deepEqual(run(stop, look({ bid: 4_001 }), look({ bid: null })).types, [])
    assert.deepEqual(run(stop, look({ bid: 4_000 }), look({ bid: 3_000 })).types, ['sell'])
  })

  test('INV-66 paused, or without a book to believe, it sends nothing, and a trigger in between is judged again', () => {
    const resting = run(onPosition(10), look()).state
    assert.deepEqual(
      run(resting, look({ bid: 100, isPaused: true }), look({ bid: 100, stale: true })).types,
      [],
    )
    const triggered = run(resting, look({ bid: 4_000 }))
    const paused = run(triggered.state, order(1, 10, 0, true), look({ bid: 3_000, isPaused: true }))
    assert.deepEqual(paused.types, [])
    assert.deepEqual(run(paused.state, look({ bid: 5_000 })).types, ['rest'])
    assert.deepEqual(run(paused.state, look({ bid: 4_000 })).types, ['sell'])
    assert.equal(exitState(paused.state, 'safe'), 'paused')
  })

  test('a trailing stop follows the best bid up, and not while it is paused', () => {
    const trailing = onPosition(10, { ...NO_LEGS, trailing: { distance: 500, slippageTicks: 1 } })
    const { state } = run(
      trailing,
      look({ bid: 5_000 }),
      look({ bid: 5_600, now: 1_000 }),
      look({ bid: 5_600, now: 2_000 }),
      look({ bid: 9_000, isPaused: true, now: 3_000 }),
      look({ bid: 9_000, isPaused: true, now: 9_000 }),
    )
    assert.equal(state.high, 5_600)
    assert.deepEqual(run(state, look({ bid: 5_101 })).types, [])
    assert.deepEqual(run(state, look({ bid: 5_100 })).types, ['sell'])
  })

  test('a time sells at its moment and takes back what may still be bought', () => {
    const timed = onEntry({ ...NO_LEGS, time: { minutesBefore: 5 } })
    const at = 1_000_000 - 5 * 60_000
    assert.deepEqual(run(timed, entry(10), look({ now: at - 1 }), look({ now: at - 1 })).types, [])
    assert.deepEqual(run(timed, entry(10), look({ now: at }), look({ now: at + 1 })).types, [
      'cancel',
      'sell',
    ])
    const looks = [0, 1, 2].map((later) => look({ now: at + later }))
    assert.deepEqual(run(timed, entry(0), ...looks).types, ['cancel'])
  })

  test('a resting order that the trader or the venue cancels is not placed again; a stop goes on', () => {
    const resting = run(onPosition(10), look()).state
    const { state, types } = run(resting, order(1, 10, 0, true, true), look(), look())
    assert.deepEqual(types, [])
    assert.equal(state.targetCancelled?.by, 'you')
    assert.deepEqual(run(state, look({ bid: 4_000 })).types, ['sell'])
    const alone = run(
      onPosition(10, { ...BOTH, stop: null }),
      look(),
      order(1, 10, 0, true),
      look({ now: 20_000 }),
    )
    assert.equal(alone.state.end?.how, 'target_cancelled')
    assert.equal(alone.state.targetCancelled?.by, 'venue')
  })

  test('a replaced entry goes on covering, a replaced target moves with its order', () => {
    const next = { clientOrderId: orderIdOf(900), orderId: null, price: price(6_500), size: shares(20) }
    const followed = run(
      onEntry(),
      entry(0),
      entry(0, true),
      { type: 'replaced', old: ENTRY_HASH, by: next },
      look({ now: 60_000 }),
    )
    assert.equal(followed.state.end, null)
    const hash = known(parseOrderId(`pm:0x${'ab'.repeat(32)}`))
    const named = { ...order(1, 10, 0, false), orderId: hash } as ExitEvent
    const moved = run(onPosition(10), look(), named, order(1, 10, 0, true, true), {
      type: 'replaced',
      old: hash,
      by: { ...next, size: shares(10) },
    })
    assert.equal(moved.state.legs.target?.price, 6_500)
    const alone = run(
      onPosition(10, { ...BOTH, stop: null }),
      look(),
      named,
      order(1, 10, 0, true, true),
      look({ now: 5_000 }),
    )
    assert.equal(alone.state.end, null)
    const back = run(
      alone.state,
      { type: 'replaced', old: hash, by: { ...next, size: shares(10) } },
      look({ now: 60_000 }),
    )
    assert.deepEqual([back.state.end, back.state.legs.target?.price], [null, 6_500])
    assert.equal(offeredShares(moved.state), shares(10))
  })

  test('a moved target is cancelled and offered at its new price; a removed exit cancels and ends', () => {
    const resting = run(onPosition(10), look()).state
    const moved = run(
      resting,
      { type: 'change', legs: { ...BOTH, target: { price: price(8_000) } }, tick: 100 },
      look(),
      order(1, 10, 2, true),
      look(),
    )
    assert.deepEqual(moved.types, ['cancel', 'rest'])
    assert.equal(offeredShares(moved.state), shares(8))
    const removed = run(resting, { type: 'remove' }, look(), order(1, 10, 0, true), look())
    assert.deepEqual(removed.types, ['cancel', 'ended'])
    assert.equal(removed.state.end?.how, 'removed')
  })

  test('INV-66 a time acts only once its clock was measured after it came, and a clock that is right again takes it back', () => {
    const timed = onPosition(10, { ...NO_LEGS, time: { minutesBefore: 0 } })
    const due = { now: 1_000_000, mono: 10 }
    const ahead = [10, 20, 30].map((mono) => look({ ...due, mono, clockRightAt: null }))
    assert.deepEqual(run(timed, ...ahead, look({ ...due, mono: 40, clockRightAt: 10 })).types, [])
    const back = run(timed, ...ahead, look({ now: 0, mono: 40 }), look({ ...due, mono: 50 }))
    assert.deepEqual(back.types, [])
    assert.deepEqual(run(back.state, look({ ...due, mono: 60, clockRightAt: 55 })).types, ['sell'])
  })

  test('INV-66 a wall clock that moves by an hour changes no wait', () => {
    const hour = 3_600_000
    const stop = onPosition(10, { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 0 } })
    const sold = run(stop, look({ bid: 4_000, now: hour, mono: 0 }))
    const [effect] = sold.effects
    assert.ok(effect?.type === 'sell')
    const { clientOrderId } = effect.order
    const at = { wall: 2 * hour, mono: 100 }
    const refused = run(sold.state, { type: 'refused', clientOrderId, code: null, hold: null, at }).state
    assert.deepEqual(run(refused, look({ bid: 4_000, now: 3 * hour, mono: 900 })).types, [])
    assert.deepEqual(run(refused, look({ bid: 4_000, now: 0, mono: 1_100 })).types, ['sell'])
    const over = run(onEntry(), entry(0, true), look({ now: hour, mono: 10 })).state
    assert.deepEqual([over.end, resumed(refused, 7).waits], [null, NO_WAITS])
  })

  test('INV-65 the distance of a stop stays what was set when the tick changes, and a move keeps it', () => {
    const legs = { ...NO_LEGS, stop: { price: price(3_000), slippageTicks: 5 } }
    const stop = newExit(ID, YES, { size: shares(10) }, legs, 10, 0)
    const moved = {
      type: 'change',
      legs: { ...NO_LEGS, stop: { price: price(3_100), slippageTicks: 5 } },
    } as const
    for (const made of [stop, run(stop, { ...moved, tick: 1_000 }).state]) {
      for (const tick of [1, 10, 100, 1_000] as const) {
        const [sale] = run(made, look({ bid: 2_900, tick })).effects
        assert.ok(sale?.type === 'sell' && sale.worst === 2_850)
      }
    }
    const wider = { ...NO_LEGS, stop: { price: price(3_100), slippageTicks: 2 } }
    const [sale] = run(stop, { type: 'change', legs: wider, tick: 100 }, look({ bid: 2_900 })).effects
    assert.ok(sale?.type === 'sell' && sale.worst === 2_700)
  })

  test('a trailing stop follows no bid that is gone within a second, and none below the minimum', () => {
    const trailing = onPosition(10, { ...NO_LEGS, trailing: { distance: 200, slippageTicks: 1 } })
    const before = [0, 1_000].map((now) => look({ bid: 3_500, now }))
    const spike = [2_000, 2_600].map((now) => look({ bid: 4_400, now }))
    const thin = [3_000, 5_000, 7_000].map((now) => look({ bid: 4_400, now, thin: true }))
    const { state, types } = run(trailing, ...before, ...spike, look({ bid: 3_500, now: 2_700 }), ...thin)
    assert.deepEqual([state.high, types], [3_500, []])
    const stood = [8_000, 8_500, 9_000].map((now) => look({ bid: 4_400 + now - 8_000, now }))
    assert.equal(run(state, ...stood).state.high, 4_400)
  })

  for (const hold of ['venue_restarting', 'venue_unavailable', 'order_rate', 'own_sales'] as const) {
    test(`INV-66 ${hold} is a pause of a due leg and no try, for as long as it lasts`, () => {
      let state = onPosition(10, { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 0 } })
      let [sent, last] = [0, 0]
      for (let now = 0; now < 600_000; now += 500) {
        const step = run(state, look({ bid: 4_000, now }))
        state = step.state
        for (const effect of step.effects) {
          if (effect.type !== 'sell') continue
          ;[sent, last] = [sent + 1, now]
          const { clientOrderId } = effect.order
          state = run(state, { type: 'refused', clientOrderId, code: null, hold, at: moment(now) }).state
        }
        assert.equal(state.waits.held, hold)
      }
      assert.ok(state.end === null && sent < 160 && last > 560_000)
      assert.equal(state.waits.sale.count, 0)
      assert.equal(exitState(state, state.waits.held), 'paused')
      assert.equal(run(state, look({ bid: 5_000, now: 600_000 })).state.waits.held, null)
    })
  }

  test('INV-66 what the venue is known to refuse is not sent: a sale, and a target, wait in the pause of that name', () => {
    const held = { sale: 'venue_post_only', target: null } as const
    const closed = { sale: 'venue_cancel_only', target: 'venue_cancel_only' } as const
    const resting = run(onEntry(), entry(10), look({ held: closed }), look({ held }))
    assert.deepEqual(resting.types, ['rest'])
    const due = run(
      resting.state,
      look({ bid: 3_900, held }),
      order(1, 10, 0, true),
      look({ bid: 3_900, held }),
    )
    assert.deepEqual([due.types, due.state.waits.held], [['cancel'], 'venue_post_only'])
    const still = run(due.state, look({ bid: 3_900, held, now: 60_000 }))
    assert.equal(still.state, due.state)
    assert.deepEqual(run(still.state, look({ bid: 3_900, now: 120_000 })).types, ['sell'])
    assert.deepEqual(run(still.state, look({ bid: 5_000, held, now: 120_000 })).types, ['rest'])
  })

  test('tries that sell nothing come further apart and end, urgently, after ten', () => {
    let state = onPosition(10, { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 0 } })
    let now = 0
    const sentAt: number[] = []
    for (; state.end === null && now < 600_000; now += 500) {
      const step = run(state, look({ bid: 4_000, now }))
      state = step.state
      for (const effect of step.effects) {
        if (effect.type !== 'sell') continue
        sentAt.push(now)
        state = run(state, {
          type: 'refused',
          clientOrderId: effect.order.clientOrderId,
          code: 'venue_rejected',
          hold: null,
          at: moment(now),
        }).state
      }
    }
    assert.equal(sentAt.length, MAX_TRIES)
    assert.ok((sentAt.at(-1) ?? 0) > 120_000)
    assert.equal(exitState(state, null), 'failed')
  })

  test('a sale that is refused as too small ends its exit as filled only where less than a share is left', () => {
    for (const [left, how] of [
      [0.5, 'filled'],
      [10, null],
    ] as const) {
      const sold = run(
        onPosition(20, { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 0 } }),
        look({ bid: 4_000 }),
        order(1, 20, 20 - left, true),
        look({ bid: 4_000, now: 2_000 }),
      )
      const [effect] = sold.effects.slice(-1)
      assert.ok(effect?.type === 'sell')
      const { clientOrderId } = effect.order
      const refused = run(sold.state, {
        type: 'refused',
        clientOrderId,
        code: 'below_min_size',
        hold: null,
        at: moment(2_000),
      })
      assert.equal(refused.state.end?.how ?? null, how)
    }
  })

  test('a sale refused since the balance is late is tried again for as long as it takes', () => {
    let state = onPosition(10, { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 0 } })
    for (let now = 0; now < 600_000; now += 500) {
      const step = run(state, look({ bid: 4_000, now }))
      state = step.state
      for (const effect of step.effects) {
        if (effect.type !== 'sell') continue
        const { clientOrderId } = effect.order
        state = run(state, {
          type: 'refused',
          clientOrderId,
          code: 'shares_not_settled',
          hold: 'settling',
          at: moment(now),
        }).state
      }
    }
    assert.deepEqual([state.end, state.sent > MAX_TRIES], [null, true])
  })

  test('an entry that fills nothing ends its exit, after the time that a replacement may take', () => {
    const { state } = run(onEntry(), entry(0, true), look({ now: 19_999 }))
    assert.equal(state.end, null)
    assert.equal(run(state, look({ now: 20_000 })).state.end?.how, 'entry_not_filled')
  })

  test('INV-64 what is held is shared out: the newest loses first, what it offers last', () => {
    const first = onPosition(10)
    const second = run(
      newExit(known(parseExitId(ENTRY)), YES, { size: shares(10) }, BOTH, 100, 1),
      look(),
    ).state
    assert.deepEqual(cutToHeld([first, second], shares(20)), [])
    assert.deepEqual(cutToHeld([first, second], shares(13)), [{ id: ID, by: shares(7) }])
    assert.deepEqual(cutToHeld([first, second], shares(5)), [
      { id: ID, by: shares(10) },
      { id: second.id, by: shares(5) },
    ])
  })
})
