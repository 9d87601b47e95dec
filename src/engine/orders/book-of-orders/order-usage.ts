/**
 * Usage of the limits, from the ledger and the audit rows: in-flight and unknown orders in full, and nothing that a
 * restart would forget. The meaning of each number: docs/dev/decisions/0005.
 */
import type { Holding } from '#core/position/holdings.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, micros, parseMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { isOpen, remaining, type Order, type Side } from '#core/order/order.ts'
import type { RiskUsage } from '#core/risk-limits.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import { missingChange, missingCost, missingShares, type LedgerEntry } from './ledger-entry.ts'
import type { OrderLedger } from './order-ledger.ts'
import { createOutsideHoldings, type OutsideHoldings } from './outside-holdings.ts'
import type { ReadProofs } from './read-proofs.ts'
import { readSigned, readVerdict, type SignedOrder } from '../record/order-history.ts'

export type OrderUsage = {
  /** From the rows of today and of the last minute. */
  readonly restore: (rows: readonly AuditRow[]) => void
  readonly sent: (signed: SentOrder) => void
  /** An own order changed. */
  readonly observe: (entry: LedgerEntry) => void
  /** An own order has ended, and all that it traded is known. */
  readonly proved: (clientOrderId: string) => void
  /** An accepted combo quote: one request of the minute, and `notional` of the day; of the cash until it has ended. */
  readonly sentCombo: (clientOrderId: string, notional: Micros, at: Instant) => void
  /** One that is not filled does not count. */
  readonly endedCombo: (clientOrderId: string, isFilled: boolean) => void
  /** Takes the function that says what combos may lose. */
  readonly countCombos: (exposure: () => Micros | null) => void
  readonly sentInLastMinute: () => readonly Instant[]
  /** Today's buys: filled size, and the size that can still fill as far as is known. */
  readonly dailyNotional: () => Micros
  /** Part of it that ends with the order. */
  readonly dailyRest: (order: Order) => Micros
  readonly openOrders: () => number
  /** Cash that open buys and combos under way may still take, or buys have taken though no fill says so yet. */
  readonly reservedCash: () => Micros
  /** Cash that accepted combo quotes without a known end may still take. */
  readonly combosUnderWay: () => Micros
  /** Shares that open sells of the outcome may still take, or have taken though no fill says so yet. */
  readonly reservedShares: (outcomeId: OutcomeId) => Micros
  /** Shares of the outcome that buys have brought within the last minute, and that are in no fill yet. */
  readonly missingBought: (outcomeId: OutcomeId) => Micros
  /** All outcomes of one market: cost of the shares held plus the possible cost of open buys. */
  readonly marketNotional: (outcomeIds: readonly OutcomeId[]) => Micros
  /** Part of it that own fills and orders do not explain. */
  readonly marketOutside: (outcomeIds: readonly OutcomeId[]) => Micros
  /** Shares held of an outcome, by own fills and from outside. */
  readonly held: (outcomeId: OutcomeId) => Holding
  /** The venue's list of positions was read. */
  readonly takeListed: OutsideHoldings['take']
  /**
   * Shares of `other` that are held, not offered, and not paired with shares of `outcomeId` held or on their way;
   * `freed` of the latter come no more.
   *
   * @param balance  shares of `other` as the venue's balance shows them; null when that was never read
   */
  readonly unpairedShares: (
    other: OutcomeId,
    outcomeId: OutcomeId,
    freed: Micros,
    balance: Micros | null,
  ) => Micros
  readonly usage: () => RiskUsage
}

type SentOrder = Pick<SignedOrder, 'clientOrderId' | 'orderId' | 'side' | 'price' | 'size' | 'at'>

type Sent = {
  readonly at: Instant
  /** All of it. */
  readonly notional: Micros
  readonly counts: boolean
  /** Null for a combo. */
  readonly order: Pick<SentOrder, 'orderId' | 'price'> | null
  /** Shares that it has traded; null for an order of a previous run that the ledger does not know. */
  readonly filled: Micros | null
  /** Monotonic; when its end was received. */
  readonly endedAt: number | null
  readonly isProved: boolean
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The beginning of the instant's day, UTC. */
export function startOfDay(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS
}

type UsageParts = {
  readonly clock: Clock
  readonly ledger: Pick<
    OrderLedger,
    'openEntries' | 'missingEntries' | 'changes' | 'marketOfFills' | 'outcomesWithFills' | 'filledOf'
  >
  readonly reads: Pick<ReadProofs, 'isReadSince' | 'isPastOver'>
}

type UsageState = UsageParts & {
  readonly sent: Map<string, Sent>
  readonly combos: Map<string, Micros>
  readonly wallet: OutsideHoldings
  comboExposure: () => Micros | null
}

/** Builds the counters over a ledger. */
export function createOrderUsage(parts: UsageParts): OrderUsage {
  const state: UsageState = {
    ...parts,
    sent: new Map(),
    combos: new Map(),
    comboExposure: () => ZERO,
    wallet: createOutsideHoldings({
      clock: parts.clock,
      changes(outcomeId) {
        const own = parts.ledger.changes(outcomeId)
        // A buy of which the venue has not reported the fills counts until it does, or until its shares are sold.
        const late = missing(state, 'BUY', outcomeId).map(missingChange)
        return late.length === 0 ? own : { ...own, changes: [...own.changes, ...late] }
      },
    }),
  }

  return {
    restore(rows) {
      for (const row of rows) {
        const order = row.kind === 'signed' ? readSigned(row) : null
        if (order !== null) add(state, order, null)
        const combo = row.kind === 'signed' && row.action === 'combo_accept' ? comboNotional(row) : null
        if (combo !== null) addCombo(state, row.clientOrderId, combo, row.at)
        const verdict = row.kind === 'response' || row.kind === 'reconcile' ? readVerdict(row.details) : null
        if (verdict === null || verdict.result === 'unknown') continue
        const corrected = row.details['corrects']
        const counts = verdict.result === 'accepted'
        change(state, typeof corrected === 'string' ? corrected : row.clientOrderId, { counts })
      }
    },
    sent(order) {
      forgetOld(state)
      add(state, order, ZERO)
    },
    observe({ order, isContradicted }) {
      const isOver = !isOpen(order.status) && !isContradicted
      const known = order.clientOrderId === null ? undefined : state.sent.get(order.clientOrderId)
      if (known === undefined) return
      change(state, order.clientOrderId, {
        counts: order.status !== 'rejected',
        filled: order.filledSize,
        endedAt: isOver ? (known.endedAt ?? state.clock.monotonic()) : null,
        isProved: isOver && known.isProved,
      })
    },
    proved: (clientOrderId) => {
      change(state, clientOrderId, { isProved: true })
    },
    sentCombo(clientOrderId, counted, at) {
      forgetOld(state)
      addCombo(state, clientOrderId, counted, at)
      state.combos.set(clientOrderId, counted)
    },
    endedCombo(clientOrderId, isFilled) {
      state.combos.delete(clientOrderId)
      if (!isFilled) change(state, clientOrderId, { counts: false })
    },
    countCombos: (exposure) => {
      state.comboExposure = exposure
    },
    sentInLastMinute: () => sentInLastMinute(state),
    dailyNotional: () => dailyNotional(state),
    dailyRest({ clientOrderId, price, filledSize }) {
      const known = clientOrderId === null ? undefined : state.sent.get(clientOrderId)
      if (known === undefined || !known.counts || known.at < startOfDay(state.clock.now())) return ZERO
      return subtractMicros(dailyCost(state, known), atMost(known.notional, notional(price, filledSize)))
    },
    openOrders: () => state.ledger.openEntries().length,
    reservedCash: () =>
      addMicros(openBuys(state, null), missingCost(recentMissing(state, 'BUY', null)), combosUnderWay(state)),
    combosUnderWay: () => combosUnderWay(state),
    reservedShares: (outcomeId) =>
      addMicros(openShares(state, 'SELL', outcomeId), missingShares(recentMissing(state, 'SELL', outcomeId))),
    missingBought: (outcomeId) => missingShares(recentMissing(state, 'BUY', outcomeId)),
    marketNotional: (outcomeIds) =>
      addMicros(...outcomeIds.map((outcomeId) => outcomeNotional(state, outcomeId))),
    marketOutside: (outcomeIds) => marketOutside(state, outcomeIds),
    held: (outcomeId) => held(state, outcomeId),
    takeListed: state.wallet.take,
    unpairedShares: (other, outcomeId, freed, balance) =>
      unpairedShares(state, other, outcomeId, freed, balance),
    usage: () => usageNow(state),
  }
}

function add(state: UsageState, order: SentOrder, filled: Micros | null): void {
  const all = order.side === 'BUY' ? notional(order.price, order.size) : ZERO
  state.sent.set(order.clientOrderId, { ...JUST_SENT, at: order.at, notional: all, order, filled })
}

function addCombo(state: UsageState, clientOrderId: string, all: Micros, at: Instant): void {
  state.sent.set(clientOrderId, { ...JUST_SENT, at, notional: all })
}

function change(state: UsageState, clientOrderId: string | null, changes: Partial<Sent>): void {
  const known = clientOrderId === null ? undefined : state.sent.get(clientOrderId)
  if (clientOrderId !== null && known !== undefined) state.sent.set(clientOrderId, { ...known, ...changes })
}

/** Cost of a request to the day; of an order that is proven over, only its fills. */
function dailyCost(state: UsageState, { at, notional: all, order, filled, endedAt, isProved }: Sent): Micros {
  if (order === null) return all
  if (filled === null) {
    return state.reads.isPastOver(order.orderId, at)
      ? atMost(all, notional(order.price, state.ledger.filledOf(order.orderId)))
      : all
  }
  const isOver = endedAt !== null && (isProved || state.reads.isReadSince(endedAt))
  return isOver ? atMost(all, notional(order.price, filled)) : all
}

function forgetOld(state: UsageState): void {
  const oldest = Math.min(startOfDay(state.clock.now()), state.clock.now() - MINUTE_MS)
  for (const [id, { at }] of state.sent) {
    if (at >= oldest) return
    state.sent.delete(id)
  }
}

function open(state: UsageState, side: Side, outcomeId: OutcomeId | null): readonly LedgerEntry[] {
  return state.ledger
    .openEntries()
    .filter(({ order }) => order.side === side && (outcomeId === null || order.outcomeId === outcomeId))
}

function openBuys(state: UsageState, outcomeId: OutcomeId | null): Micros {
  return addMicros(
    ...open(state, 'BUY', outcomeId).map(({ order }) => notional(order.price, remaining(order))),
  )
}

function openShares(state: UsageState, side: Side, outcomeId: OutcomeId): Micros {
  return addMicros(...open(state, side, outcomeId).map(({ order }) => remaining(order)))
}

function missing(state: UsageState, side: Side, outcomeId: OutcomeId | null): readonly LedgerEntry[] {
  return state.ledger
    .missingEntries()
    .filter(({ order }) => order.side === side && (outcomeId === null || order.outcomeId === outcomeId))
}

/** Shares that a balance does not show yet: fills may never be reported, and after a minute it does. */
function recentMissing(state: UsageState, side: Side, outcomeId: OutcomeId | null): readonly LedgerEntry[] {
  const since = state.clock.now() - MINUTE_MS
  return missing(state, side, outcomeId).filter(({ order }) => order.updatedAt > since)
}

function held(state: UsageState, outcomeId: OutcomeId): Holding {
  const [own, outside] = [state.wallet.own(outcomeId), state.wallet.outside(outcomeId)]
  return { size: addMicros(own.size, outside.size), cost: addMicros(own.cost, outside.cost) }
}

function outcomeNotional(state: UsageState, outcomeId: OutcomeId): Micros {
  return addMicros(held(state, outcomeId).cost, openBuys(state, outcomeId))
}

function marketOutside(state: UsageState, outcomeIds: readonly OutcomeId[]): Micros {
  return addMicros(...outcomeIds.map((outcomeId) => state.wallet.outside(outcomeId).cost))
}

function unpairedShares(
  state: UsageState,
  other: OutcomeId,
  outcomeId: OutcomeId,
  freed: Micros,
  balance: Micros | null,
): Micros {
  // A trade that is in no fill yet pairs nothing, and rests no more; nor do orders that only the list still shows.
  const own = state.wallet.own(other).size - missingShares(missing(state, 'BUY', other))
  const all = own + state.wallet.outside(other).size
  const shown = balance === null || balance > all ? all : balance
  const sold = addMicros(openShares(state, 'SELL', other), missingShares(missing(state, 'SELL', other)))
  const unpaired =
    (shown > own ? shown : own) -
    sold -
    held(state, outcomeId).size -
    openShares(state, 'BUY', outcomeId) +
    freed
  return unpaired > 0n ? micros(unpaired) : ZERO
}

function orders(state: UsageState): readonly LedgerEntry[] {
  return [...state.ledger.openEntries(), ...state.ledger.missingEntries()]
}

function combosUnderWay(state: UsageState): Micros {
  return addMicros(...state.combos.values())
}

function marketOf(state: UsageState, outcomeId: OutcomeId, listed: MarketId | null): MarketId | null {
  if (listed !== null) return listed
  const entry = orders(state).find(({ order }) => order.outcomeId === outcomeId)
  return state.ledger.marketOfFills(outcomeId) ?? entry?.order.marketId ?? null
}

/** Outcomes of the market that is used most. */
function fullestMarket(state: UsageState): readonly OutcomeId[] {
  const listed = new Map(state.wallet.outcomes().map(({ outcomeId, marketId }) => [outcomeId, marketId]))
  const outcomeIds = new Set([
    ...state.ledger.outcomesWithFills(),
    ...orders(state).map(({ order }) => order.outcomeId),
    ...listed.keys(),
  ])
  const markets = Map.groupBy(outcomeIds, (outcomeId) =>
    marketOf(state, outcomeId, listed.get(outcomeId) ?? null),
  )
  let fullest: { readonly used: Micros; readonly outcomes: readonly OutcomeId[] } | null = null
  for (const outcomes of markets.values()) {
    const used = addMicros(...outcomes.map((outcomeId) => outcomeNotional(state, outcomeId)))
    if (fullest === null || used > fullest.used) fullest = { used, outcomes }
  }
  return fullest?.outcomes ?? []
}

function usageNow(state: UsageState): RiskUsage {
  const fullest = fullestMarket(state)
  return {
    maxPositionNotional: addMicros(...fullest.map((outcomeId) => outcomeNotional(state, outcomeId))),
    positionFromOutside: marketOutside(state, fullest),
    maxDailyNotional: dailyNotional(state),
    maxOpenOrders: state.ledger.openEntries().length,
    maxOrdersPerMinute: sentInLastMinute(state).length,
    maxComboExposure: state.comboExposure(),
  }
}

function dailyNotional(state: UsageState): Micros {
  const today = startOfDay(state.clock.now())
  let sum = 0n
  for (const request of state.sent.values())
    if (request.counts && request.at >= today && request.notional > 0n) sum += dailyCost(state, request)
  return micros(sum)
}

function sentInLastMinute({ clock, sent }: UsageState): readonly Instant[] {
  const [since, recent] = [clock.now() - MINUTE_MS, [] as Instant[]]
  for (const { at } of sent.values()) if (at > since) recent.push(at)
  return recent.toSorted((a, b) => a - b)
}

const JUST_SENT = { counts: true, order: null, filled: ZERO, endedAt: null, isProved: false } as const

/** Better prices or more shares than asked cost no more than was signed. */
function atMost(most: Micros, value: Micros): Micros {
  return value < most ? value : most
}

/** Notional of an accepted combo quote: what a buy costs, and nothing for a sale. */
function comboNotional(row: AuditRow): Micros | null {
  const { notional: text } = row.details
  const parsed = typeof text === 'string' ? parseMicros(text) : null
  return parsed?.ok === true ? parsed.value : null
}
