import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pause } from './pause.ts'

test('resolves once the clock says that the time is over', async () => {
  const due: { readonly ms: number; readonly run: () => void }[] = []
  let isOver = false
  const waiting = pause({ after: (ms, run) => due.push({ ms, run }) }, 250).then(() => (isOver = true))
  await Promise.resolve()
  assert.deepEqual([due.map(({ ms }) => ms), isOver], [[250], false])
  due[0]?.run()
  await waiting
  assert.equal(isOver, true)
})
