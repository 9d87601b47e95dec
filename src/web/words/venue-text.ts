/**
 * Present mode of the venue, as text: for the strip, the chips of the trading panels and the buttons that cannot
 * work.
 */
import type { TradingState } from '../platform/api/client.ts'
import { showCountdown } from '../platform/format/figures.ts'

type Venue = TradingState['venue']

type Strip = { readonly until: number | null; readonly what: string; readonly meanwhile: string }

/** Text and end of the strip; null while the venue takes everything. */
export function venueStrip({ mode, until, retryAfterMs: held, limitWarning: warning }: Venue): Strip | null {
  if (mode !== 'normal') return { until, ...MODES[mode] }
  if (held !== null) {
    return {
      until,
      what: 'The venue asks to wait',
      meanwhile: 'Orders are refused until then; cancels still go out.',
    }
  }
  return warning === null ? null : { until: warning.until, ...limitStrip(warning) }
}

type Words = Omit<Strip, 'until'> & Readonly<Record<'word' | 'block', string>>

/** A mode in the strip, on the chip beside SAFE or ARMED, and as the reason why an order cannot be placed. */
const MODES: Readonly<Record<Exclude<Venue['mode'], 'normal'>, Words>> = {
  restarting: {
    what: 'The venue is restarting',
    meanwhile: 'Nothing is placed; cancels are still attempted.',
    word: 'RESTARTING',
    block: 'the venue is restarting',
  },
  post_only: {
    what: 'The venue accepts post-only orders only',
    meanwhile: 'Orders that would trade at once are refused; cancels work.',
    word: 'POST-ONLY',
    block: 'the venue accepts post-only orders only',
  },
  cancel_only: {
    what: 'The venue accepts cancels only',
    meanwhile: 'Nothing is placed; cancels work.',
    word: 'CANCEL ONLY',
    block: 'the venue accepts cancels only',
  },
  disabled: {
    what: 'The venue is not trading',
    meanwhile: 'Nothing is placed; cancels are still attempted.',
    word: 'VENUE CLOSED',
    block: 'the venue is not trading',
  },
}

/** A limit that the venue let pass this time. */
function limitStrip({ remaining }: NonNullable<Venue['limitWarning']>): Omit<Strip, 'until'> {
  const over = remaining !== null && remaining < 0 ? ` by ${-remaining}` : ''
  return {
    what: `Over the venue’s request limit${over}`,
    meanwhile: 'This request passed; the next may be refused.',
  }
}

/** The chip beside SAFE or ARMED; null while the venue trades normally. */
export function venueWord({ mode, retryAfterMs: held }: Pick<Venue, 'mode' | 'retryAfterMs'>): string | null {
  if (mode !== 'normal') return MODES[mode].word
  return held === null ? null : 'HELD'
}

/** How long it lasts as far as is known, at `now`: ` 0:42`; empty when no end was named. */
export function venueLeft(venue: Pick<Venue, 'until'>, now: number): string {
  return venue.until === null ? '' : showCountdown(venue.until - now)
}

/** Why an order cannot be placed now; null when it can. */
export function venueBlock(venue: Pick<Venue, 'mode'> | null, postOnly: boolean): string | null {
  if (venue === null || venue.mode === 'normal') return null
  return venue.mode === 'post_only' && postOnly ? null : MODES[venue.mode].block
}
