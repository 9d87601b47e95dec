/** Fills, each with how far it is settled and the way to its order. */
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Fill } from '../platform/api/client.ts'
import { placeText, showDay, showLocal, writtenAmount } from '../platform/format/figures.ts'
import { usePrices, useWorkspace } from '../contexts/contexts.ts'
import { fillText } from '../words/order-text.ts'
import {
  TRANSACTION,
  amountColumn,
  priceColumn,
  sideColumn,
  textColumn,
  timeColumn,
} from './data-table/columns.tsx'
import type { Column } from './data-table/column.ts'
import { DataTable } from './data-table/data-table.tsx'
import { Button, tip } from '../ui/controls.tsx'

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
  const columns = useMemo(
    () => [...fillColumns(showTime), ...(hasTransactions ? [TRANSACTION] : [])],
    [showTime, hasTransactions],
  )
  return (
    <DataTable
      name={name}
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

function fillColumns(showTime: (at: number) => string): readonly Column<Fill>[] {
  return [
    timeColumn('time', 'Time', ({ at }) => at, showTime, {
      className: 'dim',
      cellProps: ({ at }) => tip(`${showDay(at)} ${showLocal(at, true)}`),
    }),
    sideColumn(({ side }) => side, undefined, { isFixed: true }),
    {
      id: 'market',
      head: 'Market',
      className: 'wide',
      isFixed: true,
      value: (fill) => `${fill.outcomeName}, ${placeText(fill)}`,
      cell: (fill) => <FillMarket fill={fill} />,
      cellProps: (fill) => tip(`${fill.eventTitle} - ${fill.marketTitle}`),
    },
    priceColumn('price', 'Price', ({ price }) => price, { className: 'strong', tick: (row) => row.tickSize }),
    amountColumn('size', 'Size', ({ size }) => size, { least: 0 }),
    amountColumn('notional', 'Notional', ({ cash }) => cash, { className: 'extra soft' }),
    amountColumn('fee', 'Fee', ({ fee }) => fee, { className: 'extra soft' }),
    textColumn('role', 'Role', ({ role }) => role, { className: 'extra soft' }),
    textColumn('state', 'State', ({ status }) => fillText(status).text, {
      isFixed: true,
      cell: ({ status }) => <FillState status={status} />,
    }),
  ]
}

function FillMarket({ fill }: { readonly fill: Fill }) {
  const prices = usePrices()
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
