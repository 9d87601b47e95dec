/** An alert as text: what it waits for, and where. */
import type { Alert } from '../../platform/api/client.ts'
import type { Prices } from '../settings/prices.ts'
import { valueAs } from './alert-draft.ts'
import type { AlertKind, Direction } from './alert-draft.ts'

export const KIND_NAMES: Readonly<Record<AlertKind, string>> = {
  price: 'Price',
  spread: 'Spread',
  score: 'Score',
  game_start: 'Game start',
  game_end: 'Game end',
}

/** When a price or spread alert fires, without its threshold. */
export function reachText(kind: AlertKind, direction: Direction): string {
  if (kind === 'price') return direction === 'above' ? 'best bid reaches' : 'best ask falls to'
  return direction === 'above' ? 'spread widens to' : 'spread narrows to'
}

/** The whole condition, with prices as they are read: `best bid reaches 0.57`. */
export function conditionText(alert: Alert, prices: Prices): string {
  const { kind, direction, threshold } = alert
  switch (kind) {
    case 'price':
    case 'spread':
      return `${reachText(kind, direction ?? 'above')} ${valueAs(alert, threshold, prices)}`
    case 'score':
      return threshold === null ? 'score changes' : `points of both teams reach ${threshold}`
    case 'game_start':
      return 'game starts'
    default:
      return 'game ends'
  }
}

/** Where it is set: the outcome and its market, or the game. */
export function placeText(alert: Pick<Alert, 'eventTitle' | 'marketTitle' | 'outcomeName'>): string {
  const parts = [alert.outcomeName, alert.marketTitle, alert.eventTitle]
  return [...new Set(parts.filter((part) => part !== null && part !== ''))].join(' \u2013 ')
}
