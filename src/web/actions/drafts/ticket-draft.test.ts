import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from '../../platform/state/store.ts'
import { micros } from '#core/money.ts'
import fc from 'fast-check'
import { isOnTick, parsePrice, TICK_SIZES } from '#core/price.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import type { Event } from '../../platform/api/client.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { endOf, fillIn } from '../../data/markets/draft.ts'
import { createDraft } from './kept-draft.ts'
import type { Draft } from '../../data/markets/draft.ts'
import { endsText } from './ticket-draft.ts'
import { readDraft } from './kept-draft.ts'
import { mostToBuy, mostToSell } from './ticket-draft.ts'
import { checkDraft } from './ticket-draft.ts'
import { samplePosition } from '../../features/portfolio/testing/samples.ts'

const FIVE = micros(5_000_000n)

const DRAFT: Draft = {
  outcomeId: 'pm:1',
  side: 'BUY',
  priceText: '0.57',
  priceFormat: 'price',
  sizeText: '10',
  timeInForce: 'GTC',
  postOnly: false,
  sizeUnit: 'shares',
  minutesText: '60',
  kind: 'limit',
  throughText: '3',
  toText: '',
  toFormat: 'price',
  partsText: '5',
  shape: 'flat',
  filledIn: 0,
}

test('a whole draft has no problem', () => {
  const checked = checkDraft(DRAFT, 100, FIVE)
  assert.equal(checked.problem, null)
  assert.equal(checked.size, micros(10_000_000n))
})

test('a size is rounded down to two decimals and keeps what was typed', () => {
  const checked = checkDraft({ ...DRAFT, sizeText: '12.349' }, 100, FIVE)
  assert.equal(checked.problem, null)
  assert.equal(checked.size, micros(12_340_000n))
  assert.equal(checked.typedSize, micros(12_349_000n))
})

test('INV-50 what takes is cut to whole cents, in shares and in cash', () => {
  const take = { ...DRAFT, timeInForce: 'FAK', priceText: '0.50', sizeText: '10.33' } as const
  const checked = checkDraft(take, 100, FIVE)
  assert.deepEqual(
    [checked.problem, checked.size, checked.typedSize],
    [null, micros(10_320_000n), micros(10_330_000n)],
  )
  // 7 pUSD buy 12.28 at 0.57, and 12 of them cost whole cents.
  const cash = checkDraft({ ...take, priceText: '0.57', sizeText: '7', sizeUnit: 'cash' }, 100, FIVE)
  assert.deepEqual([cash.size, cash.typedSize], [micros(12_000_000n), micros(12_280_000n)])
  // No minimum of shares; a buy costs 1 pUSD, and what is less than a step is named.
  assert.equal(checkDraft({ ...take, sizeText: '2' }, 100, FIVE).problem, null)
  assert.match(checkDraft({ ...take, sizeText: '1.98' }, 100, FIVE).problem?.text ?? '', /at least 1 pUSD/)
  assert.equal(checkDraft({ ...take, side: 'SELL', sizeText: '0.02' }, 100, FIVE).problem, null)
  assert.match(
    checkDraft({ ...take, priceText: '0.573', sizeText: '9' }, 10, FIVE).problem?.text ?? '',
    /less than 10 shares/,
  )
})

const CASES: readonly (readonly [Partial<Draft>, string, RegExp])[] = [
  [{ priceText: '' }, 'price', /Enter a price/],
  [{ priceText: '1.2' }, 'price', /between 0 and 1/],
  [{ priceText: '0.575' }, 'price', /steps of 0\.01/],
  [{ sizeText: '' }, 'size', /Enter a size/],
  [{ sizeText: 'ten' }, 'size', /a number/],
  [{ sizeText: '0' }, 'size', /above 0/],
  [{ sizeText: '4.99' }, 'size', /minimum of 5/],
  [{ timeInForce: 'GTD', minutesText: '3' }, 'ends', /At least 4/],
  [{ timeInForce: 'GTD', minutesText: 'soon' }, 'ends', /At least 4/],
  [{ timeInForce: 'GTD', minutesText: '525601' }, 'ends', /a year/],
  [{ sizeText: '2.80', sizeUnit: 'cash' }, 'size', /minimum of 5/],
  [{ timeInForce: 'FOK', postOnly: true }, 'post_only', /GTC or GTD/],
]

for (const [part, field, text] of CASES) {
  test(`the ticket says what is wrong with ${JSON.stringify(part)}`, () => {
    const { problem } = checkDraft({ ...DRAFT, ...part }, 100, FIVE)
    assert.equal(problem?.field, field)
    assert.match(problem.text, text)
  })
}

function fakeStorage(kept: Record<string, string> = {}) {
  return {
    kept,
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => {
      kept[name] = text
    },
  }
}

test('another outcome of the market empties the price and keeps size and type; another market starts with 10 shares', () => {
  const selection = createStore<Selection | null>(null)
  const storage = fakeStorage()
  const draft = createDraft(selection, storage)
  const select = (id: string, ...others: readonly string[]) =>
    selection.set({
      event: {} as Event,
      market: { outcomes: [id, ...others].map((one) => ({ id: one })) } as unknown as Selection['market'],
      outcome: { id } as Selection['outcome'],
    })
  select('pm:1', 'pm:2')
  draft.set({ ...DRAFT, sizeText: '25', timeInForce: 'FAK' })
  select('pm:2', 'pm:1')
  assert.deepEqual(draft.get(), {
    ...DRAFT,
    outcomeId: 'pm:2',
    priceText: '',
    sizeText: '25',
    timeInForce: 'FAK',
  })

  // A size belongs to its market: 1,000 here may be a mistake there.
  draft.update((old) => old && { ...old, sizeText: '1000', sizeUnit: 'cash' })
  select('pm:3', 'pm:4')
  assert.deepEqual(
    [draft.get()?.sizeText, draft.get()?.sizeUnit, draft.get()?.timeInForce],
    ['10', 'shares', 'FAK'],
  )
})

test('a ladder fills in side, price and size with the decimals of the tick', () => {
  const price = parsePrice('0.5')
  assert.ok(price !== null)
  const filled = fillIn(
    DRAFT,
    'pm:1',
    { side: 'SELL', price, size: micros(50_000_000n) },
    10,
    pricesIn('price'),
  )
  assert.equal(filled.side, 'SELL')
  assert.equal(filled.priceText, '0.500')
  assert.equal(filled.sizeText, '50')
  assert.equal(fillIn(DRAFT, 'pm:1', { price }, 100, pricesIn('price')).side, 'BUY')
  const inCents = fillIn(DRAFT, 'pm:1', { price }, 10, pricesIn('cents'))
  assert.deepEqual([inCents.priceText, inCents.priceFormat], ['50.0c', 'cents'])
})

test('after a reload the order being written is there, for its own outcome only', () => {
  const storage = fakeStorage()
  const selection = createStore<Selection | null>(null)
  createDraft(selection, storage).set({ ...DRAFT, priceText: '0.61', sizeText: '12,5', filledIn: 2 })
  const selected = (id: string) =>
    ({ event: {}, market: { outcomes: [] }, outcome: { id } }) as unknown as Selection
  const again = createStore<Selection | null>(null)
  const draft = createDraft(again, storage)
  again.set(selected('pm:1'))
  assert.equal(draft.get()?.priceText, '0.61')
  again.set(selected('pm:2'))
  assert.deepEqual([draft.get()?.priceText, draft.get()?.sizeText], ['', '10'])
  assert.match(storage.kept['sesame.draft'] ?? '', /"outcomeId":"pm:2"/)
})

test('a kept draft that is no draft counts as none', () => {
  const whole = JSON.stringify(DRAFT)
  const read = (text: string) => readDraft(JSON.parse(text))
  assert.deepEqual(read(whole), DRAFT)
  const broken = ['null', '[]', '{}', '7', whole.replace('BUY', 'BOTH'), whole.replace('GTC', 'GTX')]
  for (const text of [
    ...broken,
    whole.replace('pm:1', 'x'),
    whole.replace('"0.57"', '{"a":1}'),
    whole.replace('"price"', '"furlongs"'),
  ])
    assert.equal(read(text), null, text)
  const written: Draft = { ...DRAFT, priceText: '1.75', priceFormat: 'decimal_odds' }
  assert.deepEqual(readDraft(written), written)
})

const anyTick = fc.constantFrom(...TICK_SIZES)
const anySteps = fc.integer({ min: 1, max: 9_999 })

test('on every tick: what is off it is never sent, and what is offered instead lies on it, on both sides', () => {
  fc.assert(
    fc.property(anyTick, anySteps, (tick, steps) => {
      const text = (steps / 10_000).toFixed(4)
      const { problem } = checkDraft({ ...DRAFT, priceText: text }, tick, FIVE)
      assert.equal(problem === null, steps % tick === 0)
      for (const price of problem?.instead ?? []) {
        assert.ok(isOnTick(price, tick))
        assert.ok(Math.abs(price - steps) < tick || steps < tick || steps > 10_000 - tick)
      }
    }),
  )
  const wrong = checkDraft({ ...DRAFT, priceText: '0.007' }, 50, FIVE)
  assert.deepEqual(wrong.problem?.instead, [50, 100])
})

test('a tick that changes while an order is being written is checked at once', () => {
  const draft = { ...DRAFT, priceText: '0.575' }
  assert.equal(checkDraft(draft, 10, FIVE).problem, null)
  assert.match(checkDraft(draft, 100, FIVE).problem?.text ?? '', /steps of 0\.01/)
})

test('odds are read where prices are shown as odds, and the ticket sends the price that they mean', () => {
  const odds: Draft = { ...DRAFT, priceText: '1.75', priceFormat: 'decimal_odds' }
  assert.equal(checkDraft(odds, 100, FIVE).price, parsePrice('0.57'))
  assert.equal(checkDraft({ ...odds, priceFormat: 'price' }, 100, FIVE).problem?.field, 'price')
  assert.equal(checkDraft({ ...odds, priceText: '0.57' }, 100, FIVE).price, parsePrice('0.57'))
})

test('a ticket means the same price when prices are shown otherwise', () => {
  const odds: Draft = { ...DRAFT, priceText: '1.75', priceFormat: 'decimal_odds' }
  assert.equal(checkDraft(odds, 100, FIVE).price, parsePrice('0.57'))
  // Odds between two ticks, read in cents, would be a price.
  const between: Draft = { ...odds, priceText: '45' }
  assert.equal(checkDraft(between, 100, FIVE).price, null)
  assert.match(checkDraft(between, 100, FIVE).problem?.text ?? '', /between two ticks/)
})

test('a size in cash is as many shares as it pays for at the price, never more', () => {
  const checked = checkDraft({ ...DRAFT, sizeText: '10', sizeUnit: 'cash' }, 100, FIVE)
  assert.equal(checked.size, micros(17_540_000n))
  assert.equal(checked.typedSize, checked.size, 'nobody typed the shares that are cut')
  fc.assert(
    fc.property(anySteps, fc.integer({ min: 1, max: 100_000_000 }), (steps, cents) => {
      const priceText = (steps / 10_000).toFixed(4)
      const draft = { ...DRAFT, priceText, sizeText: (cents / 100).toFixed(2), sizeUnit: 'cash' as const }
      const { size } = checkDraft(draft, 1, FIVE)
      assert.ok(size !== null)
      assert.ok(size * BigInt(steps) <= BigInt(cents) * 10_000n * 10_000n)
      assert.ok((size + 10_000n) * BigInt(steps) > BigInt(cents) * 10_000n * 10_000n)
    }),
  )
})

test('the most in reach: cash within the limit of an order, or shares that no open sell holds', () => {
  const price = parsePrice('0.4')
  const cash = micros(100_000_000n)
  assert.equal(mostToBuy(price, cash, null), micros(250_000_000n))
  assert.equal(mostToBuy(price, cash, micros(20_000_000n)), micros(50_000_000n))
  assert.equal(mostToBuy(price, null, micros(20_000_000n)), null)
  assert.equal(mostToBuy(null, cash, micros(20_000_000n)), null)
  assert.equal(mostToSell(samplePosition({ size: '12.349', reserved_size: '2' })), micros(10_340_000n))
  assert.equal(mostToSell(samplePosition({ size: '2', reserved_size: '2' })), null)
  assert.equal(mostToSell(null), null)
})

test('the end of an order is a moment, and a minute sooner at the venue', () => {
  const at = new Date(2026, 10, 22, 14, 5).getTime()
  assert.match(endsText(at), /14:05\. .* one minute early, 14:04/)
  assert.equal(endOf(5, at), at + 300_000)
})
