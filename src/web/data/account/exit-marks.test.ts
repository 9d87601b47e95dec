import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatMicros, micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { AttachedExit } from '../../platform/api/client.ts'
import { exitsInRow, groupExits } from './exit-marks.ts'
import { chipText, markHelp, timesOf } from './exit-mark-text.ts'
import { sampleExit } from '../../features/portfolio/testing/samples.ts'

const price = (text: string): Price => parsePrice(text) ?? assert.fail()

const OWN = {
  outcome_id: 'yes',
  outcome_name: 'Herons',
  state: 'active',
  covered: '120',
  sold: '20',
} as const
const EXIT = sampleExit(OWN)

const PAIRS = new Map([
  ['yes', 'no'],
  ['no', 'yes'],
])
const CENTS = { tick: 100, group: 1 } as const

describe('the marks of exits', () => {
  test('stand at the price of each leg with what is still to be sold, from the other outcome at the complement', () => {
    const said = [...groupExits([EXIT], PAIRS).values()].map(
      ({ outcomeId, side, leg, price: at, size }) =>
        `${outcomeId} ${side} ${leg} ${at} ${formatMicros(size)}`,
    )
    assert.deepEqual(said, [
      'yes SELL target 7000 100',
      'no BUY target 3000 100',
      'yes SELL stop 4000 100',
      'no BUY stop 6000 100',
      'yes SELL trailing 4800 100',
      'no BUY trailing 5200 100',
    ])
  })

  test('of several targets each has its part, and a stop entry stands with the purchases', () => {
    const exit = sampleExit({
      ...OWN,
      sold: '0',
      further_targets: [{ price: '0.6', percent: 25 }],
      break_even: { at_price: '0.55', stop_price: '0.5' },
      trailing_price: null,
      entry: { price: '0.52', size: '30', slippage_ticks: 3 },
    })
    const said = [...groupExits([exit]).values()].map(
      ({ side, leg, price: at, size }) => `${side} ${leg} ${at} ${formatMicros(size)}`,
    )
    assert.deepEqual(said, [
      'SELL target 7000 90',
      'SELL target1 6000 30',
      'SELL stop 4000 120',
      'SELL breakEven 5500 120',
      'BUY entry 5200 30',
    ])
  })

  test('of one price and leg are one, in coarse rows those of all its prices, and those that have ended none', () => {
    const exits = [
      EXIT,
      sampleExit({
        ...OWN,
        id: 'b',
        covered: '20',
        stop_price: '0.41',
        target_price: null,
        trailing_price: null,
      }),
      sampleExit({ ...OWN, id: 'c', end: 'removed' }),
    ]
    const marks = groupExits(exits)
    assert.deepEqual(
      exitsInRow(marks, 'yes', 'SELL', price('0.41'), CENTS)[0]?.exits.map(({ id }) => id),
      ['b'],
    )
    const row = exitsInRow(marks, 'yes', 'SELL', price('0.4'), { tick: 100, group: 5 })
    assert.deepEqual(
      row.map(({ leg, exits: those }) => [leg, those.map(({ id }) => id)]),
      [['stop', ['a', 'b']]],
    )
    assert.deepEqual(exitsInRow(marks, 'yes', 'BUY', price('0.4'), CENTS), [])
    assert.equal(
      exitsInRow(marks, 'yes', 'SELL', price('0.4'), CENTS),
      exitsInRow(marks, 'yes', 'SELL', price('0.4'), CENTS),
      'the same answer, so that rows are not drawn again',
    )
  })

  test('a target whose order rests stands there as that order', () => {
    const rests = (exit: AttachedExit) =>
      [...groupExits([exit]).values()].map((mark) => `${mark.leg} ${mark.rests}`)
    assert.equal(rests(EXIT)[0], 'target false')
    assert.equal(rests(sampleExit({ ...OWN, order_ids: ['o'] }))[0], 'target true')
  })

  test('say what they do, how much, and what pauses them', () => {
    const [target, stop] = [...groupExits([{ ...EXIT, state: 'paused', pause: 'safe' }]).values()]
    assert.ok(target !== undefined && stop !== undefined)
    assert.equal(chipText(stop), 'S\u2009100')
    assert.equal(chipText({ leg: 'trailing', size: stop.size }), 'TS\u2009100')
    const cost = micros(80_000_000n)
    assert.deepEqual(markHelp(stop, { size: micros(160_000_000n), cost }), {
      text: 'Stop of 100 Herons: sells at the bids once the best bid is here or below. P&L \u221210.00 est.',
      state: 'paused: SAFE',
      isPaused: true,
    })
    const [rest, beside] = [
      ...groupExits([sampleExit({ ...OWN, state: 'resting', order_ids: ['o'] })]).values(),
    ]
    assert.ok(rest !== undefined && beside !== undefined)
    assert.deepEqual(
      [markHelp(rest, null).state, markHelp(beside, null).state],
      ['target working', 'watching'],
    )
    const [early] = [
      ...groupExits([sampleExit({ ...OWN, covered: '0', sold: '0', state: 'waiting' })]).values(),
    ]
    assert.ok(early !== undefined)
    assert.equal(chipText(early), 'T')
    assert.match(markHelp(early, null).text, /^Target of the Herons its buy fills/)
    assert.deepEqual(
      timesOf([EXIT], 'yes').map(({ text }) => text),
      ['100 5 min before the start, watching'],
    )
  })
})
