/** State of an alert as text: its state, the value last judged, the distance. */
import { parseDecimal } from '#lib/decimal.ts'
import type { Alert } from '../../platform/api/wire.ts'
import { showAmountText } from '../../platform/format/numbers.ts'
import { showLocal } from '../../platform/format/times.ts'
import type { Prices } from '../settings/prices.ts'
import { valueAs } from './alert-text.ts'

const BLOCKED: Readonly<Record<NonNullable<Alert['blocked_reason']>, string>> = {
  no_snapshot: 'no book yet',
  feed_down: 'feed down',
  no_pong: 'feed silent',
  frozen: 'feed stale',
  gap: 'gap in the feed',
  crossed: 'book crossed',
  tick_change: 'tick size changed',
  resolved: 'market resolved',
  polled: 'feed has no book',
  unknown_outcome: 'market not listed',
  unknown_game: 'game not listed',
  one_sided: 'one side is empty',
  game_stale: 'score feed stale',
  no_score: 'no score yet',
}

export type AlertState = {
  readonly tone: 'ok' | 'plain' | 'warn'
  readonly text: string
}

/** Its state: watching, blocked and why, waiting to re-arm, paused, fired. */
export function stateOf(alert: Alert): AlertState {
  if (alert.state === 'paused') return { tone: 'plain', text: 'paused' }
  if (alert.state === 'fired') {
    const at = alert.last_fired_at
    return { tone: 'plain', text: at === null ? 'fired' : `fired ${showLocal(Date.parse(at))}` }
  }
  if (alert.blocked_reason !== null) {
    return { tone: 'warn', text: `blocked: ${BLOCKED[alert.blocked_reason]}` }
  }
  if (alert.checked_at === null) return { tone: 'plain', text: 'not checked yet' }
  if (alert.armed_at !== null) {
    return { tone: 'ok', text: alert.last_fired_at === null ? 'watching' : 're-armed' }
  }
  return { tone: 'plain', text: alert.last_fired_at === null ? 'holds already' : 'waits to re-arm' }
}

/** Reason for the state, where a word does not say it; empty otherwise. */
export function stateTitle(alert: Alert): string {
  if (alert.state !== 'active') return ''
  if (alert.blocked_reason !== null) return 'It does not fire until this is over.'
  if (alert.checked_at === null || alert.armed_at !== null) return ''
  return 'The value must first move one tick back across the threshold.'
}

/** How far the value must still move: `3 ticks away`, `2 points away`, `reached`; null where there is no way to measure. */
export function distanceText(alert: Pick<Alert, 'kind' | 'distance' | 'tick_size'>): string | null {
  if (alert.distance === null) return null
  const distance = parseDecimal(alert.distance, 6)
  const tick = parseDecimal(alert.tick_size ?? '', 6)
  if (!distance.ok) return null
  if (distance.value <= 0n) return 'reached'
  if (alert.kind === 'score') return `${count(distance.value / 1_000_000n, 'point')} away`
  if (!tick.ok || tick.value <= 0n || distance.value % tick.value !== 0n) {
    return `${showAmountText(alert.distance, 0)} away`
  }
  return `${count(distance.value / tick.value, 'tick')} away`
}

function count(many: bigint, what: string): string {
  return `${many} ${what}${many === 1n ? '' : 's'}`
}

/** The value that is compared, as it was last judged. */
export function valueText(alert: Pick<Alert, 'kind' | 'value' | 'tick_size'>, prices: Prices): string | null {
  if (alert.value === null) return null
  return alert.kind === 'score'
    ? showAmountText(alert.value, 0)
    : valueAs(alert.kind, alert.value, alert.tick_size, prices)
}
