/**
 * `doctor --venue`: one page of every list that trading relies on and the first book of a market, read and judged row by row, and what
 * to try first (API-10). Reads only.
 */
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import type { Market, MarketEvent, Outcome } from '#core/market/market.ts'
import { formatMicros, largestFirst } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { formatPrice, priceFromSteps, type Price } from '#core/price.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadFault, VenueAccount } from '#ports/venue-account.ts'
import type { BookRead, VenueCatalog } from '#ports/venue-catalog.ts'
import type { VenueCombos } from '#ports/venue-combos.ts'
import type { VenueData } from '#ports/venue-data.ts'

export type WalkedVenue = {
  readonly clock: Clock
  readonly account: Pick<VenueAccount, 'hasCredentials' | 'identity' | 'openOrders' | 'trades'>
  readonly catalog: Pick<VenueCatalog, 'events' | 'book' | 'history'>
  readonly data: Pick<VenueData, 'positions' | 'activity' | 'pnl'> | null
  readonly combos: Pick<VenueCombos, 'positions'> | null
  /** Follows an outcome until its first book has come; answers the milliseconds, or why there was none. */
  readonly firstBook: (outcome: Outcome) => Promise<Result<number, string>>
}

type Choice = {
  readonly event: MarketEvent
  readonly market: Market
  readonly outcome: Outcome
  readonly book: BookRead
  readonly bestBid: Price
  /** The lowest price of the market's tick. */
  readonly lowest: Price
}

const DAY_MS = 86_400_000
const SLOW_BOOK_MS = 5_000
/** Markets whose book is read before the walk gives up on one with two sides. */
const MAX_LOOKS = 20
/** A first order at the lowest price is far below such a bid: it does not fill by accident. In steps of 0.0001. */
const MIN_BID = 1_000

/** Every check of the walk, in the order in which they are worth reading. */
export async function walkVenue(venue: WalkedVenue): Promise<readonly Finding[]> {
  const { catalog } = venue
  const page = await catalog.events({ closed: false, cursor: null })
  const events = page.ok ? page.value.events : []
  const choice = await chooseMarket(catalog, events)
  return [
    page.ok
      ? rowsFinding(
          'events',
          events.length,
          page.value.notUnderstood.count,
          `${countMarkets(events)} markets`,
        )
      : unreadFinding('events', page.error),
    ...(await walkMarket(venue, choice)),
    ...(await walkAccount(venue)),
    ...(await walkWallet(venue)),
    ...(choice === null ? [] : [firstOrder(choice)]),
  ]
}

function countMarkets(events: readonly MarketEvent[]): number {
  return events.reduce((count, { markets }) => count + markets.length, 0)
}

/** A list that was read: how many rows, and whether any was not understood. */
function rowsFinding(check: string, rows: number, unread: number, rest = ''): Finding {
  const found = `${rows} ${rows === 1 ? 'row' : 'rows'}${rest === '' ? '' : `, ${rest}`}`
  return unread === 0
    ? wellFinding(check, found)
    : illFinding(
        check,
        'warn',
        `${found}, ${unread} not understood`,
        'they are left out and counted on the health page; report one of them with its text',
      )
}

function unreadFinding(check: string, { detail }: ReadFault): Finding {
  return illFinding(check, 'fail', `not read: ${detail}`, 'what is shown of it would be missing or old')
}

/** The most liquid market that takes orders and whose book has two sides with a bid far above the lowest price. */
async function chooseMarket(
  catalog: WalkedVenue['catalog'],
  events: readonly MarketEvent[],
): Promise<Choice | null> {
  const open = events
    .flatMap((event) => event.markets.map((market) => ({ event, market })))
    .filter(({ market }) => market.status === 'open' && market.acceptingOrders)
    .toSorted((a, b) => largestFirst(a.market.liquidity, b.market.liquidity))
  for (const { event, market } of open.slice(0, MAX_LOOKS)) {
    const [outcome] = market.outcomes
    const read = await catalog.book(outcome.id)
    if (!read.ok || read.value === null) continue
    const book = read.value
    const bestBid = book.bids[0]?.[0] ?? null
    const lowest = priceFromSteps(market.tickSize)
    const hasBoth = bestBid !== null && book.asks.length > 0
    if (hasBoth && lowest !== null && bestBid >= MIN_BID) {
      return { event, market, outcome, book, bestBid, lowest }
    }
  }
  return null
}

async function walkMarket(
  { catalog, firstBook }: WalkedVenue,
  choice: Choice | null,
): Promise<readonly Finding[]> {
  if (choice === null) {
    return [
      illFinding(
        'book',
        'fail',
        'no market with bids and asks was found',
        'see order-book service and events',
      ),
    ]
  }
  const { market, outcome, book } = choice
  const [history, first] = await Promise.all([catalog.history(outcome.id, '1d', 60), firstBook(outcome)])
  return [
    wellFinding('book', `"${market.question}": ${book.bids.length} bids, ${book.asks.length} asks`),
    !first.ok
      ? illFinding(
          'first book of the feed',
          'fail',
          `none: ${first.error}`,
          'ladders stay without live prices; see market channel',
        )
      : first.value > SLOW_BOOK_MS
        ? illFinding('first book of the feed', 'warn', `after ${first.value} ms`, 'see market channel')
        : wellFinding('first book of the feed', `after ${first.value} ms`),
    history.ok
      ? wellFinding('price history', `${history.value.length} points`)
      : unreadFinding('price history', history.error),
  ]
}

async function walkAccount({ account, clock }: WalkedVenue): Promise<readonly Finding[]> {
  if (!account.hasCredentials()) return []
  const [orders, trades] = await Promise.all([account.openOrders(), account.trades(clock.now() - DAY_MS)])
  return [
    orders.ok
      ? rowsFinding('open orders', orders.value.orders.length, orders.value.notUnderstood.length)
      : unreadFinding('open orders', orders.error),
    trades.ok
      ? rowsFinding('trades of a day', trades.value.trades.length, trades.value.notUnderstood.length)
      : unreadFinding('trades of a day', trades.error),
  ]
}

async function walkWallet({ account, data, combos }: WalkedVenue): Promise<readonly Finding[]> {
  if (account.identity.walletAddress === null) return []
  const lists: Finding[] = []
  if (data !== null) {
    const [positions, activity, pnl] = await Promise.all([
      data.positions('open'),
      data.activity({ limit: 100, cursor: null }),
      data.pnl('1w'),
    ])
    lists.push(
      positions.ok
        ? rowsFinding('positions', positions.value.rows.length, positions.value.notUnderstood.length)
        : unreadFinding('positions', positions.error),
      activity.ok
        ? rowsFinding('activity', activity.value.rows.length, activity.value.notUnderstood.length)
        : activity.error.kind === 'bad_cursor'
          ? illFinding('activity', 'fail', 'the cursor was refused', 'see data service')
          : unreadFinding('activity', activity.error),
      pnl.ok
        ? rowsFinding('profit and loss', pnl.value.points.length, pnl.value.unread)
        : unreadFinding('profit and loss', pnl.error),
    )
  }
  if (combos !== null && account.hasCredentials()) {
    const held = await combos.positions()
    lists.push(
      held.ok
        ? rowsFinding('combo positions', held.value.length, 0)
        : unreadFinding('combo positions', held.error),
    )
  }
  return lists
}

/** The smallest order that rests far from the market: what it is, what it reserves, and how to take it back. */
function firstOrder({ event, market, outcome, bestBid, lowest }: Choice): Finding {
  const order = `buy ${formatMicros(market.minOrderSize)} ${outcome.name} @ ${formatPrice(lowest)}, post-only`
  const reserved = formatMicros(notional(lowest, market.minOrderSize))
  return wellFinding(
    'to try first',
    `${order}, in "${market.question}" of ${event.title} (best bid ${formatPrice(bestBid)}, reserves ${reserved} pUSD); see it on the venue's page, then Cancel all`,
  )
}
