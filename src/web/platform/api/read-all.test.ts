import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import { readAll } from './read-all.ts'

test('a whole list is all its pages, of the largest size', async () => {
  const asked: unknown[] = []
  const read = await readAll((query) => {
    asked.push(query)
    const page = asked.length
    return Promise.resolve(ok({ items: [page], nextCursor: page < 12 ? `after-${page}` : null }))
  })
  assert.deepEqual(read, ok(Array.from({ length: 12 }, (_, index) => index + 1)))
  assert.deepEqual(asked.slice(0, 2), [{ limit: 200 }, { limit: 200, cursor: 'after-1' }])
})

test('a whole list of which one page cannot be read is not read', async () => {
  let page = 0
  const read = await readAll(() => {
    page += 1
    return Promise.resolve(
      page === 1 ? ok({ items: [1], nextCursor: 'a' }) : err({ kind: 'network' as const }),
    )
  })
  assert.deepEqual(read, err({ kind: 'network' }))
})
