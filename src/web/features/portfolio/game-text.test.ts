// State of the game in a position.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Game } from '../../platform/api/wire.ts'
import { gameText } from './game-text.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

const GAME: Game = {
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
  assert.equal(gameText({ ...GAME, status: 'scheduled' }, NOW), 'in 12:00')
  assert.equal(gameText({ ...GAME, status: 'scheduled', starts_at: null }, NOW), 'not started')
  assert.equal(gameText(GAME, NOW), 'Q2 01:46 3\u20132')
  assert.equal(gameText({ ...GAME, status: 'paused' }, NOW), 'paused Q2 01:46 3\u20132')
  assert.equal(gameText({ ...GAME, status: 'ended' }, NOW), 'FT 3\u20132')
  assert.equal(gameText({ ...GAME, score: null, period: null, elapsed: null }, NOW), 'live')
})
