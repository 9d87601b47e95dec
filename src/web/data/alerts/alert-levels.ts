/** Price alerts by outcome and price, for the marks in ladders and charts. */
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Alert } from '../../platform/api/client.ts'
import type { Prices } from '../settings/prices.ts'
import { conditionText } from './alert-text.ts'

export type AlertLevel = {
  readonly id: string
  readonly price: Price
  readonly direction: 'above' | 'below'
  /** True if it would fire now: not paused, fired or blocked. */
  readonly isWatching: boolean
  readonly text: string
}

export type AlertLevels = ReadonlyMap<string, readonly AlertLevel[]>

const NONE: readonly AlertLevel[] = []

/** Groups the alerts that can still fire. Outcomes whose alerts look the same keep their list from `before`. */
export function groupAlertLevels(alerts: readonly Alert[], before: AlertLevels, prices: Prices): AlertLevels {
  const levels = new Map<string, AlertLevel[]>()
  for (const alert of alerts) {
    const price = alert.threshold === null ? null : priceFromSteps(alert.threshold)
    if (alert.kind !== 'price' || alert.state === 'fired' || alert.outcomeId === null || price === null)
      continue
    const list = levels.get(alert.outcomeId) ?? []
    levels.set(alert.outcomeId, list)
    list.push({
      id: alert.id,
      price,
      direction: alert.direction ?? 'above',
      isWatching: alert.state === 'active' && alert.blockedReason === null,
      text: conditionText(alert, prices),
    })
  }
  const next = new Map(
    [...levels].map(([outcomeId, list]) => {
      const old = before.get(outcomeId)
      return [outcomeId, JSON.stringify(old) === JSON.stringify(list) && old ? old : list] as const
    }),
  )
  const isUnchanged = next.size === before.size && [...next].every(([id, list]) => before.get(id) === list)
  return isUnchanged ? before : next
}

/** The alerts of an outcome; the same empty list for all without any. */
export function levelsOfOutcome(levels: AlertLevels, outcomeId: string): readonly AlertLevel[] {
  return levels.get(outcomeId) ?? NONE
}

/** The first alert of an outcome at prices from `low` to `high`. */
export function levelIn(levels: AlertLevels, outcomeId: string, low: Price, high: Price): AlertLevel | null {
  return levels.get(outcomeId)?.find(({ price }) => price >= low && price <= high) ?? null
}
