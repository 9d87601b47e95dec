/** One position as it is shown: local position, mark and quotes from the live book, and what the venue says of it. */
import type { BookView } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Instant, Market } from '#core/market/market.ts'
import { differenceOf, roundSizeDown, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { ValuedPosition } from '#core/position/account-summary.ts'
import { areNamesOther, costOf, differenceCause } from '#core/position/position-comparison.ts'
import { markPosition, payoutOf, resultOf } from '#core/position/portfolio-mark.ts'
import type {
  Holding,
  Position,
  PositionFigures,
  PositionStatus,
  VenuePositionView,
} from '#core/position/position.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Clock } from '#ports/clock.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { OwnAccount } from './own-account.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'
import type { ListedPosition, PortfolioLists } from './portfolio-lists.ts'
import type { PortfolioQuotes } from './portfolio-quotes.ts'

export type PortfolioValuation = ReturnType<typeof createPortfolioValuation>

/** After a trade the venue's list may be behind for this long. */
const BEHIND_MS = 20_000

/** Builds the view of positions. */
export function createPortfolioValuation(parts: {
  readonly clock: Clock
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly books: Pick<Books, 'peek'>
  readonly ledger: PortfolioLedger
  readonly lists: Pick<PortfolioLists, 'listed' | 'isWholeSince' | 'health'>
  readonly quotes: PortfolioQuotes
  readonly own: Pick<OwnAccount, 'reservedShares' | 'overdueShares'>
  /** Orders from outside traded in it. */
  readonly isForeign: (outcomeId: OutcomeId) => boolean
}) {
  const { clock, catalog, ledger, lists, quotes } = parts
  const differsSince = new Map<OutcomeId, Instant>()
  const lastKnown = rememberBooks(parts.books)
  const values = new Map<OutcomeId, { readonly facts: readonly unknown[]; readonly value: ValuedPosition }>()

  const marketOf = (outcomeId: OutcomeId): Market | null => catalog.outcome(outcomeId)?.market ?? null

  /** Payout of one share, null while the market is not resolved: by the catalog, or for want of it by the row's price once it can be redeemed. */
  function payout(outcomeId: OutcomeId): Micros | null {
    const paid = payoutOf(marketOf(outcomeId)?.winningOutcomeId ?? null, outcomeId)
    if (paid !== null) return paid
    const row = lists.listed(outcomeId)?.row
    return row?.status === 'redeemable' ? row.currentPrice : null
  }

  const isRedeemable = (outcomeId: OutcomeId): boolean =>
    payout(outcomeId) !== null || lists.listed(outcomeId)?.row.status === 'redeemable'

  function status(outcomeId: OutcomeId): PositionStatus {
    if (ledger.figures(outcomeId).size === 0n) return 'closed'
    return isRedeemable(outcomeId) ? 'redeemable' : 'open'
  }

  function venueView(outcomeId: OutcomeId): VenuePositionView | null {
    const listed = lists.listed(outcomeId) ?? absent(outcomeId)
    if (listed === null) return null
    const own = ledger.figures(outcomeId)
    const { row, asOf } = listed
    const cost = costOf(row)
    const sizeDifference = subtractMicros(own.size, row.size)
    const costDifference = own.costKnown ? differenceOf(own.cost, cost) : null
    const realised = differenceOf(row.realised, own.saleFees)
    const pnlDifference = differenceOf(own.realised, realised)
    const likelyCause = differenceCause({
      size: sizeDifference,
      cost: costDifference ?? ZERO,
      pnl: pnlDifference ?? ZERO,
      isNameOther: areNamesOther(row.outcomeName, catalog.outcome(outcomeId)?.outcome.name ?? null),
      fees: own.fees,
      settling: ledger.isSettling(outcomeId),
      recent: clock.monotonic() - ledger.changedAt(outcomeId) < BEHIND_MS,
      foreign: parts.isForeign(outcomeId),
      resolved: isRedeemable(outcomeId),
      basis: ledger.basis(outcomeId),
    })
    return {
      outcomeName: row.outcomeName || null,
      size: row.size,
      averagePrice: row.averagePrice,
      cost,
      value: row.value,
      realised,
      unrealised: differenceOf(row.unrealised, row.fees ?? ZERO),
      sizeDifference,
      costDifference,
      pnlDifference,
      differs: likelyCause !== null,
      likelyCause,
      since: sinceWhen(outcomeId, likelyCause !== null),
      asOf,
    }
  }

  /** Not in a list that would have to show it. */
  function absent(outcomeId: OutcomeId): { readonly row: typeof NO_ROW; readonly asOf: Instant } | null {
    const { asOf } = lists.health('open')
    const isHeld = ledger.figures(outcomeId).size > 0n
    const since = ledger.changedAt(outcomeId) + BEHIND_MS
    return isHeld && asOf !== null && lists.isWholeSince(since, outcomeId) ? { row: NO_ROW, asOf } : null
  }

  function sinceWhen(outcomeId: OutcomeId, differs: boolean): Instant | null {
    if (!differs) {
      differsSince.delete(outcomeId)
      return null
    }
    const since = differsSince.get(outcomeId) ?? clock.now()
    differsSince.set(outcomeId, since)
    return since
  }

  /** The last value is kept until its input changes. */
  function valued(outcomeId: OutcomeId): ValuedPosition {
    const figures = ledger.figures(outcomeId)
    const isEnded = figures.size > 0n && isRedeemable(outcomeId)
    const paid = isEnded ? (payout(outcomeId) ?? 'unknown') : null
    const book = figures.size > 0n && paid === null ? lastKnown(outcomeId) : null
    const market = marketOf(outcomeId)
    const listed = lists.listed(outcomeId)
    const facts = [figures, paid, book?.version, book?.epoch, book?.staleReason, market, listed?.row] as const
    const known = values.get(outcomeId)
    if (known !== undefined && facts.every((fact, index) => fact === known.facts[index])) return known.value
    const isOpen = figures.size > 0n && !isEnded
    const mark = markPosition({
      size: figures.size,
      book,
      payout: paid,
      venuePrice: venuePrice(listed, figures),
    })
    const value: ValuedPosition = {
      status: isOpen ? 'open' : figures.size > 0n ? 'redeemable' : 'closed',
      figures,
      mark,
      unrealised: figures.costKnown ? differenceOf(mark.value, figures.cost) : null,
      // The market's minimum is one of orders that rest: whatever has a hundredth can be sold by taking.
      dust: isOpen && roundSizeDown(figures.size) === 0n,
    }
    values.set(outcomeId, { facts, value })
    return value
  }

  /** Null when nothing was ever known of it. */
  function holding(outcomeId: OutcomeId): Holding | null {
    const known = catalog.outcome(outcomeId)
    const listed = lists.listed(outcomeId)
    const marketId = ledger.marketId(outcomeId) ?? listed?.row.marketId ?? null
    if (ledger.isNew(outcomeId) || marketId === null) return null
    return {
      outcomeId,
      marketId,
      title: listed?.row.title || null,
      outcomeName: listed?.row.outcomeName || null,
      oppositeOutcomeId:
        known?.market.outcomes.find(({ id }) => id !== outcomeId)?.id ??
        listed?.row.oppositeOutcomeId ??
        null,
      figures: ledger.figures(outcomeId),
      basis: ledger.basis(outcomeId),
      reserved: parts.own.reservedShares(outcomeId),
      free: quotes.free(outcomeId),
    }
  }

  /** Null when nothing was ever known of it. */
  function position(outcomeId: OutcomeId): Position | null {
    const held = holding(outcomeId)
    if (held === null) return null
    const value = valued(outcomeId)
    const isOpen = value.status === 'open'
    return {
      ...held,
      ...value,
      overdue: parts.own.overdueShares(outcomeId),
      sellable: quotes.sellable(outcomeId),
      exit: isOpen ? quotes.exit(outcomeId) : noWayOut(value.status),
      join: isOpen ? quotes.join(outcomeId) : null,
      flat: isOpen ? quotes.flat(outcomeId) : null,
      hedge: isOpen ? quotes.hedge(outcomeId, value.figures) : noWayOut(value.status),
      result: value.status === 'redeemable' ? resultOf(value.mark.price) : null,
      venue: venueView(outcomeId),
      asOf: clock.now(),
    }
  }

  return { valued, position, holding, status, payout, venueView }
}

/** A book that is lost is emptied: its last levels are used, under its reason to be stale. */
function rememberBooks(books: Pick<Books, 'peek'>): (outcomeId: OutcomeId) => BookView | null {
  const lastBooks = new Map<OutcomeId, BookView>()
  return (outcomeId) => {
    const book = books.peek(outcomeId)
    if (book === null) return null
    if (book.staleReason === null) {
      lastBooks.set(outcomeId, book)
      return book
    }
    const last = lastBooks.get(outcomeId)
    const isEmpty = book.bids.length + book.asks.length === 0
    if (last === undefined || !isEmpty) return book
    return { ...last, epoch: book.epoch, version: book.version, staleReason: book.staleReason }
  }
}

function venuePrice(listed: ListedPosition | null, own: PositionFigures): Micros | null {
  return listed === null || own.size === 0n || listed.row.size === 0n ? null : listed.row.currentPrice
}

const NO_ROW = {
  size: ZERO,
  cost: ZERO,
  fees: ZERO,
  averagePrice: ZERO,
  value: ZERO,
  realised: ZERO,
  unrealised: ZERO,
  paidFees: ZERO,
  outcomeName: '',
  firstAt: null,
  lastAt: null,
}

const NOTHING_TO_SELL = { quote: null, reason: rejection('no_position') }
const RESOLVED = {
  quote: null,
  reason: rejection('market_closed', {
    message: "The market is resolved: claim the payout on the venue's own page.",
  }),
}

/** Why a position that is not open can be neither left nor hedged. */
function noWayOut(status: PositionStatus): typeof NOTHING_TO_SELL {
  return status === 'redeemable' ? RESOLVED : NOTHING_TO_SELL
}
