import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leavingOrder } from './use-fitting-columns.ts'

test('extra columns leave first, from the end, then what else may be hidden, and never what one acts by', () => {
  const columns = [
    { id: 'pick', isFixed: true },
    { id: 'side' },
    { id: 'market', className: 'wide', isFixed: true },
    { id: 'price', className: 'num' },
    { id: 'value', className: 'num extra' },
    { id: 'age', className: 'num extra dim' },
    { id: 'cancel', isHeadHidden: true },
  ]
  assert.deepEqual(leavingOrder(columns), ['age', 'value', 'side', 'price'])
})
