/** The hand, kept in this tab's own storage over a reload; nothing is ever sent by that. */
import { formatMicros, micros, parseMicros } from '#core/money.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Store } from '../../platform/state/store.ts'
import type { Hand } from './hand.ts'

const NAME = 'sesame.hand'
const LONGEST = 20
const FIRST: Hand = { size: micros(10_000_000n), unit: 'shares', timeInForce: 'GTC', postOnly: false }

/** The hand as this tab kept it; what cannot be read is as at the first visit. */
export function createHand(storage: Pick<Storage, 'getItem' | 'setItem'>): Store<Hand> {
  const hand = createStore<Hand>(read(storage))
  hand.subscribe(() => {
    const { size, ...terms } = hand.get()
    try {
      storage.setItem(NAME, JSON.stringify({ size: formatMicros(size), ...terms }))
    } catch {
      // Private windows refuse to store: the hand then lasts as long as the page.
    }
  })
  return hand
}

function read(storage: Pick<Storage, 'getItem'>): Hand {
  try {
    const kept: unknown = JSON.parse(storage.getItem(NAME) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return FIRST
    const { size, unit, timeInForce, postOnly } = kept as Readonly<Record<string, unknown>>
    const parsed = parseMicros(typeof size === 'string' && size.length <= LONGEST ? size : '')
    // Half of it would be another order than the one that was in the hand.
    if (!parsed.ok || parsed.value <= 0n || (unit !== 'shares' && unit !== 'cash')) return FIRST
    if (timeInForce !== 'GTC' && timeInForce !== 'FAK' && timeInForce !== 'FOK') return FIRST
    return { size: parsed.value, unit, timeInForce, postOnly: timeInForce === 'GTC' && postOnly === true }
  } catch {
    return FIRST
  }
}
