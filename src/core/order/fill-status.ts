/** The ladder of a trade's status: a lower word never overwrites a higher one, and the last two are final. */
import type { FillStatus } from './order.ts'

const RANK: Readonly<Record<FillStatus, number>> = {
  matched: 0,
  mined: 1,
  retrying: 2,
  confirmed: 3,
  failed: 3,
}

/** True if nothing can change the fill any more. */
export function isFinalFill(status: FillStatus): boolean {
  return RANK[status] === 3
}

/** The status after receiving `received` (ORD-4: MATCHED < MINED < RETRYING < CONFIRMED | FAILED). */
export function laterFillStatus(known: FillStatus, received: FillStatus): FillStatus {
  return RANK[received] > RANK[known] ? received : known
}
