/** Depth of the selected outcome: both sides with cumulative size and cash, as a curve and as a table; middle, spread and imbalance. */
import { useEffect, useSyncExternalStore } from 'react'
import { parseTickSize, priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import type { Market, Outcome } from '../../platform/api/wire.ts'
import { NONE, showAmount, showDepth } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useMarketData } from '../../model/contexts/market-data.ts'
import { usePage } from '../../model/contexts/page.ts'
import { middleOf, valueText } from '../../model/markets/history.ts'
import { Freshness } from '../../widgets/freshness.tsx'
import { DepthCurve } from './depth-curve.tsx'
import { barPart, depthRows, imbalance, wholeCents } from '../../model/markets/depth.ts'
import type { DepthRow } from '../../model/markets/depth.ts'
import { tip } from '../../ui/overlays/tip.ts'

const MAX_ROWS = 20

/** The table. It follows its book itself: on a phone, or in a workspace of its own, no ladder does. */
export function DepthPanel({ market, outcome }: { readonly market: Market; readonly outcome: Outcome }) {
  const { books } = useMarketData()
  const { live } = usePage()
  const book = books.book(outcome.id)
  useEffect(() => books.follow(outcome.id), [books, outcome.id])
  const top = useSyncExternalStore(book.subscribeTop, book.top)
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  const tick = top.tick ?? parseTickSize(market.tick_size) ?? 100
  const bids = depthRows(book.levels('BUY'), MAX_ROWS)
  const asks = depthRows(book.levels('SELL'), MAX_ROWS)
  const bidTotal = bids.at(-1)?.total ?? 0n
  const askTotal = asks.at(-1)?.total ?? 0n
  const share = imbalance(bidTotal, askTotal)
  const most = bidTotal > askTotal ? bidTotal : askTotal
  const middle = middleOf(top.bestBid, top.bestAsk)
  const stale = isLinkLive ? top.stale : 'link'
  const prices = usePrices()
  const rows = Math.max(bids.length, asks.length)
  return (
    <>
      <dl className="depth-facts">
        <div>
          <dt>Mid</dt>
          <dd>{middle === null ? NONE : valueText(middle, priceDecimals(tick), prices)}</dd>
        </div>
        <div>
          <dt>Spread</dt>
          <dd>{spreadText(top.bestBid, top.bestAsk, tick)}</dd>
        </div>
        <div>
          <dt>Bid share</dt>
          <dd>
            {share === null ? NONE : `${share} %`}
            <span className="balance" aria-hidden="true">
              <i style={{ transform: `scaleX(${(share ?? 50) / 100})` }} />
            </span>
          </dd>
        </div>
        <div>
          <dt>Book</dt>
          <dd>
            {stale === null ? <span className="soft">live</span> : null}{' '}
            <Freshness book={book} stale={stale} />
          </dd>
        </div>
      </dl>
      <DepthCurve bids={bids} asks={asks} tick={tick} isStale={stale !== null} />
      <div className="panel-body" tabIndex={0} role="region" aria-label={`Depth of ${outcome.name}`}>
        {rows === 0 ? (
          <p className="empty">{top.ready ? 'The book is empty.' : 'Waiting for the book.'}</p>
        ) : (
          <table className="table depth-table" data-stale={stale === null ? undefined : ''}>
            <thead>
              <tr>
                <th scope="col" className="num" {...tip('Cash from the best bid to here')}>
                  Cash
                </th>
                <th scope="col" className="num" {...tip('Shares from the best bid to here')}>
                  Total
                </th>
                <th scope="col" className="num">
                  Bid
                </th>
                <th scope="col">Ask</th>
                <th scope="col" {...tip('Shares from the best ask to here')}>
                  Total
                </th>
                <th scope="col" {...tip('Cash from the best ask to here')}>
                  Cash
                </th>
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: rows }, (_, at) => (
                <DepthLine key={at} bid={bids[at]} ask={asks[at]} most={most} tick={tick} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}

function DepthLine(props: {
  readonly bid: DepthRow | undefined
  readonly ask: DepthRow | undefined
  readonly most: bigint
  readonly tick: TickSize
}) {
  const { bid, ask, most, tick } = props
  const prices = usePrices()
  return (
    <tr>
      <td className="num soft">{bid === undefined ? '' : showAmount(wholeCents(bid.cash))}</td>
      <td className="num">
        {bid !== undefined && (
          <i
            className="bar bid"
            aria-hidden="true"
            style={{ transform: `scaleX(${barPart(bid.total, most)})` }}
          />
        )}
        <span>{bid === undefined ? '' : showDepth(bid.total)}</span>
      </td>
      <td className="num pos price">{bid === undefined ? '' : prices.price(bid.price, tick)}</td>
      <td className="neg price">{ask === undefined ? '' : prices.price(ask.price, tick)}</td>
      <td>
        {ask !== undefined && (
          <i
            className="bar ask"
            aria-hidden="true"
            style={{ transform: `scaleX(${barPart(ask.total, most)})` }}
          />
        )}
        <span>{ask === undefined ? '' : showDepth(ask.total)}</span>
      </td>
      <td className="soft">{ask === undefined ? '' : showAmount(wholeCents(ask.cash))}</td>
    </tr>
  )
}

function spreadText(bid: number | null, ask: number | null, tick: TickSize): string {
  if (bid === null || ask === null) return NONE
  const ticks = (ask - bid) / tick
  return `${Number.isInteger(ticks) ? ticks : ticks.toFixed(1)} tick${ticks === 1 ? '' : 's'}`
}
