import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('tasks run so many at a time, in the order in which they came, also after one that failed', async () => {
  const inTurn = createTurns(2)
  const ends: ((fault?: Error) => void)[] = []
  const begun: string[] = []
  const run = (name: string) =>
    inTurn(() => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.push((fault) => (fault === undefined ? resolve(name) : reject(fault)))
      })
    })
  const tasks = ['a', 'b', 'c', 'd'].map(run)
  await settled()
  assert.deepEqual(begun, ['a', 'b'])
  ends[0]?.(new Error('lost'))
  await assert.rejects(tasks[0] ?? Promise.resolve(), /lost/)
  await settled()
  assert.deepEqual(begun, ['a', 'b', 'c'])
  ends[1]?.()
  ends[2]?.()
  assert.equal(await tasks[2], 'c')
  await settled()
  ends[3]?.()
  assert.equal(await tasks[3], 'd')
  void run('e')
  await settled()
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e'])
})
