/** Alerts (API-7). An alert notifies; it never trades. */
import { ALERT_KINDS, BLOCKED_REASONS, type BlockedReason } from '#core/alert/alert.ts'
import { STALE_REASONS } from '#core/book/book.ts'
import type { AlertId } from '#core/ids.ts'
import type { TickSize } from '#core/price.ts'
import { as, nullable, record, says, type Codec, type CoreOf, type WireOf } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { page } from './lists.ts'
import { eventId, gameId, outcomeId, titles } from './shared.ts'

export const direction = f.oneOf(['above', 'below'])

const blockedReason: Codec<BlockedReason, BlockedReason> = f.oneOf([...STALE_REASONS, ...BLOCKED_REASONS])

/** In the unit of the threshold, which the kind decides. */
const figure = nullable(f.writtenAmount)

const written = record('Alert', {
  id: says(f.id<AlertId>(), 'Names the alert'),
  kind: says(f.oneOf(ALERT_KINDS), 'What it watches'),
  outcomeId: nullable(outcomeId),
  gameId: nullable(gameId),
  eventId: nullable(eventId),
  eventTitle: titles.eventTitle,
  marketTitle: nullable(titles.marketTitle),
  outcomeName: nullable(titles.outcomeName),
  direction: says(nullable(direction), 'above: the best bid reaches the threshold; below: the best ask'),
  threshold: says(figure, 'A price, a spread, or points; null: any change, start or end'),
  tick: as('tick_size', says(figure, 'The step of value and threshold; 1 for points')),
  repeat: says(f.flag, 'It fires more than once'),
  state: says(f.oneOf(['active', 'paused', 'fired']), 'Only an active one fires'),
  blockedReason: says(nullable(blockedReason), 'Why it cannot be judged now; it does not fire meanwhile'),
  value: says(figure, 'What is compared with the threshold, as last judged'),
  distance: says(
    { ...figure, shape: nullable(f.signedAmount).shape },
    'How far value is from the threshold; 0 or less: reached',
  ),
  note: says(f.foreignText, "The trader's note"),
  createdAt: says(f.instant, 'When it was set'),
  armedAt: says(f.optionalInstant, 'Since when it can fire; null: once the value was a tick back'),
  checkedAt: says(f.optionalInstant, 'When it was last judged on live data'),
  lastFiredAt: says(f.optionalInstant, 'When it last fired'),
})

type Figures = { readonly [Name in 'threshold' | 'value' | 'distance']: number | null }
type Written = CoreOf<typeof written>

/** Figures count points of a score, and steps of 0.0001 of anything else. */
export type AlertRow = Omit<Written, keyof Figures | 'tick'> & Figures & { readonly tick: TickSize | null }

export const alert: Codec<AlertRow, WireOf<typeof written>> = {
  ...written,
  encode(row) {
    const { encode } = nullable(figureOf(row.kind))
    return written.encode({
      ...row,
      threshold: encode(row.threshold),
      tick: encode(row.tick),
      value: encode(row.value),
      distance: encode(row.distance),
    })
  },
  decode(wire) {
    const row = written.decode(wire)
    const { decode } = nullable(figureOf(row.kind))
    return {
      ...row,
      threshold: decode(row.threshold),
      tick: decode(row.tick) as TickSize | null,
      value: decode(row.value),
      distance: decode(row.distance),
    }
  },
}

export function figureOf(kind: Written['kind']): Codec<number, string> {
  return kind === 'score' ? { ...f.text, encode: String, decode: Number } : f.steps
}

export const alertList = page('AlertList', alert, { limit: says(f.integer, 'How many there may be') })
