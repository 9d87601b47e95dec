import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPressMemory, SETTLE_MS } from './settling.ts'

type Press = Parameters<ReturnType<typeof createPressMemory<string>>['refuses']>[0]

const CROSS: Press = { by: 'mouse 0', x: 100, y: 100, thing: 'cross', deed: 'Cancelmybuy' }
const CLOSE: Press = { ...CROSS, thing: 'close', deed: 'Closeat' }

/** Results of presses at their times. */
function made(...presses: readonly (readonly [at: number, press: Press])[]): readonly boolean[] {
  let now = 0
  const memory = createPressMemory<string>(() => now)
  return presses.map(([at, press]) => {
    now = at
    return !memory.refuses(press)
  })
}

describe('INV-84 a second press', () => {
  test('that finds another thing at the place of the first is refused for half a second', () => {
    assert.deepEqual(made([0, CROSS], [250, CLOSE]), [true, false])
    assert.deepEqual(made([0, CROSS], [SETTLE_MS - 1, { ...CLOSE, x: 110, y: 95 }]), [true, false])
    assert.deepEqual(made([0, CROSS], [SETTLE_MS, CLOSE]), [true, true])
  })

  test('on the same thing counts, unless it says something else by then', () => {
    assert.deepEqual(made([0, CROSS], [100, CROSS]), [true, true])
    assert.deepEqual(made([0, CROSS], [100, { ...CROSS, deed: 'Sell' }]), [true, false])
  })

  test('elsewhere, or by another button, counts', () => {
    assert.deepEqual(made([0, CROSS], [100, { ...CLOSE, x: 140 }]), [true, true])
    assert.deepEqual(made([0, CROSS], [100, { ...CLOSE, by: 'mouse 2' }]), [true, true])
  })

  test('that was refused, or found nothing, lets a third one wait for the place to be at rest', () => {
    assert.deepEqual(made([0, CROSS], [300, CLOSE], [700, CLOSE]), [true, false, false])
    assert.deepEqual(made([0, CROSS], [300, CLOSE], [300 + SETTLE_MS, CLOSE]), [true, false, true])
    const nothing = { ...CROSS, thing: null, deed: '' }
    assert.deepEqual(made([0, CROSS], [300, nothing], [700, CLOSE]), [true, true, false])
  })

  test('is forgotten when something else was pressed meanwhile', () => {
    const memory = createPressMemory<string>(() => 0)
    assert.equal(memory.refuses(CROSS), false)
    memory.forget()
    assert.equal(memory.refuses(CLOSE), false)
  })
})
