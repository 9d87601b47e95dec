/**
 * Usage of the limits, from the ledger and the audit rows: in-flight and unknown orders in full, and nothing that a
 * restart would forget. The meaning of each number: docs/dev/decisions/0005.
 */
import type { Holding, HoldingChange } from '#core/position/holdings.ts'
import { settlingShares } from '#core/position/settling-shares.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, micros, ZERO, type Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { remaining, type Order, type Side } from '#core/order/order.ts'
import type { RiskUsage } from '#core/risk-limits.ts'
import type { Clock } from '#ports/clock.ts'
import type { FillLedger } from './fill-ledger.ts'
import { missingChange, type LedgerEntry } from './ledger-entry.ts'
import type { OrderLedger } from './order-ledger.ts'
import { createOutsideHoldings } from './outside-holdings.ts'
import type { ReadProofs } from './read-proofs.ts'
import { createSentRequests, MINUTE_MS } from './sent-requests.ts'

export type OrderUsage = ReturnType<typeof createOrderUsage>

/**
 * Shares just bought and not in a balance that shows `shown`, or such as a sale on its way has taken or not (ADR 142); 0 where that
 * cannot be the reason for what is missing.
 */
export type SettlingShares = (outcomeId: OutcomeId, shown: Micros) => Micros

export function createOrderUsage(clock: Clock, ledger: OrderLedger, fills: FillLedger, proofs: ReadProofs) {
  const requests = createSentRequests(clock, fills, proofs)
  let comboExposure = (): Micros | null => ZERO
  const wallet = createOutsideHoldings(clock, (outcomeId) => {
    const own = fills.changes(outcomeId)
    // A buy of which the venue has not reported the fills counts until it does, or until its shares are sold.
    const late = missing('BUY', outcomeId)
    return late.length === 0 ? own : { ...own, changes: [...own.changes, ...late] }
  })

  /** Shares that orders received since then are said to have traded and are in no fill. */
  function missing(side: Side, outcomeId: OutcomeId | null, since = 0): readonly HoldingChange[] {
    const late = ledger.missingEntries().filter(({ order }) => order.updatedAt > since)
    return late.filter(isOf(side, outcomeId)).map(missingChange)
  }

  /** Fills may never be reported, and a balance shows their shares after a minute. */
  const minuteAgo = (): Instant => clock.now() - MINUTE_MS

  function open(side: Side, outcomeId: OutcomeId | null): readonly Order[] {
    return ledger.openEntries().flatMap((entry) => (isOf(side, outcomeId)(entry) ? entry.order : []))
  }

  function openBuys(outcomeId: OutcomeId | null): Micros {
    return addMicros(...open('BUY', outcomeId).map((order) => notional(order.price, remaining(order))))
  }

  function openShares(side: Side, outcomeId: OutcomeId): Micros {
    return addMicros(...open(side, outcomeId).map(remaining))
  }

  /** Shares that open sells of the outcome may still take, or have taken though no fill says so yet. */
  function reservedShares(outcomeId: OutcomeId): Micros {
    return addMicros(openShares('SELL', outcomeId), sumOf(missing('SELL', outcomeId, minuteAgo())))
  }

  /** Shares of the outcome that buys have brought within the last minute, and that are in no fill yet. */
  function missingBought(outcomeId: OutcomeId): Micros {
    return sumOf(missing('BUY', outcomeId, minuteAgo()))
  }

  /** Shares held of an outcome, by own fills and from outside. */
  function held(outcomeId: OutcomeId): Holding {
    const [own, outside] = [wallet.own(outcomeId), wallet.outside(outcomeId)]
    return { size: addMicros(own.size, outside.size), cost: addMicros(own.cost, outside.cost) }
  }

  /** All outcomes of one market: cost of the shares held plus the possible cost of open buys. */
  function marketNotional(outcomeIds: readonly OutcomeId[]): Micros {
    return addMicros(...outcomeIds.flatMap((outcomeId) => [held(outcomeId).cost, openBuys(outcomeId)]))
  }

  /** Part of it that own fills and orders do not explain. */
  function marketOutside(outcomeIds: readonly OutcomeId[]): Micros {
    return addMicros(...outcomeIds.map((outcomeId) => wallet.outside(outcomeId).cost))
  }

  /** Outcomes of the market that is used most. */
  function fullestMarket(): readonly OutcomeId[] {
    const markets = new Map<OutcomeId, MarketId | null>(
      fills.outcomes().map((outcomeId) => [outcomeId, fills.marketOf(outcomeId)]),
    )
    for (const { order } of [...ledger.openEntries(), ...ledger.missingEntries()])
      if (!markets.has(order.outcomeId)) markets.set(order.outcomeId, order.marketId)
    for (const { outcomeId, marketId } of wallet.outcomes()) markets.set(outcomeId, marketId)
    let fullest = { outcomes: [] as readonly OutcomeId[], used: -1n }
    for (const outcomes of Map.groupBy(markets.keys(), (outcomeId) => markets.get(outcomeId)).values()) {
      const used = marketNotional(outcomes)
      if (used > fullest.used) fullest = { outcomes, used }
    }
    return fullest.outcomes
  }

  return {
    ...requests,
    held,
    /** The most shares that may be held of an outcome: right after a start the list may have own trades or not. */
    heldAtMost: (outcomeId: OutcomeId): Micros =>
      addMicros(wallet.own(outcomeId).size, wallet.outsideAtMost(outcomeId).size),
    marketNotional,
    marketOutside,
    reservedShares,
    missingBought,
    /** Takes the function that says what combos may lose. */
    countCombos: (exposure: () => Micros | null): void => {
      comboExposure = exposure
    },
    openOrders: (): number => ledger.openEntries().length,
    /** Cash that open buys and combos under way may still take, or buys have taken though no fill says so yet. */
    reservedCash: (): Micros =>
      addMicros(openBuys(null), sumOf(missing('BUY', null, minuteAgo()), 'cash'), requests.combosUnderWay()),
    /** The venue's list of positions was read. */
    takeListed: wallet.take,
    /** @param inDoubt  shares in the balance that an unsettled sale may have taken */
    settling(outcomeId: OutcomeId, shown: Micros, inDoubt: Micros): Micros {
      const shares = {
        unreported: missingBought(outcomeId),
        reserved: reservedShares(outcomeId),
        shown,
        inDoubt,
      }
      return settlingShares(fills.changes(outcomeId).changes, shares, clock.now())
    },
    /**
     * Shares of `other` that are held, not offered, and not paired with shares of `outcomeId` held or on their way.
     *
     * @param pairing  further shares that pair with them, or fewer
     * @param balance  shares of `other` as the venue's balance shows them; null when that was never read
     */
    unpairedShares(other: OutcomeId, outcomeId: OutcomeId, pairing: Micros, balance: Micros | null): Micros {
      // A trade that is in no fill yet pairs nothing, and rests no more; nor do orders that only the list still shows.
      const own = wallet.own(other).size - sumOf(missing('BUY', other))
      const all = own + wallet.outside(other).size
      const shown = balance === null || balance > all ? all : balance
      const sold = openShares('SELL', other) + sumOf(missing('SELL', other))
      const paired = held(outcomeId).size + openShares('BUY', outcomeId) + pairing
      const unpaired = (shown > own ? shown : own) - sold - paired
      return unpaired > 0n ? micros(unpaired) : ZERO
    },
    usage(): RiskUsage {
      const fullest = fullestMarket()
      return {
        maxPositionNotional: marketNotional(fullest),
        positionFromOutside: marketOutside(fullest),
        maxDailyNotional: requests.dailyNotional(),
        maxOpenOrders: ledger.openEntries().length,
        maxOrdersPerMinute: requests.sentInLastMinute().length,
        maxComboExposure: comboExposure(),
      }
    },
  }
}

function isOf(side: Side, outcomeId: OutcomeId | null): (entry: LedgerEntry) => boolean {
  return ({ order }) => order.side === side && (outcomeId === null || order.outcomeId === outcomeId)
}

function sumOf(changes: readonly HoldingChange[], name: 'size' | 'cash' = 'size'): Micros {
  return addMicros(...changes.map((one) => one[name]))
}
