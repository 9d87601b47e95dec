/** Combos as text: the state of a request, and why combos are not available. */
import { quoteGate } from '#core/combo/combo-availability.ts'
import { rejection } from '#core/reject-codes.ts'
import { placeText, showLocal } from '../platform/format/figures.ts'
import type { ComboPosition, ComboRfq, TradingState } from '../platform/api/client.ts'

const STATE: Readonly<Record<ComboRfq['state'], string>> = {
  waiting: 'Asking\u2026',
  no_quote: 'No quote',
  live: 'Live',
  dismissed: 'Declined',
  expired: 'Expired',
  accepting: 'Accepting',
  unknown: 'Unknown',
  filled: 'Filled',
  not_filled: 'Not filled',
}

export function stateWord(rfq: Pick<ComboRfq, 'state'>): string {
  return STATE[rfq.state]
}

/** Meaning of a state for the trader; empty where the word says all. */
export function stateText(rfq: Pick<ComboRfq, 'state' | 'reject'>): string {
  switch (rfq.state) {
    case 'accepting':
      return 'Sent once. Waiting for the venue\u2026'
    case 'unknown':
      return 'Sent once, no clear answer. Checking until its outcome is known; nothing is sent again.'
    case 'no_quote':
    case 'not_filled':
      return rfq.reject?.message ?? ''
    case 'expired':
      return 'Expired; nothing was sent.'
    case 'dismissed':
      return 'Declined here; the venue is not notified.'
    default:
      return ''
  }
}

/** True if it is the side of a combo that pays when a leg loses. */
export function isNo(position: Pick<ComboPosition, 'outcomeName'>): boolean {
  return position.outcomeName.toLowerCase() === 'no'
}

/** The legs on one line. */
export function legsText(legs: ComboRfq['legs']): string {
  return legs.map((leg) => `${leg.outcomeName} \u2013 ${placeText(leg)}`).join(' AND ')
}

/** Why no quote can be asked for now; null when one can, also in SAFE. */
export function askBlock(trading: TradingState | null): string | null {
  return trading === null ? null : (quoteGate(trading.combosReasons)?.message ?? null)
}

/** Every reason why no quote can be accepted now, those that arming does not fix first. */
export function closedTexts(trading: TradingState | null): readonly string[] {
  const others = (trading?.combosReasons ?? []).filter((reason) => reason !== 'safe_mode')
  const texts = others.map((reason) => rejection(reason).message)
  return trading?.mode === 'ARMED' ? texts : [...texts, 'SAFE: arm to accept.']
}

/** Seconds with tenths under five: `4.3 s`, `9 s`. */
export function showSeconds(ms: number): string {
  const left = Math.max(0, ms)
  return left < 5_000 ? `${(Math.floor(left / 100) / 10).toFixed(1)} s` : `${Math.floor(left / 1_000)} s`
}

/** The venue's lists are read every minute. */
const LATE_MS = 150_000

/** When a list was read, and whether the reads since then have failed; empty before the first. */
export function asOfText(list: { readonly asOf: number | null } | null, now: number): string {
  const at = list?.asOf ?? null
  if (at === null) return ''
  return `as of ${showLocal(at)}${now - at > LATE_MS ? ', not read since' : ''}`
}

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
  if (facts.remainingMs < LAST_ACCEPT_MS) return 'Too late: less than a second left.'
  if (!facts.isCurrent) return 'Link to the terminal lost.'
  return closedTexts(facts.trading)[0] ?? null
}
