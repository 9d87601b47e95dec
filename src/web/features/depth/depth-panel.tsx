/** Depth of the selected outcome: both sides with cumulative size and cash; middle, spread and imbalance. */
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { micros } from '#core/money.ts'
import { priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import type { Market, Outcome } from '../../platform/api/client.ts'
import { NONE, showCents, showDepth } from '../../platform/format/figures.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { useMarketData, usePage, usePrices } from '../../contexts/contexts.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { middleOf, valueText } from '../../data/markets/history-line.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { Freshness } from '../../widgets/freshness.tsx'
import { barPart, depthRows, imbalance } from '../../data/markets/depth.ts'
import type { DepthRow } from '../../data/markets/depth.ts'
import styles from './depth.module.css'
import { Fact, tip } from '../../ui/controls.tsx'

const MAX_ROWS = 20

/** The table. It follows its book itself: on a phone, or in a workspace of its own, no ladder does. */
export function DepthPanel({ market, outcome }: { readonly market: Market; readonly outcome: Outcome }) {
  const { books } = useMarketData()
  const { live } = usePage()
  const book = books.book(outcome.id)
  useEffect(() => books.follow(outcome.id), [books, outcome.id])
  const top = useSyncExternalStore(book.subscribeTop, book.top)
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  const tick = top.tick ?? market.tickSize ?? 100
  const bids = depthRows(book.levels('BUY'), MAX_ROWS)
  const asks = depthRows(book.levels('SELL'), MAX_ROWS)
  const bidTotal = bids.at(-1)?.total ?? 0n
  const askTotal = asks.at(-1)?.total ?? 0n
  const share = imbalance(bidTotal, askTotal)
  const most = bidTotal > askTotal ? bidTotal : askTotal
  const middle = middleOf(top.bestBid, top.bestAsk)
  const stale = isLinkLive ? top.stale : 'link'
  const prices = usePrices()
  const columns = useMemo(() => depthColumns(prices, tick), [prices, tick])
  const rows = Array.from({ length: Math.max(bids.length, asks.length) }, (_, at): DepthLine => ({
    at,
    most,
    ...levelAs('bid', bids[at]),
    ...levelAs('ask', asks[at]),
  }))
  return (
    <>
      <dl className={`rigid gap-4 ${styles.depthFacts}`}>
        <Fact name="Mid">{middle === null ? NONE : valueText(middle, priceDecimals(tick), prices)}</Fact>
        <Fact name="Spread">{spreadText(top.bestBid, top.bestAsk, tick)}</Fact>
        <Fact name="Bid share">{share === null ? NONE : `${share} %`}</Fact>
        <Fact name="Book">
          {stale === null ? <span className="soft">live</span> : null} <Freshness book={book} stale={stale} />
        </Fact>
      </dl>
      <div className="panel-body" tabIndex={0} role="region" aria-label={`Depth of ${outcome.name}`}>
        <DataTable
          name="depth"
          className={styles.depthTable}
          columns={columns}
          rows={rows}
          keyOf={({ at }) => String(at)}
          isStale={stale !== null}
          empty={top.ready ? 'The book is empty.' : 'Waiting for the book.'}
        />
      </div>
    </>
  )
}

type SideName = 'bid' | 'ask'

/** Texts of one level in a line, each apart so that an unchanged line is the same; null where a side has none. */
type LevelOf<S extends SideName> = Readonly<
  Record<`${S}Price`, DepthRow['price'] | null> & Record<`${S}Total` | `${S}Cash`, DepthRow['total'] | null>
>

/** The levels that stand as far from the best on both sides. */
type DepthLine = LevelOf<'bid'> &
  LevelOf<'ask'> & {
    readonly at: number
    /** Shares of the widest bar. */
    readonly most: bigint
  }

function levelAs<S extends SideName>(side: S, level: DepthRow | undefined): LevelOf<S> {
  return {
    [`${side}Price`]: level?.price ?? null,
    [`${side}Total`]: level?.total ?? null,
    [`${side}Cash`]: level?.cash ?? null,
  } as LevelOf<S>
}

function depthColumns(prices: Prices, tick: TickSize): readonly Column<DepthLine>[] {
  return [...sideColumns('bid', prices, tick), ...sideColumns('ask', prices, tick).toReversed()]
}

/** From the outer column to the price. */
function sideColumns(side: SideName, prices: Prices, tick: TickSize): readonly Column<DepthLine>[] {
  const isBid = side === 'bid'
  const className = isBid ? 'num' : ''
  return [
    {
      id: `${side}-cash`,
      head: 'Cash',
      title: `Cash from the best ${side} to here`,
      className: `${className} soft`,
      cell({ [`${side}Cash` as const]: cash }) {
        return cash !== null && showCents(cash)
      },
    },
    {
      id: `${side}-total`,
      head: 'Total',
      title: `Shares from the best ${side} to here`,
      className,
      cell: (line) => <Total total={line[`${side}Total`]} side={side} most={line.most} />,
      cellProps({ [`${side}Total` as const]: total, [`${side}Cash` as const]: cash }) {
        if (total === null || cash === null || total === 0n) return {}
        const average = micros((cash * 1_000_000n) / total)
        return tip(`${isBid ? 'sold' : 'bought'} to here: ${prices.value(average)} on average`)
      },
    },
    {
      id: side,
      head: isBid ? 'Bid' : 'Ask',
      className: `${className} ${isBid ? 'pos' : 'neg'} price`,
      isFixed: true,
      cell: (line) => line[`${side}Price`] !== null && prices.price(line[`${side}Price`], tick),
    },
  ]
}

function Total(props: {
  readonly total: DepthRow['total'] | null
  readonly side: SideName
  readonly most: bigint
}) {
  const { total, side, most } = props
  if (total === null) return <span />
  return (
    <>
      <i
        className={`${styles.bar} ${side}`}
        aria-hidden="true"
        style={{ transform: `scaleX(${barPart(total, most)})` }}
      />
      <span>{showDepth(total)}</span>
    </>
  )
}

function spreadText(bid: number | null, ask: number | null, tick: TickSize): string {
  if (bid === null || ask === null) return NONE
  const ticks = (ask - bid) / tick
  return `${Number.isInteger(ticks) ? ticks : ticks.toFixed(1)} tick${ticks === 1 ? '' : 's'}`
}
