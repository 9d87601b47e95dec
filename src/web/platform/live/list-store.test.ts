import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createListStore } from './list-store.ts'

type Item = { readonly id: string; readonly other: string | null; readonly at: number }

function build(onItem: (item: Item, before: Item | null) => void = () => undefined) {
  return createListStore<Item>({
    keyOf: (item) => item.id,
    namesOf: (item) => [item.id, item.other],
    order: (a, b) => b.at - a.at,
    onChange: () => undefined,
    onItem,
  })
}

test('a snapshot replaces everything, deltas add, change and remove; the view changes with the flush only', () => {
  const list = build()
  assert.deepEqual(list.get(), { items: [], current: false, loaded: false })
  list.snapshot({ upsert: [{ id: 'a', other: null, at: 1 }], remove: [] })
  assert.equal(list.get().loaded, false)
  list.flush()
  const first = list.get().items[0]
  list.delta({ upsert: [{ id: 'b', other: 'x', at: 2 }], remove: [] })
  list.flush()
  assert.deepEqual(
    list.get().items.map((item) => item.id),
    ['b', 'a'],
  )
  assert.equal(list.get().items[1], first)
  list.delta({ upsert: [], remove: ['x', 'nothing'] })
  list.flush()
  assert.deepEqual(
    list.get().items.map((item) => item.id),
    ['a'],
  )
  list.lost()
  list.flush()
  assert.deepEqual(
    { ...list.get(), items: list.get().items.length },
    { items: 1, current: false, loaded: true },
  )
})

test('an item that a snapshot no longer has is reported, and an item can be forgotten', () => {
  const gone: string[] = []
  const list = createListStore<Item>({
    keyOf: (item) => item.id,
    namesOf: (item) => [item.id],
    order: (a, b) => b.at - a.at,
    onChange: () => undefined,
    onGone: (item) => gone.push(item.id),
  })
  const items = ['a', 'b'].map((id) => ({ id, other: null, at: 1 }))
  list.snapshot({ upsert: items, remove: [] })
  list.snapshot({ upsert: items.slice(1), remove: [] })
  assert.deepEqual(gone, ['a'])
  list.forget('b')
  list.flush()
  assert.deepEqual([list.get().items, gone], [[], ['a']])
})

test('items of deltas are reported with what they were before, those of snapshots are not', () => {
  const events: (string | null)[] = []
  const list = build((item, before) => events.push(item.id, before?.other ?? null))
  list.snapshot({ upsert: [{ id: 'a', other: 'old', at: 1 }], remove: [] })
  list.delta({ upsert: [{ id: 'a', other: 'new', at: 1 }], remove: [] })
  list.keep({ id: 'a', other: 'answered', at: 1 })
  assert.deepEqual(events, ['a', 'old', 'a', 'new'])
})

test('a row that cannot be read takes no other with it, and is reported', () => {
  const reported: unknown[] = []
  const odd = new Error('not a price')
  const list = createListStore<string>({
    decode: (wire: string) => {
      if (wire === 'odd') throw odd
      return wire
    },
    keyOf: (item) => item,
    namesOf: (item) => [item],
    order: () => 0,
    onChange: () => undefined,
    report: (error) => reported.push(error),
  })
  list.snapshot({ upsert: ['odd', 'b'], remove: [] })
  list.flush()
  assert.deepEqual([list.get().items, reported], [['b'], [odd]])
})
