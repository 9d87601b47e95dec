/** The account as it is shown: sums over all positions, cash, and what the venue says of the same. */
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { MIN_DIFFERENCE, magnitude } from '#core/position/position-comparison.ts'
import type { Account, DifferenceCause, ListHealth, VenuePositionView } from '#core/position/position.ts'
import type { Instant } from '#core/market/market.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'
import type { ValuedPosition } from './portfolio-valuation.ts'

/** What the account is made of besides positions. */
export type AccountFacts = {
  readonly cash: Micros | null
  readonly cashAsOf: Instant | null
  readonly allowance: Micros | null
  /** What open buys and combos under way may still take. */
  readonly reserved: Micros
  /** Of it, what combos under way may take. */
  readonly combosUnderWay: Micros
  readonly dailyNotional: Micros
  readonly dailyNotionalLimit: Micros
  readonly comboCostBasis: Micros | null
  /** The same with combos accepted that no read shows yet; null until read. */
  readonly comboExposure: Micros | null
}

type Totals = Pick<Account, 'realised' | 'realisedToday' | 'settlingPnl' | 'fees' | 'feesKnown'>

/**
 * The summary now.
 *
 * @param held  open and redeemable positions
 * @param totals  over everything that was ever held
 */
export function summarize(parts: {
  readonly facts: AccountFacts
  readonly held: readonly ValuedPosition[]
  readonly totals: Totals
  readonly list: ListHealth
  readonly venue: Account['venue']
  readonly now: Instant
}): Account {
  const { facts, held, totals } = parts
  const open = held.filter(({ status }) => status === 'open')
  const redeemable = held.filter(({ status }) => status === 'redeemable')
  const dust = open.filter((position) => position.dust)
  const stale = open.filter(({ mark }) => mark.staleReason !== null)
  const redeemableValue = valueOf(redeemable)
  const liquidationValue = addMicros(redeemableValue, ...open.map(({ mark }) => mark.exitValue ?? ZERO))
  const positionsCost = addMicros(...open.map(({ figures }) => figures.cost))
  const openOrdersCost = subtractMicros(facts.reserved, facts.combosUnderWay)
  const available = facts.cash === null ? null : subtractMicros(facts.cash, facts.reserved)
  return {
    cash: facts.cash,
    cashAsOf: facts.cashAsOf,
    reserved: facts.reserved,
    available: available !== null && available < 0n ? ZERO : available,
    positionsValue: valueOf(held),
    liquidationValue,
    liquidationComplete:
      stale.length === 0 && open.every(({ mark }) => mark.exitComplete && mark.exitValue !== null),
    equity: facts.cash === null ? null : addMicros(facts.cash, liquidationValue),
    exposure: addMicros(positionsCost, openOrdersCost, facts.comboExposure ?? facts.combosUnderWay),
    positionsCost,
    openOrdersCost,
    comboCostBasis: facts.comboCostBasis,
    unrealised: addMicros(...held.map(({ unrealised }) => unrealised ?? ZERO)),
    ...totals,
    dailyNotional: facts.dailyNotional,
    dailyNotionalLimit: facts.dailyNotionalLimit,
    allowancesOk:
      facts.allowance === null ? null : facts.allowance > 0n && facts.allowance >= (facts.cash ?? 0n),
    openPositions: open.length,
    redeemablePositions: redeemable.length,
    redeemableValue,
    dustPositions: dust.length,
    dustValue: valueOf(dust),
    stalePositions: stale.length,
    positionsWithoutMark: held.filter(({ mark }) => mark.value === null).length,
    list: parts.list,
    venue: parts.venue,
    asOf: parts.now,
  }
}

/** Sums over these outcomes. */
export function totalsOf(ledger: PortfolioLedger): Totals {
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

/** What the venue's lists sum up to. */
export function sumOfVenue(views: readonly VenuePositionView[]): VenueSums {
  const differing = views.filter(({ differs }) => differs)
  const held = views.filter(({ size }) => size > 0n)
  const since = differing.flatMap((view) => view.since ?? [])
  return {
    positionsValue: addMicros(...held.map(({ value }) => value)),
    unrealised: addMicros(...held.map(({ unrealised }) => unrealised)),
    realised: addMicros(...views.map((view) => view.realised)),
    differing: differing.length,
    likelyCause: mostFrequent(differing),
    since: since.length === 0 ? null : Math.min(...since),
  }
}

/** The same against our own sums; null before the lists were read. */
export function compareWithVenue(
  sums: VenueSums,
  own: { readonly value: Micros; readonly realised: Micros },
  asOf: Instant | null,
): Account['venue'] {
  if (asOf === null) return null
  const valueDifference = subtractMicros(own.value, sums.positionsValue)
  const otherMark = magnitude(valueDifference) < MIN_DIFFERENCE ? null : 'other_mark'
  return {
    ...sums,
    valueDifference,
    pnlDifference: subtractMicros(own.realised, sums.realised),
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

function valueOf(positions: readonly Pick<ValuedPosition, 'mark'>[]): Micros {
  return addMicros(...positions.map(({ mark }) => mark.value ?? ZERO))
}
