// Every score and period form of the venue reference, section 9.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { statusOfWord, gameScore, gameStatus } from './game.ts'
import fc from 'fast-check'
import { parseScore, swapTeams } from './score.ts'

describe('gameScore', () => {
  const cases: readonly (readonly [text: string, period: string, expected: unknown])[] = [
    ['101-99', 'Q4', { home: 101, away: 99, detail: null }],
    ['3-3', 'Top 9th', { home: 3, away: 3, detail: null }],
    ['0-1', '2H', { home: 0, away: 1, detail: null }],
    ['3-6, 6-3, 4-2', 'S3', { home: 1, away: 1, detail: '3-6, 6-3, 4-2' }],
    ['6-4', 'S1', { home: 1, away: 0, detail: '6-4' }],
    ['5-4', 'S1', { home: 0, away: 0, detail: '5-4' }],
    ['6-6(1-3)', 'TB1', { home: 0, away: 0, detail: '6-6(1-3)' }],
    ['7-6(7-1), 2-6, 6-5', 'S3', { home: 1, away: 1, detail: '7-6(7-1), 2-6, 6-5' }],
    ['6-3, 7-5', 'FT', { home: 2, away: 0, detail: '6-3, 7-5' }],
    ['000-000|1-0|Bo3', '2/3', { home: 1, away: 0, detail: '0-0, best of 3' }],
    ['12-9|1-1|Bo3', '3/3', { home: 1, away: 1, detail: '12-9, best of 3' }],
  ]
  for (const [text, period, expected] of cases) {
    test(`reads ${text} in ${period}`, () => {
      assert.deepEqual(gameScore(text, period, 'home'), expected)
    })
  }

  test('puts the home team first in leagues that list the away team first', () => {
    assert.deepEqual(gameScore('101-99', 'Q4', 'away'), { home: 99, away: 101, detail: null })
    assert.deepEqual(gameScore('7-6(7-1), 2-6', 'S3', 'away'), { home: 1, away: 1, detail: '6-7(1-7), 6-2' })
    assert.deepEqual(gameScore('5-2|1-0|Bo5', '2/5', 'away'), { home: 0, away: 1, detail: '2-5, best of 5' })
  })

  test('makes nothing of other forms', () => {
    for (const text of [
      '',
      '-',
      '1',
      '1-',
      'a-b',
      '1-2-3',
      '1e3-2',
      '1-2|3-4',
      '1-2|3-4|Bo',
      '1-2|3-4|Bo3|x',
      '6-3,',
      '9999-1',
      '٣-١',
    ]) {
      assert.equal(gameScore(text, 'Q1', 'home'), null, text)
    }
    assert.equal(gameScore('1-2,'.repeat(100), 'S1', 'home'), null)
  })
})

test('swapping twice changes nothing, and no text is a fault', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789-|,()Bo ')), maxLength: 30 }),
      (text) => {
        const score = parseScore(text, 'S1')
        if (score === null) return
        assert.deepEqual(swapTeams(swapTeams(score)), score)
        assert.notEqual(score.detail, '')
      },
    ),
    { numRuns: 3_000 },
  )
})

test('gameStatus follows the flags, then the words', () => {
  const frame = { live: true, ended: false, status: 'InProgress', period: 'Q2' }
  assert.equal(gameStatus(frame), 'live')
  for (const period of ['HT', 'End Q2', 'End 8th']) assert.equal(gameStatus({ ...frame, period }), 'paused')
  assert.equal(gameStatus({ ...frame, status: 'Suspended' }), 'paused')
  assert.equal(gameStatus({ ...frame, status: null, live: false, period: 'NS' }), 'scheduled')
  for (const period of ['FT', 'VFT', 'FT OT', 'FT NR']) {
    assert.equal(gameStatus({ ...frame, live: true, ended: true, period }), 'ended')
  }
})

test('a word of the catalog alone says the state of a game, whatever its case and dashes', () => {
  const words = ['InProgress', 'in_progress', 'Not Started', 'HALFTIME', 'Final', 'postponed', '']
  assert.deepEqual(words.map(statusOfWord), ['live', 'live', 'scheduled', 'paused', 'ended', null, null])
})
