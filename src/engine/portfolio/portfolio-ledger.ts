/**
 * What is known of every outcome that was ever held: own fills as the order ledger reports them, payouts, and for want of
 * older fills what the data service said. One writer; figures are worked out when somebody asks.
 */
import type { MarketId, OutcomeId } from '#core/ids.ts'
import { isFinalFill } from '#core/order/fill-status.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Fill, FillStatus } from '#core/order/order.ts'
import { laterEntry, positionFigures, realisedSteps } from '#core/position/portfolio.ts'
import type { Opening, PayoutEntry, PortfolioEntry, RealisedStep } from '#core/position/portfolio.ts'
import type { PositionFigures } from '#core/position/position.ts'
import type { Clock } from '#ports/clock.ts'
import { startOfDay } from '../orders/order-usage.ts'

export type PortfolioLedger = {
  /** Receives a fill, again or for the first time; true when something changed. */
  readonly note: (fill: Fill) => boolean
  readonly figures: (outcomeId: OutcomeId) => PositionFigures
  /** `venue`: begins with what the data service said. */
  readonly basis: (outcomeId: OutcomeId) => 'fills' | 'venue'
  readonly marketId: (outcomeId: OutcomeId) => MarketId | null
  readonly outcomes: () => readonly OutcomeId[]
  /** Nothing was ever received about it. */
  readonly isNew: (outcomeId: OutcomeId) => boolean
  readonly isSettling: (outcomeId: OutcomeId) => boolean
  /** Monotonic; when the last fill or a change of its status was received. */
  readonly changedAt: (outcomeId: OutcomeId) => number
  /**
   * What is known so far is in these figures of today: later news is added to them.
   *
   * @param until  time of the last trade that is in them, received or not; null when they do not say
   */
  readonly adopt: (
    outcomeId: OutcomeId,
    marketId: MarketId,
    opening: PositionFigures,
    until: Instant | null,
  ) => void
  /** The market paid for shares; reported once for each payment. */
  readonly pay: (outcomeId: OutcomeId, payout: Pick<PayoutEntry, 'at' | 'size' | 'cash'>) => void
  /** What was realised, step by step, and what of it nobody knows the time of: together the realised profit. */
  readonly realised: (outcomeId: OutcomeId) => RealisedHistory
  /** What its figures are folded from, the same object until it changes; null when nothing was ever received about it. */
  readonly entries: (outcomeId: OutcomeId) => LedgerEntries | null
  /** Forgets whatever began with an opening: own fills are all known now, and are reported again. */
  readonly dropOpenings: () => void
  /** Grows with every change. */
  readonly version: () => number
}

export type RealisedHistory = {
  /** In order of time; of earlier days that are folded together one for each day. */
  readonly steps: readonly RealisedStep[]
  /** Realised before the first known trade. */
  readonly undated: Micros
}

export type LedgerEntries = {
  readonly marketId: MarketId
  readonly opening: Opening | null
  readonly entries: readonly PortfolioEntry[]
  /** What the venue's own figures have taken the place of, oldest first: all of it is in the opening. */
  readonly replaced: readonly Omit<LedgerEntries, 'marketId' | 'replaced'>[]
}

type Account = {
  readonly marketId: MarketId
  opening: Opening | null
  /** What of the opening is known by its time. */
  openingSteps: readonly RealisedStep[]
  basis: 'fills' | 'venue'
  /** Keys that are in the opening. */
  covered: Set<string>
  /** Trades of until then are in the opening. */
  coveredUntil: Instant
  entries: Map<string, PortfolioEntry>
  replaced: LedgerEntries['replaced']
  /** Fills that are not final. */
  unsettled: number
  changedAt: number
  figures: { readonly today: Instant; readonly value: PositionFigures } | null
  listed: LedgerEntries | null
}

const MAX_ENTRIES = 50_000

/**
 * Builds an empty ledger.
 *
 * @param most  entries beyond which fills of earlier days are folded together
 */
export function createPortfolioLedger(clock: Clock, most = MAX_ENTRIES): PortfolioLedger {
  const accounts = new Map<OutcomeId, Account>()
  let version = 0
  let count = 0
  let foldAt = most

  function accountOf(outcomeId: OutcomeId, marketId: MarketId): Account {
    const known = accounts.get(outcomeId)
    if (known !== undefined) return known
    const account: Account = {
      marketId,
      opening: null,
      openingSteps: [],
      basis: 'fills',
      covered: new Set(),
      coveredUntil: -Infinity,
      entries: new Map(),
      replaced: [],
      unsettled: 0,
      changedAt: -Infinity,
      figures: null,
      listed: null,
    }
    accounts.set(outcomeId, account)
    return account
  }

  function changed(account: Account): void {
    account.figures = null
    account.listed = null
    version += 1
  }

  function note(fill: Fill): boolean {
    const account = accountOf(fill.outcomeId, fill.marketId)
    const key = `${fill.tradeId} ${fill.orderId}`
    if (account.covered.has(key)) return false
    const known = account.entries.get(key)
    if (known === undefined && fill.at <= account.coveredUntil) {
      account.covered.add(key)
      return false
    }
    const entry = laterEntry(known, {
      kind: 'fill',
      key,
      at: fill.at,
      side: fill.side,
      size: fill.size,
      cash: notional(fill.price, fill.size),
      fee: fill.fee,
      status: fill.status,
    })
    if (entry === known) return false
    account.entries.set(key, entry)
    account.unsettled += unsettled(entry) - unsettled(known)
    // A fee that is learnt later is no trade.
    if (statusOf(known) !== statusOf(entry) || known?.size !== entry.size)
      account.changedAt = clock.monotonic()
    if (known === undefined) count += 1
    changed(account)
    if (count > foldAt) foldEarlierDays()
    return true
  }

  /** What ended before today is one opening from now on; the figures stay the same. */
  function foldEarlierDays(): void {
    const today = startOfDay(clock.now())
    for (const account of accounts.values()) {
      const old = [...account.entries.values()].filter((entry) => entry.at < today)
      if (old.length === 0 || old.some((entry) => unsettled(entry) > 0)) continue
      account.openingSteps = byDay([...account.openingSteps, ...realisedSteps(account.opening, old)])
      account.opening = { figures: positionFigures(account.opening, old, today), day: today }
      for (const { key } of old) {
        account.entries.delete(key)
        account.covered.add(key)
      }
      count -= old.length
      changed(account)
    }
    foldAt = Math.max(most, count + most / 10)
  }

  function figures(outcomeId: OutcomeId): PositionFigures {
    const today = startOfDay(clock.now())
    const account = accounts.get(outcomeId)
    if (account === undefined) return positionFigures(null, [], today)
    if (account.figures?.today !== today) {
      account.figures = { today, value: positionFigures(account.opening, account.entries.values(), today) }
    }
    return account.figures.value
  }

  return {
    note,
    figures,
    basis: (outcomeId) => accounts.get(outcomeId)?.basis ?? 'fills',
    marketId: (outcomeId) => accounts.get(outcomeId)?.marketId ?? null,
    outcomes: () => [...accounts.keys()],
    isNew(outcomeId) {
      const account = accounts.get(outcomeId)
      return account === undefined || (account.opening === null && account.entries.size === 0)
    },
    isSettling: (outcomeId) => (accounts.get(outcomeId)?.unsettled ?? 0) > 0,
    changedAt: (outcomeId) => accounts.get(outcomeId)?.changedAt ?? -Infinity,
    adopt(outcomeId, marketId, figures, until) {
      const account = accountOf(outcomeId, marketId)
      account.openingSteps = stepsOf(account).map((step) => ({ ...step, isFinal: true }))
      for (const key of account.entries.keys()) account.covered.add(key)
      count -= account.entries.size
      if (account.entries.size > 0) {
        const last = { opening: account.opening, entries: [...account.entries.values()] }
        account.replaced = [...account.replaced, last]
      }
      account.entries = new Map()
      account.unsettled = 0
      account.opening = { figures: figures, day: startOfDay(clock.now()) }
      account.basis = 'venue'
      account.coveredUntil = until ?? -Infinity
      changed(account)
    },
    pay(outcomeId, payout) {
      const account = accounts.get(outcomeId)
      if (account === undefined) return
      const key = `payout ${version}`
      account.entries.set(key, { kind: 'payout', key, ...payout })
      count += 1
      changed(account)
    },
    realised(outcomeId) {
      const account = accounts.get(outcomeId)
      if (account === undefined) return { steps: [], undated: ZERO }
      const steps = stepsOf(account)
      const { realised } = figures(outcomeId)
      return { steps, undated: subtractMicros(realised, addMicros(...steps.map(({ profit }) => profit))) }
    },
    entries(outcomeId) {
      const account = accounts.get(outcomeId)
      if (account === undefined) return null
      const { marketId, opening, entries, replaced } = account
      account.listed ??= { marketId, opening, entries: [...entries.values()], replaced }
      return account.listed
    },
    dropOpenings() {
      for (const [outcomeId, account] of accounts) {
        if (account.basis === 'fills') continue
        accounts.delete(outcomeId)
        count -= account.entries.size
        version += 1
      }
    },
    version: () => version,
  }
}

function stepsOf({ opening, openingSteps, entries }: Account): readonly RealisedStep[] {
  return [...openingSteps, ...realisedSteps(opening, entries.values())].toSorted((a, b) => a.at - b.at)
}

/** One step for each day, at its last moment. */
function byDay(steps: readonly RealisedStep[]): readonly RealisedStep[] {
  const days = new Map<Instant, RealisedStep>()
  for (const step of steps) {
    const day = startOfDay(step.at)
    const known = days.get(day)
    const profit = known === undefined ? step.profit : addMicros(known.profit, step.profit)
    days.set(day, { at: Math.max(step.at, known?.at ?? step.at), profit, isFinal: true })
  }
  return [...days.values()]
}

function statusOf(entry: PortfolioEntry | undefined): FillStatus | null {
  return entry?.kind === 'fill' ? entry.status : null
}

function unsettled(entry: PortfolioEntry | undefined): number {
  return entry?.kind === 'fill' && !isFinalFill(entry.status) ? 1 : 0
}
