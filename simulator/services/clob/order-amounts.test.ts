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
    for (const type of ['GTC', 'FAK'] as const) {
      assert.deepEqual(
        read(vector, type),
        {
          kind: 'terms',
          terms: {
            price: Number(scaled(vector.price, 4)),
            size: scaled(vector.sizeRounded, 6),
            budget: null,
          },
        },
        vector.id,
      )
    }
  }
})

test('a market order’s price is the tick that its amounts were rounded from, a buy’s cash its budget', () => {
  for (const vector of vectors.market) {
    const answer = read(vector, 'FAK')
    assert.equal(answer.kind, 'terms', vector.id)
    if (answer.kind !== 'terms') continue
    assert.equal(answer.terms.price, Number(scaled(vector.price, 4)), vector.id)
    if (answer.terms.budget !== null) assert.equal(answer.terms.budget, BigInt(vector.makerAmount), vector.id)
  }
})

test('amounts between two ticks, of no size or of more than two decimals are refused', () => {
  const base = { side: 'BUY' as const, tick: 100 as const }
  assert.deepEqual(termsOf({ ...base, type: 'GTC', makerAmount: 4_055_555n, takerAmount: 10_000_000n }), {
    kind: 'off_tick',
    price: '0.405555',
  })
  assert.equal(
    termsOf({ ...base, type: 'FAK', makerAmount: 4_055_555n, takerAmount: 10_000_000n }).kind,
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
