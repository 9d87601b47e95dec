import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createManualClock } from '../clock.ts'
import { createExchange } from '../exchange/exchange.ts'
import { createRandom } from '../random.ts'
import { bitcoinWindow } from './bitcoin-window.ts'
import { createLiveGames } from './games/live.ts'
import { keepRolling } from './rolling.ts'
import { createWorld } from './world.ts'

const START = Date.UTC(2026, 10, 20, 18, 30)
const HOUR = 3_600_000

test('over days the world stays of one size, games are always upcoming, and markets with positions are never dropped', () => {
  const clock = createManualClock(START)
  const random = createRandom('growth')
  const exchange = createExchange({ clock, random: random.fork('exchange') })
  const world = createWorld('growth', [bitcoinWindow(START)])
  for (const { listed } of world.markets()) if (listed !== null) exchange.list(listed)
  const games = createLiveGames({ world, exchange, clock, random: random.fork('games') })
  const used = new Set<string>()
  const stop = keepRolling({
    world,
    exchange,
    clock,
    games,
    simulatedTraders: { open: () => undefined },
    random: random.fork('rolling'),
    used: () => used,
  })

  clock.advance(HOUR)
  const held = world.events().find(({ definition }) => definition.parent !== undefined)?.markets[0]?.listed
  const [token = ''] = held?.tokens ?? []
  assert.ok(token !== '')
  used.add(token)
  const conditions = new Set<string>()
  const sizes: number[] = []
  for (let hours = 12; hours <= 48; hours += 12) {
    clock.advance(START + hours * HOUR - clock.now())
    const now = clock.now()
    const coming = world.events().filter(({ definition: { game, parent } }) => {
      const wait = (game?.startsAt ?? 0) - now
      return parent === undefined && wait > 0 && wait < 24 * HOUR
    })
    assert.ok(coming.length >= 10, `${coming.length} games to come after ${hours} h`)
    sizes.push(world.events().length)
    assert.equal(
      [...exchange.markets()].length,
      world.markets().filter(({ listed }) => listed !== null).length,
    )
    for (const { conditionId } of exchange.markets()) conditions.add(conditionId)
    assert.equal(new Set(world.markets().map(({ id }) => id)).size, world.markets().length)
  }
  assert.ok(Math.max(...sizes) < 1.3 * (sizes[0] ?? 0), sizes.join(' '))
  const kept = world.marketOfToken(token)
  assert.ok(
    kept?.listed?.closed === true && world.eventByKey(kept.event.definition.parent ?? '') !== undefined,
  )
  const [gone = ''] = [...conditions].filter((id) => exchange.market(id) === undefined)
  assert.ok(gone !== '' && world.marketOfCondition(gone) === undefined)
  assert.deepEqual(exchange.audit(), [])
  assert.ok(held?.closedAt !== undefined)
  stop()
  games.stop()
})
