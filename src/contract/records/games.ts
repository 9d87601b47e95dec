/** Games and their scores (API-4). */
import { nullable, partOrNull, record, says } from '../codec/codec.ts'
import { flag, foreignText, integer, oneOf, optionalInstant, text } from '../codec/fields.ts'
import { eventId, gameId } from './shared.ts'
import { page } from './lists.ts'

const words = nullable(foreignText)

export const game = record('Game', {
  id: gameId,
  eventId: says(nullable(eventId), 'Its main event; null when the catalog has none'),
  league: says(foreignText, 'Code of its league'),
  home: says(words, 'Name of the home team'),
  away: says(words, 'Name of the away team'),
  ordering: says(oneOf(['home', 'away']), 'The team that the venue lists first'),
  score: partOrNull('Null when none is reported, or its form is not known', {
    home: says(integer, 'Points of the home team'),
    away: says(integer, 'Points of the away team'),
    detail: says(nullable(text), 'Sets, or the map being played; home first'),
  }),
  rawScore: says(words, 'The score as the venue sends it'),
  period: says(words, 'Period of play'),
  elapsed: says(words, 'Time played in the period'),
  status: says(oneOf(['scheduled', 'live', 'paused', 'ended']), 'State of the game'),
  startsAt: says(optionalInstant, "The catalog's start time"),
  startedAt: says(optionalInstant, 'When it was first seen live'),
  endedAt: says(optionalInstant, 'When it ended'),
  stale: says(flag, 'The score may be old: the sports feed is down'),
  updatedAt: says(optionalInstant, 'When the feed last spoke of it'),
})

export const gameList = page(null, game, {})
