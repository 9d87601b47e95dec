import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault } from './client.ts'
import { lastAnswer } from './last-answer.ts'
import type { LastAnswer } from './last-answer.ts'
import { createQueries } from './queries.ts'
import { readQuery } from './use-read.ts'

/** A view of reads over the page's own cache: what it shows after each read. */
function openView(keep: boolean) {
  const queries = createQueries()
  let last: LastAnswer<string> | null = null
  async function read(key: string, answer: Result<string, ApiFault>) {
    const observer = new QueryObserver(
      queries,
      readQuery(queries, key, () => Promise.resolve(answer)),
    )
    const look = () => {
      const { data } = observer.getCurrentResult()
      last = lastAnswer(last, key, data?.data, keep)
      return { data: last?.answer ?? null, fault: data?.fault ?? null }
    }
    const before = look()
    const stop = observer.subscribe(() => undefined)
    await observer.refetch({ cancelRefetch: false })
    const after = look()
    // The view sleeps: the cache forgets what nobody reads.
    stop()
    while (queries.getQueryCache().getAll().length > 0) await new Promise((resolve) => setImmediate(resolve))
    return { before: before.data, after: after.data, fault: after.fault }
  }
  return read
}

const lost = err({ kind: 'network' as const })

test('a view that comes back shows its last answer at once, and after a failed read', async () => {
  for (const keep of [false, true]) {
    const read = openView(keep)
    await read('fills', ok('ten'))
    assert.deepEqual(await read('fills', lost), { before: 'ten', after: 'ten', fault: lost.error })
    assert.deepEqual(await read('fills', ok('twelve')), { before: 'ten', after: 'twelve', fault: null })
  }
})

test('of another question the former answer stays until there is one only where that is wanted', async () => {
  const kept = openView(true)
  await kept('risk 1', ok('limits'))
  assert.deepEqual(await kept('risk 2', lost), { before: 'limits', after: 'limits', fault: lost.error })
  const other = openView(false)
  await other('event a', ok('a'))
  assert.deepEqual(await other('event b', lost), { before: null, after: null, fault: lost.error })
  assert.deepEqual(await other('event a', lost), { before: null, after: null, fault: lost.error })
})
