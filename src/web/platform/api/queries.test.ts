import assert from 'node:assert/strict'
import { test } from 'node:test'
import { focusManager, InfiniteQueryObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { err, ok } from '#lib/result.ts'
import type { Client } from './client.ts'
import { createQueries, pagesOf, readOf, valueOf, wholeOf } from './queries.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a read is asked once: not again when it fails, when the window is looked at, or when the browser is online', async (context) => {
  const queries = createQueries()
  queries.mount()
  // Without a window the library itself retries nothing, so that only the setting can be seen here.
  assert.equal(queries.getDefaultOptions().queries?.retry, false)
  let asked = 0
  const answers = [err({ kind: 'network' as const }), ok('second')]
  const observer = new QueryObserver(queries, {
    queryKey: ['read', 'account'],
    queryFn: () => Promise.resolve(valueOf(answers[asked++] ?? ok('too many'))),
  })
  const stop = observer.subscribe(() => undefined)
  context.after(() => {
    stop()
    queries.unmount()
    focusManager.setFocused(undefined)
    onlineManager.setOnline(true)
  })
  const look = async () => {
    for (const isThere of [false, true]) {
      focusManager.setFocused(isThere)
      onlineManager.setOnline(isThere)
      await settled()
    }
  }
  await settled()
  await look()
  assert.deepEqual([asked, observer.getCurrentResult().status], [1, 'error'])
  onlineManager.setOnline(false)
  await observer.refetch()
  assert.deepEqual([asked, observer.getCurrentResult().data], [2, 'second'])
  await look()
  assert.equal(asked, 2)
})

/** A client that answers what it is given, and keeps what it was asked. */
function answering(...answers: readonly unknown[]) {
  const asked: unknown[] = []
  const call = (_name: string, { query }: { readonly query?: unknown }) =>
    Promise.resolve(answers[asked.push(query) - 1])
  return { client: { call } as unknown as Client, asked }
}

const lost = err({ kind: 'network' as const })

test('the last good answer stays beside the fault of a newer read', async () => {
  const { client } = answering(ok('ten'), lost, ok('twelve'))
  const observer = new QueryObserver(createQueries(), readOf(client, 'readStatus', {}))
  const shown: unknown[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const { data, error } = await observer.refetch()
    shown.push([data, error?.fault ?? null])
  }
  assert.deepEqual(shown, [
    ['ten', null],
    ['ten', lost.error],
    ['twelve', null],
  ])
  observer.destroy()
})

test('rows of the former question stay until the new one is answered, and older ones come behind them', async () => {
  const page = (item: number, nextCursor: string | null) => ok({ items: [item], nextCursor })
  const { client, asked } = answering(page(1, 'a'), page(2, null), page(3, null))
  const observer = new InfiniteQueryObserver(createQueries(), pagesOf(client, 'listAudit', {}))
  const stop = observer.subscribe(() => undefined)
  await settled()
  const { data, hasNextPage } = await observer.fetchNextPage()
  assert.deepEqual([data?.items, hasNextPage], [[1, 2], false])
  observer.setOptions(pagesOf(client, 'listAudit', { kind: 'intent' }))
  assert.deepEqual(observer.getCurrentResult().data?.items, [1, 2])
  await settled()
  assert.deepEqual(observer.getCurrentResult().data?.items, [3])
  assert.deepEqual(asked, [{}, { cursor: 'a' }, { kind: 'intent' }])
  stop()
})

test('a whole list is all its pages, of the largest size, and is not read where one of them is not', async () => {
  const page = (item: number, nextCursor: string | null) => ok({ items: [item], nextCursor })
  const { client, asked } = answering(page(1, 'a'), page(2, null), page(1, 'a'), lost)
  const queries = createQueries()
  const list = wholeOf(client, 'listTags', {})
  assert.deepEqual(await queries.fetchQuery(list), [1, 2])
  assert.deepEqual(asked, [{ limit: 200 }, { limit: 200, cursor: 'a' }])
  await assert.rejects(queries.fetchQuery(list), /network/)
})
