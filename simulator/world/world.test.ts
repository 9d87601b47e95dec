import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { createRandom } from '../random.ts'
import { worldEvents } from './demo.ts'
import { createWorld, type World } from './world.ts'

const START = Date.UTC(2026, 10, 20, 18, 30)

function worldOf(seed: string, events = 0, at = START): World {
  return createWorld(seed, worldEvents(at, createRandom(seed).fork('world'), events))
}

describe('the written world', () => {
  const world = worldOf('a')

  test('holds at least 60 events and 400 markets, each with ids and slugs of its own', () => {
    assert.ok(world.events().length >= 60, String(world.events().length))
    assert.ok(world.markets().length >= 400, String(world.markets().length))
    const listed = world.markets().flatMap((market) => market.listed ?? [])
    assert.equal(new Set(world.events().map((event) => event.definition.slug)).size, world.events().length)
    assert.equal(
      new Set(world.markets().map((market) => market.definition.slug)).size,
      world.markets().length,
    )
    assert.equal(new Set(listed.map((market) => market.conditionId)).size, listed.length)
    assert.equal(new Set(listed.flatMap((market) => market.tokens)).size, 2 * listed.length)
    for (const { conditionId, tokens } of listed) {
      assert.match(conditionId, /^0x[0-9a-f]{64}$/)
      for (const token of tokens) assert.ok(BigInt(token) < 2n ** 256n)
    }
  })

  test('has every tick size, every combo status and a dozen leagues', () => {
    const of = <T>(pick: (market: (typeof listed)[number]) => T): Set<T> => new Set(listed.map(pick))
    const listed = world.markets()
    assert.deepEqual(
      [...of((market) => market.definition.tick)].toSorted((a, b) => a - b),
      [1, 10, 25, 50, 100, 1000],
    )
    const statuses = of((market) => market.definition.combo)
    for (const status of ['enabled', 'pending', 'disabled', 'paused_by_review', undefined]) {
      assert.ok(statuses.has(status), String(status))
    }
    const leagues = new Set(world.events().flatMap((event) => event.definition.game?.league.code ?? []))
    assert.ok(leagues.size >= 12, [...leagues].join(' '))
  })

  test('an undeployed market has an empty condition id and no tokens', () => {
    const market = world.markets().find((each) => each.listed === null)
    assert.equal(market?.row['conditionId'], '')
    assert.ok(market !== undefined && !('clobTokenIds' in market.row))
  })

  test('outcomes and tokens are JSON text, positions a real list, game starts in the short text form', () => {
    const market = world
      .markets()
      .find((each) => each.definition.sportsType === 'moneyline' && each.positions !== null)
    const row = market?.row ?? {}
    assert.equal((JSON.parse(String(row['outcomes'])) as string[]).length, 2)
    assert.deepEqual(JSON.parse(String(row['clobTokenIds'])), market?.listed?.tokens)
    assert.ok(Array.isArray(row['positionIds']))
    assert.match(String(row['gameStartTime']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/)
  })

  test('members of one neg-risk event share 19 bytes of their position ids, and differ in the outcome byte', () => {
    const event = world.eventBySlug('norland-presidential-election')
    const positions = (event?.markets ?? []).map((market) => (market.positions ?? []).map(hex32))
    assert.equal(new Set(positions.flat().map((text) => text.slice(0, 38))).size, 1)
    for (const [yes, no] of positions) {
      assert.equal(yes?.slice(0, 62), no?.slice(0, 62))
      assert.deepEqual([yes?.slice(62), no?.slice(62)], ['00', '01'])
    }
  })

  test('prices of a neg-risk field add up to about one', () => {
    for (const event of world.events()) {
      if (!event.definition.negRisk || event.definition.parent !== undefined) continue
      const sum = event.markets.reduce((total, market) => total + market.definition.fair, 0)
      assert.ok(sum > 4500 && sum < 11_000, `${event.definition.slug} ${sum}`)
    }
  })

  test('companions name their main event, which has the shortest slug of the game', () => {
    const companions = world.events().filter((event) => event.parentId !== null)
    assert.ok(companions.length > 10)
    for (const companion of companions) {
      const main = world.event(companion.parentId ?? '')
      assert.equal(companion.row['parentEventId'], Number(main?.id))
      assert.ok(main !== undefined && main.definition.slug.length < companion.definition.slug.length)
      assert.equal(companion.row['gameId'], main.row['gameId'])
    }
  })

  test('cricket has no game id but one of the two metadata forms, and its companion neither', () => {
    const cricket = world.events().filter((event) => event.definition.game?.league.kind === 'cricket')
    const ids = cricket.flatMap((event) => {
      const metadata = event.row['eventMetadata']
      return typeof metadata === 'object' && metadata !== null && 'gameId' in metadata
        ? String(metadata.gameId)
        : []
    })
    assert.ok(cricket.every((event) => !('gameId' in event.row)))
    assert.ok(ids.some((id) => /^id\d{16}$/.test(id)))
    assert.ok(ids.some((id) => /^\d+LIVE\d{4}$/.test(id)))
    assert.ok(cricket.some((event) => event.parentId !== null && !('eventMetadata' in event.row)))
  })

  test('an event outside of sports may carry the game id -1', () => {
    assert.ok(
      world.events().some((event) => event.row['gameId'] === -1 && !event.definition.tags.includes('sports')),
    )
  })
})

describe('seeds', () => {
  test('the same seed gives the same ids, another seed gives others', () => {
    const tokens = (world: World): string[] =>
      world.markets().flatMap((market) => market.listed?.tokens ?? [])
    assert.deepEqual(tokens(worldOf('a', 150)), tokens(worldOf('a', 150)))
    assert.notDeepEqual(tokens(worldOf('a')), tokens(worldOf('b')))
  })

  test('a generated world is as large as asked and stays consistent', () => {
    const world = worldOf('a', 1500)
    assert.equal(world.events().length, 1500)
    assert.ok(world.markets().length > 6000, String(world.markets().length))
    assert.equal(
      new Set(world.markets().map((market) => market.definition.slug)).size,
      world.markets().length,
    )
    for (const event of world.events()) {
      if (event.definition.parent !== undefined) assert.notEqual(event.parentId, null, event.definition.slug)
    }
  })
})

function hex32(decimal: string): string {
  return BigInt(decimal).toString(16).padStart(64, '0')
}
