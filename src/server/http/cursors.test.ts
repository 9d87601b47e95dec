// Rules shown here: API-1.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newestPage, pageAfter, pageOf } from './cursors.ts'

type One = { readonly at: number; readonly id: string }

/** Pages of two, with what happens to the list after each. */
function readThrough(list: One[], between: (page: number) => void): readonly string[] {
  const seen: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 20; page += 1) {
    const answer = newestPage(list, (one) => [one.at, one.id], { limit: 2, cursor })
    assert.ok(answer.ok)
    seen.push(...answer.value.items.map(({ id }) => id))
    if (answer.value.nextCursor === null) return seen
    cursor = answer.value.nextCursor
    between(page)
  }
  throw new Error('the list has no end')
}

describe('a list whose items come and go', () => {
  const list = (): One[] =>
    ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({ at: index < 3 ? 1000 : 2000, id }))

  test('is read newest first, each item once', () => {
    assert.deepEqual(
      readThrough(list(), () => undefined),
      ['e', 'd', 'c', 'b', 'a'],
    )
  })

  test('loses none that stays when the last one of a page goes, or newer ones come', () => {
    const items = list()
    const seen = readThrough(items, (page) => {
      if (page === 0) items.splice(3, 1)
      items.push({ at: 3000 + page, id: `new-${page}` })
    })
    assert.deepEqual(seen, ['e', 'd', 'c', 'b', 'a'])
  })
})

describe('cursors', () => {
  const items = ['a', 'b', 'c']
  test('of a list in its own order go on behind the last item, and are refused when that is gone', () => {
    const first = pageAfter(items, (one) => one, { limit: 2 })
    assert.ok(first.ok)
    const cursor = first.value.nextCursor ?? undefined
    assert.deepEqual(
      pageAfter(items, (one) => one, { limit: 2, cursor }),
      {
        ok: true,
        value: { items: ['c'], nextCursor: null },
      },
    )
    assert.equal(pageAfter(['a', 'c'], (one) => one, { limit: 2, cursor }).ok, false)
  })

  test('of a list that keeps its order count', () => {
    const first = pageOf(items, { limit: 2 })
    assert.ok(first.ok)
    const next = pageOf(items, { limit: 2, cursor: first.value.nextCursor ?? undefined })
    assert.deepEqual(next, { ok: true, value: { items: ['c'], nextCursor: null } })
    assert.deepEqual(pageOf(items, { limit: 3 }), { ok: true, value: { items, nextCursor: null } })
  })
})
