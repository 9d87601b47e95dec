import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { AttachedExit } from '../../platform/api/wire.ts'
import { pricesIn } from '../settings/prices.ts'
import { legsAround, movedLegs, NO_EXITS } from './exit-draft.ts'
import { exitLegsText, exitStateText } from './exit-text.ts'

const price = (text: string): Price => {
  const parsed = parsePrice(text)
  assert.ok(parsed !== null)
  return parsed
}

const EXIT: AttachedExit = {
  id: 'a',
  outcome_id: 'pm:1',
  event_id: null,
  event_title: 'Event',
  market_title: '',
  outcome_name: 'Yes',
  tick_size: '0.01',
  entry_client_order_id: null,
  state: 'resting',
  pause: null,
  covered: '20',
  sold: '0',
  target_price: '0.7',
  target_cancelled_by: null,
  stop_price: '0.4',
  stop_slippage_ticks: 2,
  trailing_distance: '0.05',
  trailing_slippage_ticks: 3,
  trailing_price: '0.48',
  minutes_before_start: 5,
  sells_at: null,
  order_ids: [],
  trigger: null,
  end: null,
  created_at: '2026-11-20T20:18:00.000Z',
}

test('ticks around a price become legs, an empty field none', () => {
  assert.deepEqual(legsAround(NO_EXITS, price('0.5'), 100), {
    ok: true,
    value: { target: { price: '0.6' }, stop: { price: '0.4', slippage_ticks: 3 } },
  })
  const all = { ...NO_EXITS, stopTicks: '', trailingTicks: '5', minutesBefore: '0', slippageTicks: '' }
  assert.deepEqual(legsAround(all, price('0.5'), 10), {
    ok: true,
    value: {
      target: { price: '0.51' },
      trailing: { distance: '0.005', slippage_ticks: 0 },
      time: { minutes_before_start: 0 },
    },
  })
})

test('what cannot be exits is said in words', () => {
  const faults = [
    { ...NO_EXITS, targetTicks: 'ten' },
    { ...NO_EXITS, targetTicks: '60' },
    { ...NO_EXITS, stopTicks: '50' },
    { ...NO_EXITS, trailingTicks: '0' },
    { ...NO_EXITS, targetTicks: '', stopTicks: ' ' },
  ].map((draft) => {
    const legs = legsAround(draft, price('0.5'), 100)
    return legs.ok ? '' : legs.error
  })
  assert.deepEqual(
    faults.map((words) => words.split(' ')[0]),
    ['Exits', 'An', 'An', 'The', 'Exits'],
  )
})

test('INV-73 a leg that is moved or taken off leaves the others as they are', () => {
  const all = {
    target: { price: '0.7' },
    stop: { price: '0.4', slippage_ticks: 2 },
    trailing: { distance: '0.05', slippage_ticks: 3 },
    time: { minutes_before_start: 5 },
  }
  const { stop: _, ...withoutStop } = all
  const { time: __, ...withoutTime } = all
  assert.deepEqual(movedLegs(EXIT, 'stop', price('0.41')), {
    ok: true,
    value: { ...all, stop: { price: '0.41', slippage_ticks: 2 } },
  })
  assert.deepEqual(movedLegs(EXIT, 'stop', null), { ok: true, value: withoutStop })
  assert.deepEqual(movedLegs(EXIT, 'time', null), { ok: true, value: withoutTime })
})

test('a trailing stop is moved by its distance from the highest bid, which it stays below', () => {
  const moved = movedLegs(EXIT, 'trailing', price('0.5'))
  assert.deepEqual(moved.ok && moved.value.trailing, { distance: '0.03', slippage_ticks: 3 })
  assert.deepEqual(movedLegs(EXIT, 'trailing', price('0.53')), {
    ok: false,
    error: 'The trailing stop must stay below the highest bid',
  })
})

test('INV-66 the state says what pauses an exit, and who ended its target', () => {
  assert.equal(exitStateText({ ...EXIT, state: 'paused', pause: 'safe' }), 'paused: SAFE')
  assert.equal(exitStateText({ ...EXIT, state: 'paused', pause: 'book' }), 'paused: book not current')
  const ended = { ...EXIT, state: 'cancelled', end: 'target_cancelled', target_cancelled_by: 'you' } as const
  assert.equal(exitStateText(ended), 'ended: target cancelled by you')
  assert.equal(
    exitLegsText({ ...EXIT, target_price: null, target_cancelled_by: 'you' }, pricesIn('price')),
    'stop 0.40, trailing 0.05 (now 0.48), 5 min before the start, target cancelled by you',
  )
})
