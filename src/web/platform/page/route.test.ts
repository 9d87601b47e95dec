import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventAddress, fillsAddress, panelAddress, parseRoute } from './route.ts'

test('every address that the page makes is read back as it was', () => {
  for (const slug of ['a-b', 'with space', '100%', 'ü/x?y#z']) {
    for (const outcomeId of [null, 'pm:123']) {
      const address = new URL(eventAddress(slug, outcomeId), 'http://localhost')
      assert.deepEqual(parseRoute(address.pathname, address.search), { page: 'trade', slug, outcomeId })
    }
  }
})

test('the fills of one outcome have an address, and those of all', () => {
  const address = new URL(fillsAddress('pm:123'), 'http://localhost')
  assert.deepEqual(parseRoute(address.pathname, address.search), { page: 'fills', outcomeId: 'pm:123' })
  assert.deepEqual(parseRoute('/portfolio/fills', ''), { page: 'fills', outcomeId: null })
})

test('an outcome that is no token id is not taken over', () => {
  for (const query of ['', '?outcome=', '?outcome=abc', '?outcome=-1', `?outcome=${'9'.repeat(79)}`]) {
    assert.deepEqual(parseRoute('/event/x', query), { page: 'trade', slug: 'x', outcomeId: null })
  }
})

test('unknown addresses and broken escapes lead nowhere', () => {
  assert.deepEqual(parseRoute('/nothing/here', ''), { page: 'not_found' })
  assert.deepEqual(parseRoute('/panel/ladder', '?beside=7:a'), { page: 'panel', kind: 'ladder' })
  assert.deepEqual(parseRoute('/panel/', ''), { page: 'not_found' })
  assert.equal(panelAddress('ladder', { slug: 'a-b', outcomeId: 'pm:7' }), '/panel/ladder?beside=7:a-b')
  assert.equal(panelAddress('orders', null), '/panel/orders')
  assert.deepEqual(parseRoute('/event/%E0%A4%A', ''), { page: 'trade', slug: null, outcomeId: null })
  assert.deepEqual(parseRoute('/constructor', ''), { page: 'not_found' })
  assert.deepEqual(parseRoute('/settings/risk/', ''), { page: 'risk' })
})
