/** The account as it is shown: sums over all positions, cash, and what the venue says of the same. */
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { LEAST_DIFFERENCE, magnitude } from '#core/portfolio-agreement.ts'
import type { Account, DifferenceCause, ListHealth, Position, VenuePositionView } from '#core/position.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'

/** What the account is made of besides positions. */
export type AccountFacts = {
  readonly cash: Micros | null
  readonly cashAsOf: Instant | null
  readonly allowance: Micros | null
  readonly reserved: Micros
  readonly dailyNotional: Micros
  readonly dailyNotionalLimit: Micros
  readonly comboCostBasis: Micros | null
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
  readonly held: readonly Position[]
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
    exposure: addMicros(positionsCost, facts.reserved, facts.comboCostBasis ?? ZERO),
    positionsCost,
    openOrdersCost: facts.reserved,
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

/** Sums over every outcome, worked out anew only after a change. */
export function createTotals(ledger: PortfolioLedger): (today: Instant) => Totals {
  let known: { readonly key: string; readonly totals: Totals } | null = null
  return (today) => {
    const key = `${ledger.version()} ${today}`
    if (known?.key === key) return known.totals
    const all = ledger.outcomes().map((outcomeId) => ledger.figures(outcomeId))
    const totals: Totals = {
      realised: addMicros(...all.map(({ realised }) => realised)),
      realisedToday: addMicros(...all.map(({ realisedToday }) => realisedToday)),
      settlingPnl: addMicros(...all.map(({ settlingPnl }) => settlingPnl)),
      fees: addMicros(...all.map(({ fees }) => fees)),
      feesKnown: all.every(({ feesKnown }) => feesKnown),
    }
    known = { key, totals }
    return totals
  }
}

/** What the venue's lists sum up to, against our own sums; null before they were read. */
export function compareWithVenue(parts: {
  readonly outcomes: readonly OutcomeId[]
  readonly viewOf: (outcomeId: OutcomeId) => VenuePositionView | null
  readonly value: Micros
  readonly realised: Micros
  readonly asOf: Instant | null
}): Account['venue'] {
  if (parts.asOf === null) return null
  const views = parts.outcomes.flatMap((outcomeId) => parts.viewOf(outcomeId) ?? [])
  const differing = views.filter(({ differs }) => differs)
  const held = views.filter(({ size }) => size > 0n)
  const positionsValue = addMicros(...held.map(({ value }) => value))
  const realised = addMicros(...views.map((view) => view.realised))
  const valueDifference = subtractMicros(parts.value, positionsValue)
  const since = differing.flatMap((view) => view.since ?? [])
  return {
    positionsValue,
    unrealised: addMicros(...held.map(({ unrealised }) => unrealised)),
    realised,
    valueDifference,
    pnlDifference: subtractMicros(parts.realised, realised),
    differing: differing.length,
    likelyCause:
      mostFrequent(differing) ?? (magnitude(valueDifference) < LEAST_DIFFERENCE ? null : 'other_mark'),
    since: since.length === 0 ? null : Math.min(...since),
    asOf: parts.asOf,
  }
}

function mostFrequent(views: readonly VenuePositionView[]): DifferenceCause | null {
  const counts = new Map<DifferenceCause, number>()
  for (const { likelyCause } of views) {
    if (likelyCause !== null) counts.set(likelyCause, (counts.get(likelyCause) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

function valueOf(positions: readonly Position[]): Micros {
  return addMicros(...positions.map(({ mark }) => mark.value ?? ZERO))
}
