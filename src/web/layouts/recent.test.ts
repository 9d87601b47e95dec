import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from '../platform/state/store.ts'
import type { Selection } from '../data/markets/selection.ts'
import { createRecent } from './recent.ts'

const selected = (n: number): Selection =>
  ({
    event: { slug: `s${n}`, title: `Event ${n}`, markets: [{}] },
    market: { groupTitle: null, question: 'Q?' },
    outcome: { id: `pm:${n}`, name: 'Yes' },
  }) as unknown as Selection

function build(kept: string | null) {
  const storage = {
    kept,
    getItem: () => storage.kept,
    setItem: (_: string, text: string) => void (storage.kept = text),
  }
  const selection = createStore<Selection | null>(null)
  return { storage, selection, recent: createRecent(selection, storage) }
}

test('selected markets are remembered newest first, each once, at most eight, beyond a reload', () => {
  const { storage, selection, recent } = build(null)
  for (const n of [1, 2, 3, 2, 4, 5, 6, 7, 8, 9]) selection.set(selected(n))
  const slugs = ['s9', 's8', 's7', 's6', 's5', 's4', 's2', 's3']
  assert.deepEqual(
    recent.get().map(({ slug }) => slug),
    slugs,
  )
  assert.deepEqual(
    build(storage.kept)
      .recent.get()
      .map(({ slug }) => slug),
    slugs,
  )
})

test('what is stored and is no list of markets counts for nothing', () => {
  for (const kept of ['{', '{}', '[1, {"slug": 2}]']) assert.deepEqual(build(kept).recent.get(), [])
})
