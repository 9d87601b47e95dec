/** Fills, each with how far it is settled and the way to its order. */
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Fill } from '../platform/api/wire.ts'
import { placeText } from '../platform/format/places.ts'
import { showDay, showLocal } from '../platform/format/times.ts'
import { usePrices } from '../contexts/use-prices.ts'
import type { Prices } from '../data/settings/prices.ts'
import { useWorkspace } from '../contexts/workspace.ts'
import { CopyText } from './copy-text.tsx'
import { fillText } from '../words/order-text.ts'
import type { Column } from './data-table/column.ts'
import { DataTable } from './data-table/data-table.tsx'
import { tip } from '../ui/overlays/tip.ts'
import { Button } from '../ui/button.tsx'
import { writtenTime, writtenAmount, writtenPrice } from '../platform/format/written.ts'
import { showAmount } from '../platform/format/numbers.ts'

/** The table, with `showTime` for its first column; `name` is that of its layout. */
export function FillRows(props: {
  readonly name: string
  readonly rows: readonly Fill[]
  readonly showTime: (at: number) => string
  readonly hasTransactions?: boolean
  /** As a table's (data-table.tsx). */
  readonly label?: string
  readonly empty?: ReactNode
  readonly isStale?: boolean
}) {
  const { name, rows, showTime, hasTransactions = false } = props
  const prices = usePrices()
  const columns = useMemo(
    () => [...fillColumns(prices, showTime), ...(hasTransactions ? [TRANSACTION] : [])],
    [prices, showTime, hasTransactions],
  )
  return (
    <DataTable
      name={name}
      file="fills"
      className="fills"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      label={props.label}
      empty={props.empty}
      isStale={props.isStale ?? false}
    />
  )
}

function fillColumns(prices: Prices, showTime: (at: number) => string): readonly Column<Fill>[] {
  return [
    {
      id: 'time',
      head: 'Time',
      className: 'dim',
      value: ({ at }) => writtenTime(at),
      cell: ({ at }) => showTime(at),
      cellProps: ({ at }) => ({ ...tip(`${showDay(at)} ${showLocal(at, true)}`) }),
    },
    {
      id: 'side',
      head: 'Side',
      isFixed: true,
      value: ({ side }) => side,
      cell: ({ side }) => (side === 'BUY' ? '+ BUY' : '\u2212 SELL'),
      cellProps: ({ side }) => ({ className: side === 'BUY' ? 'pos strong' : 'neg strong' }),
    },
    {
      id: 'market',
      head: 'Market',
      className: 'wide',
      isFixed: true,
      value: (fill) => `${fill.outcomeName}, ${placeText(fill)}`,
      cell: (fill) => <FillMarket fill={fill} prices={prices} />,
      cellProps: (fill) => ({ ...tip(`${fill.eventTitle} - ${fill.marketTitle}`) }),
    },
    {
      id: 'price',
      head: 'Price',
      className: 'num strong',
      value: ({ price }) => writtenPrice(price),
      cell: ({ price, tickSize: tick }) => prices.price(price, tick),
    },
    {
      id: 'size',
      head: 'Size',
      className: 'num',
      value: ({ size }) => size,
      cell: ({ size }) => showAmount(size, 0),
    },
    {
      id: 'notional',
      head: 'Notional',
      className: 'num extra soft',
      value: ({ cash }) => cash,
      cell: ({ cash }) => showAmount(cash),
    },
    {
      id: 'fee',
      head: 'Fee',
      className: 'num extra soft',
      value: ({ fee }) => fee,
      cell: ({ fee }) => showAmount(fee),
    },
    {
      id: 'role',
      head: 'Role',
      className: 'extra soft',
      value: ({ role }) => role,
      cell: ({ role }) => role,
    },
    {
      id: 'state',
      head: 'State',
      isFixed: true,
      value: ({ status }) => fillText(status).text,
      cell: ({ status }) => <FillState status={status} />,
    },
  ]
}

const TRANSACTION: Column<Fill> = {
  id: 'transaction',
  head: 'Transaction',
  className: 'extra',
  value: ({ txHash: hash }) => hash,
  cell: ({ txHash: hash }) => hash !== null && <CopyText text={hash} name="transaction hash" />,
}

function FillMarket({ fill, prices }: { readonly fill: Fill; readonly prices: Prices }) {
  const { openedOrder } = useWorkspace()
  return (
    <>
      <Button
        className="row-open"
        aria-label={`Timeline of the order behind ${fill.side.toLowerCase()} ${writtenAmount(fill.size)} ${fill.outcomeName}, ${placeText(fill)}, at ${prices.price(fill.price, fill.tickSize)}`}
        onClick={() => openedOrder.set({ id: fill.orderId, clientOrderId: fill.clientOrderId })}
      >
        {fill.outcomeName}
      </Button>{' '}
      <span className="dim">{placeText(fill)}</span>
    </>
  )
}

const LOOK = { plain: 'soft', chip: 'chip', unknown: 'chip state-unknown', danger: 'chip danger' } as const

function FillState({ status }: { readonly status: Fill['status'] }) {
  const words = fillText(status)
  return (
    <span className={LOOK[words.tone]} {...tip(words.title)}>
      {words.text}
    </span>
  )
}
