/** Sums of the account over everything that was ever held, and what the venue says of the same. */
import { addMicros, differenceOf, sumOfKnown, ZERO, type Micros } from '#core/money.ts'
import { MIN_DIFFERENCE, magnitude } from '#core/position/position-comparison.ts'
import type { Account, AccountTotals, DifferenceCause, VenuePositionView } from '#core/position/position.ts'
import type { Instant } from '#core/market/market.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'

/** Sums over these outcomes. */
export function totalsOf(ledger: PortfolioLedger): AccountTotals {
  const all = ledger.outcomes().map((outcomeId) => ledger.figures(outcomeId))
  return {
    realised: addMicros(...all.map(({ realised }) => realised)),
    realisedToday: addMicros(...all.map(({ realisedToday }) => realisedToday)),
    settlingPnl: addMicros(...all.map(({ settlingPnl }) => settlingPnl)),
    fees: addMicros(...all.map(({ fees }) => fees)),
    feesKnown: all.every(({ feesKnown }) => feesKnown),
  }
}

/** Keeps the last answer for as long as its key stays the same. */
export function remembered<Value>(work: () => Value): (key: string) => Value {
  let known: { readonly key: string; readonly value: Value } | null = null
  return (key) => {
    if (known?.key !== key) known = { key, value: work() }
    return known.value
  }
}

type VenueSums = Omit<NonNullable<Account['venue']>, 'valueDifference' | 'pnlDifference' | 'asOf'>

/** Sums of the venue's lists. */
export function sumOfVenue(views: readonly VenuePositionView[]): VenueSums {
  const differing = views.filter(({ differs }) => differs)
  const held = views.filter(({ size }) => size > 0n)
  const since = differing.flatMap((view) => view.since ?? [])
  return {
    positionsValue: sumOfKnown(held.map(({ value }) => value)),
    unrealised: sumOfKnown(held.map(({ unrealised }) => unrealised)),
    realised: sumOfKnown(views.map(({ realised }) => realised)),
    differing: differing.length,
    likelyCause: mostFrequent(differing),
    since: since.length === 0 ? null : Math.min(...since),
  }
}

/** The same against our own sums; null before the lists were read. */
export function compareWithVenue(
  sums: VenueSums,
  own: { readonly value: Micros | null; readonly realised: Micros },
  asOf: Instant | null,
): Account['venue'] {
  if (asOf === null) return null
  const valueDifference = differenceOf(own.value, sums.positionsValue)
  const otherMark = magnitude(valueDifference ?? ZERO) < MIN_DIFFERENCE ? null : 'other_mark'
  return {
    ...sums,
    valueDifference,
    pnlDifference: differenceOf(own.realised, sums.realised),
    likelyCause: sums.likelyCause ?? otherMark,
    asOf,
  }
}

function mostFrequent(views: readonly VenuePositionView[]): DifferenceCause | null {
  const counts = new Map<DifferenceCause, number>()
  for (const { likelyCause } of views) {
    if (likelyCause !== null) counts.set(likelyCause, (counts.get(likelyCause) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
