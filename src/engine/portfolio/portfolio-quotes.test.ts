// What an exit is quoted of while the balance lags behind the trades.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whole } from '../testing/market-fakes.ts'
import { list, row, started, YES } from '../testing/portfolio-fixture.ts'

test('quotes no more than the position where the balance that was read is an older one, and no more than the balance', async () => {
  for (const [balance, quoted] of [
    [300, 10],
    [10, 10],
    [4, 4],
  ] as const) {
    const fixture = await started((one) => {
      one.lists.open = list(row(10, { cost: whole(4) }))
      one.readBefore.set(YES, whole(balance))
    })
    const position = fixture.portfolio.position(YES)
    assert.equal(position?.exit.quote?.terms.size, whole(quoted), `${balance}`)
    assert.equal(position?.free, whole(quoted), `${balance}`)
  }
})
