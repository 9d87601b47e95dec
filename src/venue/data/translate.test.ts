// The venue's figures of a position against our own of the same trades: cost, realised and unrealised profit are the same.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { addMicros, formatMicros, micros, subtractMicros, type Micros } from '#core/money.ts'
import { adoptedFigures, magnitude } from '#core/position/position-comparison.ts'
import { NO_FIGURES, positionFigures, type FillEntry } from '#core/position/portfolio.ts'
import { positionFromWire } from './translate.ts'

type Trade = { readonly size: bigint; readonly cash: bigint; readonly fee: bigint }

const amount = fc.bigInt(10_000n, 1_000_000_000n)
const trade: fc.Arbitrary<Trade> = fc.record({
  size: amount,
  cash: amount,
  fee: fc.bigInt(0n, 5_000_000n),
})

function entry(side: 'BUY' | 'SELL', at: number, { size, cash, fee }: Trade): FillEntry {
  const figures = { size: micros(size), cash: micros(cash), fee: micros(fee) }
  return { kind: 'fill', key: `${side} ${at}`, at, side, status: 'confirmed', ...figures }
}

/** The row by the venue's rules: fees of all purchases, profit before fees, sales at the average cost. */
function venueRow(buys: readonly Trade[], sales: readonly Trade[]): Readonly<Record<string, unknown>> {
  const sum = (of: readonly Trade[], key: keyof Trade): bigint => of.reduce((all, one) => all + one[key], 0n)
  const bought = sum(buys, 'size')
  const held = bought - sum(sales, 'size')
  const cost = (sum(buys, 'cash') * held) / bought
  const decimal = (value: bigint): string => formatMicros(micros(value))
  return {
    token_id: '1',
    condition_id: `0x${'c0'.repeat(32)}`,
    current_size: decimal(held),
    avg_price: '0.5',
    entry_cost_usdc: decimal(cost),
    entry_fees_usdc: decimal(sum(buys, 'fee')),
    total_size: decimal(bought),
    current_price: '0.5',
    current_value: decimal(held / 2n),
    realized_pnl: decimal(sum(sales, 'cash') - (sum(buys, 'cash') - cost)),
    unrealized_pnl: decimal(held / 2n - cost),
    status: held > 0n ? 'OPEN' : 'CLOSED',
  }
}

function isNear(one: Micros, other: Micros, most: number, what: string): void {
  assert.ok(magnitude(subtractMicros(one, other)) <= most, `${what}: ${one} and ${other}`)
}

describe('a row of the venue with fees', () => {
  test('agrees with own trades: cost, realised and unrealised, whatever was sold of it', () => {
    fc.assert(
      fc.property(
        fc.array(trade, { minLength: 1, maxLength: 8 }),
        fc.array(fc.record({ part: fc.integer({ min: 1, max: 4 }), cash: amount, fee: trade }), {
          maxLength: 6,
        }),
        (buys, plans) => {
          const sales: Trade[] = []
          let held = buys.reduce((sum, { size }) => sum + size, 0n)
          for (const { part, cash, fee } of plans) {
            const size = part === 4 ? held : (held * BigInt(part)) / 4n
            if (size > 0n) sales.push({ size, cash, fee: fee.fee })
            held -= size
          }
          const entries = [
            ...buys.map((buy, at) => entry('BUY', at, buy)),
            ...sales.map((sale, at) => entry('SELL', 100 + at, sale)),
          ]
          const own = positionFigures(null, entries, 0)
          const read = positionFromWire(venueRow(buys, sales))
          assert.ok(read.ok)
          const row = read.value
          const { cost, fees, realised, value, unrealised: before } = row
          assert.ok(cost !== null && fees !== null && realised !== null && value !== null && before !== null)
          const rounding = 4 * (entries.length + 1)
          isNear(row.size, own.size, 0, 'size')
          isNear(addMicros(cost, fees), own.cost, rounding, 'cost')
          isNear(subtractMicros(realised, own.saleFees), own.realised, rounding, 'realised')
          const unrealised = subtractMicros(before, fees)
          isNear(unrealised, subtractMicros(value, own.cost), rounding, 'unrealised')
          const adopted = adoptedFigures({ ...NO_FIGURES, saleFees: own.saleFees }, row, 0)
          isNear(adopted.fees, own.fees, 0, 'fees')
          isNear(adopted.realised, own.realised, rounding, 'realised of an adopted row')
        },
      ),
      { numRuns: 500 },
    )
  })
})
