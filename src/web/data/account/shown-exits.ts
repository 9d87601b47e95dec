/** Which exits are listed, and what of a position one can be put on. */
import type { AttachedExit, Position } from '../../platform/api/wire.ts'

/** Those in force, and those that ended without the trader's doing. */
export function isShown({ end, state }: AttachedExit): boolean {
  return end === null || state === 'failed'
}

/** Shares held of an outcome, as decimal text; null for none. */
export function heldOf({ items }: { readonly items: readonly Position[] }, outcomeId: string): string | null {
  const size = items.find((one) => one.outcome_id === outcomeId)?.size ?? '0'
  return size === '0' ? null : size
}
