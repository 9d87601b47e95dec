import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from './system-random.ts'

test('no bytes are handed out twice, each have a buffer of their own, and a length beyond the pool is whole', () => {
  const all = Array.from({ length: 1_000 }, () => systemRandom.bytes(8))
  assert.equal(new Set(all.map((bytes) => bytes.join(' '))).size, all.length)
  assert.ok(all.every(({ buffer, byteOffset }) => buffer.byteLength === 8 && byteOffset === 0))
  const long = systemRandom.bytes(5_000)
  assert.equal(long.length, 5_000)
  assert.ok(new Set(long).size > 200)
})
