/** The order defaults, kept in this tab's storage over a reload. Nothing is sent by that. */
import { formatMicros, micros, parseMicros } from '#core/money.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Store } from '../../platform/state/store.ts'
import { SIZE_UNITS } from './order-defaults.ts'
import type { OrderDefaults } from './order-defaults.ts'

const NAME = 'sesame.hand'
const MAX_LENGTH = 20
const FIRST: OrderDefaults = {
  size: micros(10_000_000n),
  unit: 'shares',
  timeInForce: 'GTC',
  postOnly: false,
}

/** The order defaults that this tab stored; unreadable ones are those of a first visit. */
export function createOrderDefaults(storage: Pick<Storage, 'getItem' | 'setItem'>): Store<OrderDefaults> {
  const orderDefaults = createStore<OrderDefaults>(read(storage))
  orderDefaults.subscribe(() => {
    const { size, ...terms } = orderDefaults.get()
    try {
      storage.setItem(NAME, JSON.stringify({ size: formatMicros(size), ...terms }))
    } catch {
      // Private windows store nothing: the defaults then last until the page is closed.
    }
  })
  return orderDefaults
}

function read(storage: Pick<Storage, 'getItem'>): OrderDefaults {
  try {
    const kept: unknown = JSON.parse(storage.getItem(NAME) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return FIRST
    const { size, unit, timeInForce, postOnly } = kept as Readonly<Record<string, unknown>>
    const parsed = parseMicros(typeof size === 'string' && size.length <= MAX_LENGTH ? size : '')
    // Half of the stored terms would be another order.
    const known = SIZE_UNITS.find((one) => one === unit)
    if (!parsed.ok || parsed.value <= 0n || known === undefined) return FIRST
    if (timeInForce !== 'GTC' && timeInForce !== 'FAK' && timeInForce !== 'FOK') return FIRST
    return {
      size: parsed.value,
      unit: known,
      timeInForce,
      postOnly: timeInForce === 'GTC' && postOnly === true,
    }
  } catch {
    return FIRST
  }
}
