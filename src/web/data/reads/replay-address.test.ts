// Request in a replay's address, and the market opened where it names none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutcomeId } from '#core/ids.ts'
import { askedReplay, busiestOutcome, recordedDays, replayAddress } from './replay-address.ts'

const AT = '2026-11-01T12:34:56.000Z'

test('an address asks for what it was made of', () => {
  for (const outcomeId of [null, 'pm:12']) {
    const address = new URL(replayAddress(Date.parse(AT), outcomeId), 'http://x')
    assert.deepEqual(askedReplay(address.search), { at: Date.parse(AT), outcomeId })
  }
  assert.equal(askedReplay(''), null)
  assert.deepEqual(askedReplay(`?at=${AT}&outcome=x`), { at: Date.parse(AT), outcomeId: null })
})

test('the days of a recording are those of its times, the latest first, each where it begins', () => {
  const local = (day: number, hour: number): number => new Date(2026, 9, day, hour).getTime()
  const times = [
    { from: local(20, 9), to: local(20, 10) },
    { from: local(20, 15), to: local(20, 16) },
    { from: local(23, 22), to: local(25, 3) },
  ]
  assert.deepEqual(
    recordedDays(times).map(({ at, name }) => [at, name]),
    [
      [local(25, 0), 'Sun 25 Oct'],
      [local(24, 0), 'Sat 24 Oct'],
      [local(23, 22), 'Fri 23 Oct'],
      [local(20, 9), 'Tue 20 Oct'],
    ],
  )
  assert.equal(recordedDays([{ from: local(1, 0), to: new Date(2026, 11, 1).getTime() }]).length, 31)
  assert.deepEqual(recordedDays([]), [])
})

test('the outcome of most own orders and fills is opened', () => {
  const mark = (kind: 'fill' | 'order' | 'goal' | 'gap', id: string | null) => ({
    kind,
    outcomeId: id as OutcomeId | null,
  })
  const marks = [
    mark('order', 'a'),
    mark('order', 'b'),
    mark('fill', 'b'),
    mark('goal', null),
    mark('gap', null),
  ]
  assert.equal(busiestOutcome(marks), 'b')
  assert.equal(busiestOutcome([mark('goal', 'a')]), null)
})
