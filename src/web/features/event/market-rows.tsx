/** The markets of an event: what one must know before trading each, and its outcomes with live prices and near depth. */
import { memo, useEffect, useMemo } from 'react'
import {
  NONE,
  showAmount,
  showCompact,
  showDepth,
  showTicks,
  writtenTick,
} from '../../platform/format/figures.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Event, Market } from '../../platform/api/client.ts'
import type { Prices } from '../../data/settings/prices.ts'
import {
  useAccount,
  useMarketData,
  usePage,
  usePrices,
  useTopPart,
  useWorkspace,
} from '../../contexts/contexts.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { ClockIcon } from 'lucide-react'
import type { Column } from '../../widgets/data-table/column.ts'
import type { FollowProps } from '../../widgets/data-table/data-row.tsx'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { RowGroups } from '../../widgets/data-table/data-table.tsx'
import type { StaleCause } from '../../platform/live/book-store.ts'
import { Link } from '../../widgets/link.tsx'
import { DayChange } from '../../widgets/day-mark.tsx'
import { depthWithin } from '../../data/markets/depth.ts'
import { StaleSign } from '../../widgets/freshness.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { IfWinsCell, IfWinsMark } from '../../widgets/if-wins.tsx'
import { comboText } from '../../words/event-text.ts'
import { Held } from '../../widgets/held.tsx'
import { placeOf } from '../../words/resolution-text.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import { tip } from '../../ui/controls.tsx'
import { BasketCheck } from './basket-check.tsx'
import { OutcomeTools } from './outcome-tools.tsx'
import type { OutcomeRow } from './outcome-tools.tsx'
import styles from './event.module.css'

/** Depth counts up to this many ticks behind the best price. */
const NEAR_TICKS = 2

/** The markets of an event, each over its outcomes. */
export function MarketRows({ event }: { readonly event: Event }) {
  const rows = useMemo(
    () => event.markets.flatMap((market) => market.outcomes.map((outcome) => ({ event, market, outcome }))),
    [event],
  )
  const isPaired = event.markets.every(isYesNo)
  const hasBasket = useSelected(useWorkspace().basket, (basket) => basket?.eventId === event.id)
  return (
    <DataTable
      name="outcomes"
      className={isPaired ? 'outcomes paired' : 'outcomes'}
      columns={hasBasket ? WITH_BASKET : COLUMNS}
      rows={rows}
      keyOf={({ outcome }) => outcome.id}
      Follow={FollowOutcome}
      groups={isPaired ? undefined : MARKETS}
    />
  )
}

/** True for a market whose outcomes say yes and no to its title: its two rows name it without a line of its own. */
function isYesNo({ outcomes }: Market): boolean {
  return outcomes.length === 2 && outcomes[0]?.name === 'Yes' && outcomes[1]?.name === 'No'
}

const MARKETS: RowGroups<OutcomeRow> = {
  of: ({ market }) => market.id,
  className: 'market-line',
  label: ([row]) => (row === undefined ? '' : marketTitle(row.event, row.market)),
  head: ([row]) => row !== undefined && <MarketHead event={row.event} market={row.market} />,
}

function MarketHead({ event, market }: { readonly event: Event; readonly market: Market }) {
  return (
    <span className={`row wraps ${styles.marketHead}`}>
      <span className="cut strong">{marketTitle(event, market)}</span>
      <span className={styles.marketFacts}>
        <MarketFacts market={market} />
      </span>
    </span>
  )
}

/** Facts that one must know before trading, the weightier first. */
function MarketFacts({ market }: { readonly market: Market }) {
  const { books } = useMarketData()
  const combo = comboText(market)
  // The step can change while the event is open: the book knows it first.
  const tick = useTopPart(books.book(market.outcomes[0]?.id ?? ''), (top) => top.tick) ?? market.tickSize
  return (
    <>
      {market.status !== 'open' && <span className="chip">{market.status}</span>}
      {market.notTradable === null && market.status === 'open' && !market.acceptingOrders && (
        <span className="chip">not accepting</span>
      )}
      {market.notTradable !== null && (
        <span className="chip" {...tip(market.notTradable)}>
          not tradable here
        </span>
      )}
      {market.secondsDelay !== null && market.secondsDelay > 0 && (
        <span
          className="inline-row gap-2"
          {...tip(`Orders that would match wait ${market.secondsDelay} s first`)}
        >
          <ClockIcon />
          delay {market.secondsDelay} s
        </span>
      )}
      <span>vol {showCompact(market.volume)}</span>
      <span>tick {tick === null ? NONE : writtenTick(tick)}</span>
      <span>min {showAmount(market.minOrderSize, 0)}</span>
      <span className={market.comboEligible ? '' : 'dim'} {...tip(combo.reason)}>
        {combo.text}
      </span>
    </>
  )
}

/** Live state of a row: the top of its book, and whether it is the one in hand. */
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
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  const tick = bookTick ?? market.tickSize ?? 100
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
      bid: isReady ? bestBid : outcome.bestBid,
      ask: isReady ? bestAsk : outcome.bestAsk,
      last: isReady ? lastTrade : outcome.lastTradePrice,
    },
  })
}

const OutcomeName = memo(function OutcomeName(props: OutcomeRow & Pick<OutcomeLive, 'isSelected' | 'stale'>) {
  const { event, market, outcome, isSelected, stale } = props
  const mine = useSelected(
    useAccount().orders,
    (orders) => openOrders(orders.items).filter((order) => order.outcomeId === outcome.id).length,
  )
  const isPaired = event.markets.every(isYesNo)
  const isFirst = market.outcomes[0]?.id === outcome.id
  return (
    <span className="row gap-4 slim clipped">
      <Link to={eventAddress(event.slug, outcome.id)} current={isSelected} className="cut">
        {isPaired && (
          <span className={isFirst ? 'strong' : 'visually-hidden'}>{marketTitle(event, market)} </span>
        )}
        <span className={isPaired && isFirst ? 'visually-hidden' : undefined}>{outcome.name}</span>
      </Link>
      {mine > 0 && (
        <span className="own-count" {...tip(`${mine} open order${mine === 1 ? '' : 's'}`)}>
          {mine}
        </span>
      )}
      <Held outcomeId={outcome.id} />
      {market.status === 'open' && <StaleSign stale={stale} />}
      {market.winningOutcomeId === outcome.id && <span className="chip ok">won</span>}
      <span className={`what-fits text-3 ${styles.rowFacts}`}>
        <IfWinsMark place={placeOf(props)} />
        {isPaired && !isFirst && <MarketFacts market={market} />}
      </span>
    </span>
  )
})

function bestColumn(
  id: 'bid' | 'ask',
  head: string,
  tone: string,
  near: (live: OutcomeLive) => string,
): Column<OutcomeRow, OutcomeLive> {
  return {
    id,
    head,
    title: `Best ${id}, and the size within 2 ticks of it`,
    className: 'num best',
    isFixed: true,
    cell: (_, live) => (
      <>
        <b className={tone}>{live.prices.short(live[id], live.tick)}</b>
        <small>{near(live)}</small>
      </>
    ),
  }
}

const COLUMNS: readonly Column<OutcomeRow, OutcomeLive>[] = [
  {
    id: 'outcome',
    head: 'Outcome',
    isRowHead: true,
    cell: (row, { isSelected, stale }) => <OutcomeName {...row} isSelected={isSelected} stale={stale} />,
  },
  bestColumn('bid', 'Bid', 'pos', ({ nearBid }) => nearBid),
  bestColumn('ask', 'Ask', 'neg', ({ nearAsk }) => nearAsk),
  {
    id: 'spread',
    head: 'Spread',
    className: 'num soft spread',
    cell: (_, { bid, ask, tick }) => (bid === null || ask === null ? NONE : showTicks(ask - bid, tick)),
  },
  {
    id: 'last',
    head: 'Last',
    className: 'num soft last-price',
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
    id: 'if-wins',
    head: 'If it wins',
    title:
      'Profit over the whole event if this outcome wins, realised profit included; below it with open orders filled',
    className: 'num soft if-wins',
    cell: ({ event, market, outcome }) => <IfWinsCell orders place={placeOf({ event, market, outcome })} />,
  },
  {
    id: 'tools',
    head: 'Ladder, watch',
    isHeadHidden: true,
    className: 'row-tools',
    cell: (row) => <OutcomeTools {...row} />,
  },
]

const WITH_BASKET: typeof COLUMNS = [
  {
    id: 'basket',
    head: 'In the basket',
    isHeadHidden: true,
    isFixed: true,
    className: 'basket-check',
    cell: (row) => <BasketCheck {...row} />,
  },
  ...COLUMNS,
]
