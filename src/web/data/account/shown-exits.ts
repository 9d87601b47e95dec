/** Which exits are listed, and what of a position one can be put on. */
import type { AttachedExit, Position } from '../../platform/api/client.ts'
import type { Micros } from '#core/money.ts'
import { ZERO } from '#core/money.ts'

/** Those in force, and those that ended without the trader's doing. */
export function isShown({ end, state }: AttachedExit): boolean {
  return end === null || state === 'failed'
}

/** Shares held of an outcome, null for none. */
export function heldOf({ items }: { readonly items: readonly Position[] }, outcomeId: string): Micros | null {
  const size = items.find((one) => one.outcomeId === outcomeId)?.size ?? ZERO
  return size === ZERO ? null : size
}
