/** Request of an alert's form, or its fault. Nothing off the tick leaves the page. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { formatPrice } from '#core/price.ts'
import type { Alert, AlertBody, AlertChange } from '../../platform/api/client.ts'
import { pricesIn } from '../settings/prices.ts'
import type { Prices } from '../settings/prices.ts'
import { snapPrice } from '../markets/price-steps.ts'
import { readTyped, stepText } from '../markets/typed-price.ts'
import { formatOf, KINDS } from './alert-draft.ts'
import type { AlertDraft } from './alert-draft.ts'

export const NOTE_LENGTH = 200

/** Steps of the threshold, or its meaning, under the field. */
export function hintOf({ kind, target }: AlertDraft, prices: Prices): string {
  if (target.kind === 'game') return 'Total of both teams; empty for any change.'
  const format = formatOf(kind, prices)
  return `${pricesIn(format).isExact ? 'Steps' : 'Odds of prices in steps'} of ${stepText(target.tick, format)}.`
}

/** The threshold as it is sent: null where there is none. */
function thresholdOf({ kind, target, threshold }: AlertDraft, prices: Prices): Result<string | null, string> {
  const typed = threshold.trim()
  if (KINDS[kind].field === undefined) return ok(null)
  if (target.kind === 'game')
    return typed === '' || /^[1-9]\d{0,3}$/.test(typed)
      ? ok(typed || null)
      : err('Total points of both teams, 1 to 9999.')
  const format = formatOf(kind, prices)
  const { price, fault, instead } = readTyped(typed, target.tick, format)
  if (price !== null && fault === null) return ok(formatPrice(price))
  const near = price === null ? (instead[0] ?? null) : snapPrice(price, target.tick)
  const nearest = near === null ? '' : ` The nearest is ${pricesIn(format).price(near, target.tick)}.`
  return err(`${fault ?? ''}${nearest}`)
}

/** The body that sets a new alert, or the fault of its threshold. Odds are read where they are how prices are shown. */
export function bodyOf(draft: AlertDraft, prices: Prices): Result<AlertBody, string> {
  const { kind, target, direction, repeat } = draft
  const note = draft.note.trim()
  const read = thresholdOf(draft, prices)
  if (!read.ok) return read
  const threshold = read.value
  if (kind === 'score') return ok({ kind, gameId: target.id, threshold, repeat, note })
  if (kind === 'game_start' || kind === 'game_end') return ok({ kind, gameId: target.id, note })
  return ok({ kind, outcomeId: target.id, direction, threshold: threshold ?? '', repeat, note })
}

/** The change that makes an alert what the draft says. */
export function changeOf(draft: AlertDraft, kept: Alert, prices: Prices): Result<AlertChange, string> {
  const { fires, again } = KINDS[draft.kind]
  const threshold = thresholdOf(draft, prices)
  if (!threshold.ok) return threshold
  if (threshold.value === null && kept.threshold !== null)
    return err('To be notified of any change, delete this alert and set a new one without points.')
  return ok({
    note: draft.note.trim(),
    ...(threshold.value !== null && { threshold: threshold.value }),
    ...(typeof fires !== 'string' && { direction: draft.direction }),
    ...(again !== undefined && { repeat: draft.repeat }),
  })
}
