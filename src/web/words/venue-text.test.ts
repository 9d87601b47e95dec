import assert from 'node:assert/strict'
import { test } from 'node:test'
import { venueBlock, venueLeft, venueStrip, venueWord } from './venue-text.ts'

const NOW = Date.parse('2026-11-20T20:18:00.000Z')
const venue = <Mode extends string>(mode: Mode) => ({
  mode,
  until: NOW + 41_200,
  retryAfterMs: 41_200,
  limitWarning: null,
})
const NORMAL = { mode: 'normal', until: null, retryAfterMs: null, limitWarning: null } as const

test('a venue that trades normally is not mentioned and blocks nothing', () => {
  assert.deepEqual([venueWord(NORMAL), venueStrip(NORMAL), venueBlock(NORMAL, false)], [null, null, null])
  assert.equal(venueBlock(null, false), null)
})

test('a restricted venue has a word, a sentence and a countdown, and blocks what it would refuse', () => {
  for (const mode of ['restarting', 'post_only', 'cancel_only', 'disabled'] as const) {
    assert.match(venueWord(venue(mode)) ?? '', /^[A-Z -]+$/)
    const strip = venueStrip(venue(mode))
    assert.match(strip?.what ?? '', /^The venue /)
    assert.match(strip?.meanwhile ?? '', /cancels/)
    assert.equal(strip?.until, venue(mode).until)
    assert.match(venueBlock(venue(mode), false) ?? '', /venue/)
    assert.equal(venueBlock(venue(mode), true) === null, mode === 'post_only')
    assert.equal(venueLeft(venue(mode), NOW), '0:42')
  }
})

test('a hold of its limits has a word and a strip, though the mode is normal', () => {
  const held = venue('normal' as const)
  assert.equal(venueWord(held), 'HELD')
  assert.match(venueStrip(held)?.what ?? '', /asks to wait/)
  assert.equal(venueStrip(held)?.until, held.until)
})

test('no end is shown where none was named', () => {
  assert.equal(venueLeft({ until: null }, NOW), '')
})

test('a warning about the limit says how far over it is, where the venue says so', () => {
  const until = NOW
  const what = (remaining: number | null): string =>
    venueStrip({ ...NORMAL, limitWarning: { remaining, until } })?.what ?? ''
  assert.match(what(-3), /limit by 3$/)
  for (const remaining of [null, 0, 5]) assert.match(what(remaining), /limit$/)
})
