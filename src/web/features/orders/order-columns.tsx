/** The columns of orders: each order, its state or end, and its actions. */
import type { Order } from '../../platform/api/client.ts'
import {
  NONE,
  showAmount,
  showCents,
  showDay,
  showLocal,
  placeText,
  writtenAmount,
} from '../../platform/format/figures.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { clockOf, SECOND_MS } from '../../platform/state/clock.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, useMarketData, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { XIcon } from 'lucide-react'
import type { EndedOrder } from '../../data/account/ended-orders.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { endText } from '../../words/order-text.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { valueLeft, idsOf, ticksToMarket } from './blotter.ts'
import type { Picks } from './blotter.ts'
import { Age, End, isEndSettling, State } from './order-state.tsx'
import { PriceCell } from './price-cell.tsx'
import styles from './order.module.css'
import { tip, Button } from '../../ui/controls.tsx'
import { amountColumn, sideColumn, timeColumn } from '../../widgets/data-table/columns.tsx'

/** An order of the table, and how it ended; null while it is open. */
export type OrderLine = { readonly order: Order; readonly ended: EndedOrder | null }

/**
 * A row is rendered when its order changes, not with the time nor the market nor what is picked: its age, its distance, its tick
 * and what is left of its delay are parts of their own.
 */
export function orderColumns(picks: Picks, prices: Prices): readonly Column<OrderLine>[] {
  const ofOpen = (look: string) => (line: OrderLine) => ({ className: line.ended === null ? look : '' })
  return [
    {
      id: 'pick',
      head: 'Pick',
      headContent: <PickAll picks={picks} />,
      className: styles.pick,
      isFixed: true,
      cell: ({ order, ended }) =>
        ended === null ? (
          <PickOne order={order} what={whatOf(order, prices)} picks={picks} />
        ) : order.status === 'filled' ? (
          '\u2713'
        ) : (
          '\u00d7'
        ),
    },
    sideColumn(({ order }) => order.side, undefined, {
      isFixed: true,
      cellProps: (line) => ofOpen(line.order.side === 'BUY' ? 'pos strong' : 'neg strong')(line),
    }),
    {
      id: 'market',
      head: 'Market',
      className: 'wide',
      isFixed: true,
      value: ({ order }) => `${order.outcomeName}, ${placeText(order)}`,
      cell: (line) => <MarketCell line={line} prices={prices} />,
      cellProps: ({ order }) => ({ ...tip(`${order.eventTitle} - ${order.marketTitle}`) }),
    },
    {
      id: 'price',
      head: 'Price',
      className: 'num',
      value: ({ order }) => order.price,
      cell: ({ order, ended }) =>
        ended === null ? <PriceCell order={order} /> : prices.price(order.price, order.tickSize),
      cellProps: ofOpen('strong'),
    },
    {
      id: 'size',
      head: 'Open / size',
      className: 'num',
      value: ({ order }) => order.remainingSize,
      cell: ({ order, ended }) =>
        ended === null ? (
          <>
            {showAmount(order.remainingSize, 0)} <span className="of dim">/ {showAmount(order.size, 0)}</span>
          </>
        ) : (
          `${NONE} / ${showAmount(order.size, 0)}`
        ),
    },
    {
      id: 'away',
      head: 'Away',
      title: "Ticks from the other side's best price",
      className: 'num extra',
      cell: ({ order, ended }) => (ended === null ? <Distance order={order} /> : NONE),
    },
    amountColumn('value', 'Value', ({ order }) => valueLeft(order), {
      className: 'extra',
      cell: ({ order, ended }) => (ended === null ? showCents(valueLeft(order)) : NONE),
      cellProps: ofOpen('soft'),
    }),
    {
      id: 'type',
      head: 'Type',
      className: 'extra',
      value: ({ order }) => order.timeInForce,
      cell: ({ order, ended }) => (ended === null ? typeText(order) : order.timeInForce),
      cellProps: ({ order, ended }) =>
        ended === null
          ? {
              className: 'soft',
              ...tip(order.expiresAt === null ? '' : `until ${showDay(order.expiresAt)}`),
            }
          : {},
    },
    {
      id: 'state',
      head: 'State',
      isFixed: true,
      value: ({ order }) => order.status,
      covers: ({ ended }) => (ended === null ? [] : ['age', 'cancel']),
      cell: ({ order, ended }) =>
        ended === null ? <State order={order} prices={prices} /> : <End ended={ended} />,
    },
    timeColumn('age', 'Age', ({ order }) => order.submittedAt ?? order.createdAt, showDay, {
      className: 'num extra age dim',
      cell: ({ order }) => <Age from={order.submittedAt ?? order.createdAt} />,
    }),
    {
      id: 'cancel',
      head: 'Cancel',
      isHeadHidden: true,
      cell: ({ order }) => <Cancel order={order} what={whatOf(order, prices)} />,
    },
  ]
}

function whatOf(order: Order, prices: Prices): string {
  return `${order.side.toLowerCase()} ${writtenAmount(order.size)} ${order.outcomeName}, ${placeText(order)}, at ${prices.price(order.price, order.tickSize)}`
}

function PickAll({ picks }: { readonly picks: Picks }) {
  const picked = useStore(picks.store)
  const isAll = useSelected(useAccount().orders, ({ items }) => {
    const all = idsOf(openOrders(items))
    return all.length > 0 && all.every((id) => picked.has(id))
  })
  return <input type="checkbox" aria-label="Pick all" checked={isAll} onChange={picks.pickAll} />
}

function PickOne(props: { readonly order: Order; readonly what: string; readonly picks: Picks }) {
  const { order, what, picks } = props
  const { id } = order
  const isPicked = useSelected(picks.store, (picked) => id !== null && picked.has(id))
  return (
    <input
      type="checkbox"
      aria-label={`Pick ${what}`}
      checked={isPicked}
      disabled={id === null}
      onChange={() => {
        if (id !== null) picks.toggle(id)
      }}
    />
  )
}

function MarketCell({ line, prices }: { readonly line: OrderLine; readonly prices: Prices }) {
  const { order, ended } = line
  const { openedOrder } = useWorkspace()
  const { fills } = useAccount()
  const hasSettling = useSelected(fills, ({ items }) => ended !== null && isEndSettling(items, order.id))
  const what =
    ended === null
      ? whatOf(order, prices)
      : `${order.side.toLowerCase()} ${writtenAmount(order.size)} ${order.outcomeName} at ${prices.price(order.price, order.tickSize)}, ${endText(order, ended.isReported, hasSettling).text}`
  return (
    <>
      <Button
        className="row-open"
        aria-label={`Timeline of ${what}`}
        onClick={() => openedOrder.set({ id: order.id, clientOrderId: order.clientOrderId })}
      >
        {order.outcomeName}
      </Button>{' '}
      <span className={ended === null ? 'dim' : undefined}>{placeText(order)}</span>
      {ended === null && order.foreign && <span className="chip warn">placed outside</span>}
    </>
  )
}

function typeText(order: Order): string {
  const until = order.expiresAt === null ? '' : ` ${showLocal(order.expiresAt)}`
  return `${order.timeInForce}${order.postOnly ? ' post' : ''}${until}`
}

function Cancel({ order, what }: { readonly order: Order; readonly what: string }) {
  const { commands } = useTrading()
  const { id, cancelling } = order
  return (
    <Button
      className="button quiet small"
      aria-label={`Cancel ${what}`}
      aria-disabled={id === null || cancelling}
      onClick={() => {
        if (id !== null && !cancelling) commands.cancelOrders([id])
      }}
    >
      <XIcon />
    </Button>
  )
}

/** Ticks to the market. It renders when the text changes; out of view it looks once a second. */
function Distance({ order }: { readonly order: Order }) {
  const { books, view } = useMarketData()
  const [ref, isShown] = useInView()
  const { outcomeId } = order
  useEffect(() => (isShown ? view.show(outcomeId) : undefined), [view, outcomeId, isShown])
  const book = books.book(outcomeId)
  const text = useSyncExternalStore(isShown ? book.subscribeTop : clockOf(SECOND_MS).subscribe, () =>
    distanceText(order, book.top()),
  )
  return (
    <span ref={ref} className={text === NONE ? 'dim' : undefined}>
      {text}
    </span>
  )
}

function distanceText(order: Order, top: BookTop): string {
  const tick = top.tick ?? order.tickSize
  const isResting = order.status === 'live' || order.status === 'partially_filled'
  const ticks = isResting && tick !== null ? ticksToMarket(order, top, tick) : null
  return ticks === null ? NONE : ticks <= 0 ? 'at it' : String(ticks)
}
