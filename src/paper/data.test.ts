/** The paper account as a data service reports it: costs without fees, and profit over the interval that was asked for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOrderId, parseTradeId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import { createManualClock } from '#engine/testing/market-fakes.ts'
import type { PnlInterval, VenueData } from '#ports/venue-data.ts'
import { createPaperAccount, type PaperTrade } from './account.ts'
import { createPaperData } from './data.ts'
import { known, MARKET, MARKET_ID, YES } from './testing/market.ts'

const DAY_MS = 86_400_000
const clock = createManualClock()

/** Ten shares at 0.40 with a fee of 0.10. */
const TRADE: PaperTrade = {
  id: known(parseTradeId('t')),
  orderId: known(parseOrderId(`pm:0x${'01'.repeat(32)}`)),
  outcomeId: YES,
  marketId: MARKET_ID,
  side: 'BUY',
  price: known(priceFromSteps(4_000)),
  size: micros(10_000_000n),
  fee: micros(100_000n),
  role: 'taker',
  at: clock.now(),
}

function dataOf(...trades: readonly Pick<PaperTrade, 'side' | 'at'>[]): VenueData {
  const account = createPaperAccount(micros(100_000_000n))
  for (const [index, change] of trades.entries()) {
    account.trades.push({ ...TRADE, ...change, id: known(parseTradeId(`t${index}`)) })
  }
  return createPaperData(account, { market: () => MARKET, book: () => null }, clock)
}

test('a position has the fees of what is held next to its cost, not those of what was sold', async () => {
  const at = clock.now()
  const data = dataOf({ side: 'BUY', at }, { side: 'SELL', at: at + 1 }, { side: 'BUY', at: at + 2 })
  const read = await data.positions('open')
  assert.ok(read.ok)
  assert.deepEqual(
    read.value.rows.map(({ cost, fees, averagePrice }) => [cost, fees, averagePrice]),
    [[4_000_000n, 100_000n, 400_000n]],
  )
})

test('a position that was sold has the fees of its purchases, and realised profit before the fees of its sales', async () => {
  const at = clock.now()
  const read = await dataOf({ side: 'BUY', at }, { side: 'SELL', at: at + 1 }).positions('closed')
  assert.ok(read.ok)
  assert.deepEqual(
    read.value.rows.map(({ cost, fees, paidFees, realised }) => [cost, fees, paidFees, realised]),
    [[0n, 0n, 100_000n, -100_000n]],
  )
})

test('profit begins with the interval, at what it was then', async () => {
  const now = clock.now()
  const data = dataOf(
    { side: 'BUY', at: now - 40 * DAY_MS },
    { side: 'SELL', at: now - 10 * DAY_MS },
    { side: 'BUY', at: now - 3 * DAY_MS },
    { side: 'SELL', at: now - 1_000 },
  )
  const points = async (interval: PnlInterval): Promise<readonly unknown[]> => {
    const read = await data.pnl(interval)
    assert.ok(read.ok)
    return read.value.points.map(({ at, total }) => [now - at, total])
  }
  const [first, second] = [-200_000n, -400_000n]
  assert.deepEqual(await points('1d'), [
    [DAY_MS, first],
    [1_000, second],
  ])
  assert.deepEqual(await points('1w'), [
    [7 * DAY_MS, first],
    [3 * DAY_MS, first],
    [1_000, second],
  ])
  assert.deepEqual(await points('1m'), [
    [30 * DAY_MS, 0n],
    [10 * DAY_MS, first],
    [3 * DAY_MS, first],
    [1_000, second],
  ])
  assert.deepEqual((await points('all')).length, 4)
})
