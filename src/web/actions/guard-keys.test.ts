// Rules shown here: VEN-18.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseClientOrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import { createKeyGiver, REUSE_MS, uuidV7 } from './guard.ts'
import type { Target } from './guard.ts'

const price = parsePrice('0.57')
assert.ok(price !== null)
const TARGET: Target = { outcomeId: 'pm:1', side: 'BUY', price, size: micros(10_000_000n) }

function giver() {
  let minted = 0
  return createKeyGiver(() => {
    minted += 1
    return uuidV7(minted, new Uint8Array(10))
  })
}

test('every minted id is a UUIDv7 of its millisecond', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      fc.uint8Array({ minLength: 10, maxLength: 10 }),
      (now, random) => {
        const id = uuidV7(now, random)
        assert.equal(parseClientOrderId(id), id)
        assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), now)
      },
    ),
  )
})

test('the same press within 350 ms reuses the key, a later one does not', () => {
  const give = giver()
  const first = give(TARGET, 1_000)
  assert.equal(first.reused, false)
  assert.deepEqual(give({ ...TARGET }, 1_000 + REUSE_MS), {
    clientOrderId: first.clientOrderId,
    reused: true,
  })
  const later = give(TARGET, 1_001 + REUSE_MS)
  assert.equal(later.reused, false)
  assert.notEqual(later.clientOrderId, first.clientOrderId)
})

test('another outcome, side, price or size is another key at once', () => {
  const other = parsePrice('0.58')
  assert.ok(other !== null)
  const changes: Partial<Target>[] = [
    { outcomeId: 'pm:2' },
    { side: 'SELL' },
    { price: other },
    { size: micros(20_000_000n) },
  ]
  for (const change of changes) {
    const give = giver()
    const first = give(TARGET, 0)
    assert.notEqual(give({ ...TARGET, ...change }, 1).clientOrderId, first.clientOrderId)
  }
})

test('a clock that goes back mints again', () => {
  const give = giver()
  const first = give(TARGET, 10_000)
  assert.notEqual(give(TARGET, 9_000).clientOrderId, first.clientOrderId)
})
