/** Answers of the portfolio: its positions, and the account's sums. */
import type { OutcomeId } from '#core/ids.ts'
import { sumOfKnown } from '#core/money.ts'
import { summarize, type ValuedPosition } from '#core/position/account-summary.ts'
import type { Account, AccountFacts, Holdings, ListHealth, PositionStatus } from '#core/position/position.ts'
import { startOfDay } from '../orders/book-of-orders/sent-requests.ts'
import { compareWithVenue } from './portfolio-account.ts'
import type { PortfolioState } from './portfolio-state.ts'

/** Causes of differences change with time alone. */
const COMPARE_EVERY_MS = 5_000

function totalsNow(actor: PortfolioState): ReturnType<PortfolioState['totals']> {
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
