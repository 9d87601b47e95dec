import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createManualClock } from '../clock.ts'
import { MADE_UP_NAMES } from '../profile.ts'
import { createSimulation } from '../simulation.ts'

const START = Date.UTC(2026, 10, 20, 18, 30)
const HOUR = 3_600_000

test('after hours there are still games near or running, a window to trade, and everything that ended has paid', () => {
  const clock = createManualClock(START)
  const simulation = createSimulation({
    seed: 'roll',
    clock,
    names: MADE_UP_NAMES,
    events: 0,
    traderRate: 8,
  })
  const { world, games, exchange } = simulation
  const before = world.events().length
  for (const hours of [4, 8]) {
    simulation.simulatedTraders.quietly(() => clock.advance(START + hours * HOUR - clock.now()))
    const now = clock.now()
    const near = world
      .events()
      .filter(({ definition: { game } }) => Math.abs((game?.startsAt ?? 0) - now) < HOUR)
    assert.ok(near.length > 0, `no game near after ${hours} h`)
    assert.ok(games.running().length > 0)
    const windows = world.events().filter(({ definition }) => definition.series?.slug === 'btc-up-or-down-5m')
    const open = windows.filter((event) => event.markets.some(({ listed }) => listed?.closed === false))
    assert.ok(open.length >= 1 && open.length <= 2, `${open.length} open windows`)
    const overdue = world
      .events()
      .filter(
        ({ definition, markets }) =>
          definition.game === undefined &&
          definition.endsAt < now - 60_000 &&
          markets.some(({ listed }) => listed?.closed === false),
      )
    assert.deepEqual(
      overdue.map((event) => event.definition.slug),
      [],
    )
  }
  assert.ok(world.events().length > before + 60)
  assert.deepEqual(exchange.audit(), [])
  const rain = world.events().find((event) => event.definition.key === 'rain')
  assert.ok(
    rain?.markets.every(({ listed }) => listed?.winner !== null) ===
      (rain !== undefined && rain.definition.endsAt < clock.now()),
  )
  simulation.stop()
})

test('a small world has its first events alone, and none is to come', () => {
  const clock = createManualClock(START)
  const simulation = createSimulation({
    seed: 'small',
    clock,
    names: MADE_UP_NAMES,
    events: 0,
    traderRate: 0,
    firstEvents: 1,
  })
  const slugs = (): readonly string[] => simulation.world.events().map(({ definition }) => definition.slug)
  const first = slugs()
  assert.equal(first.length, 1)
  clock.advance(HOUR)
  assert.deepEqual(slugs(), first)
  assert.deepEqual(simulation.exchange.audit(), [])
  simulation.stop()
})
