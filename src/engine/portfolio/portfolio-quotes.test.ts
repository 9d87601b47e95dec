// Quotes of an exit while the balance lags behind the trades.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZERO } from '#core/money.ts'
import { whole } from '../testing/market-fakes.ts'
import { fill, list, row, started, YES } from '../testing/portfolio-fixture.ts'

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

test('INV-75 INV-76 shares that settle are free once a balance shows them: before the first read that is not known', async () => {
  const fixture = await started((one) => {
    one.hasCredentials = true
  })
  const at = fixture.clock.now()
  fixture.receive(fill(1, { status: 'matched', at }))
  const free = (): unknown => [
    fixture.portfolio.position(YES)?.free,
    fixture.portfolio.position(YES)?.sellable,
  ]
  assert.deepEqual(free(), [null, null])
  fixture.readBefore.set(YES, ZERO)
  assert.deepEqual(free(), [ZERO, ZERO])
  fixture.readBefore.delete(YES)
  fixture.receive(fill(1, { status: 'confirmed', at }))
  assert.deepEqual(free(), [whole(10), whole(10)])
})
