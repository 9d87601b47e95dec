// What is surely held while sales settle, at venues whose balances move when a trade is matched or when it is mined.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseMarketId, parseTradeId } from '#core/ids.ts'
import { micros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Fill, FillStatus, Side } from '#core/order/order.ts'
import { createSettlingSales } from './settling-sales.ts'
import type { SettlingSales } from './settling-sales.ts'
import { price, whole, YES } from '../testing/trading-fixture.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'
import { withCash } from '#core/testing/fill-cash.ts'

function fill(trade: number, side: Side, size: Micros, status: FillStatus): Fill {
  const [tradeId, marketId] = [parseTradeId(`trade-${trade}`), parseMarketId(`pm:0x${'ab'.repeat(32)}`)]
  assert.ok(tradeId !== null && marketId !== null)
  return withCash({
    tradeId,
    orderId: fakeOrderId(1),
    outcomeId: YES,
    marketId,
    side,
    price: price(5_000),
    size,
    fee: null,
    role: 'taker',
    status,
    txHash: null,
    at: 0,
  })
}

/** What the next order would be sized from: the balance last read, less what settles. */
function reader(): {
  readonly sales: SettlingSales
  readonly held: () => Micros | null
  read: (balance: Micros) => void
} {
  const sales = createSettlingSales({ now: () => 0 })
  let balance: Micros | null = null
  return {
    sales,
    held() {
      const atMost = sales.atMost(YES)
      return balance === null || atMost === null || balance < atMost ? balance : atMost
    },
    read(answered) {
      sales.beginRead(YES)(answered)
      balance = answered
    },
  }
}

describe('[INV-14] what is held while a sale settles', () => {
  for (const [venue, afterSale] of [
    ['moves balances when a trade is matched', whole(50)],
    ['moves them when it is mined', whole(100)],
  ] as const) {
    test(`is what was held less what was sold, at a venue that ${venue}`, () => {
      const { sales, held, read } = reader()
      read(whole(100))
      sales.note(fill(1, 'SELL', whole(50), 'matched'), held())
      read(afterSale)
      assert.equal(held(), whole(50))
      sales.note(fill(1, 'SELL', whole(50), 'mined'), held())
      assert.equal(held(), whole(50), 'not before a read')
      read(whole(50))
      assert.equal(sales.atMost(YES), null)
    })
  }

  test('comes back when the trade fails, and a buy counts once it is mined', () => {
    const { sales, held, read } = reader()
    read(whole(100))
    sales.note(fill(1, 'SELL', whole(50), 'matched'), held())
    sales.note(fill(2, 'SELL', whole(20), 'matched'), held())
    sales.note(fill(3, 'BUY', whole(7), 'matched'), held())
    assert.equal(sales.atMost(YES), whole(30))
    sales.note(fill(3, 'BUY', whole(7), 'mined'), held())
    assert.equal(sales.atMost(YES), whole(37))
    sales.note(fill(2, 'SELL', whole(20), 'failed'), held())
    assert.equal(sales.atMost(YES), whole(57))
  })

  test('is the first balance ever read less what settles then, and never below nothing', () => {
    const { sales, held, read } = reader()
    sales.note(fill(1, 'SELL', whole(50), 'matched'), null)
    assert.equal(held(), null)
    read(whole(60))
    assert.equal(held(), whole(10))
    const empty = reader()
    empty.sales.note(fill(1, 'SELL', whole(50), 'retrying'), null)
    empty.read(whole(20))
    assert.equal(empty.held(), ZERO)
  })

  test('is not raised by a read that began before the sale was mined', () => {
    const { sales, held, read } = reader()
    read(whole(100))
    sales.note(fill(1, 'SELL', whole(50), 'matched'), held())
    const settle = sales.beginRead(YES)
    sales.note(fill(1, 'SELL', whole(50), 'mined'), held())
    settle(whole(100))
    assert.equal(sales.atMost(YES), whole(50))
  })

  test('a trade that leaves the chain again is taken off once', () => {
    const { sales, held, read } = reader()
    read(whole(100))
    sales.note(fill(1, 'SELL', whole(40), 'matched'), held())
    sales.note(fill(1, 'SELL', whole(40), 'mined'), held())
    read(whole(60))
    sales.note(fill(1, 'SELL', whole(40), 'retrying'), held())
    read(whole(100))
    assert.equal(held(), whole(60))
  })

  const NEXT: Readonly<Record<'matched' | 'mined', readonly FillStatus[]>> = {
    matched: ['mined', 'failed'],
    mined: ['confirmed', 'confirmed', 'retrying'],
  }
  const STEP = fc.record({
    what: fc.constantFrom('trade', 'trade', 'status', 'status', 'begin read', 'end read'),
    pick: fc.nat(20),
    size: fc.integer({ min: 1, max: 40 }),
  })

  for (const moves of ['matched', 'mined'] as const) {
    test(`never more than is left, and all of it in the end, whatever the order of news: moved when ${moves}`, () => {
      fc.assert(
        fc.property(fc.array(STEP, { maxLength: 60 }), (steps) => {
          const sales = createSettlingSales({ now: () => 0 })
          const trades: Fill[] = []
          let shown: Micros | null = null
          let reading: { readonly settle: (balance: Micros) => void; readonly seen: Micros } | null = null
          let soldMeanwhile = 0n
          let isDoubtful = false
          const total = (counts: (one: Fill) => boolean): bigint =>
            trades.reduce(
              (sum, one) => sum + (counts(one) ? (one.side === 'BUY' ? one.size : 0n - one.size) : 0n),
              0n,
            )
          const onChain = ({ status }: Fill): boolean => status === 'mined' || status === 'confirmed'
          const balance = (): Micros =>
            micros(
              whole(100) + total((one) => (moves === 'matched' ? one.status !== 'failed' : onChain(one))),
            )
          /** Sold shares are gone at once, bought ones there when the balance says so. */
          const left = (): bigint =>
            whole(100) +
            total(
              (one) =>
                one.status !== 'failed' && (moves === 'matched' || one.side === 'SELL' || onChain(one)),
            )
          const held = (): Micros | null => {
            const atMost = sales.atMost(YES)
            return shown === null || atMost === null || shown < atMost ? shown : atMost
          }
          const publish = (one: Fill): void => {
            sales.note(one, held())
            // What the rest of the reader does: sold is off at once.
            const sold = one.side === 'SELL' && one.status === 'matched' ? one.size : 0n
            if (shown !== null) shown = micros(shown - sold)
            soldMeanwhile += sold
            // A buy that changes during a read asks for another read.
            if (one.side === 'BUY') isDoubtful = true
          }
          const begin = (): void => {
            reading = { settle: sales.beginRead(YES), seen: balance() }
            soldMeanwhile = 0n
            isDoubtful = false
          }
          const end = (isSeenAtEnd: boolean): void => {
            const answered = isSeenAtEnd ? balance() : (reading?.seen ?? ZERO)
            reading?.settle(answered)
            shown = micros(answered - soldMeanwhile)
            reading = null
          }
          begin()
          end(true)
          for (const { what, pick, size } of steps) {
            if (what === 'trade') {
              const side = pick % 3 === 0 ? 'BUY' : 'SELL'
              const wanted = whole(size)
              const most = held() ?? ZERO
              if (side === 'SELL' && most === ZERO) continue
              const traded = side === 'SELL' && wanted > most ? most : wanted
              const one = fill(trades.length, side, traded, 'matched')
              trades.push(one)
              publish(one)
            } else if (what === 'status') {
              const index = pick % Math.max(trades.length, 1)
              const known = trades[index]
              if (known?.status !== 'matched' && known?.status !== 'mined') continue
              const options = NEXT[known.status]
              const next = options[size % options.length]
              assert.ok(next !== undefined)
              const one = { ...known, status: next }
              trades[index] = one
              publish(one)
            } else if (what === 'begin read') {
              if (reading === null) begin()
            } else if (reading !== null) {
              end(pick % 2 === 0)
              if (!isDoubtful) assert.ok((held() ?? 0n) <= left(), `${held()} of ${left()}`)
            }
          }
          for (const [index, one] of trades.entries()) {
            const settled: Fill = { ...one, status: one.status === 'failed' ? 'failed' : 'confirmed' }
            trades[index] = settled
            publish(settled)
          }
          begin()
          end(true)
          assert.equal(held(), left())
        }),
      )
    })
  }
})
