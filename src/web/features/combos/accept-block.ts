/** Availability of the button that accepts a quote, and the reason against it. */
import type { TradingState } from '../../platform/api/wire.ts'
import { closedTexts } from '../../words/combo-text.ts'

/** Under this the button does nothing any more (VEN-18). */
const LAST_ACCEPT_MS = 1_000

/** Why the live quote cannot be accepted now; null when it can. */
export function acceptBlock(facts: {
  readonly remainingMs: number
  readonly isAccepted: boolean
  readonly isCurrent: boolean
  readonly trading: TradingState | null
}): string | null {
  if (facts.isAccepted) return 'Already accepted: sent once.'
  if (facts.remainingMs < LAST_ACCEPT_MS) return 'Too late: less than a second is left.'
  if (!facts.isCurrent) return 'The link to the terminal is lost.'
  return closedTexts(facts.trading)[0] ?? null
}
