import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../platform/api/client.ts'
import { figuresChoice } from './journal-text.ts'

test('the figures stay when the fills behind one are opened', () => {
  const query = figuresChoice({ tag: 'late', measure: 'mark_10s', roundTrip: 't1' })
  assert.equal(addressOf('readJournal', { query }), '/api/journal?tag=late')
})

test('a file has the filters of the page, and what was taken back is not asked for', () => {
  assert.equal(
    addressOf('exportJournal', { query: { what: 'round_trips', tag: 'news & co', marketId: undefined } }),
    '/api/journal/export?what=round_trips&tag=news+%26+co',
  )
})
