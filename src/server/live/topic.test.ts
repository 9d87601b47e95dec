import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ListDelta } from '#contract/live.ts'
import { listTopic } from './topic.ts'

type Item = { readonly id: string; readonly value: number }

function applied(
  held: ReadonlyMap<string, number>,
  text: string | null,
  isSnapshot: boolean,
): Map<string, number> {
  const { upsert, remove } = JSON.parse(text ?? '') as ListDelta<Item>
  const next = new Map(isSnapshot ? [] : held)
  for (const { id, value } of upsert) next.set(id, value)
  for (const id of remove) next.delete(id)
  return next
}

test('a list that changes and changes back between two deltas is the same in every tab, whenever it joined', () => {
  const list = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 1 }), { maxKeys: 3 })
  const step = fc.record({ list, what: fc.constantFrom('join', 'advance', 'nothing') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), list, (steps, last) => {
      let items: readonly Item[] = []
      const topic = listTopic(
        { encode: (item: Item) => item },
        () => items,
        ({ value }) => String(value),
      )
      let tabs: Map<string, number>[] = []
      const advance = (): void => {
        const text = topic.advance()
        if (text !== null) tabs = tabs.map((held) => applied(held, text, false))
      }
      const put = (values: Record<string, number>): void => {
        items = Object.entries(values).map(([id, value]) => ({ id, value }))
      }
      for (const { list: values, what } of steps) {
        put(values)
        if (what === 'join') tabs.push(applied(new Map(), topic.snapshot(), true))
        if (what === 'advance') advance()
      }
      put(last)
      advance()
      for (const held of tabs) assert.deepEqual(Object.fromEntries(held), { ...last })
    }),
    { numRuns: 500 },
  )
})
