import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeptLadders } from './recent.ts'

function memory(first: string | null = null) {
  let text = first
  return {
    getItem: () => text,
    setItem: (_: string, value: string) => {
      text = value
    },
  }
}

test('chosen ladders are there again after a reload', () => {
  const tab = memory()
  createKeptLadders(tab).set(['pm:1', 'pm:2'])
  assert.deepEqual(createKeptLadders(tab).get(), ['pm:1', 'pm:2'])
})

test('what cannot be read or is no outcome counts for nothing, and a memory that refuses does no harm', () => {
  assert.deepEqual(createKeptLadders(memory('{')).get(), [])
  assert.deepEqual(createKeptLadders(memory('["pm:1","x",3]')).get(), ['pm:1'])
  const refusing = {
    getItem: () => null,
    setItem: () => {
      throw new Error('refused')
    },
  }
  const store = createKeptLadders(refusing)
  store.set(['pm:1'])
  assert.deepEqual(store.get(), ['pm:1'])
})
