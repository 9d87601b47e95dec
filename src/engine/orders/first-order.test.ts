// The first order on an outcome that nobody follows waits a moment for its first book; a cancel or SAFE in between means it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PlaceResult } from './contract.ts'
import { armed } from '../testing/armed-fixture.ts'
import { clientId, intent, YES, type TradingFixture } from '../testing/trading-fixture.ts'

async function unfollowed(): Promise<TradingFixture & { readonly bookComes: () => void }> {
  const fixture = await armed()
  const { book } = fixture
  fixture.book = { ...book, staleReason: 'no_snapshot' }
  return Object.assign(fixture, {
    bookComes() {
      fixture.book = { ...book, version: book.version + 1 }
      fixture.bus.publish('book', { outcomeId: YES, version: fixture.book.version })
    },
  })
}

type Answer = Awaited<ReturnType<TradingFixture['module']['orders']['place']>>

/** The answer, once so much time has passed. */
async function after(fixture: TradingFixture, answer: Promise<Answer>, ms: number): Promise<PlaceResult> {
  await fixture.clock.advance(ms)
  const result = await answer
  assert.ok(result.ok)
  return result.value
}

describe('the first order on an outcome that nobody follows', () => {
  test('waits for its first book and is placed, once, whoever asks for its id meanwhile', async () => {
    const fixture = await unfollowed()
    const [first, again] = [fixture.module.orders.place(intent(1)), fixture.module.orders.place(intent(1))]
    await fixture.clock.advance(400)
    assert.equal(fixture.venue.requests.length, 0)
    fixture.bookComes()
    assert.equal((await after(fixture, first, 2_000)).result, 'accepted')
    assert.equal((await after(fixture, again, 0)).replayed, true)
    assert.equal(fixture.venue.requests.length, 1)
  })

  test('is refused with the reason once two seconds have passed without a book', async () => {
    const fixture = await unfollowed()
    const answer = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(1_999)
    assert.equal(fixture.audit.orderHistory(clientId(1)).length, 0)
    assert.equal((await after(fixture, answer, 1)).reject?.code, 'book_stale')
    assert.equal(fixture.venue.requests.length, 0)
  })

  test('INV-18 is dropped by a Cancel All or SAFE that comes while it waits, though its book comes then', async () => {
    for (const stop of ['cancelAll', 'safe'] as const) {
      const fixture = await unfollowed()
      const answer = fixture.module.orders.place(intent(1))
      await fixture.clock.advance(300)
      if (stop === 'cancelAll') void fixture.module.orders.cancelAll()
      else fixture.module.trading.disarm('user')
      fixture.bookComes()
      const code = stop === 'safe' ? 'safe_mode' : 'cancel_under_way'
      assert.equal((await after(fixture, answer, 16_000)).reject?.code, code)
      assert.equal(fixture.venue.requests.length, 0)
    }
  })

  test('INV-22 waits for nothing where the book was there and is not believed', async () => {
    const fixture = await armed()
    fixture.book = { ...fixture.book, staleReason: 'gap' }
    assert.equal((await after(fixture, fixture.module.orders.place(intent(1)), 0)).reject?.code, 'book_stale')
  })

  test('is previewed with its first book', async () => {
    const fixture = await unfollowed()
    const preview = fixture.module.preview(intent(1))
    await fixture.clock.advance(300)
    fixture.bookComes()
    await fixture.clock.advance(2_000)
    assert.equal((await preview).reject, null)
  })
})
