import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { NO_FIGURES } from '#core/position/portfolio.ts'
import type { PortfolioRecord } from '#core/position/portfolio-record.ts'
import { parseMarketId, parseOutcomeId } from '#core/ids.ts'
import { createPortfolioStore } from './portfolio.ts'
import { openOrThrow, silentLog, temporaryDirectory } from '../testing/temporary.ts'

const outcomeId = parseOutcomeId('pm:1')
const marketId = parseMarketId(`pm:0x${'1'.repeat(64)}`)
assert.ok(outcomeId !== null && marketId !== null)
const PLACE = { outcomeId, marketId, isProvisional: false } as const
const OPENING: PortfolioRecord = {
  ...PLACE,
  kind: 'opening',
  key: 'opening 0',
  figures: { ...NO_FIGURES, size: micros(123_456_789_012_345_678n), realised: micros(-4n) },
  day: 1_790_000_000_000,
  until: null,
  isUnexplained: true,
}
const payout = (key: string, cash: bigint): PortfolioRecord => ({
  ...PLACE,
  kind: 'payout',
  key,
  at: 5,
  size: ZERO,
  cash: micros(cash),
})

test('INV-82 records of a wallet survive a restart whole and in the order in which they were first written', (context) => {
  const directory = temporaryDirectory(context)
  const first = openOrThrow(directory)
  const store = createPortfolioStore(first.sqlite, '0xa', silentLog)
  store.write([payout('b', 1n), { ...payout('x', 9n), isProvisional: true }], false)
  store.write([OPENING, payout('b', 2n)], true)
  createPortfolioStore(first.sqlite, '0xb', silentLog).write([payout('other', 3n)], true)
  first.close()
  const second = openOrThrow(directory)
  context.after(() => second.close())
  assert.deepEqual(
    [...createPortfolioStore(second.sqlite, '0xa', silentLog).records()],
    [payout('b', 2n), OPENING],
  )
  assert.deepEqual(
    [...createPortfolioStore(second.sqlite, '0xb', silentLog).records()],
    [payout('other', 3n)],
  )
})

test('what the disk refuses is refused whole', (context) => {
  const database = openOrThrow(temporaryDirectory(context))
  context.after(() => database.close())
  const store = createPortfolioStore(database.sqlite, '0xa', silentLog)
  database.sqlite.exec('PRAGMA query_only = 1')
  assert.equal(store.write([OPENING], false).ok, false)
  assert.deepEqual([...store.records()], [])
})
