import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeText } from './figures.ts'

test('the market comes before its event, which stands alone where both are one', () => {
  const text = (marketTitle: string, eventTitle: string) => placeText({ marketTitle, eventTitle })
  assert.equal(text('Ingrid Solberg', 'Who wins?'), 'Ingrid Solberg \u00b7 Who wins?')
  assert.equal(text('Rain?', 'Rain?'), 'Rain?')
  assert.equal(text('', 'Rain?'), 'Rain?')
})
