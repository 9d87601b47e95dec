import assert from 'node:assert/strict'
import { test } from 'node:test'
import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { err, ok } from '#lib/result.ts'
import { createQueries, valueOf } from './queries.ts'

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
