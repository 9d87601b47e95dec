/** An alert as text: what it waits for, and where. */
import type { Alert } from '../../platform/api/client.ts'
import type { Prices } from '../settings/prices.ts'
import { KINDS, valueAs } from './alert-draft.ts'

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
