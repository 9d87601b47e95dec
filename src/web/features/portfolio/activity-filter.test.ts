import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityQueryOf, kindText, NO_ACTIVITY_FILTER } from './activity-filter.ts'

test('only what is filtered is asked for', () => {
  assert.deepEqual(activityQueryOf(NO_ACTIVITY_FILTER), {})
  assert.deepEqual(activityQueryOf({ kind: 'redeem', side: 'BUY', combos: 'without combos' }), {
    kind: 'redeem',
    side: 'BUY',
    combo: 'false',
  })
  assert.deepEqual(activityQueryOf({ ...NO_ACTIVITY_FILTER, combos: 'only combos' }), { combo: 'true' })
})

test('an unknown kind is shown in the venue\u2019s word', () => {
  assert.equal(kindText({ kind: 'trade', venueKind: 'TRADE' }), 'trade')
  assert.equal(kindText({ kind: 'other', venueKind: 'MAKER_REBATE' }), 'maker rebate')
  assert.equal(kindText({ kind: 'other', venueKind: '' }), 'other')
})
