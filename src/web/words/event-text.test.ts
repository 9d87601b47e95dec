import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '../platform/api/client.ts'
import { comboText, isExclusive } from './event-text.ts'

test('a market that cannot be in a combo says why', () => {
  const of = (status: 'open' | 'closed', combo: 'enabled' | 'pending' | 'disabled') =>
    comboText({ comboEligible: false, comboStatus: combo, status }).reason
  assert.match(of('closed', 'enabled'), /closed/)
  assert.match(of('open', 'pending'), /not opened/)
  assert.match(of('open', 'disabled'), /does not offer/)
  assert.match(of('open', 'enabled'), /missing/)
  assert.equal(comboText({ comboEligible: true, comboStatus: 'enabled', status: 'open' }).text, 'combo')
})

test('prices are added up only over several open markets that the venue calls exclusive', () => {
  const event = (negRisk: boolean, ...statuses: string[]) =>
    ({ negRisk: negRisk, markets: statuses.map((status) => ({ status })) }) as unknown as Event
  assert.equal(isExclusive(event(true, 'open', 'open')), true)
  assert.equal(isExclusive(event(true, 'open', 'closed')), false)
  assert.equal(isExclusive(event(false, 'open', 'open')), false)
})
