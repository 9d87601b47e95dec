/** Facts of an event and its markets as text. */
import type { Event, Market } from '../platform/api/wire.ts'

/** Eligibility of the market as a combo leg, with the reason against it. */
export function comboText(market: Pick<Market, 'combo_eligible' | 'combo_status' | 'status'>): {
  readonly text: string
  readonly reason: string
} {
  if (market.combo_eligible) return { text: 'combo', reason: 'Can be a leg of a combo.' }
  const reason =
    market.status !== 'open'
      ? `The market is ${market.status}.`
      : market.combo_status === 'pending'
        ? 'The venue has not opened it for combos yet.'
        : market.combo_status === 'disabled'
          ? 'The venue does not offer it for combos.'
          : 'The venue lists it for combos, but its combo data is missing.'
  return { text: 'no combo', reason }
}

/**
 * True if the first outcomes of the event's markets exclude each other, so that their prices can be added up: the
 * venue's own mark, with more than one market.
 */
export function isExclusive(event: Pick<Event, 'neg_risk' | 'markets'>): boolean {
  return event.neg_risk && event.markets.filter((market) => market.status === 'open').length > 1
}
