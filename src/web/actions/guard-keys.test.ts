// Rules shown here: VEN-18.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseClientOrderId } from '#core/ids.ts'
import { createSamePress, REUSE_MS, uuidV7 } from './guard.ts'

function giver() {
  let minted = 0
  const samePress = createSamePress<number>()
  return (key: string, now: number) =>
    samePress(key, now, () => {
      minted += 1
      return minted
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

test('the same press within 350 ms is what the first one made, a later or another one is not', () => {
  const give = giver()
  assert.deepEqual(give('one', 1_000), { made: 1, reused: false })
  assert.deepEqual(give('one', 1_000 + REUSE_MS), { made: 1, reused: true })
  assert.deepEqual(give('one', 1_001 + REUSE_MS), { made: 2, reused: false })
  assert.deepEqual(give('other', 1_002 + REUSE_MS), { made: 3, reused: false })
})

test('a clock that goes back makes another', () => {
  const give = giver()
  give('one', 10_000)
  assert.equal(give('one', 9_000).reused, false)
})
