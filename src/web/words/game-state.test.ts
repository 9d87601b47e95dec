// State of the game in a position.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireOf } from '#contract/codec/codec.ts'
import { game as record } from '#contract/records/games.ts'
import { gameText } from './game-text.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

const GAME: WireOf<typeof record> = {
  id: 'pm:77',
  event_id: 'pm:7',
  league: 'nba',
  home: 'Hawks',
  away: 'Owls',
  ordering: 'home',
  score: { home: 3, away: 2, detail: null },
  raw_score: '3-2',
  period: 'Q2',
  elapsed: '01:46',
  status: 'live',
  starts_at: '2026-11-20T12:12:00Z',
  started_at: null,
  ended_at: null,
  stale: false,
  updated_at: null,
}

test('a game is shown by its start, its clock and score, or its end', () => {
  assert.equal(gameText(record.decode({ ...GAME, status: 'scheduled' }), NOW), 'in 12:00')
  assert.equal(gameText(record.decode({ ...GAME, status: 'scheduled', starts_at: null }), NOW), 'not started')
  assert.equal(gameText(record.decode(GAME), NOW), 'Q2 01:46 3\u20132')
  assert.equal(gameText(record.decode({ ...GAME, status: 'paused' }), NOW), 'paused Q2 01:46 3\u20132')
  assert.equal(gameText(record.decode({ ...GAME, status: 'ended' }), NOW), 'FT 3\u20132')
  assert.equal(gameText(record.decode({ ...GAME, score: null, period: null, elapsed: null }), NOW), 'live')
})
