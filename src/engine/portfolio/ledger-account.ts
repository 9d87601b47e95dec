/** One outcome of the portfolio's ledger: what its records make of it, one by one and in their order. */
import type { MarketId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Fill, FillStatus } from '#core/order/order.ts'
import { isFinalFill } from '#core/order/fill-status.ts'
import { realisedSteps } from '#core/position/portfolio.ts'
import type { FillEntry, Opening, PortfolioEntry, RealisedStep } from '#core/position/portfolio.ts'
import type { PortfolioRecord } from '#core/position/portfolio-record.ts'
import type { PositionFigures } from '#core/position/position.ts'

export type LedgerEntries = {
  readonly marketId: MarketId
  readonly opening: Opening | null
  readonly entries: readonly PortfolioEntry[]
  /** Entries replaced by the venue's own figures, oldest first: all of them are in the opening. */
  readonly replaced: readonly Pick<LedgerEntries, 'opening' | 'entries'>[]
  /** Those of its entries that are fills, by their keys. */
  readonly fills: ReadonlyMap<string, Fill>
}

export type LedgerAccount = {
  readonly marketId: MarketId
  opening: Opening | null
  /** Steps with a known time that the opening contains. */
  openingSteps: readonly RealisedStep[]
  basis: 'fills' | 'venue'
  isUnexplained: boolean
  /** Keys that are in the opening. */
  readonly covered: Set<string>
  /** Trades of until then are in the opening. */
  coveredUntil: Instant
  readonly entries: Map<string, PortfolioEntry>
  /** Fills of its entries and of those that the opening replaced. */
  readonly fills: Map<string, Fill>
  replaced: LedgerEntries['replaced']
  /** Fills that are not final. */
  unsettled: number
  payouts: number
  openings: number
  /** The last record, when it is an opening: the next opening takes its place. */
  lastOpening: string | null
  /** As it was before the first record that is provisional; null when none is. */
  before: LedgerAccount | null
  changedAt: number
  figures: { readonly today: Instant; readonly value: PositionFigures } | null
  listed: LedgerEntries | null
}

/** Account of an outcome without entries. */
export function emptyAccount(marketId: MarketId): LedgerAccount {
  return {
    marketId,
    opening: null,
    openingSteps: [],
    basis: 'fills',
    isUnexplained: false,
    covered: new Set(),
    coveredUntil: -Infinity,
    entries: new Map(),
    fills: new Map(),
    replaced: [],
    unsettled: 0,
    payouts: 0,
    openings: 0,
    lastOpening: null,
    before: null,
    changedAt: -Infinity,
    figures: null,
    listed: null,
  }
}

/** Nothing was ever received about it. */
export function isEmpty({ opening, entries }: LedgerAccount): boolean {
  return opening === null && entries.size === 0
}

/** The fill as an entry. */
export function entryOf(key: string, { at, side, size, cash, fee, status }: Fill): FillEntry {
  return { kind: 'fill', key, at, side, size, cash, fee, status }
}

/** Lets the account know what the record says. */
export function applyRecord(account: LedgerAccount, record: PortfolioRecord): void {
  account.figures = null
  account.listed = null
  if (record.isProvisional && account.before === null) {
    account.before = copyOf(account)
    account.lastOpening = null
  }
  switch (record.kind) {
    case 'covered':
      account.covered.add(record.key)
      return
    case 'opening':
      open(account, record)
      return
    case 'fill': {
      const entry = entryOf(record.key, record.fill)
      account.unsettled += unsettled(entry) - unsettled(account.entries.get(record.key))
      account.entries.set(record.key, entry)
      account.fills.set(record.key, record.fill)
      break
    }
    case 'payout': {
      const { key, at, size, cash } = record
      account.entries.set(key, { kind: 'payout', key, at, size, cash })
      account.payouts += 1
      break
    }
  }
  account.lastOpening = null
}

/** Realised steps, in order of time. */
export function stepsOf({ opening, openingSteps, entries }: LedgerAccount): readonly RealisedStep[] {
  return [...openingSteps, ...realisedSteps(opening, entries.values())].toSorted((a, b) => a.at - b.at)
}

/** Null of what has none. */
export function statusOf(entry: PortfolioEntry | undefined): FillStatus | null {
  return entry?.kind === 'fill' ? entry.status : null
}

function open(account: LedgerAccount, record: PortfolioRecord & { readonly kind: 'opening' }): void {
  account.openingSteps = stepsOf(account).map((step) => ({ ...step, isFinal: true }))
  for (const key of account.entries.keys()) account.covered.add(key)
  if (account.entries.size > 0) {
    const last = { opening: account.opening, entries: [...account.entries.values()] }
    account.replaced = [...account.replaced, last]
  }
  account.entries.clear()
  account.unsettled = 0
  account.opening = { figures: record.figures, day: record.day }
  account.basis = 'venue'
  account.isUnexplained = record.isUnexplained
  account.coveredUntil = record.until ?? -Infinity
  if (account.lastOpening !== record.key) account.openings += 1
  account.lastOpening = record.key
}

function copyOf(account: LedgerAccount): LedgerAccount {
  return {
    ...account,
    covered: new Set(account.covered),
    entries: new Map(account.entries),
    fills: new Map(account.fills),
  }
}

function unsettled(entry: PortfolioEntry | undefined): number {
  return entry?.kind === 'fill' && !isFinalFill(entry.status) ? 1 : 0
}
