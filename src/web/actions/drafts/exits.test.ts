import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import { NO_LEGS } from '#core/order/attached-exit.ts'
import { NO_EXITS } from './exit-legs.ts'
import { draftOfTemplate, legsOf, templateOf } from './exit-draft.ts'
import type { ExitDraft } from './exit-legs.ts'
import type { ExitPlace } from './exit-draft.ts'
import { movedLegs } from './exit-legs.ts'
import { plannedExits } from '../../contexts/use-planned-exits.ts'
import { startDraft } from '../../data/markets/draft.ts'
import { exitLegsText, exitStateText } from '../../words/exit-text.ts'
import { sampleExit } from '../../features/portfolio/testing/samples.ts'

const price = (text: string): Price => {
  const parsed = parsePrice(text)
  assert.ok(parsed !== null)
  return parsed
}

const EXIT = sampleExit()

const NONE = { ...NO_EXITS, target: '', stop: '' }
const EMPTY = { ...NONE, slippage: '' }
const at = (from: string | null, tick: TickSize): ExitPlace => ({
  price: from === null ? null : price(from),
  tick,
  prices: pricesIn('price'),
})

test('ticks around a price become legs, an empty field none', () => {
  assert.deepEqual(legsOf(NO_EXITS, at('0.5', 100)), {
    ok: true,
    value: {
      ...NO_LEGS,
      target: { price: price('0.6') },
      stop: { price: price('0.4'), slippageTicks: 3 },
    },
  })
  const all = { ...EMPTY, target: '10', trailing: '5', minutes: '0' }
  assert.deepEqual(legsOf(all, at('0.5', 10)), {
    ok: true,
    value: {
      ...NO_LEGS,
      target: { price: price('0.51') },
      trailing: { distance: price('0.005'), slippageTicks: 0 },
      time: { minutesBefore: 0 },
    },
  })
})

test('prices are legs as they are written, whether or not there is a price to count from', () => {
  const draft = { ...NO_EXITS, unit: 'price', target: '0.615', stop: '40c', trailing: '10' } as const
  assert.deepEqual(legsOf(draft, at(null, 50)), {
    ok: true,
    value: {
      ...NO_LEGS,
      target: { price: price('0.615') },
      stop: { price: price('0.4'), slippageTicks: 3 },
      trailing: { distance: price('0.05'), slippageTicks: 3 },
    },
  })
})

test('what cannot be exits names the field, the rule and the way out', () => {
  const cases: readonly (readonly [Partial<ExitDraft>, ExitPlace, string])[] = [
    [{ unit: 'ticks', target: 'ten' }, at('0.5', 100), 'Target must be whole ticks, at most 9999, or empty.'],
    [
      { unit: 'ticks', stop: '50' },
      at('0.5', 100),
      'A stop 50 ticks below the order price would be at 0 or below.',
    ],
    [
      { unit: 'ticks', target: '5', share: '60', target2: '9', share2: '40', target3: '12' },
      at('0.5', 100),
      'Share: every target needs a percentage; the last gets the rest of 100.',
    ],
    [
      { unit: 'ticks', target: '5', breakEven: '3' },
      at('0.5', 100),
      'Break-even needs a stop, and must move it to below its trigger.',
    ],
    [
      { unit: 'ticks', stop: '5' },
      at(null, 100),
      'Exits in ticks count from the order\u2019s price: enter it, or enter exits as prices.',
    ],
    [
      { unit: 'ticks', trailing: '0' },
      at('0.5', 100),
      'Trailing stop must be at least 1 tick below the highest bid.',
    ],
    [
      { unit: 'price', target: '0.575' },
      at('0.5', 100),
      'Target is off the tick: steps of 0.01. Use 0.57 or 0.58.',
    ],
    [{ unit: 'price', stop: '1.2' }, at('0.5', 100), 'Stop must be between 0 and 1, such as 0.45 or 45c.'],
    [
      { unit: 'price', trailing: '0.05' },
      at('0.5', 100),
      'Trailing stop must be whole ticks, at most 9999, or empty.',
    ],
    [
      { unit: 'price', target: '0.4', stop: '0.45' },
      at('0.5', 100),
      'Target 0.40 is not above the stop 0.45: raise the target or lower the stop.',
    ],
    [
      { unit: 'price', stop: '0.4', slippage: '1001' },
      at('0.5', 100),
      'Slippage must be whole ticks, at most 1000, or empty.',
    ],
    [
      { unit: 'price', minutes: '-1' },
      at('0.5', 100),
      'Time must be whole minutes, at most 10080, or empty.',
    ],
    [
      { unit: 'price', target: '', stop: ' ' },
      at('0.5', 100),
      'Exits need a target, a stop, a trailing stop or a time.',
    ],
  ]
  for (const [part, place, error] of cases) {
    assert.deepEqual(legsOf({ ...EMPTY, ...part }, place), { ok: false, error })
  }
})

test('planned exits are at the prices of the ticket and say what each brings; a sale and a wrong leg plan none', () => {
  const buy = { ...startDraft('o', null), priceText: '0.41', sizeText: '30' }
  const on = { ...NO_EXITS, target: '5', stop: '10' }
  const tick: TickSize = 100
  const written = (draft: ExitDraft) => ({
    template: null,
    legsAt: (from: Price) => legsOf(draft, { price: from, tick, prices: pricesIn('price') }),
  })
  assert.deepEqual(plannedExits(buy, written(on), tick), [
    { leg: 'target', price: price('0.46'), size: 30_000_000n, result: 1_500_000n },
    { leg: 'stop', price: price('0.31'), size: 30_000_000n, result: -3_000_000n },
  ])
  const parted = { ...on, share: '50', target2: '10', breakEven: '4', plus: '1' }
  assert.deepEqual(
    plannedExits(buy, written(parted), tick).map(({ leg, price: to, size }) => `${leg} ${to} ${size}`),
    ['target1 4600 15000000', 'target 5100 15000000', 'stop 3100 30000000', 'breakEven 4500 30000000'],
  )
  assert.deepEqual(
    plannedExits({ ...buy, sizeText: '' }, written({ ...on, stop: '' }), tick).map(({ result }) => result),
    [null],
  )
  assert.deepEqual(plannedExits({ ...buy, side: 'SELL' }, written(on), tick), [])
  assert.deepEqual(plannedExits(buy, written({ ...on, stop: '41' }), tick), [])
  assert.deepEqual(plannedExits(buy, null, tick), [])
})

test('INV-73 a leg that is moved or taken off leaves the others as they are', () => {
  const all = {
    ...NO_LEGS,
    target: { price: price('0.7') },
    stop: { price: price('0.4'), slippageTicks: 2 },
    trailing: { distance: price('0.05'), slippageTicks: 3 },
    time: { minutesBefore: 5 },
  }
  assert.deepEqual(movedLegs(EXIT, { stop: price('0.41') }), {
    ok: true,
    value: { ...all, stop: { price: price('0.41'), slippageTicks: 2 } },
  })
  assert.deepEqual(movedLegs(EXIT, { stop: null }), { ok: true, value: { ...all, stop: null } })
  assert.deepEqual(movedLegs(EXIT, { time: null }), { ok: true, value: { ...all, time: null } })
})

test('INV-73 a further target is moved alone, and one that is taken off leaves the rest to the farthest', () => {
  const exit = sampleExit({
    further_targets: [
      { price: '0.55', percent: 30 },
      { price: '0.6', percent: 20 },
    ],
    break_even: { at_price: '0.58', stop_price: '0.51' },
  })
  const further = (...moved: readonly (readonly [string, number])[]) =>
    moved.map(([at, percent]) => ({ price: price(at), percent }))
  const second = movedLegs(exit, { target2: price('0.62') })
  assert.deepEqual(second.ok && second.value.further, further(['0.55', 30], ['0.62', 20]))
  const first = movedLegs(exit, { target1: null })
  assert.deepEqual(first.ok && first.value.further, further(['0.6', 20]))
  const last = movedLegs(exit, { target: null })
  assert.ok(last.ok)
  assert.equal(last.value.target?.price, price('0.6'))
  assert.deepEqual(last.value.further, further(['0.55', 30]))
  const moved = movedLegs(exit, { breakEven: price('0.59') })
  assert.deepEqual(moved.ok && moved.value.breakEven, { at: price('0.59'), stop: price('0.51') })
  const without = movedLegs(exit, { stop: null })
  assert.ok(without.ok && without.value.breakEven === null, 'break-even needs its stop')
})

test('a template is written in the fields of exits and read from them again', () => {
  const template = {
    name: 'Scalp',
    targets: [
      { ticks: 3, percent: 50 },
      { ticks: 6, percent: 30 },
      { ticks: 12, percent: 20 },
    ],
    stop: { ticks: 4, slippageTicks: 2 },
    trailing: null,
    breakEven: { afterTicks: 3, plusTicks: 0 },
    time: { minutesBefore: 5 },
  }
  assert.deepEqual(templateOf(draftOfTemplate(template), 'Scalp'), { ok: true, value: template })
})

test('a trailing stop is moved by its distance from the highest bid, which it stays below', () => {
  const moved = movedLegs(EXIT, { trailing: price('0.5') })
  assert.deepEqual(moved.ok && moved.value.trailing, { distance: price('0.03'), slippageTicks: 3 })
  assert.deepEqual(movedLegs(EXIT, { trailing: price('0.53') }), {
    ok: false,
    error: 'The trailing stop must stay below the highest bid',
  })
})

test('INV-66 the state says what pauses an exit, and who ended its target', () => {
  assert.equal(exitStateText({ ...EXIT, state: 'paused', pause: 'safe' }), 'paused: SAFE')
  assert.equal(exitStateText({ ...EXIT, state: 'paused', pause: 'book' }), 'paused: book not current')
  const ended = { ...EXIT, state: 'cancelled', end: 'target_cancelled', targetCancelledBy: 'you' } as const
  assert.equal(exitStateText(ended), 'ended: target cancelled (you)')
  assert.equal(
    exitLegsText({ ...EXIT, targetPrice: null, targetCancelledBy: 'you' }, pricesIn('price')),
    'stop 0.40, trailing 0.05 (now 0.48), 5 min before the start, target cancelled (you)',
  )
})
