import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createViewBudget } from './view-budget.ts'

function build(most: number) {
  const followed: string[] = []
  const timers: (() => void)[] = []
  const budget = createViewBudget(
    {
      follow(outcomeId) {
        followed.push(outcomeId)
        return () => followed.splice(followed.indexOf(outcomeId), 1)
      },
    },
    (_, task) => timers.push(task),
    most,
  )
  const lapse = () => {
    for (const task of timers.splice(0)) task()
  }
  return { budget, followed, lapse }
}

test('rows beyond the budget wait until a place has been free for the linger', () => {
  const { budget, followed, lapse } = build(2)
  const leaveA = budget.show('a')
  budget.show('b')
  budget.show('c')
  assert.deepEqual(followed, ['a', 'b'])
  leaveA()
  assert.deepEqual(followed, ['b'])
  lapse()
  assert.deepEqual(followed, ['b', 'c'])
})

test('a row that comes back while its place lingers has it again at once', () => {
  const { budget, followed, lapse } = build(1)
  budget.show('a')()
  assert.deepEqual(followed, [])
  budget.show('a')
  lapse()
  assert.deepEqual(followed, ['a'])
})

test('a row that leaves while it waits is not followed later', () => {
  const { budget, followed, lapse } = build(1)
  const leaveA = budget.show('a')
  budget.show('b')()
  leaveA()
  lapse()
  assert.deepEqual(followed, [])
})

test('for any order of rows the budget is never exceeded, and no topic is followed twice', () => {
  const step = fc.record({
    id: fc.integer({ min: 0, max: 6 }),
    kind: fc.constantFrom('show', 'leave', 'lapse'),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { budget, followed, lapse } = build(3)
      const shown: { id: string; leave: () => void }[] = []
      for (const { id, kind } of steps) {
        const name = String(id)
        if (kind === 'show') shown.push({ id: name, leave: budget.show(name) })
        else if (kind === 'lapse') lapse()
        else shown.splice(0, 1)[0]?.leave()
        assert.ok(followed.length <= 3)
        assert.equal(new Set(followed).size, followed.length)
        for (const one of followed) assert.ok(shown.some((row) => row.id === one))
      }
      // Once all else has left for good, whoever is left is followed.
      lapse()
      lapse()
      assert.equal(followed.length, Math.min(3, new Set(shown.map((row) => row.id)).size))
    }),
  )
})
