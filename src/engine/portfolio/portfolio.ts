/**
 * Positions and account of the wallet: moved by own fills at once, begun and checked by what the venue lists, valued by
 * the live books. The single writer of the portfolio's state.
 */
import type { OutcomeId } from '#core/ids.ts'
import { addMicros } from '#core/money.ts'
import type { Fill } from '#core/order/order.ts'
import type { Account, ListHealth, PositionStatus } from '#core/position/position.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { err } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { VenueData } from '#ports/venue-data.ts'
import type { Books, Catalog } from '../markets/contract.ts'
import type { Bus } from '../bus.ts'
import { startOfDay } from '../orders/order-usage.ts'
import type { ListedRow } from './outside-holdings.ts'
import type { OwnAccount } from './own-account.ts'
import { compareWithVenue, remembered, summarize, sumOfVenue, totalsOf } from './portfolio-account.ts'
import { createPortfolioBooks } from './portfolio-books.ts'
import { createPortfolioLedger } from './portfolio-ledger.ts'
import { createPortfolioLists } from './portfolio-lists.ts'
import { createPortfolioQuotes } from './portfolio-quotes.ts'
import type { Portfolio } from './portfolio-types.ts'
import { createPortfolioValuation } from './portfolio-valuation.ts'
import type { ValuedPosition } from './portfolio-valuation.ts'
import { CALM_MS, createPortfolioWitness } from './portfolio-witness.ts'

export type PortfolioActor = Portfolio & {
  readonly feed: () => FeedHealth
  /** Outcomes of which shares are held. */
  readonly held: () => readonly OutcomeId[]
  readonly start: () => void
  readonly stop: () => void
}

/** A venue whose own trades cannot be read must not hide for ever what its lists say. */
const READING_AT_MOST_MS = 30_000
const LOOK_EVERY_MS = 1_000
const FOLLOW_AFTER_MS = 200
/** Causes of differences change with time alone. */
const COMPARE_EVERY_MS = 5_000

/** Builds the actor; nothing is read before `start`. */
export function createPortfolio(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus
  readonly data: VenueData
  readonly walletAddress: string | null
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly books: Pick<Books, 'hold' | 'peek'>
  readonly own: OwnAccount
  readonly limits: () => RiskLimits
}): PortfolioActor {
  const { clock, bus, catalog, own } = parts
  const hasWallet = parts.walletAddress !== null
  const ledger = createPortfolioLedger(clock)
  const foreign = new Set<OutcomeId>()
  let knewOwnFills = false
  let isRead = false
  let startedAt = -Infinity
  let feesLearnt = 0
  let stopSoon: (() => void) | null = null
  const stops: (() => void)[] = []

  const lists = createPortfolioLists({ clock, log: parts.log, data: parts.data, onRead: onLists })
  const quotes = createPortfolioQuotes({
    catalog,
    quoteBooks: own.quoteBooks,
    coverage: own.coverage,
    held: (outcomeId) => own.shares(outcomeId) ?? ledger.figures(outcomeId).size,
    bought: (outcomeId) => ledger.figures(outcomeId).size,
    reserved: own.reservedShares,
    limits: parts.limits,
  })
  const valuation = createPortfolioValuation({
    clock,
    catalog,
    books: parts.books,
    ledger,
    lists,
    quotes,
    reserved: own.reservedShares,
    isForeign: (outcomeId) => foreign.has(outcomeId),
  })
  const witness = createPortfolioWitness({
    clock,
    log: parts.log,
    ledger,
    lists,
    knewOwnFills: () => knewOwnFills,
    areFillsReadSince: own.areFillsReadSince,
    readFills: own.readFills,
    hasOrders: () => own.areCredentialsReady() && own.isReconciled(),
    readBalance: own.readShares,
    payoutOf: valuation.payout,
    onChange(outcomeId) {
      followSoon()
      tell(outcomeId)
    },
    onPaid() {
      if (own.areCredentialsReady()) void own.readCash().then(() => tell(null))
    },
  })
  const followed = createPortfolioBooks({ bus, catalog, books: parts.books, onBook: tell })

  function tell(outcomeId: OutcomeId | null): void {
    bus.publish('position', { outcomeId })
  }

  // Over thousands of ended positions: worked out anew only when something may have changed.
  const totals = remembered(() => totalsOf(ledger))
  const venueSums = remembered(() =>
    sumOfVenue(
      [...new Set([...lists.outcomes(), ...heldOutcomes()])].flatMap((id) => valuation.venueView(id) ?? []),
    ),
  )
  const held = remembered(() => ledger.outcomes().filter((outcomeId) => ledger.figures(outcomeId).size > 0n))

  function totalsNow(): ReturnType<typeof totals> {
    return totals(`${ledger.version()} ${startOfDay(clock.now())}`)
  }

  function heldOutcomes(): readonly OutcomeId[] {
    return held(String(ledger.version()))
  }

  /** Soon and once, however many fills come at a time. */
  function followSoon(): void {
    stopSoon ??= clock.after(FOLLOW_AFTER_MS, () => {
      stopSoon = null
      follow()
    })
  }

  function follow(): void {
    const cost = (outcomeId: OutcomeId): bigint => ledger.figures(outcomeId).cost
    const open = heldOutcomes().filter((outcomeId) => valuation.status(outcomeId) === 'open')
    followed.follow(open.toSorted((a, b) => Number(cost(b) - cost(a))))
  }

  function onFill(fill: Fill): void {
    if (!ledger.note(fill)) return
    lists.request(CALM_MS + 500)
    followSoon()
    tell(fill.outcomeId)
  }

  /** What a market charges may be known only after the fills of it. */
  function learnFees(): void {
    if (!knewOwnFills || own.feesLearnt() === feesLearnt) return
    feesLearnt = own.feesLearnt()
    for (const fill of own.fills()) {
      if (fill.fee !== null && ledger.note(fill)) tell(fill.outcomeId)
    }
  }

  /** Both are read, or own fills cannot be: what is known now is held against each other for the first time. */
  function endReading(): void {
    if (isRead || !lists.wasRead()) return
    const areFillsComing = own.areCredentialsReady() || own.areCredentialsPending()
    if (!knewOwnFills && areFillsComing && clock.monotonic() - startedAt < READING_AT_MOST_MS) return
    isRead = true
    tell(null)
  }

  function onLists(): void {
    const before = heldOutcomes()
    witness.consider()
    endReading()
    own.takeListed(lists.outcomes().flatMap(listedRow), lists.round())
    follow()
    for (const outcomeId of new Set([...before, ...heldOutcomes()])) tell(outcomeId)
    tell(null)
  }

  function listedRow(outcomeId: OutcomeId): readonly ListedRow[] {
    const row = lists.listed(outcomeId)?.row
    if (row === undefined) return []
    const { marketId, size, cost, lastAt } = row
    return [{ outcomeId, marketId, size, cost, lastAt, agreed: ledger.figures(outcomeId).size }]
  }

  /** Once own fills are all known, nothing that the lists told in their stead counts any more. */
  function look(): void {
    if (knewOwnFills) witness.considerNew()
    endReading()
    if (knewOwnFills || !own.areCredentialsReady() || !own.isReconciled()) return
    knewOwnFills = true
    ledger.dropOpenings()
    for (const fill of own.fills()) ledger.note(fill)
    witness.consider()
    endReading()
    lists.request(0)
    follow()
    for (const outcomeId of ledger.outcomes()) tell(outcomeId)
  }

  function outcomesOf(wanted: PositionStatus): readonly OutcomeId[] {
    if (wanted === 'closed') {
      const endedAt = (id: OutcomeId): number => ledger.figures(id).lastAt ?? 0
      return ledger
        .outcomes()
        .filter((outcomeId) => ledger.figures(outcomeId).size === 0n)
        .toSorted((a, b) => endedAt(b) - endedAt(a) || (a < b ? -1 : 1))
    }
    return heldOutcomes()
      .map((outcomeId) => ({ outcomeId, ...valuation.valued(outcomeId) }))
      .filter(({ status }) => status === wanted)
      .toSorted(largestFirst)
      .map(({ outcomeId }) => outcomeId)
  }

  function account(): Account {
    const now = clock.now()
    const positions = heldOutcomes().map((outcomeId) => valuation.valued(outcomeId))
    const sums = totalsNow()
    const value = addMicros(...positions.flatMap(({ mark }) => mark.value ?? []))
    const moment = Math.floor(now / COMPARE_EVERY_MS)
    return summarize({
      facts: { ...own.facts(), dailyNotionalLimit: parts.limits().maxDailyNotional },
      held: positions,
      totals: sums,
      list: allLists(),
      venue: compareWithVenue(
        venueSums(`${ledger.version()} ${lists.version()} ${moment}`),
        { value, realised: sums.realised },
        lists.health('open').asOf,
      ),
      now,
    })
  }

  function allLists(): ListHealth {
    const all = (['open', 'redeemable', 'closed'] as const).map((status) => lists.health(status))
    const problems = all.flatMap(({ problem }) => problem ?? [])
    return {
      complete: all.every(({ complete }) => complete),
      problem: problems.length === 0 ? null : problems.join('; '),
      asOf: all[0]?.asOf ?? null,
      unreadRows: all.reduce((sum, { unreadRows }) => sum + unreadRows, 0),
    }
  }

  return {
    hasWallet: () => hasWallet,
    isReading: () => hasWallet && !isRead,
    account,
    positions: (status) => ({ outcomeIds: outcomesOf(status), list: lists.health(status) }),
    position: valuation.position,
    async activity(filter) {
      if (!hasWallet) return err(NO_WALLET)
      const page = await parts.data.activity(filter)
      if (page.ok) lists.noteActivity(page.value.notUnderstood)
      return page
    },
    pnl: (interval) => (hasWallet ? parts.data.pnl(interval) : Promise.resolve(err(NO_WALLET))),
    feed: () => (hasWallet ? lists.feed() : { ...lists.feed(), state: 'off', detail: 'no wallet' }),
    held: heldOutcomes,
    start() {
      if (!hasWallet) return
      startedAt = clock.monotonic()
      for (const fill of own.fills()) ledger.note(fill)
      stops.push(
        bus.subscribe('fill', onFill),
        bus.subscribe('order', ({ outcomeId }) => {
          tell(ledger.isNew(outcomeId) ? null : outcomeId)
        }),
        // Names, ticks and books of what is held come with the catalog.
        bus.subscribe('catalog', () => {
          followSoon()
          learnFees()
          for (const outcomeId of heldOutcomes()) tell(outcomeId)
        }),
        bus.subscribe('foreign_activity', ({ order }) => {
          foreign.add(order.outcomeId)
        }),
        bus.subscribe('combo_positions', () => {
          tell(null)
        }),
        // An acceptance holds cash back and counts in the exposure until it has ended.
        bus.subscribe('combo_rfq', () => {
          tell(null)
        }),
        clock.every(LOOK_EVERY_MS, look),
      )
      lists.start()
    },
    stop() {
      for (const stop of stops) stop()
      stopSoon?.()
      lists.stop()
      witness.stop()
      followed.stop()
    },
  }
}

type Ranked = ValuedPosition & { readonly outcomeId: OutcomeId }

function largestFirst(a: Ranked, b: Ranked): number {
  const [one, other] = [a.mark.value ?? a.figures.cost, b.mark.value ?? b.figures.cost]
  if (one !== other) return one > other ? -1 : 1
  return a.outcomeId < b.outcomeId ? -1 : 1
}

const NO_WALLET = { kind: 'no_credentials', detail: 'no wallet', retryAfterMs: null } as const
