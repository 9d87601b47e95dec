import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createManualClock } from '../clock.ts'
import { MADE_UP_NAMES } from '../profile.ts'
import { createSimulation } from '../simulation.ts'
import { keepTroubled } from './troubles.ts'

const HOUR_MS = 3_600_000

/** The rules that come within so many hours, and how many markets ended void. */
function troubled(
  seed: string,
  hours: number,
): { readonly names: readonly string[]; readonly voids: number } {
  const clock = createManualClock(Date.UTC(2026, 10, 20, 18, 30))
  const simulation = createSimulation({ seed, clock, names: MADE_UP_NAMES, events: 0, traderRate: 0 })
  const end = keepTroubled(simulation)
  const names = new Map<string, string>()
  for (let at = 0; at < hours * HOUR_MS; at += 60_000) {
    clock.advance(60_000)
    for (const { id, name } of simulation.faults.list()) names.set(id, name)
  }
  end()
  clock.advance(5 * 60_000)
  assert.deepEqual(simulation.faults.list(), [])
  const voids = [...simulation.exchange.markets()].filter(({ winner }) => winner === 'void').length
  simulation.stop()
  return { names: [...names.values()], voids }
}

test('a troubled world meets a few troubles every hour, each for a while, the same by the same seed', () => {
  const first = troubled('a', 2)
  assert.ok(first.names.length >= 8 && first.names.length <= 20, String(first.names.length))
  assert.ok(new Set(first.names).size > 4)
  assert.equal(first.voids, 2)
  const again = troubled('a', 0.5).names
  assert.ok(again.length >= 2)
  assert.deepEqual(again, first.names.slice(0, again.length))
  assert.notDeepEqual(troubled('b', 0.5).names.slice(0, again.length), again)
})
