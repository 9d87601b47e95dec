import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { parseDecimal } from '#lib/decimal.ts'

import type { TickSteps } from '../../types.ts'
import { termsOf } from './order-amounts.ts'

type AmountCase = {
  readonly id: string
  readonly tick: string
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  readonly onTick: boolean
  readonly sizeRounded: string
  readonly makerAmount: string
  readonly takerAmount: string
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/amounts.json', import.meta.url), 'utf8'),
) as {
  readonly cases: readonly AmountCase[]
  readonly market: readonly Omit<AmountCase, 'onTick' | 'sizeRounded'>[]
}

function scaled(text: string, places: number): bigint {
  const parsed = parseDecimal(text, places)
  assert.ok(parsed.ok, text)
  return parsed.value
}

function read(
  vector: Pick<AmountCase, 'side' | 'tick' | 'makerAmount' | 'takerAmount'>,
  type: 'GTC' | 'FAK',
) {
  return termsOf({
    side: vector.side,
    type,
    makerAmount: BigInt(vector.makerAmount),
    takerAmount: BigInt(vector.takerAmount),
    tick: Number(scaled(vector.tick, 4)) as TickSteps,
  })
}

test('price and size of every limit order on the tick are read back from its amounts', () => {
  const onTick = vectors.cases.filter(
    (vector) => vector.onTick && vector.makerAmount !== '0' && vector.takerAmount !== '0',
  )
  assert.ok(onTick.length > 400)
  for (const vector of onTick) {
    const terms = { price: Number(scaled(vector.price, 4)), size: scaled(vector.sizeRounded, 6) }
    assert.deepEqual(read(vector, 'GTC'), { kind: 'terms', terms: { ...terms, budget: null } }, vector.id)
    const budget = vector.side === 'BUY' ? BigInt(vector.makerAmount) : null
    assert.deepEqual(
      read(vector, 'FAK'),
      hasFewDecimals(vector) ? { kind: 'terms', terms: { ...terms, budget } } : { kind: 'bad_decimals' },
      vector.id,
    )
  }
})

test('what takes gives at most 2 and takes at most 4 decimals, whatever the tick; what may rest is free of that', () => {
  const read100 = (
    type: 'FAK' | 'FOK' | 'GTC',
    side: 'BUY' | 'SELL',
    makerAmount: bigint,
    takerAmount: bigint,
  ) => termsOf({ type, side, makerAmount, takerAmount, tick: 100 }).kind
  for (const type of ['FAK', 'FOK'] as const) {
    // 1.74 shares at 0.58 are 1.0092.
    assert.equal(read100(type, 'BUY', 1_009_200n, 1_740_000n), 'bad_decimals')
    assert.equal(read100(type, 'SELL', 1_740_000n, 1_009_200n), 'terms')
    assert.equal(read100(type, 'BUY', 5_700_000n, 10_000_000n), 'terms')
    assert.equal(read100(type, 'BUY', 5_700_000n, 10_000_010n), 'bad_decimals')
    assert.equal(read100(type, 'SELL', 10_001_000n, 5_700_570n), 'bad_decimals')
  }
  assert.equal(read100('GTC', 'BUY', 1_009_200n, 1_740_000n), 'terms')
})

test('a market order’s price is the tick that its amounts were rounded from, a buy’s cash its budget', () => {
  let refused = 0
  for (const vector of vectors.market) {
    const answer = read(vector, 'FAK')
    if (!hasFewDecimals(vector)) {
      refused += 1
      assert.equal(answer.kind, 'bad_decimals', vector.id)
      continue
    }
    assert.equal(answer.kind, 'terms', vector.id)
    if (answer.kind !== 'terms') continue
    assert.equal(answer.terms.price, Number(scaled(vector.price, 4)), vector.id)
    if (answer.terms.budget !== null) assert.equal(answer.terms.budget, BigInt(vector.makerAmount), vector.id)
  }
  assert.ok(refused > 0 && refused < vectors.market.length)
})

function hasFewDecimals({
  makerAmount,
  takerAmount,
}: Pick<AmountCase, 'makerAmount' | 'takerAmount'>): boolean {
  return BigInt(makerAmount) % 10_000n === 0n && BigInt(takerAmount) % 100n === 0n
}

test('amounts between two ticks, of no size or of more than two decimals are refused', () => {
  const base = { side: 'BUY' as const, tick: 100 as const }
  assert.deepEqual(termsOf({ ...base, type: 'GTC', makerAmount: 4_055_555n, takerAmount: 10_000_000n }), {
    kind: 'off_tick',
    price: '0.405555',
  })
  assert.equal(
    termsOf({ ...base, type: 'FAK', makerAmount: 4_050_000n, takerAmount: 10_010_000n }).kind,
    'off_tick',
  )
  assert.equal(
    termsOf({ ...base, type: 'GTC', makerAmount: 10_000_000n, takerAmount: 10_000_000n }).kind,
    'off_tick',
  )
  assert.equal(
    termsOf({ ...base, type: 'GTC', makerAmount: 0n, takerAmount: 10_000_000n }).kind,
    'bad_amounts',
  )
  assert.equal(
    termsOf({ ...base, type: 'GTC', makerAmount: 5_000_500n, takerAmount: 10_001_000n }).kind,
    'bad_amounts',
  )
})
