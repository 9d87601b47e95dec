/** What the venue lets through now, as text: for the strip, the chips of the trading panels and the buttons that cannot work. */
import { unreachable } from '#lib/never.ts'
import type { TradingState } from '../../platform/api/wire.ts'
import { showCountdown } from '../../platform/format/times.ts'

type Venue = TradingState['venue']

/** The strip's first words, and what goes on meanwhile. */
export function venueStrip(mode: Exclude<Venue['mode'], 'normal'>): {
  readonly what: string
  readonly meanwhile: string
} {
  switch (mode) {
    case 'restarting':
      return { what: 'The venue is restarting', meanwhile: 'Nothing is placed; cancels are still attempted.' }
    case 'post_only':
      return {
        what: 'The venue takes post-only orders only',
        meanwhile: 'What would trade at once is refused; cancels work.',
      }
    case 'cancel_only':
      return { what: 'The venue takes cancels only', meanwhile: 'Nothing is placed; cancels work.' }
    case 'disabled':
      return {
        what: 'The venue does not trade now',
        meanwhile: 'Nothing is placed; cancels are still attempted.',
      }
    default:
      return unreachable(mode)
  }
}

/** What the strip says of a limit that the venue let pass this time. */
export function limitStrip({ remaining }: NonNullable<Venue['limit_warning']>): {
  readonly what: string
  readonly meanwhile: string
} {
  const over = remaining !== null && remaining < 0 ? ` by ${-remaining}` : ''
  return {
    what: `Over the venue’s request limit${over}`,
    meanwhile: 'It let the request pass; the next one may be refused.',
  }
}

/** The chip beside SAFE or ARMED; null while the venue trades normally. */
export function venueWord(mode: Venue['mode']): string | null {
  switch (mode) {
    case 'normal':
      return null
    case 'restarting':
      return 'RESTARTING'
    case 'post_only':
      return 'POST-ONLY'
    case 'cancel_only':
      return 'CANCEL ONLY'
    case 'disabled':
      return 'VENUE CLOSED'
    default:
      return unreachable(mode)
  }
}

/** How long it lasts as far as is known, at `now`: ` 0:42`; empty when no end was named. */
export function venueLeft(venue: Pick<Venue, 'until'>, now: number): string {
  return venue.until === null ? '' : showCountdown(Date.parse(venue.until) - now)
}

/** Why an order cannot be placed now; null when it can. */
export function venueBlock(venue: Pick<Venue, 'mode'> | null, postOnly: boolean): string | null {
  if (venue === null || venue.mode === 'normal') return null
  if (venue.mode === 'post_only') return postOnly ? null : 'the venue takes post-only orders only'
  return venue.mode === 'cancel_only'
    ? 'the venue takes cancels only'
    : venue.mode === 'restarting'
      ? 'the venue is restarting'
      : 'the venue does not trade now'
}
