// However often a hedge is pressed, and whenever the venue says what the last one brought: no more than covers (INV-14).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { walkCash } from '#core/book/book-walk.ts'
import { parseTradeId, type OrderId } from '#core/ids.ts'
import { addMicros, micros, ZERO, type Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Price } from '#core/price.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'
import { holding } from '../testing/holding-fixture.ts'
import { settle } from '../testing/market-fakes.ts'
import { clientId, NO, price, whole, YES, type TradingFixture } from '../testing/trading-fixture.ts'

const HELD = whole(70)

type Part = { readonly price: Price; readonly size: Micros }

/** A venue that matches each hedge at once and says so bit by bit. */
class Matching {
  readonly fixture: TradingFixture
  readonly parts = new Map<OrderId, Part[]>()
  bought: Micros = ZERO
  trades = 0

  constructor(fixture: TradingFixture) {
    this.fixture = fixture
  }

  /** The orders that have just come in take of the book by their cash. */
  match(): void {
    for (const { id, price: limit, originalSize } of this.fixture.venue.orders.values()) {
      if (this.parts.has(id)) continue
      const { asks } = this.fixture.book
      const first = asks[0]
      assert.ok(first !== undefined)
      const all = walkCash(asks, notional(limit, originalSize), limit).filled
      const best = all < first[1] ? all : first[1]
      const sizes = [micros(best / 2n), micros(best - best / 2n)].map((size) => ({ price: first[0], size }))
      this.parts.set(
        id,
        [...sizes, { price: limit, size: micros(all - best) }].filter(({ size }) => size > 0n),
      )
      this.bought = addMicros(this.bought, all)
    }
  }

  /** The next trade that was not reported yet. */
  report(): void {
    for (const [id, parts] of this.parts) {
      const part = parts.shift()
      const order = this.fixture.venue.orders.get(id)
      if (part === undefined || order === undefined) continue
      this.trades += 1
      const tradeId = parseTradeId(`hedge-${this.trades}`)
      assert.ok(tradeId !== null)
      const { outcomeId, marketId, side } = order
      const ours = { orderId: id, outcomeId, marketId, side, ...part }
      const trade = {
        tradeId,
        status: 'matched',
        txHash: null,
        at: this.fixture.clock.now(),
        taker: ours,
        makers: [{ ...ours, orderId: fakeOrderId(2_000_000 + this.trades), side: 'SELL' }],
        notUnderstood: [],
      } as const
      this.fixture.venue.trades.set(tradeId, trade)
      this.fixture.venue.publish({ type: 'trade', trade })
      return
    }
  }

  /** The orders are over, their trades reported or not. */
  end(): void {
    for (const order of this.fixture.venue.orders.values()) {
      if (order.state === 'matched') continue
      const over = { ...order, state: 'matched', matchedSize: order.originalSize } as const
      this.fixture.venue.orders.set(order.id, over)
      this.fixture.venue.publish({ type: 'order', change: 'update', order: over })
    }
  }
}

test('INV-14 a hedge pressed in any number and order never buys more than covers', async () => {
  const step = fc.constantFrom('press', 'press', 'report', 'report', 'end', 'soon', 'later')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const held = new Map([[YES, HELD]])
      const fixture = await holding(held)
      fixture.book = {
        ...fixture.book,
        asks: [
          [price(3_600), whole(33)],
          [price(3_800), whole(400)],
        ],
      }
      const venue = new Matching(fixture)
      const answers: Promise<unknown>[] = []
      for (const [index, what] of [...steps, 'press', 'soon', 'press'].entries()) {
        if (what === 'press') {
          const clientOrderId = clientId(index + 1)
          answers.push(fixture.module.exits.hedge({ clientOrderId, outcomeId: YES, worst: null }))
          await settle()
        } else if (what === 'report') venue.report()
        else if (what === 'end') venue.end()
        else await fixture.clock.advance(what === 'soon' ? 300 : 9_000)
        venue.match()
        assert.ok(venue.bought <= HELD, `${venue.bought} bought after ${index} ${what}`)
      }
      await fixture.clock.advance(60_000)
      venue.match()
      await Promise.all(answers)
      assert.ok(venue.bought <= HELD, `${venue.bought} bought`)
      assert.ok(venue.bought > 0n)
      assert.ok([...fixture.venue.orders.values()].every(({ outcomeId }) => outcomeId === NO))
    }),
    { numRuns: 40 },
  )
})
