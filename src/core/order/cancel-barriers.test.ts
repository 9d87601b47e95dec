// Orders that a cancel keeps from being sent, and those whose end it explains.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMarketId, parseOrderId, parseOutcomeId, type MarketId, type OrderId } from '../ids.ts'
import { barrierRefusal, isBehind, namedTarget, readTarget, targetName } from './cancel-barriers.ts'
import type { Barrier, CancelTarget, LeavingOrder, Meant } from './cancel-barriers.ts'

function known<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

const market = (n: number): MarketId => known(parseMarketId(`pm:0x${String(n).repeat(64)}`))
const order = (n: number): OrderId => known(parseOrderId(`pm:0x${String(n).repeat(64)}`))
const outcomeId = known(parseOutcomeId('pm:1'))
const leaving: LeavingOrder = { outcomeId, marketId: market(1), ids: [order(1)] }
const over = (meant: Meant): Barrier => ({ meant, until: Number.NEGATIVE_INFINITY })
const all = over({ target: null })

describe('INV-18 a command from before a cancel', () => {
  const rows: readonly (readonly [string, Meant, LeavingOrder | null, string | null])[] = [
    ['of all', { target: null }, null, 'cancel_under_way'],
    ['of its market', { target: { marketId: market(1) } }, leaving, 'cancel_under_way'],
    ['of its outcome', { target: { outcomeId } }, leaving, 'cancel_under_way'],
    ['of itself', { ids: new Set([order(1)]) }, leaving, 'cancel_under_way'],
    ['that is the end of ARMED', 'safe', leaving, 'safe_mode'],
    ['of another market', { target: { marketId: market(2) } }, leaving, null],
    ['of another order', { ids: new Set([order(2)]) }, leaving, null],
    ['of a market, while its own is not known', { target: { marketId: market(1) } }, null, null],
  ]
  for (const [title, meant, what, code] of rows)
    test(`${code === null ? 'leaves after one' : 'does not leave after one'} ${title}`, () => {
      assert.equal(barrierRefusal([over(meant)], 1, what)?.code ?? null, code)
    })

  test('only obeys those that came since', () => {
    const barriers = [all, over({ target: { marketId: market(2) } })]
    assert.equal(barrierRefusal(barriers, 1, leaving), null)
    assert.equal(barrierRefusal(barriers, 0, null), null)
    assert.notEqual(barrierRefusal(barriers, 2, leaving), null)
  })

  test('may be meant by one that is forgotten', () => {
    assert.equal(barrierRefusal([over({ ids: new Set([order(2)]) })], 2, leaving)?.code, 'cancel_under_way')
  })

  test('does not leave while one is under way that means it, even if that came before', () => {
    const barrier = { meant: { target: { marketId: market(1) } }, until: Number.POSITIVE_INFINITY }
    assert.match(barrierRefusal([barrier], 0, leaving)?.message ?? '', /under way/)
    assert.equal(barrierRefusal([barrier], 0, null), null)
  })
})

test('an order that the venue booked before a cancel was over is behind it', () => {
  const booked = (createdAt: number) => ({ outcomeId, marketId: market(1), createdAt })
  const barrier = { meant: { target: { outcomeId } }, until: 100 }
  assert.deepEqual([isBehind([barrier], booked(100)), isBehind([barrier], booked(101))], [true, false])
  assert.ok(!isBehind([{ ...barrier, meant: { ids: new Set([order(1)]) } }], booked(1)))
})

test('a target is read back from its name and its fields, and nothing else is one', () => {
  const targets: readonly CancelTarget[] = [null, { marketId: market(1) }, { outcomeId }]
  for (const target of targets) {
    assert.deepEqual(namedTarget(targetName(target)), target)
    assert.deepEqual(readTarget({ ...target }), target)
  }
  for (const name of ['', 'market', 'market x', 'outcome', 'side 1', order(1)])
    assert.equal(namedTarget(name), undefined, name)
  assert.equal(readTarget({ marketId: 7 }), undefined)
})
