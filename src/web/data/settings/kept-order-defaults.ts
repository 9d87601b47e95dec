/** The order defaults, kept in this tab's storage over a reload. Nothing is sent by that. */
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { createKept, fieldsOf } from '../../platform/state/store.ts'
import type { Memory, Store } from '../../platform/state/store.ts'
import { SIZE_UNITS } from './order-defaults.ts'
import type { OrderDefaults } from './order-defaults.ts'
import { amountIn, writtenAmount } from '../../platform/format/figures.ts'

const NAME = 'sesame.hand'
const MAX_LENGTH = 20
const FIRST: OrderDefaults = {
  size: micros(10_000_000n),
  unit: 'shares',
  timeInForce: 'GTC',
  postOnly: false,
}

/** The order defaults that this tab stored; unreadable ones are those of a first visit. */
export function createOrderDefaults(storage: Memory): Store<OrderDefaults> {
  return createKept(storage, NAME, read, ({ size, ...terms }) => ({ size: writtenAmount(size), ...terms }))
}

function read(kept: unknown): OrderDefaults {
  const { size, unit, timeInForce, postOnly } = fieldsOf(kept)
  const parsed = amountIn(typeof size === 'string' && size.length <= MAX_LENGTH ? size : '')
  // Half of the stored terms would be another order.
  const known = SIZE_UNITS.find((one) => one === unit)
  if (parsed === null || parsed <= 0n || known === undefined) return FIRST
  if (timeInForce !== 'GTC' && timeInForce !== 'FAK' && timeInForce !== 'FOK') return FIRST
  return {
    size: parsed,
    unit: known,
    timeInForce,
    postOnly: timeInForce === 'GTC' && postOnly === true,
  }
}

export const DEFAULT_QUICK_NOTIONAL = micros(100_000_000n)
const QUICK_NAME = 'sesame.quick_notional'

/** The quick notional as kept in this browser; anything unreadable counts as not chosen. */
export function createQuickNotional(storage: Memory): Store<Micros> {
  const read = (kept: unknown): Micros => {
    const text = typeof kept === 'string' || typeof kept === 'number' ? String(kept) : ''
    return (/^\d{1,12}(\.\d{1,6})?$/.test(text) ? amountIn(text) : null) ?? DEFAULT_QUICK_NOTIONAL
  }
  return createKept(storage, QUICK_NAME, read, writtenAmount)
}
