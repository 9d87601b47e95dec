/** The state that the commands on combos share, and from it the input of the pure checks. */
import type { ComboSituation } from '#core/combo/combo-checks.ts'
import type { WantedLeg } from '#core/combo/combo-legs.ts'
import type { ComboTerms } from '#core/combo/combo.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { ComboHoldings } from './combo-holdings.ts'
import type { CombosParts } from './combo-parts.ts'
import type { ComboRfqs } from './combo-rfqs.ts'

export type ComboRoom = CombosParts & { readonly rfqs: ComboRfqs; readonly holdings: ComboHoldings }

function wanted({ catalog }: CombosParts, { legs }: ComboTerms): readonly WantedLeg[] {
  return legs.map((outcomeId) => ({ outcomeId, place: catalog.outcome(outcomeId) }))
}

/** Position ids of legs that all have one; null otherwise. */
export function positionsOf(parts: CombosParts, terms: ComboTerms): readonly string[] | null {
  const legs = wanted(parts, terms)
  const ids = legs.flatMap(({ place }) => place?.outcome.positionId ?? [])
  return ids.length === legs.length ? ids : null
}

/** A limit on what is held means nothing while that is not known. */
const UNREAD = rejection('venue_unavailable', { message: 'Your combos could not be read yet.' })

/** Input of the checks at one instant, with no waiting in between. `gate` is the first closed gate of the command. */
export function situationOf(
  room: ComboRoom,
  terms: ComboTerms,
  gate: Rejection | null,
  amounts: { readonly cost: Micros; readonly shares: Micros },
): ComboSituation {
  const positionIds = positionsOf(room, terms)
  const exposure = room.holdings.exposure()
  return {
    now: room.clock.now(),
    gate: gate ?? (exposure === null ? UNREAD : null),
    limits: room.limits(),
    loss: terms.side === 'BUY' ? room.lossRefusal() : null,
    legs: wanted(room, terms),
    side: terms.side,
    ...amounts,
    exposure: exposure ?? ZERO,
    dailyNotional: room.usage.dailyNotional(),
    held: positionIds === null ? null : room.holdings.free(room.venue.positionId(positionIds)),
  }
}
