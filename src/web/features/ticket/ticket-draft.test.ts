import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from '../../state/store.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Event } from '../../api/wire.ts'
import type { Selection } from '../event/selection.ts'
import { createDraft, fillIn } from './draft.ts'
import type { Draft } from './draft.ts'
import { checkDraft } from './ticket-draft.ts'

const DRAFT: Draft = {
  outcomeId: 'pm:1',
  side: 'BUY',
  priceText: '0.57',
  sizeText: '10',
  timeInForce: 'GTC',
  postOnly: false,
  minutesText: '60',
  filledIn: 0,
}

test('a whole draft has no problem', () => {
  const checked = checkDraft(DRAFT, 100, '5')
  assert.equal(checked.problem, null)
  assert.equal(checked.size, micros(10_000_000n))
})

test('a size is rounded down to two decimals and keeps what was typed', () => {
  const checked = checkDraft({ ...DRAFT, sizeText: '12.349' }, 100, '5')
  assert.equal(checked.problem, null)
  assert.equal(checked.size, micros(12_340_000n))
  assert.equal(checked.typedSize, micros(12_349_000n))
})

const CASES: readonly (readonly [Partial<Draft>, string, RegExp])[] = [
  [{ priceText: '' }, 'price', /Enter a price/],
  [{ priceText: '1.2' }, 'price', /between 0 and 1/],
  [{ priceText: '0.575' }, 'price', /steps of 0\.01/],
  [{ sizeText: '' }, 'size', /Enter a size/],
  [{ sizeText: 'ten' }, 'size', /a number/],
  [{ sizeText: '0' }, 'size', /above 0/],
  [{ sizeText: '4.99' }, 'size', /minimum of 5/],
  [{ timeInForce: 'GTD', minutesText: '3' }, 'minutes', /At least 4/],
  [{ timeInForce: 'GTD', minutesText: 'soon' }, 'minutes', /At least 4/],
  [{ timeInForce: 'FOK', postOnly: true }, 'post_only', /GTC or GTD/],
]

for (const [part, field, text] of CASES) {
  test(`the ticket says what is wrong with ${JSON.stringify(part)}`, () => {
    const { problem } = checkDraft({ ...DRAFT, ...part }, 100, '5')
    assert.equal(problem?.field, field)
    assert.match(problem.text, text)
  })
}

test('another outcome empties the price and keeps size and type', () => {
  const selection = createStore<Selection | null>(null)
  const draft = createDraft(selection)
  const select = (id: string) =>
    selection.set({
      event: {} as Event,
      market: {} as Selection['market'],
      outcome: { id } as Selection['outcome'],
    })
  select('pm:1')
  draft.set({ ...DRAFT, sizeText: '25', timeInForce: 'FAK' })
  select('pm:2')
  assert.deepEqual(draft.get(), {
    ...DRAFT,
    outcomeId: 'pm:2',
    priceText: '',
    sizeText: '25',
    timeInForce: 'FAK',
  })
})

test('a ladder fills in side, price and size with the decimals of the tick', () => {
  const price = parsePrice('0.5')
  assert.ok(price !== null)
  const filled = fillIn(DRAFT, 'pm:1', { side: 'SELL', price, size: micros(50_000_000n) }, 10)
  assert.equal(filled.side, 'SELL')
  assert.equal(filled.priceText, '0.500')
  assert.equal(filled.sizeText, '50')
  assert.equal(fillIn(DRAFT, 'pm:1', { price }, 100).side, 'BUY')
})
