/**
 * Position of one outcome after trades and payouts, at average cost, in exact integers. The result depends on the
 * known entries and not on when or how often they were received. The rules and their reasons: docs/dev/decisions
 * (position accounting).
 */
import { laterFillStatus } from '../order/fill-status.ts'
import type { Instant } from '../market/market.ts'
import { micros, ZERO, type Micros } from '../money.ts'
import type { FillStatus, Side } from '../order/order.ts'
import type { PositionFigures } from './position.ts'

/** Our order's share in one trade. */
export type FillEntry = {
  readonly kind: 'fill'
  /** Trade and order. */
  readonly key: string
  readonly at: Instant
  readonly side: Side
  readonly size: Micros
  /** Paid or received for the shares, without the fee. */
  readonly cash: Micros
  /** Null when it is not known: counted as none. */
  readonly fee: Micros | null
  readonly status: FillStatus
}

/** The market paid for shares that were held. */
export type PayoutEntry = {
  readonly kind: 'payout'
  readonly key: string
  readonly at: Instant
  readonly size: Micros
  readonly cash: Micros
}

export type PortfolioEntry = FillEntry | PayoutEntry

/** Result of everything before the other entries: calculated here, or given by the venue. */
export type Opening = {
  readonly figures: PositionFigures
  /** The beginning of the day of its `realisedToday`. */
  readonly day: Instant
}

/** Profit or loss that a sale or a payout realised. */
export type RealisedStep = {
  readonly at: Instant
  readonly profit: Micros
  /** False while it rests on a trade that is not final. */
  readonly isFinal: boolean
}

/** Change of the position by one entry. */
export type Movement = {
  readonly entry: PortfolioEntry
  /** Shares that are held after it. */
  readonly held: Micros
  /** Realised by a sale or a payout; null of a purchase, and of shares whose cost is not known. */
  readonly profit: Micros | null
}

/**
 * Entry after it is received again: a status never goes back, a fee once known stays, the last cash counts, and fewer
 * shares are older news.
 */
export function laterEntry(known: PortfolioEntry | undefined, received: PortfolioEntry): PortfolioEntry {
  if (known === undefined || known.kind === 'payout' || received.kind === 'payout') return known ?? received
  const status = laterFillStatus(known.status, received.status)
  const { size, cash } = received.size < known.size ? known : received
  const fee = size === known.size && cash === known.cash ? (known.fee ?? received.fee) : received.fee
  const isSame = status === known.status && fee === known.fee && size === known.size && cash === known.cash
  return isSame ? known : { ...known, status, fee, size, cash }
}

/**
 * Folds the entries in their one order: by time, at one moment purchases before sales before payouts, then by key.
 *
 * @param entries  at most one for each key
 * @param today  the beginning of the day for `realisedToday`
 */
export function positionFigures(
  opening: Opening | null,
  entries: Iterable<PortfolioEntry>,
  today: Instant,
): PositionFigures {
  return figuresOf(fold(opening, entries, today))
}

/** The steps of the same fold, in its order: with what the opening has realised they are the realised profit. */
export function realisedSteps(
  opening: Opening | null,
  entries: Iterable<PortfolioEntry>,
): readonly RealisedStep[] {
  return movements(opening, entries).flatMap(({ entry, profit }) =>
    profit === null
      ? []
      : { at: entry.at, profit, isFinal: entry.kind === 'payout' || entry.status === 'confirmed' },
  )
}

/** Changes by each entry of the same fold, in its order; failed trades have none. */
export function movements(opening: Opening | null, entries: Iterable<PortfolioEntry>): readonly Movement[] {
  return fold(opening, entries, 0).movements
}

function fold(opening: Opening | null, entries: Iterable<PortfolioEntry>, today: Instant): Running {
  const running = begin(opening, today)
  for (const entry of [...entries].toSorted(inOrder)) {
    if (entry.kind === 'payout') leave(running, entry, entry.cash, { isFinal: true, today })
    else if (entry.status === 'failed') running.reversedSize += entry.size
    else applyFill(running, entry, today)
  }
  return running
}

type Running = {
  size: bigint
  settledSize: bigint
  reversedSize: bigint
  cost: bigint
  costKnown: boolean
  fees: bigint
  saleFees: bigint
  feesKnown: boolean
  realised: bigint
  realisedToday: bigint
  settlingPnl: bigint
  unexplainedSize: bigint
  unexplainedCash: bigint
  cash: bigint
  firstAt: Instant | null
  lastAt: Instant | null
  readonly movements: Movement[]
}

/** Figures of an outcome without any entry. */
export const NO_FIGURES: PositionFigures = {
  size: ZERO,
  settledSize: ZERO,
  reversedSize: ZERO,
  cost: ZERO,
  costKnown: true,
  fees: ZERO,
  saleFees: ZERO,
  feesKnown: true,
  realised: ZERO,
  realisedToday: ZERO,
  settlingPnl: ZERO,
  unexplainedSize: ZERO,
  unexplainedCash: ZERO,
  cash: ZERO,
  firstAt: null,
  lastAt: null,
}

function begin(opening: Opening | null, today: Instant): Running {
  if (opening === null) return { ...NO_FIGURES, movements: [] }
  const { figures, day } = opening
  return day === today ? { ...figures, movements: [] } : { ...figures, realisedToday: ZERO, movements: [] }
}

function applyFill(running: Running, fill: FillEntry, today: Instant): void {
  const fee = fill.fee ?? 0n
  const isFinal = fill.status === 'confirmed'
  running.fees += fee
  running.feesKnown = running.feesKnown && fill.fee !== null
  if (fill.side === 'SELL') {
    running.saleFees += fee
    leave(running, fill, fill.cash - fee, { isFinal, today })
    return
  }
  running.size += fill.size
  running.cost += fill.cash + fee
  running.cash -= fill.cash + fee
  if (isFinal) running.settledSize += fill.size
  running.movements.push({ entry: fill, held: micros(running.size), profit: null })
  touch(running, fill.at)
}

/**
 * Shares leave at the average cost, rounded down so that what stays is never undervalued; with the last share the whole
 * rest of the cost goes. What leaves beyond what is known to be held, or without a known cost, makes no profit.
 */
function leave(
  running: Running,
  entry: PortfolioEntry,
  received: bigint,
  { isFinal, today }: { readonly isFinal: boolean; readonly today: Instant },
): void {
  const known = entry.size < running.size ? entry.size : running.size
  const cost = known === running.size ? running.cost : (running.cost * known) / running.size
  const share = known === entry.size ? received : (received * known) / entry.size
  const isKnown = running.costKnown
  const profit = isKnown ? share - cost : 0n
  running.size -= known
  running.cost -= cost
  running.costKnown = isKnown || running.size === 0n
  running.cash += received
  running.realised += profit
  running.unexplainedSize += isKnown ? entry.size - known : entry.size
  running.unexplainedCash += isKnown ? received - share : received
  if (isFinal) running.settledSize -= known
  else running.settlingPnl += profit
  if (entry.at >= today) running.realisedToday += profit
  running.movements.push({ entry, held: micros(running.size), profit: isKnown ? micros(profit) : null })
  touch(running, entry.at)
}

function touch(running: Running, at: Instant): void {
  running.firstAt = Math.min(running.firstAt ?? at, at)
  running.lastAt = Math.max(running.lastAt ?? at, at)
}

function figuresOf(running: Running): PositionFigures {
  return {
    size: micros(running.size),
    settledSize: micros(running.settledSize > 0n ? running.settledSize : 0n),
    reversedSize: micros(running.reversedSize),
    cost: micros(running.costKnown ? running.cost : 0n),
    costKnown: running.costKnown,
    fees: micros(running.fees),
    saleFees: micros(running.saleFees),
    feesKnown: running.feesKnown,
    realised: micros(running.realised),
    realisedToday: micros(running.realisedToday),
    settlingPnl: micros(running.settlingPnl),
    unexplainedSize: micros(running.unexplainedSize),
    unexplainedCash: micros(running.unexplainedCash),
    cash: micros(running.cash),
    firstAt: running.firstAt,
    lastAt: running.lastAt,
  }
}

function rank(entry: PortfolioEntry): number {
  if (entry.kind === 'payout') return 2
  return entry.side === 'BUY' ? 0 : 1
}

function inOrder(a: PortfolioEntry, b: PortfolioEntry): number {
  if (a.at !== b.at) return a.at - b.at
  const ranks = rank(a) - rank(b)
  if (ranks !== 0) return ranks
  return a.key < b.key ? -1 : 1
}
