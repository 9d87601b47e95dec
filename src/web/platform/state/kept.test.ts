import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKept, fieldsOf, rowsOf } from './store.ts'

test('a kept value is there again, and anything unreadable or refused counts as none', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  }
  const open = () => createKept(storage, 'size', (value) => (typeof value === 'number' ? value : 1))
  assert.equal(open().get(), 1)
  open().set(3)
  assert.equal(open().get(), 3)
  kept.set('size', '{"half')
  assert.equal(open().get(), 1)
  const refuse = () => {
    throw new Error('private window')
  }
  const alone = createKept({ getItem: refuse, setItem: refuse }, 'size', () => 1)
  alone.set(2)
  assert.equal(alone.get(), 2)
  assert.deepEqual([fieldsOf(null), fieldsOf({ a: 1 }), rowsOf('x'), rowsOf([1])], [{}, { a: 1 }, [], [1]])
})
