/**
 * Positions and account of the wallet: moved by own fills at once, begun and checked by what the venue lists, valued by
 * the live books. The single writer of the portfolio's state.
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Results } from '#core/loss-limit.ts'
import type { Fill } from '#core/order/order.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { PositionStatus } from '#core/position/position.ts'
import type { PlannedTrade } from '#core/position/resolution-pnl.ts'
import { err, type Result } from '#lib/result.ts'
import type { ActivityFault, ActivityPage, ActivityQuery, PnlInterval, VenueData } from '#ports/venue-data.ts'
import type { ListedRow } from '../orders/book-of-orders/outside-holdings.ts'
import {
  account,
  heldOutcomes,
  holdings,
  outcomesOf,
  remembered,
  sumOfVenue,
  totalsNow,
  totalsOf,
} from './portfolio-account.ts'
import { createPortfolioBooks } from './portfolio-books.ts'
import { createPortfolioLedger } from './portfolio-ledger.ts'
import { createPortfolioLists } from './portfolio-lists.ts'
import { createPortfolioQuotes } from './portfolio-quotes.ts'
import { createPortfolioProfit } from './portfolio-profit.ts'
import { createPortfolioResults } from './portfolio-results.ts'
import { createPortfolioResolution, type OutcomeChange } from './portfolio-resolution.ts'
import type { PortfolioParts, PortfolioState } from './portfolio-state.ts'
import { createPortfolioValuation } from './portfolio-valuation.ts'
import { CALM_MS, createPositionReconciliation } from './position-reconciliation.ts'

export type PortfolioActor = ReturnType<typeof createPortfolio>

/** As the edges see it. */
export type Portfolio = Omit<PortfolioActor, 'feed' | 'held' | 'results' | 'start' | 'stop'>

/** A venue whose own trades cannot be read must not hide for ever what its lists say. */
const MAX_READING_MS = 30_000
const LOOK_EVERY_MS = 1_000
const FOLLOW_AFTER_MS = 200

/** Builds the actor; nothing is read before `start`. */
export function createPortfolio(parts: PortfolioParts) {
  const ledger = createPortfolioLedger(parts.clock, parts.walletAddress === null ? null : parts.store)
  const lists = createPortfolioLists({ ...parts, onRead: () => onLists(actor) })
  const quotes = createPortfolioQuotes({ ...parts, ledger })
  const valuation = createPortfolioValuation({
    ...parts,
    ledger,
    lists,
    quotes,
    isForeign: (outcomeId) => actor.foreign.has(outcomeId),
  })
  const reconciliation = createPositionReconciliation({
    ...parts,
    ledger,
    lists,
    knewOwnFills: () => actor.knewOwnFills,
    payoutOf: valuation.payout,
    onChange(outcomeId) {
      saveSoon(actor)
      followSoon(actor)
      publish(actor, outcomeId)
    },
    onPaid() {
      if (parts.own.areCredentialsReady()) void parts.own.readCash().then(() => publish(actor, null))
    },
  })
  const onBook = (outcomeId: OutcomeId): void => publish(actor, outcomeId)
  const followed = createPortfolioBooks({ ...parts, onBook })
  const actor: PortfolioState = {
    ...parts,
    hasWallet: parts.walletAddress !== null,
    ledger,
    foreign: new Set(),
    knewOwnFills: false,
    isRead: false,
    startedAt: -Infinity,
    feesLearnt: 0,
    stopSoon: null,
    stopSave: null,
    stops: [],
    lists,
    valuation,
    resolution: createPortfolioResolution({
      ...parts,
      ledger,
      openOrders: parts.own.openOrders,
      othersVersion: () => actor.othersVersion,
    }),
    profit: createPortfolioProfit({
      ...parts,
      ledger,
      lists,
      unrealised: (outcomeId) => valuation.valued(outcomeId).unrealised,
    }),
    othersVersion: 0,
    reconciliation,
    followed,
    totals: remembered(() => totalsOf(ledger)),
    venueSums: remembered(() =>
      sumOfVenue(
        [...new Set([...lists.outcomes(), ...heldOutcomes(actor)])].flatMap(
          (id) => valuation.venueView(id) ?? [],
        ),
      ),
    ),
    held: remembered(() => ledger.outcomes().filter((outcomeId) => ledger.figures(outcomeId).size > 0n)),
  }

  const readResults = createPortfolioResults({
    ...parts,
    ledger,
    totals: () => totalsNow(actor),
    held: () => heldOutcomes(actor),
    valued: valuation.valued,
  })

  return {
    /** True if there is a wallet to read positions of. */
    hasWallet: () => actor.hasWallet,
    /**
     * Own trades or the venue's lists have not been read since the start: no figure is right yet, and none is shown. Over
     * for good once both were, or after half a minute.
     */
    isReading: () => actor.hasWallet && !actor.isRead,
    account: () => account(actor),
    /** Facts of both, besides the books; null while they are read and without a wallet. */
    holdings: () => (actor.hasWallet && actor.isRead ? holdings(actor) : null),
    /**
     * Open positions, the largest value first; ended ones, the latest first. A position missing from an incomplete list
     * may still be held.
     */
    positions: (status: PositionStatus) => ({
      outcomeIds: outcomesOf(actor, status),
      list: actor.lists.health(status),
    }),
    /** Null when it is not, and never was, held. */
    position: actor.valuation.position,
    /** Events that are not over and in which something is held, was realised or is ordered. */
    resolutionEvents: actor.resolution.events,
    /** Changes with whatever those figures are made of: book prices are not among it. */
    resolutionVersion: () => `${actor.isRead} ${actor.resolution.version()}`,
    /** Results of each outcome of the event; null without a position or an order in it. */
    resolutionPnl: actor.resolution.pnl,
    /** Results of each outcome of the market now and after these trades, in this order; empty while nothing is known. */
    resolutionAfter: (trades: readonly PlannedTrade[]): readonly OutcomeChange[] =>
      actor.hasWallet && actor.isRead ? actor.resolution.after(trades) : [],
    profitHistory: actor.profit.history,
    profitGroups: actor.profit.groups,
    traded: ledger.outcomes,
    entries: ledger.entries,
    entriesVersion: ledger.version,
    /** One page of the venue's. */
    async activity(filter: ActivityQuery): Promise<Result<ActivityPage, ActivityFault>> {
      if (!actor.hasWallet) return err(NO_WALLET)
      const page = await actor.data.activity(filter)
      if (page.ok) actor.lists.noteActivity(page.value.notUnderstood)
      return page
    },
    pnl: (interval: PnlInterval): ReturnType<VenueData['pnl']> =>
      actor.hasWallet ? actor.data.pnl(interval) : Promise.resolve(err(NO_WALLET)),
    feed: (): FeedHealth =>
      actor.hasWallet ? actor.lists.feed() : { ...actor.lists.feed(), state: 'off', detail: 'no wallet' },
    /** Outcomes of which shares are held. */
    held: () => heldOutcomes(actor),
    /** Results of the account; null while nothing is right yet. */
    results: (): Results | null => (actor.hasWallet && actor.isRead ? readResults() : null),
    start: () => begin(actor),
    stop(): void {
      for (const stop of actor.stops) stop()
      actor.stopSoon?.()
      actor.stopSave?.()
      ledger.save()
      actor.lists.stop()
      actor.reconciliation.stop()
      actor.followed.stop()
    },
  }
}

/** Takes the fills that are known, then follows what moves a position. */
function begin(actor: PortfolioState): void {
  if (!actor.hasWallet) return
  actor.startedAt = actor.clock.monotonic()
  for (const fill of actor.own.fills()) actor.ledger.note(fill)
  actor.stops.push(
    actor.bus.subscribe('fill', (fill) => onFill(actor, fill)),
    actor.bus.subscribe('order', ({ outcomeId }) => {
      actor.othersVersion += 1
      publish(actor, actor.ledger.isNew(outcomeId) ? null : outcomeId)
    }),
    // Names, ticks and books of what is held come with the catalog.
    actor.bus.subscribe('catalog', () => {
      actor.othersVersion += 1
      followSoon(actor)
      learnFees(actor)
      for (const outcomeId of heldOutcomes(actor)) publish(actor, outcomeId)
    }),
    actor.bus.subscribe('trade_overdue', ({ fill }) => publish(actor, fill.outcomeId)),
    actor.bus.subscribe('foreign_activity', ({ order }) => {
      actor.foreign.add(order.outcomeId)
    }),
    actor.bus.subscribe('combo_positions', () => publish(actor, null)),
    // An acceptance holds cash back and counts in the exposure until it has ended.
    actor.bus.subscribe('combo_rfq', () => publish(actor, null)),
    actor.clock.every(LOOK_EVERY_MS, () => look(actor)),
  )
  actor.lists.start()
}

function publish(actor: PortfolioState, outcomeId: OutcomeId | null): void {
  actor.bus.publish('position', { outcomeId })
}

/** A correction is on disk before anything can rest on it, however many come at a time. */
function saveSoon(actor: PortfolioState): void {
  actor.stopSave ??= actor.clock.after(0, () => {
    actor.stopSave = null
    actor.ledger.save()
  })
}

/** Soon and once, however many fills come at a time. */
function followSoon(actor: PortfolioState): void {
  actor.stopSoon ??= actor.clock.after(FOLLOW_AFTER_MS, () => {
    actor.stopSoon = null
    follow(actor)
  })
}

function follow(actor: PortfolioState): void {
  const cost = (outcomeId: OutcomeId): bigint => actor.ledger.figures(outcomeId).cost
  const open = heldOutcomes(actor).filter((outcomeId) => actor.valuation.status(outcomeId) === 'open')
  actor.followed.follow(open.toSorted((a, b) => Number(cost(b) - cost(a))))
}

function onFill(actor: PortfolioState, fill: Fill): void {
  if (!actor.ledger.note(fill)) return
  actor.lists.request(CALM_MS + 500)
  followSoon(actor)
  publish(actor, fill.outcomeId)
}

/** Fees of a market may be known only after its fills. */
function learnFees(actor: PortfolioState): void {
  if (!actor.knewOwnFills || actor.own.feesLearnt() === actor.feesLearnt) return
  actor.feesLearnt = actor.own.feesLearnt()
  for (const fill of actor.own.fills()) {
    if (fill.fee !== null && actor.ledger.note(fill)) publish(actor, fill.outcomeId)
  }
}

/** Both are read, or own fills cannot be: what is known now is held against each other for the first time. */
function endReading(actor: PortfolioState): void {
  if (actor.isRead || !actor.lists.wasRead()) return
  const areFillsComing = actor.own.areCredentialsReady() || actor.own.areCredentialsPending()
  if (!actor.knewOwnFills && areFillsComing && actor.clock.monotonic() - actor.startedAt < MAX_READING_MS)
    return
  actor.isRead = true
  publish(actor, null)
}

function onLists(actor: PortfolioState): void {
  const before = heldOutcomes(actor)
  actor.reconciliation.consider()
  endReading(actor)
  actor.own.takeListed(
    actor.lists.outcomes().flatMap((outcomeId) => listedRow(actor, outcomeId)),
    actor.lists.round(),
  )
  follow(actor)
  for (const outcomeId of new Set([...before, ...heldOutcomes(actor)])) publish(actor, outcomeId)
  publish(actor, null)
}

function listedRow(actor: PortfolioState, outcomeId: OutcomeId): readonly ListedRow[] {
  const row = actor.lists.listed(outcomeId)?.row
  if (row === undefined) return []
  const { marketId, size, cost, lastAt } = row
  const agreed = actor.ledger.figures(outcomeId).size
  return [{ outcomeId, marketId, size, cost: cost ?? size, lastAt, agreed }]
}

/** Once own fills are all known, nothing that the lists showed in their stead counts any more. */
function look(actor: PortfolioState): void {
  actor.ledger.save()
  if (actor.knewOwnFills) actor.reconciliation.considerNew()
  endReading(actor)
  if (actor.knewOwnFills || !actor.own.areCredentialsReady() || !actor.own.isReconciled()) return
  actor.knewOwnFills = true
  actor.ledger.knowOwnFills()
  for (const fill of actor.own.fills()) actor.ledger.note(fill)
  actor.reconciliation.consider()
  endReading(actor)
  actor.lists.request(0)
  follow(actor)
  for (const outcomeId of actor.ledger.outcomes()) publish(actor, outcomeId)
}

const NO_WALLET = { kind: 'no_credentials', detail: 'no wallet', retryAfterMs: null } as const
