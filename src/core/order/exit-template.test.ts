import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { price } from '../testing/exit-samples.ts'
import { NO_LEGS } from './attached-exit.ts'
import { legsFault } from './exit-legs.ts'
import { legsOfTemplate, NO_TEMPLATES, templatesFault, type ExitTemplate } from './exit-template.ts'

const BRACKET: ExitTemplate = {
  name: 'Bracket',
  targets: [
    { ticks: 5, percent: 50 },
    { ticks: 10, percent: 30 },
    { ticks: 20, percent: 20 },
  ],
  stop: { ticks: 8, slippageTicks: 3 },
  trailing: { ticks: 6, slippageTicks: 2 },
  breakEven: { afterTicks: 4, plusTicks: 1 },
  time: { minutesBefore: 5 },
}

describe('a template of exits', () => {
  test('counts its legs in ticks from the price of the entry', () => {
    const legs = legsOfTemplate(BRACKET, price(5_000), 100)
    assert.deepEqual(legs.ok && legs.value, {
      target: { price: 7_000 },
      further: [
        { price: 5_500, percent: 50 },
        { price: 6_000, percent: 30 },
      ],
      stop: { price: 4_200, slippageTicks: 3 },
      trailing: { distance: 600, slippageTicks: 2 },
      time: { minutesBefore: 5 },
      breakEven: { at: 5_400, stop: 5_100 },
      entry: null,
    })
    assert.equal(legs.ok && legsFault(legs.value, 100, 3, 0), null)
  })

  test('beyond the last price targets lie at it together, and a break-even that no price reaches is left out', () => {
    const legs = legsOfTemplate({ ...BRACKET, breakEven: { afterTicks: 3, plusTicks: 2 } }, price(9_700), 100)
    assert.deepEqual(legs.ok && [legs.value.target, legs.value.further, legs.value.breakEven], [
      { price: 9_900 },
      [],
      null,
    ])
    assert.equal(legsOfTemplate(BRACKET, price(9_900), 100).ok, false)
  })

  test('a stop at 0 or below is a fault in words', () => {
    const legs = legsOfTemplate(BRACKET, price(800), 100)
    assert.equal(!legs.ok && legs.error, 'A stop 8 ticks below the order price would be at 0 or below.')
    const trailed = legsOfTemplate({ ...BRACKET, stop: null, breakEven: null }, price(600), 100)
    assert.equal(
      !trailed.ok && trailed.error,
      'A trailing stop 6 ticks below the order price would be at 0 or below.',
    )
    const alone = { ...BRACKET, targets: [], stop: null, trailing: null, breakEven: null }
    const timed = legsOfTemplate(alone, price(100), 100)
    assert.deepEqual(timed.ok && timed.value, { ...NO_LEGS, time: { minutesBefore: 5 } })
  })

  test('templates are refused with the place that is wrong', () => {
    const path = (...templates: readonly ExitTemplate[]) =>
      templatesFault({ ...NO_TEMPLATES, templates })?.path
    assert.equal(path(BRACKET), undefined)
    assert.equal(path(BRACKET, BRACKET), 'templates.1.name')
    assert.equal(path({ ...BRACKET, targets: BRACKET.targets.toReversed() }), 'templates.0.targets')
    assert.equal(path({ ...BRACKET, targets: BRACKET.targets.slice(1) }), 'templates.0.targets')
    assert.equal(path({ ...BRACKET, stop: null }), 'templates.0.break_even')
    assert.equal(
      path({ ...BRACKET, targets: [], stop: null, trailing: null, breakEven: null, time: null }),
      'templates.0',
    )
    const defaults = { sports: 'Bracket', other: 'None' }
    assert.equal(templatesFault({ templates: [BRACKET], defaults })?.path, 'defaults.other')
  })
})
