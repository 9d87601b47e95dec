// Several targets, break-even and stop entry of an attached exit, row by row.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exitState, NO_LEGS, type AttachedExit, type ExitLegs } from '../order/attached-exit.ts'
import { MAX_TRIES, type ExitEffect, type ExitEvent } from './attached-exit-facts.ts'
import {
  BOTH,
  ENTRY_HASH,
  entry,
  look,
  moment,
  onEntry,
  onPosition,
  onStopEntry,
  order,
  orderIdOf,
  price,
  run,
  SEVERAL,
  shares,
  STOP_ENTRY,
} from '../testing/exit-samples.ts'

const rested = (effects: readonly ExitEffect[]) =>
  effects.flatMap((effect) =>
    effect.type === 'rest' ? [[Number(effect.order.price), Number(effect.order.size) / 1e6]] : [],
  )
const looks = (count: number, bid = 5_000) => Array.from({ length: count }, () => look({ bid }))
const at = (bid: number, now: number): ExitEvent => look({ bid, ask: bid + 100, now })
const bought = (filled: number, isOver = false): ExitEvent => ({
  type: 'entry',
  clientOrderId: orderIdOf(1),
  orderId: ENTRY_HASH,
  filled: shares(filled),
  isOver,
  at: moment(0),
})
const refused = (
  code: 'venue_rejected' | 'loss_limit',
  hold: 'venue_restarting' | null = null,
  sent = 1,
): ExitEvent => ({ type: 'refused', clientOrderId: orderIdOf(sent), code, hold, at: moment(0) })

describe('several targets', () => {
  test('INV-97 rest with their shares, the nearest first, as far as the entry has filled', () => {
    const { state, effects } = run(onEntry(SEVERAL), entry(10), ...looks(3), entry(30), ...looks(6))
    assert.deepEqual(rested(effects), [
      [6_000, 9.9],
      [6_500, 9.9],
      [7_000, 10.2],
    ])
    assert.equal(exitState(state, null), 'resting')
    const small = run(onEntry(SEVERAL), entry(10), entry(10, true), ...looks(4))
    assert.deepEqual(rested(small.effects), [[6_500, 10]], '3.3 joins upwards, 3.4 downwards')
  })

  test('INV-97 one that is cancelled is not placed again, and its share goes to the last after a while', () => {
    const resting = run(onPosition(30, SEVERAL), ...looks(3)).state
    const { state, types } = run(resting, order(1, 9.9, 0, true, true), ...looks(3))
    assert.deepEqual([types, state.legs.further.map((one) => one.price)], [[], [6_500]])
    const later = run(state, look({ now: 5_000 }))
    assert.deepEqual(rested(later.effects), [[7_000, 9.9]])
    assert.deepEqual([state.targetCancelled?.by, state.targetCancelled?.at], ['you', 0])
  })

  test('a cancel of all orders gives up all of them, and the stop goes on', () => {
    const resting = run(onPosition(30, SEVERAL), ...looks(3)).state
    const cancelled = run(resting, { type: 'cancelled', at: moment(0) }, ...looks(1))
    assert.deepEqual([cancelled.types, cancelled.state.legs.further], [['cancel'], []])
    assert.equal(cancelled.state.legs.stop?.price, 4_000)
  })

  test('one that is moved at the venue keeps its share, and one that has sold leaves the others alone', () => {
    const resting = run(onPosition(30, SEVERAL), ...looks(3)).state
    const named = { ...order(2, 9.9, 0, false), orderId: ENTRY_HASH } as ExitEvent
    const by = { clientOrderId: orderIdOf(90), orderId: null, price: price(6_800), size: shares(9.9) }
    const moved = run(
      resting,
      named,
      order(2, 9.9, 0, true, true),
      { type: 'replaced', old: ENTRY_HASH, by },
      order(1, 9.9, 9.9, true),
      ...looks(2),
    )
    assert.deepEqual(moved.types, [])
    assert.deepEqual(
      moved.state.legs.further.map((one) => [one.price, one.percent]),
      [
        [6_000, 33],
        [6_800, 33],
      ],
    )
  })
})

describe('a break-even', () => {
  const moves = { ...BOTH, target: null, breakEven: SEVERAL.breakEven }

  test('INV-98 moves the stop once the firm bid stood, and only while something is held', () => {
    const { state, types } = run(
      onPosition(10, moves),
      at(5_500, 0),
      at(5_400, 500),
      at(5_500, 1_000),
      at(5_600, 1_999),
    )
    assert.deepEqual(types, [])
    const moved = run(state, at(5_600, 2_000))
    assert.deepEqual([moved.types, moved.state.legs.stop], [['moved'], { price: 4_500, slippageTicks: 2 }])
    assert.deepEqual(run(moved.state, at(4_500, 2_100)).types, ['sell'])
    const thin = run(
      onPosition(10, moves),
      look({ bid: 5_500, thin: true }),
      look({ bid: 5_500, thin: true, now: 5_000 }),
    )
    const unfilled = run(onEntry(moves), at(5_500, 0), at(5_500, 5_000))
    assert.deepEqual([thin.types, unfilled.types], [[], []])
  })

  test('INV-98 never lowers a stop that is above it already', () => {
    const stop = { price: price(5_200), slippageTicks: 2 }
    const moved = run(onPosition(10, { ...moves, stop }), at(5_500, 0), at(5_500, 1_000))
    assert.deepEqual([moved.types, moved.state.legs.stop?.price], [['moved'], 5_200])
  })
})

describe('a stop entry', () => {
  test('INV-99 buys once when the firm bid is there, at most so far above its price; the legs cover what it buys', () => {
    const waiting = run(
      onStopEntry(),
      at(3_000, 0),
      at(4_900, 100),
      look({ bid: 5_000, thin: true, ask: 5_100 }),
    )
    assert.deepEqual([waiting.types, exitState(waiting.state, null)], [[], 'waiting'])
    const { state, effects } = run(waiting.state, at(5_000, 1_000), at(5_500, 2_000))
    assert.deepEqual(
      effects.map((effect) => effect.type === 'buy' && [effect.price, effect.size]),
      [[5_300, shares(20)]],
    )
    assert.deepEqual([state.trigger?.leg, state.trigger?.price], ['entry', 5_000])
    const covering = run(state, bought(20, true), ...looks(4))
    assert.deepEqual(rested(covering.effects), [
      [6_000, 6.6],
      [6_500, 6.6],
      [7_000, 6.8],
    ])
    assert.equal(covering.state.legs.entry, null)
  })

  test('INV-99 its limit is known before, wherever the market has gone, and below its lowest target', () => {
    const limits = (legs: ExitLegs, bid: number) =>
      run(onStopEntry(legs), at(bid, 0)).effects.map((effect) => effect.type === 'buy' && effect.price)
    assert.deepEqual(limits(STOP_ENTRY, 8_000), [5_300])
    const near = { price: price(5_800), size: shares(20), slippageTicks: 3 }
    assert.deepEqual(limits({ ...STOP_ENTRY, entry: near }, 5_800), [5_900])
  })

  test('INV-99 a stop takes back what it has not bought yet', () => {
    const part = run(onStopEntry(), at(5_000, 0), bought(6), look({ bid: 4_000 }))
    assert.deepEqual(part.types, ['buy', 'cancel', 'sell'])
  })

  test('INV-99 a refused purchase waits again under another id, ends after ten tries, and at a loss limit at once', () => {
    const sent = run(onStopEntry(), at(5_000, 0)).state
    const again = run(sent, refused('venue_rejected'), at(5_000, 500), at(5_000, 1_000))
    assert.deepEqual([again.types, again.state.entries[0]?.clientOrderId], [['buy'], orderIdOf(2)])
    const held = run(sent, refused('venue_rejected', 'venue_restarting'))
    assert.deepEqual([held.state.waits.held, held.state.waits.sale.count], ['venue_restarting', 0])
    assert.equal(run(sent, refused('loss_limit')).state.end?.how, 'refused')
    let state: AttachedExit = sent
    for (let tries = 1; tries <= MAX_TRIES && state.end === null; tries += 1) {
      state = run(state, refused('venue_rejected', null, tries), at(5_000, tries * 60_000)).state
    }
    assert.deepEqual([state.end?.how, state.sent], ['refused', MAX_TRIES])
  })

  test('a cancel of all orders ends it, also one whose purchase is refused after it', () => {
    const cancelled: ExitEvent = { type: 'cancelled', at: moment(0) }
    const waiting = run(onStopEntry(), cancelled, at(5_000, 0))
    assert.deepEqual([waiting.types, waiting.state.end?.how], [['ended'], 'entry_not_filled'])
    const sent = run(onStopEntry(), at(5_000, 0), cancelled, refused('venue_rejected'), at(5_000, 90_000))
    assert.deepEqual([sent.types, sent.state.end?.how], [['buy', 'ended'], 'entry_not_filled'])
    const part = run(onStopEntry(), at(5_000, 0), cancelled, bought(8, true), look({ bid: 4_000 }))
    assert.deepEqual(part.types, ['buy', 'sell'])
  })

  test('alone it ends when it has bought; taken off, out of time or paused it buys nothing', () => {
    const alone = { ...NO_LEGS, entry: STOP_ENTRY.entry }
    const done = run(onStopEntry(alone), at(5_000, 0), bought(20, true), look())
    assert.deepEqual([done.state.end?.how, exitState(done.state, null)], ['bought', 'done'])
    const off = run(onStopEntry(), { type: 'change', legs: SEVERAL, tick: 100 }, at(5_000, 0))
    assert.deepEqual([off.types, off.state.end?.how], [['ended'], 'entry_not_filled'])
    const timed = { ...STOP_ENTRY, time: { minutesBefore: 0 } }
    const late = run(onStopEntry(timed), at(4_000, 1_000_000), at(5_000, 1_000_001), at(5_000, 1_000_002))
    assert.deepEqual([late.types, late.state.end?.how], [['ended'], 'entry_not_filled'])
    assert.deepEqual(run(onStopEntry(), look({ bid: 5_000, ask: 5_100, isPaused: true })).types, [])
    assert.equal(exitState(onStopEntry(), 'safe'), 'paused')
  })

  test('INV-66 what the venue is known to refuse is not sent, and a trailing stop follows nothing before it has bought', () => {
    const hold = look({ bid: 5_000, ask: 5_100, held: { sale: 'venue_cancel_only', target: null } })
    const held = run(onStopEntry(), hold)
    assert.deepEqual([held.types, held.state.waits.held], [[], 'venue_cancel_only'])
    const trailing = { ...STOP_ENTRY, trailing: { distance: 500, slippageTicks: 1 } }
    assert.equal(run(onStopEntry(trailing), at(4_800, 0), at(4_800, 5_000)).state.high, null)
  })
})
