/** Every number of own rows, absent, empty or nonsense in turn: it is not known, and costs nothing beside it (INV-75, INV-80). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventFromWire } from './catalog/translate.ts'
import { readTrade } from './clob/trades.ts'
import { readOrder } from './clob/translate.ts'
import { comboEventFromWire, comboFromWire, comboTradeFromWire } from './combos/positions.ts'
import { activityFromWire, pnlPointFromWire, positionFromWire } from './data/translate.ts'

const HASH = (byte: string): string => `0x${byte.repeat(32)}`
const COMBO = `0x${'ab'.repeat(31)}`
const NOTHING: readonly unknown[] = [undefined, null, '', ' ', 'abc', '1e', 'NaN', NaN, true, {}, []]

const ORDER = {
  id: HASH('cd'),
  status: 'LIVE',
  market: HASH('ab'),
  asset_id: '1000',
  side: 'BUY',
  original_size: '5',
  size_matched: '1',
  price: '0.5',
  order_type: 'GTC',
  created_at: 1_790_000_000,
  expiration: '0',
}
const MAKER = { order_id: HASH('02'), matched_amount: '10', price: '0.52', asset_id: '1000' }
const TRADE = {
  id: 'a-trade',
  taker_order_id: HASH('01'),
  market: HASH('ab'),
  asset_id: '1000',
  side: 'BUY',
  size: '10',
  price: '0.52',
  status: 'CONFIRMED',
  match_time: '1790000000',
  maker_orders: [MAKER],
}
const POSITION = {
  token_id: '1000',
  condition_id: HASH('ab'),
  current_size: 25,
  avg_price: 0.4,
  entry_cost_usdc: 10,
  entry_fees_usdc: 2,
  total_size: 100,
  current_price: 0.5,
  current_value: 12.5,
  realized_pnl: 9,
  unrealized_pnl: 2.5,
  status: 'OPEN',
}
const MARKET = {
  conditionId: HASH('ab'),
  clobTokenIds: '["111", "222"]',
  volume: '1.5',
  liquidity: '2.5',
  orderPriceMinTickSize: 0.01,
  orderMinSize: 5,
  secondsDelay: 3,
}
const EVENT = { id: '7', volume: 1.5, liquidity: 2.5, markets: [MARKET] }
const COMBO_POSITION = {
  combo_condition_id: COMBO,
  combo_position_id: '77',
  current_size: 3,
  entry_avg_price_usdc: 0.25,
  entry_cost_usdc: 0.75,
  realized_payout_usdc: 0,
  status: 'OPEN',
}
const COMBO_EVENT = {
  id: 'an-event',
  type: 'REDEEM',
  combo_condition_id: COMBO,
  combo_position_id: '77',
  amount_usdc: 3,
  payout_usdc: 3,
  timestamp: 1_790_000_000,
}
const COMBO_TRADE = {
  type: 'TRADE',
  is_combo: true,
  condition_id: COMBO,
  token_id: '77',
  side: 'BUY',
  size: 3,
  usdc_size: 0.75,
  price: 0.25,
  timestamp: 1_790_000_000,
  transaction_hash: HASH('ee'),
}
const ACTIVITY = {
  type: 'TRADE',
  timestamp: 1_790_000_000,
  size: 5,
  usdc_size: 2,
  price: 0.4,
  token_id: '1000',
}

/** Each field of a row with each thing that is no number; `read` answers what is made of it. */
function eachNothing<Row extends object>(
  row: Row,
  field: keyof Row & string,
  check: (bent: Record<string, unknown>, name: string) => void,
): void {
  for (const value of NOTHING) {
    const bent: Record<string, unknown> = { ...row, [field]: value }
    if (value === undefined) delete bent[field]
    check(bent, `${field} ${JSON.stringify(value)}`)
  }
}

describe('INV-75 a figure that is not there', () => {
  for (const [field, part] of [
    ['price', 'price'],
    ['original_size', 'originalSize'],
    ['size_matched', 'matchedSize'],
  ] as const) {
    test(`leaves the order's row its other fields: ${field}`, () => {
      eachNothing(ORDER, field, (row, name) => {
        const read = readOrder(row)
        assert.ok(!read.ok && read.error.part !== undefined, name)
        assert.equal(read.error.part[part], null, name)
        const rest = Object.entries(read.error.part).filter(([key]) => key !== part && key !== 'expiresAt')
        assert.ok(
          rest.every(([, value]) => value !== null),
          name,
        )
      })
    })
  }

  test('is 0 of what matched only where a FOK was killed, and empty there', () => {
    const killed = { ...ORDER, status: 'CANCELED_not enough', order_type: 'FOK', size_matched: '' }
    const read = readOrder(killed)
    assert.equal(read.ok && read.value.matchedSize, 0n)
    for (const row of [
      { ...killed, order_type: 'GTC' },
      { ...killed, order_type: 'FAK' },
      { ...killed, status: 'LIVE' },
      { ...killed, status: 'MATCHED' },
      { ...killed, size_matched: 'none' },
    ]) {
      assert.equal(readOrder(row).ok, false, JSON.stringify(row))
    }
  })

  test('is no trade of 0 on its side, and hides no other side', () => {
    for (const field of ['size', 'price'] as const) {
      eachNothing(TRADE, field, (row, name) => {
        const read = readTrade(row)
        assert.ok(read.ok, name)
        assert.deepEqual([read.value.taker, read.value.makers.length], [null, 1], name)
        assert.equal(read.value.notUnderstood[0]?.role, 'taker', name)
      })
    }
    for (const field of ['matched_amount', 'price'] as const) {
      eachNothing(MAKER, field, (maker, name) => {
        const read = readTrade({ ...TRADE, maker_orders: [maker] })
        assert.ok(read.ok, name)
        assert.deepEqual([read.value.taker?.size, read.value.makers.length], [10_000_000n, 0], name)
      })
    }
    for (const zero of ['0', 0, '0.0']) {
      const read = readTrade({ ...TRADE, size: zero })
      assert.ok(read.ok && read.value.taker === null)
    }
  })

  test('of a trade’s time is taken from the next best that the row has', () => {
    eachNothing({ ...TRADE, last_update: '1790000007' }, 'match_time', (row, name) => {
      const read = readTrade(row)
      assert.equal(read.ok && read.value.at, 1_790_000_007_000, name)
    })
  })

  test('of a position is not known, with all that follows from it and nothing else', () => {
    const known = positionFromWire(POSITION)
    assert.ok(known.ok)
    for (const [field, lost] of [
      ['avg_price', ['averagePrice']],
      ['entry_cost_usdc', []],
      ['entry_fees_usdc', ['fees', 'paidFees']],
      ['total_size', ['fees']],
      ['current_price', []],
      ['current_value', []],
      ['realized_pnl', ['realised']],
      ['unrealized_pnl', ['unrealised']],
    ] as const) {
      eachNothing(POSITION, field, (row, name) => {
        const read = positionFromWire(row)
        assert.ok(read.ok, name)
        const nulls = Object.entries(read.value).flatMap(([key, value]) =>
          value === null && known.value[key as keyof typeof known.value] !== null ? key : [],
        )
        assert.deepEqual(new Set(nulls), new Set(lost), name)
      })
    }
    eachNothing(POSITION, 'current_size', (row, name) => {
      assert.equal(positionFromWire(row).ok, false, name)
    })
  })

  test('of a position that nothing else in the row tells is null: cost and value', () => {
    for (const [one, other] of [
      ['avg_price', 'entry_cost_usdc'],
      ['current_price', 'current_value'],
    ] as const) {
      for (const first of NOTHING) {
        for (const second of NOTHING) {
          const read = positionFromWire({ ...POSITION, [one]: first, [other]: second })
          assert.ok(read.ok)
          const { averagePrice, cost, currentPrice, value } = read.value
          assert.deepEqual(one === 'avg_price' ? [averagePrice, cost] : [currentPrice, value], [null, null])
        }
      }
    }
  })

  test('of an event and its markets is null or named as missing', () => {
    for (const field of ['volume', 'liquidity'] as const) {
      eachNothing(EVENT, field, (row, name) => {
        assert.equal(eventFromWire(row)?.event[field], null, name)
      })
      eachNothing(MARKET, field, (row, name) => {
        assert.equal(eventFromWire({ ...EVENT, markets: [row] })?.event.markets[0]?.[field], null, name)
      })
    }
    for (const [field, fact] of [
      ['orderPriceMinTickSize', 'tickSize'],
      ['orderMinSize', 'minOrderSize'],
    ] as const) {
      for (const closed of [false, true]) {
        eachNothing({ ...MARKET, closed }, field, (row, name) => {
          const [market] = eventFromWire({ ...EVENT, markets: [row] })?.event.markets ?? []
          assert.deepEqual([market?.missing, market?.notTradable !== undefined], [[fact], !closed], name)
        })
      }
    }
  })

  test('of activity, of the profit line and of combos is not known', () => {
    for (const [field, key] of [
      ['size', 'size'],
      ['usdc_size', 'amount'],
      ['price', 'price'],
    ] as const) {
      eachNothing(ACTIVITY, field, (row, name) => {
        const read = activityFromWire(row)
        assert.equal(read.ok && read.value[key], null, name)
      })
    }
    for (const value of NOTHING)
      assert.equal(pnlPointFromWire({ timestamp: 1_790_000_000, economic_pnl: value }), null)
    for (const [field, key] of [
      ['entry_avg_price_usdc', 'averagePrice'],
      ['entry_cost_usdc', 'costBasis'],
      ['realized_payout_usdc', 'payout'],
    ] as const) {
      eachNothing(COMBO_POSITION, field, (row, name) => {
        assert.equal(comboFromWire(row, () => undefined)?.[key], null, name)
      })
    }
    eachNothing(COMBO_EVENT, 'payout_usdc', (row, name) => {
      assert.equal(comboEventFromWire(row)?.amount, null, name)
    })
    eachNothing(COMBO_TRADE, 'usdc_size', (row, name) => {
      assert.equal(comboTradeFromWire(row)?.amount, null, name)
    })
  })
})

test('INV-80 words of another type cost no row of an own order or trade', () => {
  for (const field of ['status', 'order_type', 'market', 'asset_id', 'side'] as const) {
    const read = readOrder({ ...ORDER, [field]: 7 })
    assert.ok(read.ok || read.error.part !== undefined, field)
  }
  for (const change of [
    { transaction_hash: 7 },
    { maker_orders: {} },
    { maker_orders: null },
    { last_update: {} },
  ]) {
    const read = readTrade({ ...TRADE, ...change })
    assert.equal(read.ok && read.value.taker?.size, 10_000_000n, JSON.stringify(change))
  }
})
