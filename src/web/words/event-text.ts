/** Facts of an event and its markets as text. */
import type { Micros } from '#core/money.ts'
import type { Event, Market } from '../platform/api/client.ts'
import { writtenAmount } from '../platform/format/figures.ts'

/** Eligibility of the market as a combo leg, with the reason against it. */
export function comboText(market: Pick<Market, 'comboEligible' | 'comboStatus' | 'status'>): {
  readonly text: string
  readonly reason: string
} {
  if (market.comboEligible) return { text: 'combo', reason: 'Can be a leg of a combo.' }
  const reason =
    market.status !== 'open'
      ? `The market is ${market.status}.`
      : market.comboStatus === 'pending'
        ? 'The venue has not opened it for combos yet.'
        : market.comboStatus === 'disabled'
          ? 'The venue does not offer it for combos.'
          : 'The venue lists it for combos, but its combo data is missing.'
  return { text: 'no combo', reason }
}

/** The line of a spread: `−4.5`, `+2.5`. */
export function signedLine(line: Micros): string {
  const text = writtenAmount(line)
  return text.startsWith('-') ? `\u2212${text.slice(1)}` : `+${text}`
}

/**
 * True if the first outcomes of the event's markets exclude each other, so that their prices can be added up: the
 * venue's own mark, with more than one market.
 */
export function isExclusive(event: Pick<Event, 'negRisk' | 'markets'>): boolean {
  return event.negRisk && event.markets.filter((market) => market.status === 'open').length > 1
}
