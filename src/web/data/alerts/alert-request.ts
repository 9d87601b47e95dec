/** Request of an alert's form, or its fault. Nothing off the tick leaves the page. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { nullable } from '#contract/codec/codec.ts'
import { figureOf } from '#contract/records/alerts.ts'
import { formatPrice } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import type { Alert, AlertBody, AlertChange } from '../../platform/api/client.ts'
import { pricesIn } from '../settings/prices.ts'
import type { Prices } from '../settings/prices.ts'
import { snapPrice } from '../markets/price-steps.ts'
import { readTyped, stepText } from '../markets/typed-price.ts'
import type { TypedPrice } from '../markets/typed-price.ts'
import { watchesBook, formatOf } from './alert-draft.ts'
import type { AlertKind, AlertDraft } from './alert-draft.ts'

/** Fault of a draft, at its field; null for none of them. A `remedy` is a threshold that would do. */
export type DraftFault = {
  readonly field: 'threshold' | null
  readonly text: string
  readonly remedy: string | null
}

export const NOTE_LENGTH = 200

/** True if a kind can fire more than once. */
export function canRepeat(kind: AlertKind): boolean {
  return kind !== 'game_start' && kind !== 'game_end'
}

/**
 * Text of a price alert's threshold in the chosen format, where it is not typed like that; empty otherwise. A spread
 * has no odds.
 */
export function thresholdText({ kind, target, threshold }: AlertDraft, prices: Prices): string {
  if (kind !== 'price' || target.kind !== 'outcome' || prices.format === 'price') return ''
  const { price, fault } = readThreshold(kind, threshold, target.tick, prices)
  const said = price === null || fault !== null ? '' : prices.price(price, target.tick)
  return said === threshold.trim() ? '' : said
}

function readThreshold(kind: AlertKind, typed: string, tick: TickSize, prices: Prices): TypedPrice {
  return readTyped(typed, tick, formatOf(kind, prices))
}

/** The steps of a threshold as text. */
export function stepsText(kind: AlertKind, tick: TickSize, prices: Prices): string {
  const format = formatOf(kind, prices)
  return `${pricesIn(format).isExact ? 'Steps' : 'Odds of prices in steps'} of ${stepText(tick, format)}.`
}

/** The threshold as it is sent: null where the kind takes none. */
function thresholdOf(draft: AlertDraft, prices: Prices): Result<string | null, DraftFault> {
  const { kind, target } = draft
  const typed = draft.threshold.trim()
  const fault = (text: string, remedy: string | null = null) =>
    err({ field: 'threshold' as const, text, remedy })
  if (kind === 'game_start' || kind === 'game_end') return ok(null)
  if (kind === 'score') {
    if (typed === '') return ok(null)
    return /^[1-9]\d{0,3}$/.test(typed) ? ok(typed) : fault('Points of both teams together, 1 to 9999.')
  }
  if (target.kind !== 'outcome') return fault('The alert is on no outcome.')
  const read = readThreshold(kind, typed, target.tick, prices)
  if (read.price !== null && read.fault === null) return ok(formatPrice(read.price))
  const near = read.price === null ? (read.instead[0] ?? null) : snapPrice(read.price, target.tick)
  if (near === null) return fault(read.fault ?? '')
  const said = pricesIn(formatOf(kind, prices)).price(near, target.tick)
  return fault(`${read.fault ?? ''} ${read.price === null ? 'One is' : 'The nearest is'} ${said}.`, said)
}

/** Request of a draft; nothing where it is unchanged. */
export type AlertRequest =
  | { readonly ask: 'create'; readonly body: AlertBody }
  | { readonly ask: 'change'; readonly id: string; readonly body: AlertChange }
  | { readonly ask: 'nothing' }

/** `kept` is the alert that the draft changes, as it is now: one that was deleted is not made again. */
export function requestOf(
  draft: AlertDraft,
  kept: Alert | null,
  prices: Prices,
): Result<AlertRequest, DraftFault> {
  if (draft.alertId === null) {
    const body = bodyOf(draft, prices)
    return body.ok ? ok({ ask: 'create', body: body.value }) : body
  }
  if (kept === null) return err({ field: null, text: 'The alert has been deleted.', remedy: null })
  const body = changeOf(draft, kept, prices)
  if (!body.ok) return body
  if (Object.keys(body.value).length === 0) return ok({ ask: 'nothing' })
  return ok({ ask: 'change', id: kept.id, body: body.value })
}

/** The body that sets a new alert, or what is wrong. Odds are read where they are how prices are shown. */
export function bodyOf(draft: AlertDraft, prices: Prices): Result<AlertBody, DraftFault> {
  const { kind, target, direction, repeat } = draft
  const note = draft.note.trim()
  const threshold = thresholdOf(draft, prices)
  if (!threshold.ok) return threshold
  if (kind === 'score') return ok({ kind, gameId: target.id, threshold: threshold.value, repeat, note })
  if (kind === 'game_start' || kind === 'game_end') return ok({ kind, gameId: target.id, note })
  return ok({ kind, outcomeId: target.id, direction, threshold: threshold.value ?? '', repeat, note })
}

/** The change that makes an alert what the draft says, or what is wrong; empty when nothing is different. */
export function changeOf(draft: AlertDraft, alert: Alert, prices: Prices): Result<AlertChange, DraftFault> {
  const threshold = thresholdOf(draft, prices)
  if (!threshold.ok) return threshold
  const kept = nullable(figureOf(alert.kind)).encode(alert.threshold)
  if (draft.kind === 'score' && threshold.value === null && kept !== null) {
    const text = 'To be notified of any change, delete this alert and set a new one without points.'
    return err({ field: 'threshold', text, remedy: kept })
  }
  const note = draft.note.trim()
  return ok({
    ...(threshold.value !== null && threshold.value !== kept ? { threshold: threshold.value } : {}),
    ...(watchesBook(draft.kind) && draft.direction !== alert.direction ? { direction: draft.direction } : {}),
    ...(canRepeat(draft.kind) && draft.repeat !== alert.repeat ? { repeat: draft.repeat } : {}),
    ...(note === alert.note ? {} : { note }),
  })
}
