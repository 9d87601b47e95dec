import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { PreviewResult } from '../platform/api/client.ts'
import type { WireOf } from '#contract/codec/codec.ts'
import { previewResult } from '#contract/records/previews.ts'
import type { Preview } from '../actions/drafts/previews.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { afterLines, dryRunText, feeText, fillLines, moneyLines, unsellable } from './receipt-lines.ts'
import type { Line } from './receipt-lines.ts'

const FIVE = micros(5_000_000n)
const PLAIN = pricesIn('price')

const price = parsePrice('0.57')
assert.ok(price !== null)
const TERMS: Preview['terms'] = {
  outcomeId: 'pm:1',
  side: 'BUY',
  price,
  size: micros(100_000_000n),
  timeInForce: 'GTC',
  postOnly: false,
}
const ANSWER: WireOf<typeof previewResult> = {
  cost: '57',
  fee: '0.44',
  fee_state: 'at_most',
  max_payout: '100',
  average_price: '0.5683',
  worst_price: '0.57',
  fillable_size: '60',
  slippage: '0.0023',
  would_cross: true,
  rounded_away: '0',
  nearest_sizes: null,
  leaves_unsellable: '0',
  after: { position: '160', exposure: '91.2', exposure_outside: '0', daily_notional: '312', open_orders: 8 },
  if_wins: [],
  book_seq: 7,
  reject: null,
}

function preview(answer: Partial<typeof ANSWER> = {}, terms: Partial<Preview['terms']> = {}): Preview {
  return { terms: { ...TERMS, ...terms }, answer: previewResult.decode({ ...ANSWER, ...answer }) }
}

const shown = (lines: readonly Line[]) =>
  lines.map((line) => `${line.label}: ${line.value}${line.note === '' ? '' : ` ${line.note}`}`)

test('the fee has three forms and is never guessed', () => {
  assert.equal(feeText({ fee: micros(440_000n), feeState: 'known' }), '0.44')
  assert.equal(feeText({ fee: ZERO, feeState: 'known' }), 'none')
  assert.equal(feeText({ fee: micros(440_000n), feeState: 'at_most' }), 'at most 0.44')
  assert.equal(feeText({ fee: null, feeState: 'unknown' }), 'unknown')
})

test('a buy shows cost, fee, both results and the break-even with the fee in them', () => {
  assert.deepEqual(shown(moneyLines(preview(), 'Yes', pricesIn('price'))), [
    'You pay up to: 57.00 exact',
    'Fee: at most 0.44',
    'If Yes wins: +42.56 or better',
    'If Yes loses: \u221257.44 or better',
    'Break-even: 0.5744 est.',
  ])
})

test('where there is something in the event already, both outcomes show it before the order and after', () => {
  const figures = (profit: string) => ({
    payout: { least: '100', most: '100' },
    profit: { least: profit, most: profit },
    with_orders: null,
    at_worst: null,
    fees_known: true,
  })
  const if_wins = [
    { outcome_id: 'pm:1', outcome_name: 'Yes', before: figures('10'), after: figures('52.56') },
    { outcome_id: 'pm:2', outcome_name: 'No', before: figures('-5'), after: figures('-62.44') },
  ]
  const net = ['Net if Yes wins: +10.00 \u2192 +52.56', 'Net if No wins: \u22125.00 \u2192 \u221262.44']
  assert.deepEqual(shown(moneyLines(preview({ if_wins }), 'Yes', PLAIN)).slice(2, 4), net)
  assert.deepEqual(shown(moneyLines(preview({ if_wins }, { side: 'SELL' }), 'Yes', PLAIN)).slice(3), net)
})

test('where part of an order is dropped, its results are those of all of it and say so', () => {
  for (const timeInForce of ['FAK', 'FOK'] as const) {
    const [, , ifPays] = shown(moneyLines(preview({}, { timeInForce }), 'Yes', PLAIN))
    assert.equal(ifPays, 'If Yes wins: +42.56 if all fills')
  }
  const [, , ifPays] = shown(
    moneyLines(preview({ fillable_size: '100' }, { timeInForce: 'FAK' }), 'Yes', PLAIN),
  )
  assert.equal(ifPays, 'If Yes wins: +42.56 or better')
})

test('a sale of which part is dropped brings its sum only if all of it fills, also where the fee is unknown', () => {
  const fak = { side: 'SELL', timeInForce: 'FAK' } as const
  assert.deepEqual(shown(moneyLines(preview({ fee: null, fee_state: 'unknown' }, fak), 'Yes', PLAIN)), [
    'You receive at least: 57.00 if all fills',
    'Fee: unknown',
    'After the fee: \u2013',
    'Payout forgone if Yes wins: 100.00 if all fills',
  ])
  const [, , ifPays] = shown(
    moneyLines(preview({ fee: null, fee_state: 'unknown' }, { timeInForce: 'FAK' }), 'Yes', PLAIN),
  )
  assert.equal(ifPays, 'If Yes wins: +43.00 all, before fee')
})

test('with an unknown fee the results say that it is not in them, and no break-even is made up', () => {
  assert.deepEqual(
    shown(moneyLines(preview({ fee: null, fee_state: 'unknown' }), 'Yes', pricesIn('price'))).slice(1),
    [
      'Fee: unknown',
      'If Yes wins: +43.00 before the fee',
      'If Yes loses: \u221257.00 before the fee',
      'Break-even: \u2013 est.',
    ],
  )
})

test('a sale shows what comes in and what is given up', () => {
  assert.deepEqual(
    shown(
      moneyLines(
        preview({ max_payout: '0', fee_state: 'known' }, { side: 'SELL' }),
        'Yes',
        pricesIn('price'),
      ),
    ),
    [
      'You receive at least: 57.00 exact',
      'Fee: 0.44',
      'After the fee: 56.56',
      'Payout forgone if Yes wins: 100.00',
    ],
  )
})

test('what fills now, how badly, and the outcome of the rest', () => {
  assert.deepEqual(shown(fillLines(preview(), 100, pricesIn('price'))), [
    'Fill now: 60 @ 0.5683 avg',
    'Worst price, slippage: 0.57, 0.2 tick',
    'Rests: 40 @ 0.57',
  ])
  assert.deepEqual(
    shown(fillLines(preview({}, { timeInForce: 'FAK' }), 100, pricesIn('price'))).at(-1),
    'Unfilled: 40',
  )
  assert.deepEqual(shown(fillLines(preview({}, { timeInForce: 'FOK' }), 100, pricesIn('price'))), [
    'Fill now: nothing',
    'Worst price, slippage: \u2013',
    'Unfilled: all, not enough liquidity',
  ])
  assert.ok(
    shown(fillLines(preview({ rounded_away: '0.009' }), 100, pricesIn('price'))).includes(
      'Rounded away: 0.009',
    ),
  )
})

test('the state afterwards stands against its limits; what is not known is said so', () => {
  const limits = {
    maxPositionNotional: micros(500_000_000n),
    maxDailyNotional: micros(2_000_000_000n),
    maxOpenOrders: 20,
  } as Parameters<typeof afterLines>[1]
  assert.deepEqual(shown(afterLines(preview().answer.after, limits)), [
    'Position after: 160 shares',
    'Exposure here: 91.20 of 500',
    'Today: 312.00 of 2\u202f000',
    'Open orders: 8 of 20',
  ])
  const bought = ANSWER.after && { ...ANSWER.after, exposure_outside: '41' }
  const outside = afterLines(preview({ after: bought }).answer.after, limits)
  assert.deepEqual(shown(outside).slice(1, 3), [
    'Exposure here: 91.20 of 500',
    'Bought elsewhere: 41.00 included',
  ])
  assert.equal(afterLines(null, limits).length, 0)
  const unread = { position: null, exposure: '0', exposure_outside: '0', daily_notional: '0', open_orders: 0 }
  assert.equal(afterLines(preview({ after: unread }).answer.after, null)[0]?.value, 'not known')
})

test('the dry run says accepted, or why not and by how much', () => {
  assert.equal(dryRunText(null, PLAIN).text, 'would be accepted')
  assert.deepEqual(
    dryRunText(
      {
        code: 'max_order_notional',
        message: 'The order value is over your limit.',
        prices: [],
        limit: '500',
        value: '540',
        retryAfterMs: null,
      },
      PLAIN,
    ),
    {
      text: 'would be refused',
      detail:
        'The order value is over your limit. 540, limit 500. Reduce the size, or raise the limit under Settings, Risk limits.',
      code: 'max_order_notional',
    },
  )
})

test('SAFE is no refusal: the dry run says it without a code, so that nothing is red', () => {
  const reject = {
    code: 'safe_mode' as const,
    message: 'The terminal is SAFE.',
    prices: [],
    limit: null,
    value: null,
    retryAfterMs: null,
  }
  assert.deepEqual(dryRunText(reject, PLAIN), {
    text: 'nothing is sent until you arm',
    detail: '',
    code: null,
  })
})

test('the dry run says the prices of a refusal once, in the format of the page', () => {
  const reject: PreviewResult['reject'] = {
    code: 'price_band',
    message: 'The price 0.7 is too far: at most 0.67.',
    prices: [
      { at: 10, text: '0.7', tickSize: 100, kind: 'price' },
      { at: 34, text: '0.67', tickSize: 100, kind: 'price' },
    ],
    limit: '0.67',
    value: '0.7',
    retryAfterMs: null,
  }
  assert.equal(
    dryRunText(reject, pricesIn('cents')).detail,
    'The price 70c is too far: at most 67c. Choose a price closer to the market.',
  )
})

test('a remainder below the minimum is warned of, and a sale offers to take all', () => {
  assert.equal(unsellable(preview(), FIVE), null)
  const sale = unsellable(preview({ leaves_unsellable: '2.5' }, { side: 'SELL' }), FIVE)
  assert.match(sale?.text ?? '', /Leaves 2\.5 shares, below the minimum of 5: only FAK or FOK/)
  const crumb = unsellable(preview({ leaves_unsellable: '0.009' }, { side: 'SELL' }), FIVE)
  assert.match(crumb?.text ?? '', /Leaves 0\.009 shares, .* they could not be sold/)
  // All of it would be cut to the same again.
  assert.equal(
    unsellable(
      preview({ leaves_unsellable: '0.5', fillable_size: '100' }, { side: 'SELL', timeInForce: 'FAK' }),
      FIVE,
    )?.all,
    null,
  )
  assert.equal(sale?.all, micros(102_500_000n))
  assert.equal(unsellable(preview({ leaves_unsellable: '2.5' }), FIVE)?.all, null)
  const dropped = unsellable(
    preview({ leaves_unsellable: '2.5' }, { side: 'SELL', timeInForce: 'FAK' }),
    FIVE,
  )
  assert.equal(dropped?.all, null, 'it would put more into the ticket than is held')
})

test('a buy that takes says what its cash brings beyond its size', () => {
  const over = preview({ fillable_size: '101.75', max_payout: '101.75' }, { timeInForce: 'FAK' })
  const [fill, , dropped] = shown(fillLines(over, 100, pricesIn('price')))
  assert.deepEqual(
    [fill, dropped],
    ['Fill now: 101.75 @ 0.5683 avg, more for the same cash', 'Unfilled: nothing'],
  )
  assert.ok(shown(moneyLines(over, 'Yes', pricesIn('price'))).includes('If Yes wins: +44.31 or better'))
})
