import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireOf } from '#contract/codec/codec.ts'
import type { OutcomeId } from '#core/ids.ts'
import { ifWins, resolutionPnl } from '#contract/records/resolution-pnl.ts'
import type { IfWins } from '../platform/api/client.ts'
import {
  changeTexts,
  hasStake,
  ifWinsAt,
  ifWinsText,
  marketPositionText,
  netText,
} from './resolution-text.ts'
import { micros, ZERO } from '#core/money.ts'

const one = (text: string) => ({ least: text, most: text })
const WIRE = {
  payout: one('100'),
  profit: one('43.005'),
  with_orders: one('43.005'),
  at_worst: '43.005',
  fees_known: true,
}
const figuresOf = (fields: Partial<WireOf<typeof ifWins>> = {}): IfWins =>
  ifWins.decode({ ...WIRE, ...fields })
const FIGURES = figuresOf()
const EVENT = resolutionPnl.decode({
  id: 'pm:9',
  markets: [
    {
      market_id: 'pm:0x1',
      exclusive: true,
      outcomes: [
        { outcome_id: 'pm:1', size: '100', if_wins: WIRE },
        { outcome_id: 'pm:2', size: '30', if_wins: null },
      ],
      paired_size: '30',
      net_size: '70',
      cost_basis: '55',
      realised_pnl: '0',
      cost_known: true,
      fees_known: true,
    },
  ],
  other: { ...WIRE, profit: one('-12') },
})
const MARKET = EVENT.markets[0] ?? assert.fail()

test('a figure is cut to cents and exact in its tooltip', () => {
  const shown = ifWinsText(FIGURES)
  assert.deepEqual([shown.text, shown.orders, shown.tone], ['+43.00', '', 'pos'])
  assert.equal(shown.title, 'Profit if it wins: +43.005, including realised; shares held pay 100.00')
})

test('an outcome that can win in several ways shows the least, and both ends in the tooltip', () => {
  const shown = ifWinsText(
    figuresOf({
      profit: { least: '-60', most: '10' },
      with_orders: { least: '-50', most: '20' },
      at_worst: '-75',
    }),
  )
  assert.deepEqual(
    [shown.text, shown.orders, shown.tone],
    ['\u2265\u2009\u221260.00', '\u2265\u2009\u221250.00', 'neg'],
  )
  assert.match(shown.title, /^Profit if it wins: \u221260\.00 to \+10\.00,/)
  assert.match(shown.title, /filled: \u221250\.00 to \+20\.00; if only losing orders fill: \u221275\.00$/)
})

test('without a known cost only what the shares pay is shown', () => {
  const shown = ifWinsText(figuresOf({ profit: null, with_orders: null, at_worst: null }))
  assert.deepEqual([shown.text, shown.orders, shown.tone], ['pays 100.00', '', 'soft'])
  assert.match(ifWinsText(figuresOf({ fees_known: false })).title, /some fees are unknown: it may be less$/)
  assert.match(ifWinsText(figuresOf({ with_orders: null, at_worst: null })).title, /exceed the shares held$/)
})

test('a market in which there is nothing ends as every other such one does', () => {
  const events = [EVENT]
  const place = { eventId: 'pm:9', marketId: 'pm:0x2', outcomeId: 'pm:3' }
  assert.equal(ifWinsAt(events, place), null)
  assert.deepEqual(ifWinsAt(events, { ...place, isOther: true }), figuresOf({ profit: one('-12') }))
  assert.equal(
    ifWinsAt(events, { ...place, marketId: 'pm:0x1', outcomeId: 'pm:1', isOther: true }),
    MARKET.outcomes[0]?.ifWins,
  )
  assert.equal(ifWinsAt(events, { ...place, marketId: 'pm:0x1', outcomeId: 'pm:2' }), null)
  assert.equal(ifWinsAt([], place), null)
})

test('a position of a market names both outcomes, the pairs and what is left', () => {
  const names = ['Yes', 'No'] as const
  assert.equal(marketPositionText(MARKET, names), '100 Yes, 30 No; 30 paired, net 70 Yes')
  assert.equal(marketPositionText({ ...MARKET, paired: ZERO }, names), '100 Yes, 30 No')
  assert.equal(netText({ net: micros(-70_500_000n) }, names), '70.5 No')
  assert.equal(netText({ net: ZERO }, names), '0')
})

test('an order shows each outcome before it and after it', () => {
  const figures = FIGURES
  const outcomeId = 'pm:1' as OutcomeId
  const change = { outcomeId, outcomeName: 'Herons', before: figures, after: figures }
  assert.deepEqual(changeTexts([change, { ...change, after: null }]), [
    { label: 'Net if Herons wins', value: '+43.00 \u2192 +43.00', note: '' },
  ])
  const unknown = { ...figures, profit: null }
  assert.deepEqual(changeTexts([{ ...change, after: unknown }])[0]?.note, 'cost not known')
  assert.equal(changeTexts([{ ...change, before: unknown }])[0]?.value, '\u2013 \u2192 +43.00')
  const nothing = figuresOf({ payout: one('0'), profit: one('0') })
  assert.equal(
    hasStake([
      { ...change, before: null },
      { ...change, before: nothing },
    ]),
    false,
  )
  assert.equal(hasStake([change, { ...change, before: null }]), true)
  assert.deepEqual(changeTexts([]), [])
})
