/**
 * How much is ahead of an own order at its price, estimated: the venue never says it. Totals since the order was placed
 * are what counts, so that it does not matter whether a trade or the level that it shrank arrives first.
 */
import { addMicros, micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'

export type QueuePlace = {
  /** Size at the price when the order was placed. */
  readonly placed: Micros
  /** The level as last seen, own order included. */
  readonly level: Micros
  /** Traded against this side at the price since. */
  readonly traded: Micros
  /** By how much the level has shrunk and grown since, each on its own. */
  readonly dropped: Micros
  readonly added: Micros
  /** The estimate. It never grows. */
  readonly ahead: Micros
  /** The order was there before it was first seen: what was ahead then is a bound, not a fact. */
  readonly isBound: boolean
}

/** Place of an order behind `ahead`, at a level that now shows `level`. */
export function placeInQueue(ahead: Micros, level: Micros, isBound: boolean): QueuePlace {
  return { placed: ahead, level, traded: ZERO, dropped: ZERO, added: ZERO, ahead, isBound }
}

/** The level's size as the book shows it now. */
export function seeLevel(place: QueuePlace, level: Micros): QueuePlace {
  if (level === place.level) return place
  const grown = subtractMicros(level, place.level)
  return counted(
    grown > ZERO
      ? { ...place, level, added: addMicros(place.added, grown) }
      : { ...place, level, dropped: subtractMicros(place.dropped, grown) },
  )
}

/** A trade at the price against this side. */
export function seeTrade(place: QueuePlace, size: Micros): QueuePlace {
  return counted({ ...place, traded: addMicros(place.traded, size) })
}

/** A fill of the order itself: nothing is ahead of it. */
export function seeOwnFill(place: QueuePlace): QueuePlace {
  return place.ahead === ZERO ? place : { ...place, ahead: ZERO }
}

/** The estimate as shown: never more than the level holds beside the order itself. */
export function aheadOf(place: QueuePlace, own: Micros): Micros {
  const others = place.level > own ? subtractMicros(place.level, own) : ZERO
  return place.ahead < others ? place.ahead : others
}

/**
 * Trades come off the front. What else the level lost is cancels, and of these those ahead bear the share that they had
 * of all that ever stood there: what was placed before the order, of that and everything since.
 */
function counted(place: QueuePlace): QueuePlace {
  const { placed, traded, dropped, added } = place
  const cancels = dropped > traded ? dropped - traded : 0n
  const ofThoseAhead = placed === ZERO ? 0n : (cancels * placed) / (placed + added)
  const left = placed - traded - ofThoseAhead
  const next = left > 0n ? micros(left) : ZERO
  return next < place.ahead ? { ...place, ahead: next } : place
}
