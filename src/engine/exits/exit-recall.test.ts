// The reads of a recall while the venue is slow to answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newExit } from '#core/order/attached-exit.ts'
import { parseExitId } from '#core/ids.ts'
import { clientId, YES } from '../testing/trading-fixture.ts'
import type { ExitEntry, ExitsState } from './exit-actor.ts'
import { recallExit } from './exit-recall.ts'

test('INV-67 an order that the venue is still asked for is not asked for again meanwhile', async () => {
  const id = parseExitId(clientId(1))
  assert.ok(id !== null)
  const legs = { target: null, stop: null, trailing: null, time: null }
  const exit = newExit(id, YES, { entry: clientId(2) }, legs, 0)
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
