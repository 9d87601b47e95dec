import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'

import { sportsFrame } from '../../services/sports-channel/frame.ts'
import { createRandom } from '../../random.ts'
import { fairOf, winnerOf } from './fair.ts'
import type { Claim, GameDefinition, GameState } from './game.ts'
import { gameEvents } from './layouts.ts'
import { LEAGUES } from './sports.ts'
import { gameOf } from './schedule.ts'
import { createTimeline, stateAt } from './timeline.ts'

const START = Date.UTC(2026, 10, 20, 18, 30)
const SCORES: Readonly<Record<string, RegExp>> = {
  basketball: /^\d+-\d+$/,
  football: /^\d+-\d+$/,
  hockey: /^\d+-\d+$/,
  baseball: /^\d+-\d+$/,
  soccer: /^\d+-\d+$/,
  cricket: /^\d+-\d+$/,
  tennis: /^\d+-\d+(\(\d+-\d+\))?(, \d+-\d+(\(\d+-\d+\))?)*$/,
  esports: /^(000-000|\d+-\d+)\|\d-\d\|Bo[135]$/,
}

type Played = { readonly game: GameDefinition; readonly timeline: readonly GameState[] }

const anyGame = fc
  .record({
    league: fc.constantFrom(...LEAGUES),
    seed: fc.string(),
    prior: fc.integer({ min: 1500, max: 8500 }),
    length: fc.constantFrom(3, 5),
  })
  .map(({ league, seed, prior, length }): Played => {
    const game = gameOf(league.code, [0, 1], START, prior, 7, { length })
    return { game, timeline: createTimeline(game, createRandom(seed)) }
  })

describe('the course of a game', () => {
  test('is scheduled first, then live in order of time, and ends exactly once', () => {
    fc.assert(
      fc.property(anyGame, ({ timeline }) => {
        const [first, ...rest] = timeline
        assert.ok(first !== undefined && !first.live && !first.ended && first.progress === 0)
        assert.ok(rest.every((state) => state.at >= START))
        assert.ok(rest.every((state, index) => index === 0 || state.at >= (rest[index - 1]?.at ?? 0)))
        assert.deepEqual(
          timeline.filter((state) => state.ended),
          [timeline.at(-1)],
        )
        assert.ok(rest.slice(0, -1).every((state) => state.live && state.progress < 1))
      }),
      { numRuns: 60 },
    )
  })

  test('shows each score in its sport’s own form, never lower than before', () => {
    fc.assert(
      fc.property(anyGame, ({ game, timeline }) => {
        let before: readonly [number, number] = [0, 0]
        for (const state of timeline) {
          assert.match(state.score, SCORES[game.league.kind] ?? /never/)
          assert.ok(state.points[0] >= before[0] && state.points[1] >= before[1])
          before = state.points
        }
      }),
      { numRuns: 40 },
    )
  })

  test('reads back the state that is true at a time', () => {
    fc.assert(
      fc.property(anyGame, fc.integer({ min: -3_600_000, max: 5 * 3_600_000 }), ({ timeline }, offset) => {
        const expected = timeline.findLast((state) => state.at <= START + offset)
        assert.equal(stateAt(timeline, START + offset), expected)
      }),
      { numRuns: 40 },
    )
  })

  test('every claim is worth between 10 and 9990 while it runs and has a winner that the last state shows', () => {
    fc.assert(
      fc.property(anyGame, ({ game, timeline }) => {
        const last = timeline.at(-1)
        assert.ok(last !== undefined)
        for (const { definition } of claimsOf(game)) {
          for (const state of timeline.filter((_, index) => index % 37 === 0)) {
            const fair = fairOf(game, definition, state)
            assert.ok(fair >= 10 && fair <= 9990 && Number.isInteger(fair), `${definition.kind} ${fair}`)
          }
          if (definition.kind === 'chance') continue
          const winner = winnerOf(definition, last, 0)
          assert.equal(fairOf(game, definition, last), winner === 0 ? 9990 : 10)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('the three results of a soccer game are worth one share together, and exactly one wins', () => {
    const game = gameOf('epl', [0, 1], START, 5600, 3)
    const claims = (['first', 'draw', 'second'] as const).map((of): Claim => ({ kind: 'winner', of }))
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      const timeline = createTimeline(game, createRandom(seed))
      for (const state of timeline.slice(0, -1)) {
        const sum = claims.reduce((total, claim) => total + fairOf(game, claim, state), 0)
        assert.ok(Math.abs(sum - 10_000) < 40, `${state.score} at ${state.period}: ${sum}`)
      }
      const last = timeline.at(-1)
      assert.ok(last !== undefined)
      assert.equal(claims.filter((claim) => winnerOf(claim, last, 0) === 0).length, 1)
    }
  })

  test('a goal moves the moneyline of the side that scored up', () => {
    const game = gameOf('epl', [0, 1], START, 5000, 3)
    const timeline = createTimeline(game, createRandom('goal'))
    const index = timeline.findIndex((state) => state.points[0] + state.points[1] === 1)
    const [before, after] = [timeline[index - 1], timeline[index]]
    assert.ok(before !== undefined && after !== undefined)
    const of = after.points[0] === 1 ? 'first' : 'second'
    const moved = fairOf(game, { kind: 'winner', of }, after) - fairOf(game, { kind: 'winner', of }, before)
    assert.ok(moved > 800, String(moved))
  })
})

describe('frames of the sports channel', () => {
  test('cricket has a metadata id and neither game id, teams, status nor elapsed', () => {
    const game = gameOf('crint', [0, 1], START, 5000, 3)
    const [, state] = createTimeline(game, createRandom('x'))
    assert.ok(state !== undefined)
    const frame = sportsFrame(game, state)
    assert.deepEqual(Object.keys(frame), [
      'metadataGameId',
      'leagueAbbreviation',
      'score',
      'period',
      'live',
      'ended',
    ])
  })

  test('names the home team as home whatever the ordering, and gives nanoseconds at the end', () => {
    const game = gameOf('nba', [0, 1], START, 5000, 3)
    const last = createTimeline(game, createRandom('x')).at(-1)
    assert.ok(last !== undefined)
    const frame = sportsFrame(game, last)
    assert.equal(frame['homeTeam'], game.second.abbreviation.toUpperCase())
    assert.match(String(frame['finishedTimestamp']), /\.\d{9}Z$/)
    assert.equal(frame['ended'], true)
  })
})

function claimsOf(game: GameDefinition): { readonly definition: Claim }[] {
  return gameEvents(game, 1)
    .flatMap((event) => event.markets)
    .flatMap(({ claim }) => (claim === undefined ? [] : [{ definition: claim }]))
}
