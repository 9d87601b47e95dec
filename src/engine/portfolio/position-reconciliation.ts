/**
 * Holds the local position against the venue's list and the token's balance, and lets it learn what it lacks: positions
 * from before the known fills, payouts. When it learns and when not: core/position/position-comparison.ts.
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros, ZERO, type Micros } from '#core/money.ts'
import { adoptedFigures, isSame, comparePosition, type VenueRow } from '#core/position/position-comparison.ts'
import type { PositionFigures } from '#core/position/position.ts'
import type { Tools } from '../tools.ts'
import type { OwnAccount } from './own-account.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'
import type { PortfolioLists } from './portfolio-lists.ts'

export type PositionReconciliation = ReturnType<typeof createPositionReconciliation>

/** The venue's list follows a trade by some seconds. */
export const CALM_MS = 8_000
/** Shares come and go without a trade: an older balance is no evidence, and a younger one is not asked for again. */
const BALANCE_LASTS_MS = 15_000
const BALANCES_AT_ONCE = 4
const BALANCES_A_ROUND = 40

type Read = { readonly balance: Micros; readonly beganAt: number }
type ListedRow = { readonly row: VenueRow; readonly at: Instant }

type ReconciliationParts = Pick<Tools, 'clock' | 'log'> & {
  readonly ledger: PortfolioLedger
  readonly lists: PortfolioLists
  readonly own: OwnAccount
  readonly knewOwnFills: () => boolean
  readonly payoutOf: (outcomeId: OutcomeId) => Micros | null
  readonly onChange: (outcomeId: OutcomeId) => void
  readonly onPaid: () => void
}

type ReconciliationState = ReconciliationParts & {
  readonly balances: Map<OutcomeId, Read>
  /** Monotonic; when the balance was asked for last. */
  readonly askedAt: Map<OutcomeId, number>
  /** When list or balance last showed shares. */
  readonly seenAt: Map<OutcomeId, Instant>
  /** Monotonic; when a row of an outcome without any received fill was first seen; null before own fills were known. */
  readonly listedAt: Map<OutcomeId, number | null>
  hasNewRow: boolean
  readonly repeats: Map<OutcomeId, { readonly size: bigint; readonly round: number; readonly count: number }>
  waiting: OutcomeId[]
  reading: number
  isStopped: boolean
}

/**
 * Builds the judge.
 *
 * @param knewOwnFills  own fills were all read once in this run: before that the list is the only source
 * @param payoutOf  what one share pays; null while the market is not resolved
 * @param onChange  called with each outcome whose local position changed
 * @param onPaid  shares were paid out: there is more cash than any trade tells
 */
export function createPositionReconciliation(parts: ReconciliationParts) {
  const state: ReconciliationState = {
    ...parts,
    balances: new Map(),
    askedAt: new Map(),
    seenAt: new Map(),
    listedAt: new Map(),
    hasNewRow: false,
    repeats: new Map(),
    waiting: [],
    reading: 0,
    isStopped: false,
  }

  return {
    /** Judges every outcome again; balances that this needs are read meanwhile. */
    consider(): void {
      // A limited number of balances is read at a time: those that were not asked for longest come first.
      const all = [...new Set([...state.lists.outcomes(), ...state.ledger.outcomes()])]
      for (const outcomeId of all.toSorted((a, b) => compare(lastAsked(state, a), lastAsked(state, b))))
        judge(state, outcomeId)
      if (state.hasNewRow) state.own.readFills()
      state.hasNewRow = false
    },
    /** Judges again what is listed, while own fills read since then may still explain it. */
    considerNew(): void {
      for (const [outcomeId, at] of state.listedAt)
        if (at !== null && state.ledger.isNew(outcomeId)) judge(state, outcomeId)
    },
    stop(): void {
      state.isStopped = true
      state.waiting = []
    },
  }
}

/** Own fills and balances can be read now. */
function hasOrders({ own }: ReconciliationState): boolean {
  return own.areCredentialsReady() && own.isReconciled()
}

function rowOf(state: ReconciliationState, outcomeId: OutcomeId): ListedRow | null {
  const listed = state.lists.listed(outcomeId)
  if (listed !== null) return { row: listed.row, at: listed.asOf }
  const since = state.ledger.changedAt(outcomeId) + CALM_MS
  return state.lists.isWholeSince(since, outcomeId) ? { row: 'absent', at: state.clock.now() } : null
}

/** How many reads in a row have said this size. */
function repeatsOf(state: ReconciliationState, outcomeId: OutcomeId, row: VenueRow): number {
  const size = rowSize(row)
  const known = state.repeats.get(outcomeId)
  const round = state.lists.round()
  if (known?.size === size && known.round === round) return known.count
  const count = known?.size === size ? known.count + 1 : 1
  state.repeats.set(outcomeId, { size, round, count })
  return count
}

function isCalm(state: ReconciliationState, outcomeId: OutcomeId): boolean {
  return (
    !state.ledger.isSettling(outcomeId) &&
    state.lists.isWholeSince(state.ledger.changedAt(outcomeId) + CALM_MS, outcomeId)
  )
}

function balanceNow(state: ReconciliationState, outcomeId: OutcomeId): Micros | null {
  const read = state.balances.get(outcomeId)
  if (read === undefined || state.clock.monotonic() - read.beganAt >= BALANCE_LASTS_MS) return null
  return read.beganAt > state.ledger.changedAt(outcomeId) + CALM_MS ? read.balance : null
}

/** Learns from a row alone: no own fill that it covers may still be to come, or it would count twice. */
function learn(state: ReconciliationState, outcomeId: OutcomeId, { row, at }: ListedRow): void {
  const since = state.listedAt.get(outcomeId) ?? null
  if (row !== 'absent' && (since === null || state.own.areFillsReadSince(since)))
    adopt(state, outcomeId, row, at)
}

function judge(state: ReconciliationState, outcomeId: OutcomeId): void {
  const listed = rowOf(state, outcomeId)
  const isNew = state.ledger.isNew(outcomeId)
  if (listed !== null && rowSize(listed.row) > 0n) state.seenAt.set(outcomeId, listed.at)
  if (isNew && listed !== null && listed.row !== 'absent' && !state.listedAt.has(outcomeId)) {
    const knew = state.knewOwnFills()
    state.listedAt.set(outcomeId, knew ? state.clock.monotonic() : null)
    state.hasNewRow ||= knew
  }
  // Credentials are away: what the list shows may rest on own trades that will be reported when they are back.
  if (state.knewOwnFills() && !hasOrders(state)) return
  if (isNew) {
    if (listed !== null) learn(state, outcomeId, listed)
    return
  }
  const own = state.ledger.figures(outcomeId)
  const payout = state.payoutOf(outcomeId)
  const calm = isCalm(state, outcomeId)
  const said = comparePosition({
    own,
    calm,
    row: listed?.row ?? null,
    balance: balanceNow(state, outcomeId),
    listOnly: !state.knewOwnFills(),
    repeats: listed === null ? 0 : repeatsOf(state, outcomeId, listed.row),
    resolved: payout !== null,
  })
  if (said.type === 'adopt') adopt(state, outcomeId, said.row, listed?.at ?? state.clock.now())
  if (said.type === 'agrees' && listed !== null) follow(state, outcomeId, own, listed)
  if (said.type === 'paid' && payout !== null) {
    const cash = micros((said.size * payout) / 1_000_000n)
    state.ledger.pay(outcomeId, { at: paidAt(state, outcomeId, own, listed), size: said.size, cash })
    state.onChange(outcomeId)
    state.onPaid()
  }
  const isDoubtful = listed !== null && !isSame(rowSize(listed.row), own.size)
  if (calm && (isDoubtful || (payout !== null && own.size > 0n))) wantBalance(state, outcomeId)
}

/**
 * Where own fills were never read, trades that leave the size as it was are known from the row alone; so are profit
 * realised with shares that went without a trade, and a cost that no earlier row had (INV-79).
 */
function follow(
  state: ReconciliationState,
  outcomeId: OutcomeId,
  own: PositionFigures,
  { row, at }: ListedRow,
): void {
  if (row === 'absent') return
  if (!own.costKnown && row.cost !== null) {
    adopt(state, outcomeId, row, at, { ...own, feesKnown: true })
    return
  }
  if (state.ledger.basis(outcomeId) === 'fills') return
  const isExplained = state.ledger.isUnexplained(outcomeId) && own.size === 0n && row.size === 0n
  if (state.knewOwnFills() && !isExplained) return
  const { cost, realised } = adoptedFigures(own, row, at)
  if (own.cost !== cost || own.realised !== realised) adopt(state, outcomeId, row, at)
}

/** By the row that knows of it; else now when the shares were seen in this run, and with the last trade when not. */
function paidAt(
  state: ReconciliationState,
  outcomeId: OutcomeId,
  own: PositionFigures,
  listed: ListedRow | null,
): Instant {
  const now = state.clock.now()
  const seen = state.seenAt.get(outcomeId) ?? null
  const row = listed === null || listed.row === 'absent' || listed.row.size >= own.size ? null : listed.row
  const dated = row?.lastAt ?? 0
  const at = dated > (seen ?? 0) ? dated : seen === null ? own.lastAt : now
  return Math.max(own.lastAt ?? 0, Math.min(at ?? now, now))
}

function adopt(
  state: ReconciliationState,
  outcomeId: OutcomeId,
  row: VenueRow,
  at: Instant,
  own = state.ledger.figures(outcomeId),
): void {
  const marketId = state.ledger.marketId(outcomeId) ?? state.lists.listed(outcomeId)?.row.marketId ?? null
  if (marketId === null) return
  if (!state.ledger.isNew(outcomeId)) state.log.info('position.adopted', { outcome_id: outcomeId })
  state.ledger.adopt(outcomeId, marketId, {
    figures: adoptedFigures(own, row, at),
    until: row === 'absent' ? null : row.lastAt,
    isUnexplained: row === 'absent',
  })
  state.onChange(outcomeId)
}

function wantBalance(state: ReconciliationState, outcomeId: OutcomeId): void {
  if (!hasOrders(state) || state.clock.monotonic() - lastAsked(state, outcomeId) < BALANCE_LASTS_MS) return
  if (state.waiting.includes(outcomeId) || state.waiting.length >= BALANCES_A_ROUND) return
  state.waiting.push(outcomeId)
  readNext(state)
}

function lastAsked(state: ReconciliationState, outcomeId: OutcomeId): number {
  return state.askedAt.get(outcomeId) ?? -Infinity
}

function readNext(state: ReconciliationState): void {
  while (state.reading < BALANCES_AT_ONCE) {
    const outcomeId = state.waiting.shift()
    if (outcomeId === undefined) return
    state.reading += 1
    void read(state, outcomeId).finally(() => {
      state.reading -= 1
      if (!state.isStopped) readNext(state)
    })
  }
}

async function read(state: ReconciliationState, outcomeId: OutcomeId): Promise<void> {
  const beganAt = state.clock.monotonic()
  state.askedAt.set(outcomeId, beganAt)
  const answer = await state.own.readShares(outcomeId)
  if (state.isStopped) return
  if (!answer.ok) {
    state.balances.delete(outcomeId)
    return
  }
  const { balance } = answer.value
  state.balances.set(outcomeId, { balance, beganAt })
  if (balance > 0n) state.seenAt.set(outcomeId, state.clock.now())
  judge(state, outcomeId)
}

function rowSize(row: VenueRow): Micros {
  return row === 'absent' ? ZERO : row.size
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
