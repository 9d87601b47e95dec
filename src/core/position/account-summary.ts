/** The account's figures: sums over all positions, and cash. */
import { addMicros, subtractMicros, ZERO, type Micros } from '../money.ts'
import type { Instant } from '../market/market.ts'
import type {
  Account,
  AccountFacts,
  AccountTotals,
  ListHealth,
  Position,
  PositionFigures,
} from './position.ts'

/** Position as the sums need it: no quotes. */
export type ValuedPosition = Pick<Position, 'status' | 'figures' | 'mark' | 'unrealised' | 'dust'>

/**
 * The summary now.
 *
 * @param held  open and redeemable positions
 * @param totals  over everything that was ever held
 */
export function summarize(parts: {
  readonly facts: AccountFacts
  readonly held: readonly ValuedPosition[]
  readonly totals: AccountTotals
  readonly list: ListHealth
  readonly venue: Account['venue']
  readonly now: Instant
}): Account {
  const { facts, held, totals } = parts
  const cashComing = facts.cashComing ?? ZERO
  const open = held.filter(({ status }) => status === 'open')
  const redeemable = held.filter(({ status }) => status === 'redeemable')
  const dust = open.filter((position) => position.dust)
  const stale = open.filter(({ mark }) => mark.staleReason !== null)
  const redeemableValue = valueOf(redeemable)
  const liquidationValue = addMicros(redeemableValue, ...open.map(({ mark }) => mark.exitValue ?? ZERO))
  const positionsCost = addMicros(...open.map(({ figures }) => costAtMost(figures)))
  const openOrdersCost = subtractMicros(facts.reserved, facts.combosUnderWay)
  const available = facts.cash === null ? null : subtractMicros(facts.cash, facts.reserved)
  return {
    cash: facts.cash,
    cashComing,
    cashAsOf: facts.cashAsOf,
    reserved: facts.reserved,
    available: available !== null && available < 0n ? ZERO : available,
    positionsValue: valueOf(held),
    liquidationValue,
    liquidationComplete:
      stale.length === 0 &&
      open.every(({ mark }) => mark.exitComplete && mark.exitValue !== null) &&
      redeemable.every(({ mark }) => mark.value !== null),
    equity: facts.cash === null ? null : addMicros(facts.cash, cashComing, liquidationValue),
    exposure: addMicros(positionsCost, openOrdersCost, facts.comboExposure ?? facts.combosUnderWay),
    positionsCost,
    openOrdersCost,
    comboCostBasis: facts.comboCostBasis,
    unrealised: addMicros(...held.map(({ unrealised }) => unrealised ?? ZERO)),
    ...totals,
    dailyNotional: facts.dailyNotional,
    dailyNotionalLimit: facts.dailyNotionalLimit,
    allowancesOk: areAllowancesOk(facts),
    openPositions: open.length,
    redeemablePositions: redeemable.length,
    redeemableValue,
    dustPositions: dust.length,
    dustValue: valueOf(dust),
    stalePositions: stale.length,
    positionsWithoutMark: held.filter(({ mark }) => mark.value === null).length,
    positionsWithoutCost: held.filter(({ figures }) => !figures.costKnown).length,
    list: parts.list,
    venue: parts.venue,
    asOf: parts.now,
  }
}

/** A share whose cost is not known counts as the most that one can cost. */
function costAtMost({ cost, costKnown, size }: PositionFigures): Micros {
  return costKnown ? cost : size
}

/** The exchanges', as last read with the cash, and whatever else needs an approval; null when nothing is reported. */
function areAllowancesOk({ allowance, cash, missingApprovals }: AccountFacts): boolean | null {
  if (missingApprovals !== null && missingApprovals.length > 0) return false
  return allowance === null ? null : allowance > 0n && allowance >= (cash ?? 0n)
}

function valueOf(positions: readonly Pick<ValuedPosition, 'mark'>[]): Micros {
  return addMicros(...positions.map(({ mark }) => mark.value ?? ZERO))
}
