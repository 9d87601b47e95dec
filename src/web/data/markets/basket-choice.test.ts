import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '../../platform/api/client.ts'
import { chooseAll, chooseMarket, emptyBasket } from './basket-choice.ts'

const market = (id: string, status = 'open') => ({ id, status, notTradable: null })
const EVENT = {
  id: 'pm:1',
  markets: [market('a'), market('b'), market('c', 'closed'), market('d')],
} as unknown as Event

test('one by one, a range from the last one, and all that can be bought', () => {
  const first = chooseMarket(emptyBasket(EVENT), EVENT, 'a', false)
  assert.deepEqual(first.markets, ['a'])
  const range = chooseMarket(first, EVENT, 'd', true)
  assert.deepEqual(range.markets, ['a', 'b', 'd'])
  assert.deepEqual(chooseMarket(range, EVENT, 'b', false).markets, ['a', 'd'])
  assert.deepEqual(chooseMarket(range, EVENT, 'a', true).markets, [])
  // Without a last one it is one.
  assert.deepEqual(chooseMarket(emptyBasket(EVENT), EVENT, 'd', true).markets, ['d'])
  assert.deepEqual(chooseAll(first, EVENT).markets, ['a', 'b', 'd'])
  assert.deepEqual(chooseAll(range, EVENT).markets, [])
})
