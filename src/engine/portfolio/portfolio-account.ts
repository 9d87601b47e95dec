/** Answers of the portfolio: its positions, the account's sums over everything that was ever held, and what the venue says of the same. */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, differenceOf, sumOfKnown, ZERO, type Micros } from '#core/money.ts'
import { summarize, type ValuedPosition } from '#core/position/account-summary.ts'
import { MIN_DIFFERENCE, magnitude } from '#core/position/position-comparison.ts'
import type {
  Account,
  AccountFacts,
  AccountTotals,
  DifferenceCause,
  Holdings,
  ListHealth,
  PositionStatus,
  VenuePositionView,
} from '#core/position/position.ts'
import { startOfDay } from '#core/day.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'
import type { PortfolioState, VenueSums } from './portfolio-state.ts'

/** Causes of differences change with time alone. */
const COMPARE_EVERY_MS = 5_000

export function totalsNow(actor: PortfolioState): ReturnType<PortfolioState['totals']> {
  return actor.totals(`${actor.ledger.version()} ${startOfDay(actor.clock.now())}`)
}

/** Outcomes of which shares are held. */
export function heldOutcomes(actor: PortfolioState): readonly OutcomeId[] {
  return actor.held(String(actor.ledger.version()))
}

/** Closed ones newest first, others by value. */
export function outcomesOf(actor: PortfolioState, wanted: PositionStatus): readonly OutcomeId[] {
  if (wanted === 'closed') {
    const endedAt = (id: OutcomeId): number => actor.ledger.figures(id).lastAt ?? 0
    return actor.ledger
      .outcomes()
      .filter((outcomeId) => actor.ledger.figures(outcomeId).size === 0n)
      .toSorted((a, b) => endedAt(b) - endedAt(a) || (a < b ? -1 : 1))
  }
  return heldOutcomes(actor)
    .map((outcomeId) => ({ outcomeId, ...actor.valuation.valued(outcomeId) }))
    .filter(({ status }) => status === wanted)
    .toSorted(largestFirst)
    .map(({ outcomeId }) => outcomeId)
}

/** The account in its current state. */
export function account(actor: PortfolioState): Account {
  const now = actor.clock.now()
  const positions = heldOutcomes(actor).map((outcomeId) => actor.valuation.valued(outcomeId))
  const sums = totalsNow(actor)
  const value = sumOfKnown(positions.map(({ mark }) => mark.value))
  const moment = Math.floor(now / COMPARE_EVERY_MS)
  return summarize({
    facts: factsOf(actor),
    held: positions,
    totals: sums,
    list: allLists(actor),
    venue: compareWithVenue(
      actor.venueSums(`${actor.ledger.version()} ${actor.lists.version()} ${moment}`),
      { value, realised: sums.realised },
      actor.lists.health('open').asOf,
    ),
    now,
  })
}

/** Facts of positions and account, besides the books. */
export function holdings(actor: PortfolioState): Holdings {
  return {
    facts: factsOf(actor),
    totals: totalsNow(actor),
    list: allLists(actor),
    held: heldOutcomes(actor).flatMap((outcomeId) => actor.valuation.holding(outcomeId) ?? []),
  }
}

function factsOf({ own, limits }: PortfolioState): AccountFacts {
  return { ...own.facts(), dailyNotionalLimit: limits().maxDailyNotional }
}

function allLists(actor: PortfolioState): ListHealth {
  const all = (['open', 'redeemable', 'closed'] as const).map((status) => actor.lists.health(status))
  const problems = all.flatMap(({ problem }) => problem ?? [])
  return {
    complete: all.every(({ complete }) => complete),
    problem: problems.length === 0 ? null : problems.join('; '),
    asOf: all[0]?.asOf ?? null,
    unreadRows: all.reduce((sum, { unreadRows }) => sum + unreadRows, 0),
  }
}

type Ranked = ValuedPosition & { readonly outcomeId: OutcomeId }

function largestFirst(a: Ranked, b: Ranked): number {
  const [one, other] = [a.mark.value ?? a.figures.cost, b.mark.value ?? b.figures.cost]
  if (one !== other) return one > other ? -1 : 1
  return a.outcomeId < b.outcomeId ? -1 : 1
}

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
function compareWithVenue(
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
