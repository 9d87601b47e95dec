// Incidents of a game that a page follows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireOf } from '#contract/codec/codec.ts'
import { game as record } from '#contract/records/games.ts'
import type { Game } from '../api/client.ts'
import { withMoment } from './game-cache.ts'

const game = (part: Partial<WireOf<typeof record>>): Game =>
  record.decode({
    id: 'pm:1',
    event_id: null,
    league: 'nba',
    home: 'A',
    away: 'B',
    ordering: 'away',
    score: { home: 0, away: 0, detail: null },
    raw_score: null,
    period: 'Q1',
    elapsed: null,
    status: 'live',
    starts_at: null,
    started_at: null,
    ended_at: null,
    stale: false,
    updated_at: '1970-01-01T00:00:01.000Z',
    ...part,
  })

test('a score or a period that changed is a moment, in the order of the venue; a running clock and the first word are none', () => {
  const updates = [
    game({}),
    game({ elapsed: '01:00' }),
    game({ score: { home: 2, away: 0, detail: null }, updated_at: '1970-01-01T00:00:02.000Z' }),
    game({ score: { home: 2, away: 0, detail: null }, period: 'Q2', updated_at: '1970-01-01T00:00:03.000Z' }),
  ]
  let moments = withMoment([], null, game({}))
  assert.deepEqual(moments, [])
  for (const [at, now] of updates.entries()) moments = withMoment(moments, updates[at - 1] ?? null, now)
  assert.deepEqual(moments, [
    { at: 2_000, text: '0\u20132' },
    { at: 3_000, text: 'Q2' },
  ])
})
