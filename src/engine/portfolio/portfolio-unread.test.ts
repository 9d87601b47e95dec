// Rows of positions that are not understood: named, and never a reason to lose or to keep what they are not about.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZERO } from '#core/money.ts'
import { whole } from '../testing/market-fakes.ts'
import { list, NO, pass, row, started, YES } from '../testing/portfolio-fixture.ts'

/** Longer than the reads that prove a position gone. */
const WHILE_MS = 70_000

test('INV-58 a row that is not understood takes away nothing that it may be about, and hides and keeps nothing else', async () => {
  for (const [unread, left] of [
    [YES, whole(10)],
    [null, whole(10)],
    [NO, ZERO],
  ] as const) {
    const fixture = await started((one) => {
      one.lists.open = list(row(10))
    })
    fixture.lists.open = {
      ...list(),
      notUnderstood: [{ id: 'odd', reason: 'size many', outcomeId: unread }],
    }
    await pass(fixture, 31_000)
    await pass(fixture, WHILE_MS)
    assert.equal(fixture.portfolio.position(YES)?.figures.size ?? ZERO, left)
    const feed = fixture.portfolio.feed()
    assert.deepEqual([feed.state, feed.detail], ['live', '1 row not understood (positions odd: size many)'])
    assert.equal(fixture.portfolio.positions('open').list.complete, false)
  }
})
