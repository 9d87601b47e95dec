// Acceptances in the limits: from before the first byte until a read must show the fill, over restarts too.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money.ts'
import { openComboFixture } from '../testing/combo-fixture.ts'
import { accept, liveQuote, nextId, quoted, stateOf } from '../testing/combo-steps.ts'
import { settle } from '../testing/market-fakes.ts'

describe('an acceptance', () => {
  test('that filled counts on after a restart, until a read must show it', async () => {
    const fixture = await openComboFixture()
    fixture.venue.scriptedAccepts = ['filled_at_once']
    fixture.venue.isLate = true
    await accept(fixture, await liveQuote(fixture))
    assert.equal(fixture.combos.exposure(), 10_000_000n)
    await fixture.restart()
    assert.equal(fixture.combos.exposure(), 10_000_000n)
    await fixture.clock.advance(60_000)
    fixture.limits = { ...fixture.limits, maxComboExposure: micros(19_000_000n) }
    assert.equal((await quoted(fixture)).reject?.code, 'max_combo_exposure')
    await fixture.clock.advance(60_000)
    assert.equal(fixture.combos.exposure(), 0n)
  })

  test('that sold leaves nothing to sell twice after a restart', async () => {
    const fixture = await openComboFixture()
    const selling = { side: 'SELL', size: micros(40_000_000n) } as const
    await accept(fixture, await liveQuote(fixture))
    await fixture.clock.advance(200_000)
    const { quote } = await quoted(fixture, selling)
    assert.ok(quote !== null)
    fixture.venue.isLate = true
    fixture.venue.scriptedAccepts = ['filled_at_once']
    assert.equal((await accept(fixture, quote)).result, 'filled')
    await fixture.restart()
    assert.equal((await quoted(fixture, selling)).reject?.code, 'no_position')
    await fixture.clock.advance(60_000)
    assert.equal((await quoted(fixture, selling)).reject?.code, 'no_position')
  })

  for (const side of ['BUY', 'SELL'] as const) {
    test(`restored at start as a ${side === 'BUY' ? 'buy' : 'sale'} counts until the fill can be seen`, async () => {
      const fixture = await openComboFixture()
      const selling = { side: 'SELL', size: micros(40_000_000n) } as const
      await accept(fixture, await liveQuote(fixture))
      await fixture.clock.advance(200_000)
      const before = fixture.combos.exposure()
      const { quote } = await quoted(fixture, side === 'BUY' ? {} : selling)
      assert.ok(quote !== null)
      fixture.venue.isLate = true
      fixture.venue.scriptedAccepts = ['lost_fills']
      void fixture.combos.accept({ clientOrderId: nextId(), rfqId: quote.rfqId, quoteId: quote.quoteId })
      await settle()
      await fixture.restart()
      await fixture.clock.advance(20_000)
      assert.equal(stateOf(fixture), 'filled')
      if (side === 'BUY') assert.equal(fixture.combos.exposure(), (before ?? 0n) + 10_000_000n)
      else assert.equal((await quoted(fixture, selling)).reject?.code, 'no_position')
    })
  }
})

describe('an acceptance under way', () => {
  test('holds its cost back until its end is known, also after a restart', async () => {
    const fixture = await openComboFixture()
    assert.equal(fixture.usage.reservedCash(), 0n)
    fixture.venue.scriptedAccepts = ['lost_fills']
    const quote = await liveQuote(fixture)
    void fixture.combos.accept({ clientOrderId: nextId(), rfqId: quote.rfqId, quoteId: quote.quoteId })
    await settle()
    assert.deepEqual(
      [fixture.usage.reservedCash(), fixture.usage.combosUnderWay()],
      [10_000_000n, 10_000_000n],
    )
    await fixture.restart()
    assert.equal(fixture.usage.reservedCash(), 10_000_000n)
    await fixture.clock.advance(5_000)
    assert.equal(stateOf(fixture), 'filled')
    assert.equal(fixture.usage.reservedCash(), 0n)
    fixture.venue.scriptedAccepts = ['declined']
    await accept(fixture, await liveQuote(fixture))
    assert.equal(fixture.usage.reservedCash(), 0n)
  })
})

test('what combos use is not known before they were read', async () => {
  const fixture = await openComboFixture()
  fixture.venue.isBlind = true
  await fixture.restart()
  assert.deepEqual([fixture.combos.exposure(), fixture.combos.held()], [null, null])
})

test('a failed read leaves what was held, as of the read that showed it', async () => {
  const fixture = await openComboFixture()
  await fixture.clock.advance(60_000)
  const { positions: readAt } = fixture.combos.asOf()
  assert.equal(readAt, fixture.clock.now())
  fixture.venue.isBlind = true
  await fixture.clock.advance(180_000)
  assert.deepEqual([fixture.combos.asOf().positions, (await fixture.combos.positions()).ok], [readAt, true])
})
