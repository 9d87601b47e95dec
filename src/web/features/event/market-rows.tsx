/** The markets of an event: what one must know before trading each, and its outcomes with live prices and near depth. */
import { memo, useEffect, useMemo } from 'react'
import { parsePrice, parseTickSize } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../platform/api/wire.ts'
import { NONE, showAmountText, showCompact, showDepth, showTicks } from '../../platform/format/numbers.ts'
import type { Prices } from '../../model/settings/prices.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useTopPart } from '../../model/markets/use-top.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useMarketData } from '../../model/contexts/market-data.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { usePage } from '../../model/contexts/page.ts'
import { BellIcon, ClockIcon, Rows4Icon } from 'lucide-react'
import type { Column } from '../../widgets/data-table/column.ts'
import type { FollowProps } from '../../widgets/data-table/data-row.tsx'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { RowGroups } from '../../widgets/data-table/data-table.tsx'
import type { StaleCause } from '../../platform/live/book-store.ts'
import { Link } from '../../widgets/link.tsx'
import { draftAt } from '../../model/alerts/selection-draft.ts'
import { DayChange, DaySpark } from '../../widgets/day-mark.tsx'
import { depthWithin } from '../../model/markets/depth.ts'
import { StaleSign } from '../../widgets/freshness.tsx'
import { openOrders } from '../../model/orders/own-levels.ts'
import { ComboButton } from '../../widgets/combo-button.tsx'
import { StarButton } from '../../widgets/star.tsx'
import { comboText } from '../../model/markets/event-text.ts'
import { Held } from '../../widgets/held.tsx'
import { ladderRefusal } from '../../model/markets/ladder-choice.ts'
import { marketTitle } from '../../model/markets/selection.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './event.module.css'

/** Depth counts up to this many ticks behind the best price. */
const NEAR_TICKS = 2

/** One outcome of an event's market. */
export type OutcomeRow = { readonly event: Event; readonly market: Market; readonly outcome: Outcome }

/** The markets of an event, each over its outcomes. */
export function MarketRows({ event }: { readonly event: Event }) {
  const rows = useMemo(
    () => event.markets.flatMap((market) => market.outcomes.map((outcome) => ({ event, market, outcome }))),
    [event],
  )
  return (
    <DataTable
      name="outcomes"
      className="outcomes"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ outcome }) => outcome.id}
      Follow={FollowOutcome}
      groups={MARKETS}
    />
  )
}

const MARKETS: RowGroups<OutcomeRow> = {
  of: ({ market }) => market.id,
  className: 'market-line',
  label: ([row]) => (row === undefined ? '' : marketTitle(row.event, row.market)),
  head: ([row]) => row !== undefined && <MarketHead event={row.event} market={row.market} />,
}

function MarketHead({ event, market }: { readonly event: Event; readonly market: Market }) {
  const combo = comboText(market)
  return (
    <span className={styles.marketHead}>
      <span className="cut strong">{marketTitle(event, market)}</span>
      <span className={styles.marketFacts}>
        <span>vol {showCompact(market.volume)}</span>
        <span>tick {market.tick_size}</span>
        <span>min {showAmountText(market.min_order_size, 0)}</span>
        {market.seconds_delay > 0 && (
          <span className="delay" {...tip(`Orders that would match wait ${market.seconds_delay} s first`)}>
            <ClockIcon />
            delay {market.seconds_delay} s
          </span>
        )}
        <span className={market.combo_eligible ? '' : 'dim'} {...tip(combo.reason)}>
          {combo.text}
        </span>
        {market.status !== 'open' && <span className="chip">{market.status}</span>}
        {market.not_tradable === null && market.status === 'open' && !market.accepting_orders && (
          <span className="chip">not accepting</span>
        )}
        {market.not_tradable !== null && (
          <span className="chip" {...tip(market.not_tradable)}>
            not tradable here
          </span>
        )}
      </span>
    </span>
  )
}

/** What a row follows: the top of its book, and whether it is the one in hand. */
type OutcomeLive = {
  readonly isShown: boolean
  readonly isSelected: boolean
  readonly stale: StaleCause | null
  readonly tick: TickSize
  readonly bid: Price | null
  readonly ask: Price | null
  readonly last: Price | null
  readonly nearBid: string
  readonly nearAsk: string
  readonly prices: Prices
}

function FollowOutcome({ row, draw }: FollowProps<OutcomeRow, OutcomeLive>) {
  const { market, outcome } = row
  const { view, books } = useMarketData()
  const { live } = usePage()
  const [ref, isShown] = useInView()
  const isFollowed = isShown && market.status === 'open'
  useEffect(() => (isFollowed ? view.show(outcome.id) : undefined), [view, outcome.id, isFollowed])
  const book = books.book(outcome.id)
  const isReady = useTopPart(book, (top) => top.ready)
  const bookTick = useTopPart(book, (top) => top.tick)
  const bestBid = useTopPart(book, (top) => top.bestBid)
  const bestAsk = useTopPart(book, (top) => top.bestAsk)
  const lastTrade = useTopPart(book, (top) => top.last)
  const staleCause = useTopPart(book, (top) => top.stale)
  const isSelected = useSelected(
    useWorkspace().selection,
    (selection) => selection?.outcome.id === outcome.id,
  )
  const isLinkLive = useStore(live.link).state === 'live'
  const tick = bookTick ?? parseTickSize(market.tick_size) ?? 100
  const near = (side: 'BUY' | 'SELL') => {
    if (!isShown) return ''
    const size = depthWithin(book.levels(side), NEAR_TICKS * tick)
    return size === 0n ? '' : showDepth(size)
  }
  const nearBid = useTopPart(book, () => near('BUY'))
  const nearAsk = useTopPart(book, () => near('SELL'))
  const prices = usePrices()
  const stale = isLinkLive ? staleCause : 'link'
  return draw({
    ref,
    props: {
      className: 'outcome-line',
      'data-selected': isSelected ? '' : undefined,
      'data-stale': stale === null ? undefined : '',
    },
    live: {
      isShown,
      isSelected,
      stale,
      tick,
      prices,
      nearBid,
      nearAsk,
      bid: isReady ? bestBid : parseOrNull(outcome.best_bid),
      ask: isReady ? bestAsk : parseOrNull(outcome.best_ask),
      last: isReady ? lastTrade : parseOrNull(outcome.last_trade_price),
    },
  })
}

const OutcomeName = memo(function OutcomeName(
  props: OutcomeRow & Pick<OutcomeLive, 'isSelected' | 'isShown' | 'stale'>,
) {
  const { event, market, outcome, isSelected, isShown, stale } = props
  const mine = useSelected(
    useAccount().orders,
    (orders) => openOrders(orders.items).filter((order) => order.outcome_id === outcome.id).length,
  )
  return (
    <span className={styles.outcomeName}>
      <Link to={eventAddress(event.slug, outcome.id)} current={isSelected} className="cut">
        {outcome.name}
      </Link>
      {mine > 0 && (
        <span className="own-count" {...tip(`${mine} open order${mine === 1 ? '' : 's'}`)}>
          {mine}
        </span>
      )}
      <Held outcomeId={outcome.id} />
      {market.status === 'open' && <StaleSign stale={stale} />}
      {market.winning_outcome_id === outcome.id && <span className="chip ok">won</span>}
      <DaySpark outcomeId={outcome.id} isShown={isShown} />
    </span>
  )
})

const OutcomeTools = memo(function OutcomeTools({ event, market, outcome }: OutcomeRow) {
  const { books, alerts } = useMarketData()
  const { ladders } = useWorkspace()
  const { announcer, settings } = usePage()
  const isChosen = useSelected(ladders, (ids) => ids.includes(outcome.id))
  const noLadder = useSelected(ladders, (ids) => ladderRefusal(event, outcome.id, ids))
  const name = `${outcome.name}, ${marketTitle(event, market)}`
  return (
    <>
      <button
        type="button"
        className="star"
        aria-pressed={isChosen}
        aria-label={`Ladder of ${name}`}
        aria-disabled={noLadder !== null}
        {...tip(noLadder ?? (isChosen ? 'Has its own ladder: press to remove it' : 'Add ladder'))}
        onClick={() => {
          if (noLadder !== null) {
            announcer.say(noLadder)
            return
          }
          ladders.update((ids) => (isChosen ? ids.filter((id) => id !== outcome.id) : [...ids, outcome.id]))
        }}
      >
        <Rows4Icon />
      </button>
      {market.status === 'open' && (
        <button
          type="button"
          className={`star ${styles.rowAlert}`}
          aria-label={`New alert on ${name}`}
          {...tip('New alert on this outcome')}
          onClick={() => alerts.draft.set(draftAt({ books, settings }, { event, market, outcome }, null))}
        >
          <BellIcon />
        </button>
      )}
      <ComboButton selection={{ event, market, outcome }} name={name} />
      <StarButton outcomeId={outcome.id} name={name} />
    </>
  )
})

const COLUMNS: readonly Column<OutcomeRow, OutcomeLive>[] = [
  {
    id: 'outcome',
    head: 'Outcome',
    isRowHead: true,
    cell: (row, { isSelected, isShown, stale }) => (
      <OutcomeName {...row} isSelected={isSelected} isShown={isShown} stale={stale} />
    ),
  },
  {
    id: 'bid',
    head: 'Bid',
    title: 'Best bid, and the size within 2 ticks of it',
    className: 'num',
    isFixed: true,
    cell: (_, { prices, bid, tick, nearBid }) => (
      <>
        <b className="pos">{prices.short(bid, tick)}</b>
        <small>{nearBid}</small>
      </>
    ),
  },
  {
    id: 'ask',
    head: 'Ask',
    title: 'Best ask, and the size within 2 ticks of it',
    className: 'num',
    isFixed: true,
    cell: (_, { prices, ask, tick, nearAsk }) => (
      <>
        <b className="neg">{prices.short(ask, tick)}</b>
        <small>{nearAsk}</small>
      </>
    ),
  },
  {
    id: 'spread',
    head: 'Spread',
    className: 'num soft spread',
    cell: (_, { bid, ask, tick }) => (bid === null || ask === null ? NONE : showTicks(ask - bid, tick)),
  },
  {
    id: 'last',
    head: 'Last',
    className: 'num soft',
    cell: ({ outcome }, { prices, last, tick, isShown }) => (
      <>
        {prices.short(last, tick)}
        <small>
          <DayChange outcomeId={outcome.id} isShown={isShown} />
        </small>
      </>
    ),
  },
  {
    id: 'tools',
    head: 'Ladder, watch',
    isHeadHidden: true,
    className: 'row-tools',
    cell: (row) => <OutcomeTools {...row} />,
  },
]

function parseOrNull(text: string | null) {
  return text === null ? null : parsePrice(text)
}
