// What the limits count of acceptances: from before the first byte until a read must show the fill, over restarts too.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money.ts'
import { openComboDesk } from '../testing/combo-desk.ts'
import { accept, liveQuote, nextId, quoted, stateOf } from '../testing/combo-steps.ts'
import { settle } from '../testing/market-fakes.ts'

describe('an acceptance', () => {
  test('that filled counts on after a restart, until a read must show it', async () => {
    const desk = await openComboDesk()
    desk.venue.acceptFates = ['filled_at_once']
    desk.venue.isLate = true
    await accept(desk, await liveQuote(desk))
    assert.equal(desk.combos.exposure(), 10_000_000n)
    await desk.restart()
    assert.equal(desk.combos.exposure(), 10_000_000n)
    await desk.clock.advance(60_000)
    desk.limits = { ...desk.limits, maxComboExposure: micros(19_000_000n) }
    assert.equal((await quoted(desk)).reject?.code, 'max_combo_exposure')
    await desk.clock.advance(60_000)
    assert.equal(desk.combos.exposure(), 0n)
  })

  test('that sold leaves nothing to sell twice after a restart', async () => {
    const desk = await openComboDesk()
    const selling = { side: 'SELL', size: micros(40_000_000n) } as const
    await accept(desk, await liveQuote(desk))
    await desk.clock.advance(200_000)
    const { quote } = await quoted(desk, selling)
    assert.ok(quote !== null)
    desk.venue.isLate = true
    desk.venue.acceptFates = ['filled_at_once']
    assert.equal((await accept(desk, quote)).result, 'filled')
    await desk.restart()
    assert.equal((await quoted(desk, selling)).reject?.code, 'no_position')
    await desk.clock.advance(60_000)
    assert.equal((await quoted(desk, selling)).reject?.code, 'no_position')
  })

  for (const side of ['BUY', 'SELL'] as const) {
    test(`restored at start as a ${side === 'BUY' ? 'buy' : 'sale'} counts until the fill can be seen`, async () => {
      const desk = await openComboDesk()
      const selling = { side: 'SELL', size: micros(40_000_000n) } as const
      await accept(desk, await liveQuote(desk))
      await desk.clock.advance(200_000)
      const before = desk.combos.exposure()
      const { quote } = await quoted(desk, side === 'BUY' ? {} : selling)
      assert.ok(quote !== null)
      desk.venue.isLate = true
      desk.venue.acceptFates = ['lost_fills']
      void desk.combos.accept({ clientOrderId: nextId(), rfqId: quote.rfqId, quoteId: quote.quoteId })
      await settle()
      await desk.restart()
      await desk.clock.advance(20_000)
      assert.equal(stateOf(desk), 'filled')
      if (side === 'BUY') assert.equal(desk.combos.exposure(), (before ?? 0n) + 10_000_000n)
      else assert.equal((await quoted(desk, selling)).reject?.code, 'no_position')
    })
  }
})

describe('an acceptance under way', () => {
  test('holds its cost back until its end is known, also after a restart', async () => {
    const desk = await openComboDesk()
    assert.equal(desk.usage.reservedCash(), 0n)
    desk.venue.acceptFates = ['lost_fills']
    const quote = await liveQuote(desk)
    void desk.combos.accept({ clientOrderId: nextId(), rfqId: quote.rfqId, quoteId: quote.quoteId })
    await settle()
    assert.deepEqual([desk.usage.reservedCash(), desk.usage.combosUnderWay()], [10_000_000n, 10_000_000n])
    await desk.restart()
    assert.equal(desk.usage.reservedCash(), 10_000_000n)
    await desk.clock.advance(5_000)
    assert.equal(stateOf(desk), 'filled')
    assert.equal(desk.usage.reservedCash(), 0n)
    desk.venue.acceptFates = ['declined']
    await accept(desk, await liveQuote(desk))
    assert.equal(desk.usage.reservedCash(), 0n)
  })
})

test('what combos use is not known before they were read', async () => {
  const desk = await openComboDesk()
  desk.venue.isBlind = true
  await desk.restart()
  assert.deepEqual([desk.combos.exposure(), desk.combos.held()], [null, null])
})

test('a failed read leaves what was held, as of the read that showed it', async () => {
  const desk = await openComboDesk()
  await desk.clock.advance(60_000)
  const { positions: readAt } = desk.combos.asOf()
  assert.equal(readAt, desk.clock.now())
  desk.venue.isBlind = true
  await desk.clock.advance(180_000)
  assert.deepEqual([desk.combos.asOf().positions, (await desk.combos.positions()).ok], [readAt, true])
})
