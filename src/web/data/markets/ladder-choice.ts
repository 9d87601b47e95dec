/** Which ladders stand side by side and in rows: those that were chosen, as many as fit, the selected one always among them. */
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import { otherOutcome } from './selection.ts'
import type { Selection } from './selection.ts'

export type LadderPlace = { readonly market: Market; readonly outcome: Outcome }

/** So many are in sight at most (PAGE-10). */
export const MAX_LADDERS = 12

/** Why an outcome of the event can have no ladder of its own; null where it can, or has one. */
export function ladderRefusal(event: Event, outcomeId: string, chosen: readonly string[]): string | null {
  if (chosen.includes(outcomeId)) return null
  const count = chosen.filter((id) => findPlace(event, id).length > 0).length
  return count < MAX_LADDERS ? null : `At most ${MAX_LADDERS} ladders: remove one first`
}

/** The ladders that were chosen of the event, in the order of choosing, with the selected one; none where none was chosen. */
export function wantedLadders(
  { event, market, outcome }: Selection,
  chosen: readonly string[],
): readonly LadderPlace[] {
  const pinned = chosen.flatMap((id) => findPlace(event, id))
  const isIn = pinned.some((place) => place.outcome.id === outcome.id)
  return pinned.length === 0 || isIn ? pinned : [...pinned, { market, outcome }]
}

/**
 * The ladders to show, in the order in which they were chosen. With nothing chosen, both outcomes of the selected
 * market, in the market's order, so that nothing jumps when the other one is picked, and beside them the first outcomes of the
 * event's other open markets.
 *
 * @param chosen  outcome ids; those of other events count for nothing
 * @param across  how many have room beside one another
 */
export function chooseLadders(
  selection: Selection,
  chosen: readonly string[],
  room: number,
  across = Math.min(room, 2),
): readonly LadderPlace[] {
  const { event, market, outcome } = selection
  const wanted = wantedLadders(selection, chosen)
  if (wanted.length === 0) {
    if (room < 2 || otherOutcome(market, outcome) === null) return [{ market, outcome }]
    const others = event.markets.filter((one) => one.id !== market.id && one.status === 'open')
    return [
      ...market.outcomes.slice(0, 2).map((one) => ({ market, outcome: one })),
      ...others.flatMap((one) => one.outcomes.slice(0, 1).map((first) => ({ market: one, outcome: first }))),
    ].slice(0, across)
  }
  if (wanted.length <= room) return wanted
  // The oldest give way, never the selected one.
  const others = wanted.filter((place) => place.outcome.id !== outcome.id).slice(1 - room)
  const kept = room <= 1 ? [] : others
  return wanted.filter((place) => place.outcome.id === outcome.id || kept.includes(place))
}

function findPlace(event: Event, outcomeId: string): readonly LadderPlace[] {
  for (const market of event.markets) {
    const outcome = market.outcomes.find((one) => one.id === outcomeId)
    if (outcome !== undefined) return [{ market, outcome }]
  }
  return []
}
