import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSequence } from './socket.ts'

test('a gap asks for a resync once; deltas are dropped until the snapshot', () => {
  const sequence = createSequence()
  assert.equal(sequence.accept('delta', 1), 'drop')
  assert.equal(sequence.accept('snapshot', 4), 'apply')
  assert.equal(sequence.accept('delta', 5), 'apply')
  assert.equal(sequence.accept('delta', 7), 'resync')
  assert.equal(sequence.isCurrent(), false)
  assert.equal(sequence.accept('delta', 8), 'drop')
  assert.equal(sequence.accept('snapshot', 9), 'apply')
  assert.equal(sequence.accept('delta', 10), 'apply')
})

test('a delta seen twice or late is a gap as well', () => {
  for (const seq of [3, 2, 0]) {
    const sequence = createSequence()
    sequence.accept('snapshot', 3)
    assert.equal(sequence.accept('delta', seq), 'resync')
  }
})

test('for any frames: a delta is applied only right after the frame applied before it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ type: fc.constantFrom('snapshot' as const, 'delta' as const), seq: fc.nat(8) })),
      (frames) => {
        const sequence = createSequence()
        let last: number | null = null
        for (const { type, seq } of frames) {
          const verdict = sequence.accept(type, seq)
          if (type === 'delta') assert.equal(verdict === 'apply', last !== null && seq === last + 1)
          last = verdict === 'apply' ? seq : null
        }
      },
    ),
  )
})
