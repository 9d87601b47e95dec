// A preview answers what placing would, and does nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import type { OrderTerms } from '#core/order/order.ts'
import { armed } from '../testing/armed-fixture.ts'
import { createTradingFixture, intent, price, whole, YES } from '../testing/trading-fixture.ts'
import type { TradingFixture } from '../testing/trading-fixture.ts'

const terms = (changes: Partial<OrderTerms> = {}): OrderTerms => {
  const { clientOrderId: _id, evidence: _evidence, ...rest } = intent(1, changes)
  return rest
}

/** The same answers, half a second later. */
function delayed<Asked, Answer>(
  read: (asked: Asked) => Promise<Answer>,
  fixture: TradingFixture,
): (asked: Asked) => Promise<Answer> {
  return async (asked) => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    fixture.clock.after(500, () => {
      resolve(undefined)
    })
    await promise
    return read(asked)
  }
}

describe('a preview', () => {
  test('sends nothing, writes nothing, and rests on the book that it names', async () => {
    const fixture = await armed()
    const rows = fixture.audit.all.length
    const preview = await fixture.module.preview(terms({ price: price(5_000), size: whole(20) }))
    assert.deepEqual(
      [preview.reject, preview.cost, preview.fillableSize, preview.bookSequence],
      [null, whole(10), whole(20), 1],
    )
    assert.equal(fixture.venue.requests.length, 0)
    assert.equal(fixture.audit.all.length, rows)
  })

  test('says so when trading is not possible at all', async () => {
    const fixture = createTradingFixture()
    await fixture.restart()
    assert.equal((await fixture.module.preview(terms())).reject?.code, 'safe_mode')
  })

  test('of an outcome that nobody knows has no figures', async () => {
    const fixture = await armed()
    fixture.market = { ...fixture.market, outcomes: [fixture.market.outcomes[1], fixture.market.outcomes[1]] }
    const preview = await fixture.module.preview(terms())
    assert.deepEqual(
      [preview.reject?.code, preview.after, preview.feeState],
      ['unknown_outcome', null, 'unknown'],
    )
  })

  test('does not wait for a venue that takes its time to say what is held', async () => {
    const fixture = await armed()
    Object.assign(fixture.venue.account, { refreshBalance: () => new Promise(() => {}) })
    const asked = fixture.module.preview(terms({ side: 'SELL', price: price(5_000) }))
    await fixture.clock.advance(1_000)
    const preview = await asked
    assert.deepEqual([preview.after?.position, preview.leavesUnsellable], [null, null])
  })

  test('knows what is held before it judges a sale, as placing does', async () => {
    const fixture = await armed()
    fixture.venue.shares = micros(0n)
    const { reject, after } = await fixture.module.preview(terms({ side: 'SELL', price: price(5_000) }))
    assert.deepEqual([reject?.code, after?.position], ['no_position', 0n])
  })

  test('of a buy knows what is held, from a read of its own that later previews do not wait for', async () => {
    const fixture = await armed()
    fixture.venue.shares = whole(7)
    const first = await fixture.module.preview(terms({ size: whole(20) }))
    assert.deepEqual([first.after?.position, first.leavesUnsellable], [whole(27), whole(0)])
    const reads = fixture.venue.reads.get('balance')
    assert.equal((await fixture.module.preview(terms({ size: whole(5) }))).after?.position, whole(12))
    assert.equal(fixture.venue.reads.get('balance'), reads, 'nothing changed: nothing is read')
    fixture.venue.shares = whole(9)
    await fixture.clock.advance(31_000)
    const { account } = fixture.venue
    const read = account.balance.bind(account)
    Object.assign(account, { balance: delayed(read, fixture) })
    const old = fixture.module.preview(terms({ size: whole(5) }))
    assert.equal((await old).after?.position, whole(12), 'answered before the read is')
    await fixture.clock.advance(500)
    assert.equal((await fixture.module.preview(terms({ size: whole(5) }))).after?.position, whole(14))
  })

  test('of a buy says that it is not known what is held while the venue does not say, and waits 250 ms at most', async () => {
    const fixture = await armed()
    fixture.venue.isBlind = true
    assert.equal((await fixture.module.preview(terms())).after?.position, null)
    fixture.venue.isBlind = false
    await fixture.clock.advance(5_000)
    Object.assign(fixture.venue.account, { balance: () => new Promise(() => {}) })
    const asked = fixture.module.preview(terms())
    await fixture.clock.advance(250)
    assert.equal((await asked).after?.position, null)
  })

  test('counts what is open and done: position, exposure, the day, open orders', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('matched')
    await fixture.module.orders.place(intent(1, { price: price(5_000), size: whole(20) }))
    await fixture.module.orders.place(intent(2))
    await fixture.clock.advance(1_000)
    const { after } = await fixture.module.preview(terms({ size: whole(5) }))
    assert.deepEqual([after?.exposure, after?.dailyNotional, after?.openOrders], [whole(16), whole(16), 2])
  })
})

test('the answer of a preview is the answer of placing the same order at once', async () => {
  const fixture = await armed()
  let number = 0
  let refused = 0
  const anyTerms = fc.record({
    outcomeId: fc.constant(YES),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    price: fc.oneof(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom(4_000, 4_500, 5_000)).map(price),
    size: fc.oneof(
      fc.bigInt({ min: 0n, max: 2_000_000_000n }).map((size) => micros(size)),
      fc.constantFrom(whole(1), whole(5), whole(10)),
    ),
    timeInForce: fc.constantFrom('GTC' as const, 'GTD' as const, 'FOK' as const, 'FAK' as const),
    postOnly: fc.boolean(),
    expiresAt: fc
      .option(fc.integer({ min: 0, max: 600 }))
      // Never within what passes between the two questions of the least time that an expiration must be ahead.
      .map((seconds) => (seconds === null ? null : fixture.clock.now() + seconds * 1_000 + 500)),
  })
  await fc.assert(
    fc.asyncProperty(anyTerms, async (any) => {
      number += 1
      const asked = fixture.module.preview(any)
      await fixture.clock.advance(50)
      const { reject } = await asked
      const placing = fixture.module.orders.place(intent(number, any))
      await fixture.clock.advance(50)
      const placed = await placing
      assert.ok(placed.ok)
      assert.deepEqual(placed.value.reject, reject)
      if (reject !== null) refused += 1
      else assert.equal(placed.value.result, 'accepted')
    }),
    { numRuns: 300, endOnFailure: true },
  )
  assert.ok(refused > 50 && refused < 300)
})
