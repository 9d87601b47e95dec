import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitStrip, venueBlock, venueLeft, venueStrip, venueWord } from './venue-text.ts'

const NOW = Date.parse('2026-11-20T20:18:00.000Z')
const venue = <Mode extends string>(mode: Mode) => ({
  mode,
  until: '2026-11-20T20:18:41.200Z',
  retry_after_ms: 41_200,
})

test('a venue that trades normally is not mentioned and blocks nothing', () => {
  assert.equal(venueWord('normal'), null)
  assert.equal(venueBlock(venue('normal' as const), false), null)
  assert.equal(venueBlock(null, false), null)
})

test('a restricted venue has a word, a sentence and a countdown, and blocks what it would refuse', () => {
  for (const mode of ['restarting', 'post_only', 'cancel_only', 'disabled'] as const) {
    assert.match(venueWord(mode) ?? '', /^[A-Z -]+$/)
    assert.match(venueStrip(mode).what, /^The venue /)
    assert.match(venueStrip(mode).meanwhile, /cancels/)
    assert.match(venueBlock(venue(mode), false) ?? '', /venue/)
    assert.equal(venueBlock(venue(mode), true) === null, mode === 'post_only')
    assert.equal(venueLeft(venue(mode), NOW), '0:42')
  }
})

test('no end is shown where none was named', () => {
  assert.equal(venueLeft({ until: null }, NOW), '')
})

test('a warning about the limit says how far over it is, where the venue says so', () => {
  const until = '2026-11-20T10:00:00.000Z'
  assert.match(limitStrip({ remaining: -3, until }).what, /limit by 3$/)
  for (const remaining of [null, 0, 5]) assert.match(limitStrip({ remaining, until }).what, /limit$/)
})
