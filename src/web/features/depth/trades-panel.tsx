/** The tape: what others traded in the selected outcome, newest first, from the market channel. */
import { useMemo } from 'react'
import type { TickSize } from '#core/price.ts'
import type { Trade } from '../../platform/api/client.ts'
import { showLocal } from '../../platform/format/figures.ts'
import { useTrades } from '../../contexts/use-trades.ts'
import {
  amountColumn,
  priceColumn,
  SHARES,
  textColumn,
  timeColumn,
} from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import styles from './depth.module.css'

/** The table of the last trades. */
export function TradesPanel(props: {
  readonly outcomeId: string
  readonly name: string
  readonly tick: TickSize | null
}) {
  const { outcomeId, name, tick } = props
  const { items, loaded, current } = useTrades(outcomeId)
  const columns = useMemo(() => tapeColumns(tick), [tick])
  return (
    <div className="panel-body" tabIndex={0} role="region" aria-label={`Trades of ${name}`}>
      <DataTable
        name="trades"
        className={styles.tape}
        columns={columns}
        rows={items}
        keyOf={({ number }) => String(number)}
        empty={loaded ? 'No trades yet.' : 'Waiting for trades.'}
        isStale={!current}
      />
      {!current && items.length > 0 && <p className="empty">Not current: reconnecting.</p>}
    </div>
  )
}

const sideLook = ({ side }: Trade) => ({ className: side === 'BUY' ? 'pos' : 'neg' })

function tapeColumns(tick: TickSize | null): readonly Column<Trade>[] {
  return [
    timeColumn(
      'time',
      'Time',
      ({ at }) => at,
      (at) => showLocal(at, true),
      { className: 'soft' },
    ),
    textColumn('taker', 'Taker', ({ side }) => side, {
      cell: ({ side }) => (side === 'BUY' ? '\u25b2 bought' : '\u25bc sold'),
      cellProps: sideLook,
    }),
    priceColumn('price', 'Price', ({ price }) => price, {
      className: 'strong',
      tick: () => tick,
      cellProps: sideLook,
    }),
    amountColumn('size', 'Size', ({ size }) => size, SHARES),
  ]
}
