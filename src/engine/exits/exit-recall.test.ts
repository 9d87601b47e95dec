// The reads of a recall while the venue is slow to answer.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseExitId } from '#core/ids.ts'
import { stepAttachedExit } from '#core/machines/attached-exit.ts'
import type { ExitEvent } from '#core/machines/attached-exit-facts.ts'
import { ZERO } from '#core/money.ts'
import { coveredShares, newExit, NO_LEGS, soldShares } from '#core/order/attached-exit.ts'
import type { AttachedExit, ExitOrder } from '#core/order/attached-exit.ts'
import { clientId, NO, price, whole, YES } from '../testing/trading-fixture.ts'
import type { ExitEntry, ExitsState } from './exit-actor.ts'
import { recallExit } from './exit-recall.ts'

const OWN: Omit<ExitOrder, 'clientOrderId'> = {
  orderId: null,
  leg: 'stop',
  rests: false,
  price: null,
  size: whole(30),
  filled: ZERO,
  isOver: false,
  isCancelling: false,
}

test('INV-67 an order that the venue is still asked for is not asked for again meanwhile', async () => {
  const id = parseExitId(clientId(1))
  assert.ok(id !== null)
  const exit = newExit(id, YES, { entry: clientId(2) }, NO_LEGS, 100, 0)
  const entry = { machine: { state: () => exit }, isRecalling: true, isAsking: false } as unknown as ExitEntry
  const answers: ((order: null) => void)[] = []
  const state = {
    orders: {
      findBy: () => new Promise<null>((resolve) => answers.push(resolve)),
      isVoid: async () => false,
      open: () => [],
    },
  } as unknown as ExitsState
  const first = recallExit(state, entry)
  void recallExit(state, entry)
  assert.equal(answers.length, 1)
  answers[0]?.(null)
  await first
  void recallExit(state, entry)
  assert.equal(answers.length, 2, 'what could not be read is asked for again')
})

describe('an order that has the id of an exit order', () => {
  const id = parseExitId(clientId(1))
  assert.ok(id !== null)
  const sale = { side: 'SELL' as const, outcomeId: YES, size: whole(30) }
  const OTHERS = {
    'a purchase': { ...sale, side: 'BUY' as const },
    'of another outcome': { ...sale, outcomeId: NO },
    'of more shares': { ...sale, size: whole(31) },
  }
  const legs = { ...NO_LEGS, stop: { price: price(4_000), slippageTicks: 2 } }
  const selling: AttachedExit = {
    ...newExit(id, YES, { size: whole(30) }, legs, 100, 0),
    sent: 1,
    isTriggered: true,
    orders: [{ ...OWN, clientOrderId: clientId(2) }],
  }
  const recalled = async (found: typeof sale | (typeof OTHERS)[keyof typeof OTHERS], before = selling) => {
    let exit = before
    const entry = {
      machine: {
        state: () => exit,
        send: (event: ExitEvent) => void (exit = stepAttachedExit(exit, event).state),
      },
      isRecalling: true,
      isAsking: false,
    } as unknown as ExitEntry
    const order = { ...found, clientOrderId: clientId(2), id: null, status: 'filled', filledSize: found.size }
    const none = {
      byClientOrderId: () => null,
      open: () => [],
      isVoid: async () => true,
      gate: () => null,
      epoch: () => 0,
    }
    const state = {
      orders: { ...none, findBy: async () => order },
      clock: { now: () => 0, monotonic: () => 0 },
      bus: { publish: () => {} },
      settling: new Map(),
      answering: new Set(),
      lost: new Set(),
      leaving: new Map(),
      venueRefusal: () => null,
      clockSkew: { rightAt: () => 0 },
      asked: new Set(),
      isFlushPending: true,
      entries: new Map(),
      quoteBooks: { source: () => ({ ok: false, error: { code: 'book_stale', value: null } }) },
      holdings: { held: () => null },
      catalog: { outcome: () => null },
      random: { uuidV7: () => clientId(9) },
    } as unknown as ExitsState
    await recallExit(state, entry)
    return exit
  }

  test('INV-65 counts as its own by outcome, side and size', async () => {
    assert.equal(soldShares(await recalled(sale)), whole(30))
  })

  test('INV-99 a purchase of a stop entry that has traded is covered, and not made again', async () => {
    const entry = { price: price(5_000), size: whole(30), slippageTicks: 3 }
    const bought: AttachedExit = {
      ...newExit(id, YES, { askedAs: null }, { ...legs, entry }, 100, 0),
      sent: 1,
      entries: [{ clientOrderId: clientId(2), orderId: null, filled: ZERO, isOver: false }],
    }
    const after = await recalled(OTHERS['a purchase'], bought)
    assert.deepEqual([coveredShares(after), after.legs.entry, after.sent], [whole(30), null, 1])
  })

  for (const [name, other] of Object.entries(OTHERS)) {
    test(`INV-65 ${name}, is nobody's sale`, async () => {
      assert.equal(soldShares(await recalled(other)), ZERO)
    })
  }
})
