/** Gathers what the pure checks of combos need, at one instant, with no waiting in between. */
import type { ComboSituation } from '#core/combo/combo-checks.ts'
import type { WantedLeg } from '#core/combo/combo-legs.ts'
import type { ComboTerms } from '#core/combo/combo.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { ComboHoldings } from './combo-holdings.ts'
import type { CombosParts } from './combo-parts.ts'

export type ComboSituations = ReturnType<typeof createComboSituations>

export function createComboSituations(parts: CombosParts & { readonly holdings: ComboHoldings }) {
  const { clock, venue, holdings, usage } = parts

  function wanted(terms: ComboTerms): readonly WantedLeg[] {
    return terms.legs.map((outcomeId) => ({ outcomeId, place: parts.catalog.outcome(outcomeId) }))
  }

  /** Position ids of legs that all have one; null otherwise. */
  function positionsOf(terms: ComboTerms): readonly string[] | null {
    const legs = wanted(terms)
    const ids = legs.flatMap(({ place }) => place?.outcome.positionId ?? [])
    return ids.length === legs.length ? ids : null
  }

  /** A limit on what is held means nothing while that is not known. */
  function unreadHoldings(): Rejection | null {
    if (holdings.exposure() !== null) return null
    return rejection('venue_unavailable', { message: 'The combos that are held could not be read yet.' })
  }

  return {
    positionsOf,
    /** `gate` is the first closed gate of the command. */
    at(
      terms: ComboTerms,
      gate: Rejection | null,
      amounts: { readonly cost: Micros; readonly shares: Micros },
    ): ComboSituation {
      const positionIds = positionsOf(terms)
      return {
        now: clock.now(),
        gate: gate ?? unreadHoldings(),
        limits: parts.limits(),
        legs: wanted(terms),
        side: terms.side,
        ...amounts,
        exposure: holdings.exposure() ?? ZERO,
        dailyNotional: usage.dailyNotional(),
        held: positionIds === null ? null : holdings.free(venue.positionId(positionIds)),
      }
    },
  }
}
