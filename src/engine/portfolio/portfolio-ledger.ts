/**
 * Entries of every outcome that was ever held: own fills as the order ledger reports them, payouts, and for want of
 * older fills the data service's figures. One writer; each change is a record that is kept, and a start begins with
 * all of them (INV-82). Figures are calculated on demand.
 */
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { Fill } from '#core/order/order.ts'
import { laterEntry, positionFigures, type PayoutEntry, type RealisedStep } from '#core/position/portfolio.ts'
import type { PortfolioRecord } from '#core/position/portfolio-record.ts'
import type { PositionFigures } from '#core/position/position.ts'
import type { Clock } from '#ports/clock.ts'
import type { PortfolioStore } from '#ports/portfolio-store.ts'
import { startOfDay } from '#core/day.ts'
import { applyRecord, emptyAccount, entryOf, isEmpty, statusOf, stepsOf } from './ledger-account.ts'
import type { LedgerAccount, LedgerEntries } from './ledger-account.ts'

export type PortfolioLedger = ReturnType<typeof createPortfolioLedger>

export type AdoptedOpening = {
  readonly figures: PositionFigures
  /** Time of the last trade that is in them, received or not; null when they do not say. */
  readonly until: Instant | null
  /** Shares are gone, and no row has said yet what came of them. */
  readonly isUnexplained: boolean
}

type LedgerState = {
  readonly clock: Clock
  readonly store: PortfolioStore | null
  readonly accounts: Map<OutcomeId, LedgerAccount>
  /** To be written, in the order in which they came. */
  readonly unwritten: Map<string, PortfolioRecord>
  /** Provisional records in the store go with the next write. */
  forgets: boolean
  areOwnFillsKnown: boolean
  version: number
}

/** Builds the ledger of what the store has kept; without a store nothing is kept. */
export function createPortfolioLedger(clock: Clock, store: PortfolioStore | null = null) {
  const accounts = new Map<OutcomeId, LedgerAccount>()
  const state: LedgerState = {
    clock,
    store,
    accounts,
    unwritten: new Map(),
    forgets: false,
    areOwnFillsKnown: false,
    version: 0,
  }
  for (const record of store?.records() ?? []) apply(state, record)
  // As if it had all been received now: what the venue says next may be from before the last of it.
  for (const account of accounts.values()) account.changedAt = clock.monotonic()

  return {
    /** Receives a fill, again or for the first time; true when something changed. */
    note: (fill: Fill): boolean => note(state, fill),
    figures: (outcomeId: OutcomeId): PositionFigures => figures(state, outcomeId),
    /** `venue`: begins with what the data service said. */
    basis: (outcomeId: OutcomeId): 'fills' | 'venue' => accounts.get(outcomeId)?.basis ?? 'fills',
    marketId: (outcomeId: OutcomeId): MarketId | null => accounts.get(outcomeId)?.marketId ?? null,
    outcomes: (): readonly OutcomeId[] => [...accounts.keys()],
    /** Nothing was ever received about it. */
    isNew(outcomeId: OutcomeId): boolean {
      const account = accounts.get(outcomeId)
      return account === undefined || isEmpty(account)
    },
    isSettling: (outcomeId: OutcomeId): boolean => (accounts.get(outcomeId)?.unsettled ?? 0) > 0,
    /** Shares are gone by list and balance, and no row has said yet what came of them. */
    isUnexplained: (outcomeId: OutcomeId): boolean => accounts.get(outcomeId)?.isUnexplained ?? false,
    /** Monotonic; when the last fill or a change of its status was received. */
    changedAt: (outcomeId: OutcomeId): number => accounts.get(outcomeId)?.changedAt ?? -Infinity,
    /** Takes these figures of today for everything known so far: later news is added to them. */
    adopt(outcomeId: OutcomeId, marketId: MarketId, opening: AdoptedOpening): void {
      const { lastOpening, openings, before } = accounts.get(outcomeId) ?? emptyAccount(marketId)
      const isProvisional = !state.areOwnFillsKnown || before !== null
      const isAfterAll = lastOpening === null || (isProvisional && before === null)
      const key = isAfterAll ? `opening ${openings}` : lastOpening
      const day = startOfDay(clock.now())
      keep(state, { kind: 'opening', outcomeId, marketId, key, isProvisional, day, ...opening })
    },
    /** The market paid for shares; reported once for each payment. */
    pay(outcomeId: OutcomeId, payout: Pick<PayoutEntry, 'at' | 'size' | 'cash'>): void {
      const account = accounts.get(outcomeId)
      if (account === undefined) return
      const { marketId, payouts, before } = account
      const isProvisional = !state.areOwnFillsKnown || before !== null
      keep(state, { kind: 'payout', outcomeId, marketId, key: `payout ${payouts}`, isProvisional, ...payout })
    },
    /** Realised steps in order of time, and the part without a known time: together the realised profit. */
    realised(outcomeId: OutcomeId): { readonly steps: readonly RealisedStep[]; readonly undated: Micros } {
      const account = accounts.get(outcomeId)
      if (account === undefined) return { steps: [], undated: ZERO }
      const steps = stepsOf(account)
      const { realised } = figures(state, outcomeId)
      return { steps, undated: subtractMicros(realised, addMicros(...steps.map(({ profit }) => profit))) }
    },
    /** Entries of its figures, the same object until it changes; null when nothing was ever received about it. */
    entries: (outcomeId: OutcomeId): LedgerEntries | null => {
      const account = accounts.get(outcomeId)
      if (account === undefined) return null
      const { marketId, opening, entries, replaced, fills } = account
      account.listed ??= { marketId, opening, entries: [...entries.values()], replaced, fills }
      return account.listed
    },
    /** Forgets what rested on lists alone in this run: own fills are all known now, and are reported again. */
    knowOwnFills: (): void => knowOwnFills(state),
    /** Writes what is not written yet; what the disk refuses stays to be written. */
    save: (): void => save(state),
    /** Grows with every change. */
    version: (): number => state.version,
  }
}

function apply(state: LedgerState, record: PortfolioRecord): void {
  const account = state.accounts.get(record.outcomeId) ?? emptyAccount(record.marketId)
  state.accounts.set(record.outcomeId, account)
  applyRecord(account, record)
  state.version += 1
}

function keep(state: LedgerState, record: PortfolioRecord): void {
  apply(state, record)
  if (state.store !== null) state.unwritten.set(`${record.outcomeId} ${record.key}`, record)
}

function note(state: LedgerState, fill: Fill): boolean {
  const { outcomeId, marketId } = fill
  const key = `${fill.tradeId} ${fill.orderId}`
  const account = state.accounts.get(outcomeId) ?? emptyAccount(marketId)
  if (account.covered.has(key)) return false
  const known = account.entries.get(key)
  if (known === undefined && fill.at <= account.coveredUntil) {
    keep(state, { kind: 'covered', outcomeId, marketId, key, isProvisional: account.before !== null })
    return false
  }
  const entry = laterEntry(known, entryOf(key, fill))
  if (entry === known || entry.kind === 'payout') return false
  // A fee that is learnt later is no trade.
  const isTrade = statusOf(known) !== entry.status || known?.size !== entry.size
  const { status, fee, size, cash } = entry
  keep(state, {
    kind: 'fill',
    outcomeId,
    marketId,
    key,
    isProvisional: false,
    fill: { ...fill, status, fee, size, cash },
  })
  const changed = state.accounts.get(outcomeId)
  if (isTrade && changed !== undefined) changed.changedAt = state.clock.monotonic()
  return true
}

function figures(state: LedgerState, outcomeId: OutcomeId): PositionFigures {
  const today = startOfDay(state.clock.now())
  const account = state.accounts.get(outcomeId)
  if (account === undefined) return positionFigures(null, [], today)
  if (account.figures?.today !== today) {
    account.figures = { today, value: positionFigures(account.opening, account.entries.values(), today) }
  }
  return account.figures.value
}

function knowOwnFills(state: LedgerState): void {
  state.areOwnFillsKnown = true
  state.forgets = true
  for (const [key, { isProvisional }] of state.unwritten) if (isProvisional) state.unwritten.delete(key)
  for (const [outcomeId, { before, changedAt }] of state.accounts) {
    if (before === null) continue
    state.version += 1
    if (isEmpty(before)) state.accounts.delete(outcomeId)
    else state.accounts.set(outcomeId, { ...before, changedAt })
  }
}

function save(state: LedgerState): void {
  const { store, unwritten, forgets } = state
  if (store === null || (unwritten.size === 0 && !forgets)) return
  if (!store.write([...unwritten.values()], forgets).ok) return
  unwritten.clear()
  state.forgets = false
}
