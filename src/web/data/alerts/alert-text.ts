/** An alert as text: what it waits for and where, its state, the value last judged, the distance. */
import { micros } from '#core/money.ts'
import type { Alert } from '../../platform/api/client.ts'
import { showLocal, showSize } from '../../platform/format/figures.ts'
import type { Prices } from '../settings/prices.ts'
import { valueAs, KINDS } from './alert-draft.ts'

/** The whole condition, with prices as they are read: `best bid reaches 0.57`. */
export function conditionText(alert: Alert, prices: Prices): string {
  const { kind, direction, threshold } = alert
  const { fires } = KINDS[kind]
  if (typeof fires !== 'string') return `${fires[direction ?? 'above']} ${valueAs(alert, threshold, prices)}`
  return threshold === null ? fires : `points of both teams reach ${threshold}`
}

/** Where it is set: the outcome and its market, or the game. */
export function placeText(alert: Pick<Alert, 'eventTitle' | 'marketTitle' | 'outcomeName'>): string {
  const parts = [alert.outcomeName, alert.marketTitle, alert.eventTitle]
  return [...new Set(parts.filter((part) => part !== null && part !== ''))].join(' \u2013 ')
}

const BLOCKED: Readonly<Record<NonNullable<Alert['blockedReason']>, string>> = {
  no_snapshot: 'no book yet',
  feed_down: 'feed down',
  no_pong: 'feed silent',
  frozen: 'feed stale',
  gap: 'gap in the feed',
  crossed: 'book crossed',
  tick_change: 'tick size changed',
  resolved: 'market resolved',
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
    const at = alert.lastFiredAt
    return { tone: 'plain', text: at === null ? 'fired' : `fired ${showLocal(at)}` }
  }
  if (alert.blockedReason !== null) {
    return { tone: 'warn', text: `blocked: ${BLOCKED[alert.blockedReason]}` }
  }
  if (alert.checkedAt === null) return { tone: 'plain', text: 'not checked yet' }
  if (alert.armedAt !== null) {
    return { tone: 'ok', text: alert.lastFiredAt === null ? 'watching' : 're-armed' }
  }
  return { tone: 'plain', text: alert.lastFiredAt === null ? 'already true' : 'waits to re-arm' }
}

/** Reason for the state, where a word does not say it; empty otherwise. */
export function stateTitle(alert: Alert): string {
  if (alert.state !== 'active') return ''
  if (alert.blockedReason !== null) return 'It does not fire until this is over.'
  if (alert.checkedAt === null || alert.armedAt !== null) return ''
  return 'The value must first move one tick back across the threshold.'
}

/** How far the value must still move: `3 ticks away`, `2 points away`, `reached`; null where there is no way to measure. */
export function distanceText({ kind, distance, tick }: Alert): string | null {
  if (distance === null) return null
  if (distance <= 0) return 'reached'
  if (kind === 'score') return `${count(distance, 'point')} away`
  if (tick === null || distance % tick !== 0) return `${showSize(micros(BigInt(distance) * 100n))} away`
  return `${count(distance / tick, 'tick')} away`
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`
}

/** The value that is compared, as it was last judged. */
export function valueText(alert: Alert, prices: Prices): string {
  const { kind, value } = alert
  return kind === 'score' && value !== null
    ? showSize(micros(BigInt(value) * 1_000_000n))
    : valueAs(alert, value, prices)
}
