// Rules shown here: PAGE-12.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROBLEMS } from '#contract/errors.ts'
import { readPrices } from '#core/priced-text.ts'
import { REJECT_TEXT, type RejectCode } from '#core/reject-codes.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { auditMessage, rejectFix, rejectMessage, rejectText } from './reject-text.ts'

/** Codes of the contract against which nothing that the trader does helps. */
const HELPLESS: ReadonlySet<string> = new Set(['market_closed', 'no_position', 'venue_rejected'])
const CODES = Object.keys(REJECT_TEXT) as RejectCode[]
const SENTENCE = /^[A-Z].*\.$/

test('every reject code of the contract has a sentence and, where there is one, what helps', () => {
  assert.ok(CODES.length >= 50)
  for (const code of CODES) {
    assert.match(REJECT_TEXT[code], SENTENCE)
    const fix = rejectFix(code, REJECT_TEXT[code])
    if (HELPLESS.has(code)) assert.equal(fix, null, code)
    else assert.match(fix ?? '', SENTENCE, code)
    const text = rejectText(code, REJECT_TEXT[code])
    assert.ok(text.startsWith(REJECT_TEXT[code]) && text.endsWith(fix ?? '.'))
  }
})

test('the prices of a refusal are said in the format of the page, in its answer and in its audit row', () => {
  const message = 'The price 0.7 is too far: at most 0.67.'
  const prices = [
    { at: 10, price: '0.7', tick_size: '0.01', kind: 'price' as const },
    { at: 34, price: '0.67', tick_size: '0.01', kind: 'price' as const },
  ]
  assert.equal(
    rejectMessage({ message, prices: readPrices(prices) }, pricesIn('price')),
    'The price 0.70 is too far: at most 0.67.',
  )
  assert.equal(
    rejectMessage({ message, prices: readPrices(prices) }, pricesIn('cents')),
    'The price 70c is too far: at most 67c.',
  )
  const odds = pricesIn('decimal_odds')
  assert.equal(auditMessage({ message, prices }, odds), 'The price 1.43 is too far: at most 1.49.')
  assert.equal(auditMessage({ message, prices: 'x' }, odds), message)
  assert.equal(auditMessage({}, odds), null)
})

test('every problem code has words', () => {
  for (const [code, { title }] of Object.entries(PROBLEMS)) assert.match(title, /^[A-Z].{5,}/, code)
})

test('an unknown code is shown with the raw text, and so is one named like a part of every object', () => {
  assert.equal(rejectText('lunar_phase', 'The moon is full'), 'The moon is full (lunar_phase)')
  assert.equal(rejectText('lunar_phase', ''), 'lunar_phase')
  for (const code of ['constructor', '__proto__', 'toString']) {
    assert.equal(rejectFix(code, 'x'), null)
    assert.equal(rejectText(code, 'x'), `x (${code})`)
  }
  assert.equal(rejectFix(null, ''), null)
})

test('an order that a cancel stopped on its way does not advise arming; one refused because the terminal is SAFE is', () => {
  const stopped = 'A cancel of its market came in between: nothing requested before it is placed.'
  assert.equal(rejectText('safe_mode', stopped), stopped)
  const move = `${REJECT_TEXT.safe_mode} The order stays at 0.57.`
  assert.match(rejectText('safe_mode', move), /Press ARM/)
})
