/** Ids of a combo, derived from its legs, and which legs contradict each other. */
import * as AbiParameters from 'ox/AbiParameters'
import * as Hash from 'ox/Hash'

import type { MarketEntry } from '../../world/entries.ts'

export type ComboIds = {
  /** 0x and 62 hex digits. */
  readonly conditionId: string
  /** Decimal text. */
  readonly yes: string
  readonly no: string
}

/** Ids of the combo over these position ids (decimal text, any order). @see venue reference, section 5.4 */
export function comboIds(legs: readonly string[]): ComboIds {
  const sorted = sortLegs(legs).map(BigInt)
  const inner = AbiParameters.encode([{ type: 'uint256[]' }], [sorted])
  const digest = Hash.keccak256(AbiParameters.encode([{ type: 'uint256' }, { type: 'bytes' }], [3n, inner]))
  const condition = `03${digest.slice(-32)}${'00'.repeat(14)}`
  return {
    conditionId: `0x${condition}`,
    yes: BigInt(`0x${condition}00`).toString(),
    no: BigInt(`0x${condition}01`).toString(),
  }
}

/** Position ids ascending as numbers. */
export function sortLegs(legs: readonly string[]): string[] {
  return legs.toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
}

export type Leg = { readonly positionId: string; readonly market: MarketEntry; readonly index: 0 | 1 }

/** Two outcomes of one market, or two members of one neg-risk event. */
export function contradict(legs: readonly Leg[]): boolean {
  const seen = new Set<string>()
  for (const { market } of legs) {
    const { event } = market
    const key = event.definition.negRisk ? `event ${event.id}` : `market ${market.id}`
    if (seen.has(key)) return true
    seen.add(key)
  }
  return false
}
