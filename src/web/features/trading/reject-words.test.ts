import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROBLEMS, rejectCode } from '#contract/errors.ts'
import { REJECT_TEXT } from '#core/reject-codes.ts'
import { rejectFix, rejectText } from './reject-words.ts'

/** Codes of the contract against which nothing that the trader does helps. */
const HELPLESS: ReadonlySet<string> = new Set(['market_closed', 'no_position', 'venue_rejected'])
const SENTENCE = /^[A-Z].*\.$/

test('every reject code of the contract has a sentence and, where there is one, what helps', () => {
  assert.ok(rejectCode.options.length >= 50)
  for (const code of rejectCode.options) {
    assert.match(REJECT_TEXT[code], SENTENCE)
    const fix = rejectFix(code)
    if (HELPLESS.has(code)) assert.equal(fix, null, code)
    else assert.match(fix ?? '', SENTENCE, code)
    const told = rejectText(code, REJECT_TEXT[code])
    assert.ok(told.startsWith(REJECT_TEXT[code]) && told.endsWith(fix ?? '.'))
  }
})

test('every problem code has words', () => {
  for (const [code, { title }] of Object.entries(PROBLEMS)) assert.match(title, /^[A-Z].{5,}/, code)
})

test('a code that nobody here knows is shown with the raw text, and so is one named like a part of every object', () => {
  assert.equal(rejectText('lunar_phase', 'The moon is full'), 'The moon is full (lunar_phase)')
  assert.equal(rejectText('lunar_phase', ''), 'lunar_phase')
  for (const code of ['constructor', '__proto__', 'toString']) {
    assert.equal(rejectFix(code), null)
    assert.equal(rejectText(code, 'x'), `x (${code})`)
  }
  assert.equal(rejectFix(null), null)
})
