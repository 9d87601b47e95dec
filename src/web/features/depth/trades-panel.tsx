/** The tape: what others traded in the selected outcome, newest first, from the market channel. */
import type { TickSize } from '#core/price.ts'
import { useMemo } from 'react'
import { micros } from '#core/money.ts'
import type { Trade } from '../../platform/api/client.ts'
import { showAmount, showLocal, showSize } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount } from '../../contexts/contexts.ts'
import { useTrades } from '../../contexts/use-trades.ts'
import { amountColumn, priceColumn, textColumn, timeColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ownTrades } from './own-trades.ts'
import { tip } from '../../ui/controls.tsx'
import styles from './depth.module.css'

/** The table of the last trades. */
export function TradesPanel(props: {
  readonly outcomeId: string
  readonly name: string
  readonly tick: TickSize | null
}) {
  const { outcomeId, name, tick } = props
  const { items, loaded, current } = useTrades(outcomeId)
  const fills = useStore(useAccount().fills).items
  const mine = useMemo(
    () =>
      ownTrades(
        items,
        fills.filter((fill) => fill.outcomeId === outcomeId),
      ),
    [items, fills, outcomeId],
  )
  const rows = useMemo(
    () => items.map((trade) => ({ ...trade, mine: mine.get(trade.number) ?? null })),
    [items, mine],
  )
  const columns = useMemo(() => tapeColumns(tick), [tick])
  return (
    <div className="panel-body" tabIndex={0} role="region" aria-label={`Trades of ${name}`}>
      <DataTable
        name="trades"
        className={styles.tape}
        columns={columns}
        rows={rows}
        keyOf={({ number }) => String(number)}
        rowProps={rowProps}
        empty={loaded ? 'No trades yet.' : 'Waiting for the trades.'}
        isStale={!current}
      />
      {!current && items.length > 0 && <p className="empty">Not current: the link is being made again.</p>}
    </div>
  )
}

/** A trade, and how much of it was mine; null for none. */
type TapeRow = Trade & { readonly mine: bigint | null }

const rowProps = ({ mine }: TapeRow) => (mine === null ? {} : { 'data-mine': '', ...tip(mineText(mine)) })

function tapeColumns(tick: TickSize | null): readonly Column<TapeRow>[] {
  const sideLook = ({ side }: Trade) => ({ className: side === 'BUY' ? 'pos' : 'neg' })
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
    amountColumn('size', 'Size', ({ size }) => size, {
      cell: ({ size, mine }) => (
        <>
          {mine !== null && <span className="visually-hidden">mine </span>}
          {showAmount(size, 0)}
        </>
      ),
    }),
  ]
}

function mineText(size: bigint): string {
  return `${showSize(micros(size))} of it mine: price, size and time are those of my fills`
}
