/** An alert as text: what it waits for, its state, how far it is. */
import { parseDecimal } from '#lib/decimal.ts'
import type { Alert } from '../../platform/api/wire.ts'
import { showAmountText, showPriceText } from '../../platform/format/numbers.ts'
import { isExact } from '../../platform/format/price-formats.ts'
import { showLocal } from '../../platform/format/times.ts'
import type { Prices } from '../settings/prices.ts'
import type { AlertKind, Direction } from './alert-draft.ts'

export const KIND_NAMES: Readonly<Record<AlertKind, string>> = {
  price: 'Price',
  spread: 'Spread',
  score: 'Score',
  game_start: 'Game start',
  game_end: 'Game end',
}

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

/** When a price or spread alert fires, without its threshold. */
export function reachText(kind: AlertKind, direction: Direction): string {
  if (kind === 'price') return direction === 'above' ? 'best bid reaches' : 'best ask falls to'
  return direction === 'above' ? 'spread widens to' : 'spread narrows to'
}

/** The whole condition, with prices as they are read: `best bid reaches 0.57`. */
export function conditionText(
  alert: Pick<Alert, 'kind' | 'direction' | 'threshold' | 'tick_size'>,
  prices: Prices,
): string {
  const { kind, direction, threshold, tick_size: tick } = alert
  switch (kind) {
    case 'price':
    case 'spread':
      return `${reachText(kind, direction ?? 'above')} ${valueAs(kind, threshold ?? '', tick, prices)}`
    case 'score':
      return threshold === null ? 'score changes' : `points of both teams reach ${threshold}`
    case 'game_start':
      return 'game starts'
    default:
      return 'game ends'
  }
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

/** Why it stands so, where a word does not say it; empty otherwise. */
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

/** A price as prices are read. A spread is a difference, of which there are no odds. */
function valueAs(kind: AlertKind, text: string, tick: string | null, prices: Prices): string {
  return kind === 'price' || isExact(prices.format) ? prices.text(text, tick) : showPriceText(text, tick)
}

/** Where it is set: the outcome and its market, or the game. */
export function placeText(alert: Pick<Alert, 'event_title' | 'market_title' | 'outcome_name'>): string {
  const parts = [alert.outcome_name, alert.market_title, alert.event_title]
  return [...new Set(parts.filter((part) => part !== null && part !== ''))].join(' \u2013 ')
}
