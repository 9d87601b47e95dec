/** One market of an event: what one must know before trading it, and its outcomes with live prices and near depth. */
import { useEffect } from 'react'
import { BellIcon, ClockIcon, Rows4Icon } from 'lucide-react'
import { parsePrice, parseTickSize } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../platform/api/wire.ts'
import { NONE, showAmountText, showCompact, showDepth, showTicks } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useTopPart } from '../../model/markets/use-top.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useMarketData } from '../../model/contexts/market-data.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { usePage } from '../../model/contexts/page.ts'
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

/** Depth counts up to this many ticks behind the best price. */
const NEAR_TICKS = 2

const COLUMNS = 6

/** The market's line and its outcomes. */
export function MarketRows({ event, market }: { readonly event: Event; readonly market: Market }) {
  const combo = comboText(market)
  return (
    <tbody>
      <tr className="market-line">
        <th scope="rowgroup" colSpan={COLUMNS} aria-label={marketTitle(event, market)}>
          <span className="market-head">
            <span className="cut strong">{marketTitle(event, market)}</span>
            <span className="market-facts">
              <span>vol {showCompact(market.volume)}</span>
              <span>tick {market.tick_size}</span>
              <span>min {showAmountText(market.min_order_size, 0)}</span>
              {market.seconds_delay > 0 && (
                <span
                  className="delay"
                  {...tip(`Orders that would match wait ${market.seconds_delay} s first`)}
                >
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
        </th>
      </tr>
      {market.outcomes.map((outcome) => (
        <OutcomeRow key={outcome.id} event={event} market={market} outcome={outcome} />
      ))}
    </tbody>
  )
}

function OutcomeRow(props: { readonly event: Event; readonly market: Market; readonly outcome: Outcome }) {
  const { event, market, outcome } = props
  const { view, books, alerts } = useMarketData()
  const { ladders } = useWorkspace()
  const { live, announcer, settings } = usePage()
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
  const isChosen = useSelected(ladders, (ids) => ids.includes(outcome.id))
  const noLadder = useSelected(ladders, (ids) => ladderRefusal(event, outcome.id, ids))
  const mine = useSelected(
    useAccount().orders,
    (orders) => openOrders(orders.items).filter((order) => order.outcome_id === outcome.id).length,
  )
  const isLinkLive = useStore(live.link).state === 'live'
  const tick = bookTick ?? parseTickSize(market.tick_size) ?? 100
  const bid = isReady ? bestBid : parseOrNull(outcome.best_bid)
  const ask = isReady ? bestAsk : parseOrNull(outcome.best_ask)
  const last = isReady ? lastTrade : parseOrNull(outcome.last_trade_price)
  const prices = usePrices()
  const stale = isLinkLive ? staleCause : 'link'
  const near = (side: 'BUY' | 'SELL') => {
    if (!isShown) return ''
    const size = depthWithin(book.levels(side), NEAR_TICKS * tick)
    return size === 0n ? '' : showDepth(size)
  }
  const nearBid = useTopPart(book, () => near('BUY'))
  const nearAsk = useTopPart(book, () => near('SELL'))
  return (
    <tr
      ref={ref}
      data-selected={isSelected ? '' : undefined}
      data-stale={stale === null ? undefined : ''}
      className="outcome-line"
    >
      <th scope="row">
        <span className="outcome-name">
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
      </th>
      <td className="num">
        <b className="pos">{prices.short(bid, tick)}</b>
        <small>{nearBid}</small>
      </td>
      <td className="num">
        <b className="neg">{prices.short(ask, tick)}</b>
        <small>{nearAsk}</small>
      </td>
      <td className="num soft">{bid === null || ask === null ? NONE : showTicks(ask - bid, tick)}</td>
      <td className="num soft">
        {prices.short(last, tick)}
        <small>
          <DayChange outcomeId={outcome.id} isShown={isShown} />
        </small>
      </td>
      <td className="row-tools">
        <button
          type="button"
          className="star"
          aria-pressed={isChosen}
          aria-label={`Ladder of ${outcome.name}, ${marketTitle(event, market)}`}
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
            className="star row-alert"
            aria-label={`New alert on ${outcome.name}, ${marketTitle(event, market)}`}
            {...tip('New alert on this outcome')}
            onClick={() => alerts.draft.set(draftAt({ books, settings }, props, null))}
          >
            <BellIcon />
          </button>
        )}
        <ComboButton
          selection={{ event, market, outcome }}
          name={`${outcome.name}, ${marketTitle(event, market)}`}
        />
        <StarButton outcomeId={outcome.id} name={`${outcome.name}, ${marketTitle(event, market)}`} />
      </td>
    </tr>
  )
}

function parseOrNull(text: string | null) {
  return text === null ? null : parsePrice(text)
}
