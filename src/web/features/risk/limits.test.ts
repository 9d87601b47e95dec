import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { writtenAmount } from '../../platform/format/figures.ts'
import { compareLimit, LIMITS, usageOf, usedPercent, type LimitName } from './limits.ts'
import { sampleOrder } from '../portfolio/testing/samples.ts'

const cash = (pusd: number) => micros(BigInt(pusd) * 1_000_000n)

const line = (name: LimitName) => LIMITS.find((one) => one.name === name) ?? assert.fail(name)

test('a limit of loss that is off is the highest, and above every ceiling', () => {
  const [loss, none] = [line('maxDailyLoss'), cash(0)]
  assert.equal(compareLimit('100', none, none, loss), 'lower')
  assert.equal(compareLimit('0', cash(100), none, loss), 'higher')
  assert.equal(compareLimit('0', cash(100), cash(200), loss), 'above_ceiling')
  assert.equal(compareLimit('150', cash(100), cash(200), loss), 'higher')
})

test('a typed limit is lower, higher, above the ceiling, the same or nothing', () => {
  const cases = [
    ['400', 'lower'],
    ['500', 'same'],
    ['500.00', 'same'],
    ['500.01', 'higher'],
    ['5000', 'higher'],
    ['5000.01', 'above_ceiling'],
    ['', 'invalid'],
    ['-1', 'invalid'],
    ['many', 'invalid'],
  ] as const
  for (const [typed, wanted] of cases)
    assert.equal(compareLimit(typed, cash(500), cash(5_000), line('maxOrderNotional')), wanted, typed)
  assert.equal(compareLimit('10.5', cash(60), cash(600), line('maxOpenOrders')), 'invalid')
})

test('the used part is whole per cent, never above 100', () => {
  assert.equal(usedPercent(micros(612_400_000n), cash(2_000)), 30)
  assert.equal(usedPercent(cash(2_000), cash(2_000)), 100)
  assert.equal(usedPercent(cash(9_000), cash(2_000)), 100)
  assert.equal(usedPercent(cash(1), cash(0)), 0)
})

test('every limit says what is held against it: a bar where it fills up, a text where each order is checked alone', () => {
  const usage = {
    maxPositionNotional: micros(612_400_000n),
    maxDailyNotional: cash(800),
    maxOpenOrders: 2,
    maxOrdersPerMinute: 1,
    maxComboExposure: ZERO,
    positionFromOutside: ZERO,
  }
  const losses = { maxDailyLoss: cash(12), maxSessionLoss: null, maxLosingStreak: ZERO }
  const open = [sampleOrder({ price: '0.5', size: '20' }), sampleOrder({ price: '0.38', size: '100' })]
  const rows = LIMITS.map(({ name }) => {
    const { used, text } = usageOf(usage, name, open, losses)
    return `${name} ${used === null ? text : `${writtenAmount(used)} ${text}`.trim()}`
  })
  assert.deepEqual(rows, [
    'maxOrderNotional 38 largest open order',
    'maxPositionNotional 612.4 largest market',
    'maxDailyNotional 800',
    'maxOpenOrders 2',
    'maxOrdersPerMinute 1',
    'priceBandTicks each order, against the current book',
    'exitSlippageTicks each exit, from the best bid; the stricter applies',
    'exitSlippagePercent each exit, from the best bid; the stricter applies',
    'maxComboNotional each combo, when quoted and accepted',
    'maxComboExposure 0',
    'maxComboLegs each combo, when quoted and accepted',
    'maxDailyLoss 12',
    'maxSessionLoss unknown, or not ARMED yet',
    'maxLosingStreak 0 no loss',
  ])
  assert.deepEqual(
    usageOf({ ...usage, positionFromOutside: micros(120_125_000n) }, 'maxPositionNotional', open, losses),
    {
      used: usage.maxPositionNotional,
      text: 'largest market, 120.12 from outside',
    },
  )
  assert.deepEqual(usageOf({ ...usage, maxComboExposure: null }, 'maxComboExposure', open, losses), {
    used: null,
    text: 'not read',
  })
})
