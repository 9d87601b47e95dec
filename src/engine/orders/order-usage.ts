/**
 * What the limits count, from the ledger and the audit rows: in-flight and unknown orders in full, and nothing that a
 * restart would forget. What each number means: docs/decisions/0005.
 */
import type { Holding, HoldingChange } from '#core/position/holdings.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, micros, parseMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { isOpen, remaining } from '#core/order/order.ts'
import type { Order, Side } from '#core/order/order.ts'
import type { RiskUsage } from '#core/risk-limits.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { LedgerEntry } from './ledger/ledger-entry.ts'
import type { OrderLedger } from './ledger/order-ledger.ts'
import { createOutsideHoldings } from '../portfolio/outside-holdings.ts'
import type { OutsideHoldings } from '../portfolio/outside-holdings.ts'
import { readSigned, readVerdict } from './place/order-stories.ts'
import type { SignedOrder } from './place/order-stories.ts'
import type { Reconciliation } from './reconcile/reconciliation.ts'

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
  readonly endedCombo: (clientOrderId: string) => void
  /** Proven refused, or never at the venue: its notional does not count. */
  readonly refused: (clientOrderId: string) => void
  /** The refusal was wrong. */
  readonly counted: (clientOrderId: string) => void
  readonly sentInLastMinute: () => readonly Instant[]
  /** Of today's buys: what has filled, and what can still fill as far as is known. */
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
  readonly untoldBought: (outcomeId: OutcomeId) => Micros
  /** Of all outcomes of one market: cost of what is held plus what open buys may still cost. */
  readonly marketNotional: (outcomeIds: readonly OutcomeId[]) => Micros
  /** Part of it that own fills and orders do not explain. */
  readonly marketOutside: (outcomeIds: readonly OutcomeId[]) => Micros
  /** What is held of an outcome, by own fills and from outside. */
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
  /** Monotonic; when its end was heard of. */
  readonly endedAt: number | null
  readonly isProved: boolean
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The beginning of the instant's day, UTC. */
export function startOfDay(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS
}

/** Builds the counters over a ledger. */
export function createOrderUsage(parts: {
  readonly clock: Clock
  readonly ledger: Pick<
    OrderLedger,
    'openEntries' | 'untoldEntries' | 'changes' | 'marketOfFills' | 'outcomesWithFills' | 'filledOf'
  >
  /** What reads of own orders and trades have proven. */
  readonly reads: () => Pick<Reconciliation, 'isReadSince' | 'isPastOver'>
}): OrderUsage {
  const { clock, ledger } = parts
  const sent = new Map<string, Sent>()
  const combos = new Map<string, Micros>()
  const wallet = createOutsideHoldings({
    clock,
    changes(outcomeId) {
      const own = ledger.changes(outcomeId)
      // A buy of which the venue has not told the fills counts until it does, or until its shares are sold.
      return { ...own, changes: [...own.changes, ...untold('BUY', outcomeId).map(untoldChange)] }
    },
  })

  function add(order: SentOrder, filled: Micros | null): void {
    const all = order.side === 'BUY' ? notional(order.price, order.size) : ZERO
    sent.set(order.clientOrderId, { ...JUST_SENT, at: order.at, notional: all, order, filled })
  }

  function addCombo(clientOrderId: string, all: Micros, at: Instant): void {
    sent.set(clientOrderId, { ...JUST_SENT, at, notional: all })
  }

  function change(clientOrderId: string | null, changes: Partial<Sent>): void {
    const known = clientOrderId === null ? undefined : sent.get(clientOrderId)
    if (clientOrderId !== null && known !== undefined) sent.set(clientOrderId, { ...known, ...changes })
  }

  /** What a request costs the day: of an order that is proven to be over, what it has filled. */
  function dailyCost({ at, notional: all, order, filled, endedAt, isProved }: Sent): Micros {
    if (order === null) return all
    if (filled === null) {
      return parts.reads().isPastOver(order.orderId, at)
        ? atMost(all, notional(order.price, ledger.filledOf(order.orderId)))
        : all
    }
    const isOver = endedAt !== null && (isProved || parts.reads().isReadSince(endedAt))
    return isOver ? atMost(all, notional(order.price, filled)) : all
  }

  function forgetOld(): void {
    const oldest = Math.min(startOfDay(clock.now()), clock.now() - MINUTE_MS)
    for (const [id, { at }] of sent) {
      if (at >= oldest) return
      sent.delete(id)
    }
  }

  function open(side: Side, outcomeId: OutcomeId | null): readonly LedgerEntry[] {
    return ledger
      .openEntries()
      .filter(({ order }) => order.side === side && (outcomeId === null || order.outcomeId === outcomeId))
  }

  function openBuys(outcomeId: OutcomeId | null): Micros {
    return addMicros(...open('BUY', outcomeId).map(({ order }) => notional(order.price, remaining(order))))
  }

  function openShares(side: Side, outcomeId: OutcomeId): Micros {
    return addMicros(...open(side, outcomeId).map(({ order }) => remaining(order)))
  }

  function untold(side: Side, outcomeId: OutcomeId | null): readonly LedgerEntry[] {
    return ledger
      .untoldEntries()
      .filter(({ order }) => order.side === side && (outcomeId === null || order.outcomeId === outcomeId))
  }

  /** What a balance does not show yet: fills may never be told, and after a minute it does. */
  function untoldLately(side: Side, outcomeId: OutcomeId | null): readonly LedgerEntry[] {
    return untold(side, outcomeId).filter(({ order }) => clock.now() - order.updatedAt < MINUTE_MS)
  }

  function held(outcomeId: OutcomeId): Holding {
    const [own, outside] = [wallet.own(outcomeId), wallet.outside(outcomeId)]
    return { size: addMicros(own.size, outside.size), cost: addMicros(own.cost, outside.cost) }
  }

  function outcomeNotional(outcomeId: OutcomeId): Micros {
    return addMicros(held(outcomeId).cost, openBuys(outcomeId))
  }

  function marketOutside(outcomeIds: readonly OutcomeId[]): Micros {
    return addMicros(...outcomeIds.map((outcomeId) => wallet.outside(outcomeId).cost))
  }

  const unpairedShares: OrderUsage['unpairedShares'] = (other, outcomeId, freed, balance) => {
    // What has traded and is in no fill yet pairs nothing, and rests no more; nor does what only the list still shows.
    const own = wallet.own(other).size - sharesOf(untold('BUY', other))
    const all = own + wallet.outside(other).size
    const shown = balance === null || balance > all ? all : balance
    const sold = addMicros(openShares('SELL', other), sharesOf(untold('SELL', other)))
    const unpaired =
      (shown > own ? shown : own) - sold - held(outcomeId).size - openShares('BUY', outcomeId) + freed
    return unpaired > 0n ? micros(unpaired) : ZERO
  }

  function orders(): readonly LedgerEntry[] {
    return [...ledger.openEntries(), ...ledger.untoldEntries()]
  }

  function combosUnderWay(): Micros {
    return addMicros(...combos.values())
  }

  function marketOf(outcomeId: OutcomeId, listed: MarketId | null): MarketId | null {
    if (listed !== null) return listed
    const entry = orders().find(({ order }) => order.outcomeId === outcomeId)
    return ledger.marketOfFills(outcomeId) ?? entry?.order.marketId ?? null
  }

  /** Outcomes of the market that is used most. */
  function fullestMarket(): readonly OutcomeId[] {
    const listed = new Map(wallet.outcomes().map(({ outcomeId, marketId }) => [outcomeId, marketId]))
    const outcomeIds = new Set([
      ...ledger.outcomesWithFills(),
      ...orders().map(({ order }) => order.outcomeId),
      ...listed.keys(),
    ])
    const markets = Map.groupBy(outcomeIds, (outcomeId) => marketOf(outcomeId, listed.get(outcomeId) ?? null))
    let fullest: { readonly used: Micros; readonly outcomes: readonly OutcomeId[] } | null = null
    for (const outcomes of markets.values()) {
      const used = addMicros(...outcomes.map(outcomeNotional))
      if (fullest === null || used > fullest.used) fullest = { used, outcomes }
    }
    return fullest?.outcomes ?? []
  }

  function usageNow(): RiskUsage {
    const fullest = fullestMarket()
    return {
      maxPositionNotional: addMicros(...fullest.map(outcomeNotional)),
      positionFromOutside: marketOutside(fullest),
      maxDailyNotional: dailyNotional(),
      maxOpenOrders: ledger.openEntries().length,
      maxOrdersPerMinute: sentInLastMinute().length,
      maxComboExposure: ZERO,
    }
  }

  function dailyNotional(): Micros {
    const today = startOfDay(clock.now())
    const counted = [...sent.values()].filter(({ at, counts }) => counts && at >= today)
    return addMicros(...counted.map(dailyCost))
  }

  function sentInLastMinute(): readonly Instant[] {
    const since = clock.now() - MINUTE_MS
    return [...sent.values()]
      .map(({ at }) => at)
      .filter((at) => at > since)
      .toSorted((a, b) => a - b)
  }

  return {
    restore(rows) {
      for (const row of rows) {
        const order = row.kind === 'signed' ? readSigned(row) : null
        if (order !== null) add(order, null)
        const combo = row.kind === 'signed' && row.action === 'combo_accept' ? comboNotional(row) : null
        if (combo !== null) addCombo(row.clientOrderId, combo, row.at)
        const verdict = row.kind === 'response' || row.kind === 'reconcile' ? readVerdict(row.details) : null
        if (verdict === null || verdict.result === 'unknown') continue
        const corrected = row.details['corrects']
        const counts = verdict.result === 'accepted'
        change(typeof corrected === 'string' ? corrected : row.clientOrderId, { counts })
      }
    },
    sent(order) {
      forgetOld()
      add(order, ZERO)
    },
    observe({ order, isContradicted }) {
      const isOver = !isOpen(order.status) && !isContradicted
      const known = order.clientOrderId === null ? undefined : sent.get(order.clientOrderId)
      if (known === undefined) return
      change(order.clientOrderId, {
        filled: order.filledSize,
        endedAt: isOver ? (known.endedAt ?? clock.monotonic()) : null,
        isProved: isOver && known.isProved,
      })
    },
    proved: (clientOrderId) => {
      change(clientOrderId, { isProved: true })
    },
    sentCombo(clientOrderId, counted, at) {
      forgetOld()
      addCombo(clientOrderId, counted, at)
      combos.set(clientOrderId, counted)
    },
    endedCombo: (clientOrderId) => {
      combos.delete(clientOrderId)
    },
    refused: (clientOrderId) => {
      change(clientOrderId, { counts: false })
    },
    counted: (clientOrderId) => {
      change(clientOrderId, { counts: true })
    },
    sentInLastMinute,
    dailyNotional,
    dailyRest({ clientOrderId, price, filledSize }) {
      const known = clientOrderId === null ? undefined : sent.get(clientOrderId)
      if (known === undefined || !known.counts || known.at < startOfDay(clock.now())) return ZERO
      return subtractMicros(dailyCost(known), atMost(known.notional, notional(price, filledSize)))
    },
    openOrders: () => ledger.openEntries().length,
    reservedCash: () => addMicros(openBuys(null), costOf(untoldLately('BUY', null)), combosUnderWay()),
    combosUnderWay,
    reservedShares: (outcomeId) =>
      addMicros(openShares('SELL', outcomeId), sharesOf(untoldLately('SELL', outcomeId))),
    untoldBought: (outcomeId) => sharesOf(untoldLately('BUY', outcomeId)),
    marketNotional: (outcomeIds) => addMicros(...outcomeIds.map(outcomeNotional)),
    marketOutside,
    held,
    takeListed: wallet.take,
    unpairedShares,
    usage: usageNow,
  }
}

const JUST_SENT = { counts: true, order: null, filled: ZERO, endedAt: null, isProved: false } as const

/** What is traded at better prices or for more shares than asked costs no more than was signed. */
function atMost(most: Micros, value: Micros): Micros {
  return value < most ? value : most
}

/** Shares that were traded and are in no fill. */
function untoldShares({ order, progress }: LedgerEntry): Micros {
  return subtractMicros(order.filledSize, progress.filled)
}

/** As if the shares had been traded when the order was heard of last. Trades tell whole seconds. */
function untoldChange(entry: LedgerEntry): HoldingChange {
  const { side, price, updatedAt } = entry.order
  const at = Math.floor(updatedAt / 1_000) * 1_000
  return { side, price, size: untoldShares(entry), status: 'matched', at }
}

function sharesOf(entries: readonly LedgerEntry[]): Micros {
  return addMicros(...entries.map(untoldShares))
}

function costOf(entries: readonly LedgerEntry[]): Micros {
  return addMicros(...entries.map((entry) => notional(entry.order.price, untoldShares(entry))))
}

/** Notional of an accepted combo quote: what a buy costs, and nothing for a sale. */
function comboNotional(row: AuditRow): Micros | null {
  const { notional: text } = row.details
  const parsed = typeof text === 'string' ? parseMicros(text) : null
  return parsed?.ok === true ? parsed.value : null
}
