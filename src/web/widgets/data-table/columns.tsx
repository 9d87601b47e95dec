/** Columns by what they show: text, an amount, a price, a side, a time. They are sorted by its exact value. */
import { floorDivide } from '#lib/decimal.ts'
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price as TradedPrice, TickSize } from '#core/price.ts'
import { NONE, showAmount } from '../../platform/format/figures.ts'
import { tip } from '../../ui/controls.tsx'
import { toneOf } from '../../words/portfolio-text.ts'
import { CopyText } from '../copy-text.tsx'
import { Price } from '../price.tsx'
import { classes } from './column.ts'
import type { Column } from './column.ts'

/** Additions of a column to its kind. */
type Look<Row> = Partial<Omit<Column<Row>, 'id' | 'head' | 'value'>>

/** Text; a dash where there is none. */
export function textColumn<Row>(
  id: string,
  head: string,
  read: (row: Row) => string | number | null,
  look: Look<Row> = {},
): Column<Row> {
  return { id, head, value: read, cell: (row) => read(row) ?? NONE, ...look }
}

type AmountLook<Row> = Look<Row> & {
  readonly least?: number
  readonly isSigned?: boolean
  /** Signed, and coloured by its sign. */
  readonly isResult?: boolean
  /** Other steps than cents to which it is cut, in millionths; the exact amount is in the tooltip. */
  readonly step?: bigint
}

export const RESULT = { className: 'strong', isResult: true } as const
/** A mean in hundredths of a cent: most are below one. */
export const MEAN = { className: 'soft', isSigned: true, step: 100n } as const
/** Shares to a hundredth. */
export const SHARES = { least: 0 } as const

/** An amount of shares or of money, to a hundredth; a dash where it is not known. */
export function amountColumn<Row>(
  id: string,
  head: string,
  read: (row: Row) => Micros | null,
  {
    className,
    least = 2,
    isResult = false,
    isSigned = isResult,
    step = 10_000n,
    ...look
  }: AmountLook<Row> = {},
): Column<Row> {
  const exact = (amount: Micros | null) => showAmount(amount, least, isSigned)
  const show = (amount: Micros | null) =>
    exact(amount === null ? null : micros(floorDivide(amount, step) * step))
  return {
    id,
    head,
    className: classes('num', className) ?? '',
    value: read,
    cell: (row) => show(read(row)),
    cellProps(row) {
      const amount = read(row)
      return {
        ...(isResult ? { className: toneOf(amount) } : {}),
        ...tip(show(amount) === exact(amount) ? '' : exact(amount)),
      }
    },
    ...look,
  }
}

/** A price of the row's tick, or an average in millionths. */
export function priceColumn<Row>(
  id: string,
  head: string,
  read: (row: Row) => TradedPrice | Micros | null,
  { className, tick, ...look }: Look<Row> & { readonly tick?: (row: Row) => TickSize | null } = {},
): Column<Row> {
  return {
    id,
    head,
    className: classes('num', className) ?? '',
    value: read,
    cell: (row) => <Price of={read(row)} tick={tick?.(row) ?? null} />,
    ...look,
  }
}

/** Side in words and in colour; `other` for rows without one. */
export function sideColumn<Row>(
  read: (row: Row) => Side | null,
  other: string = NONE,
  look: Look<Row> = {},
): Column<Row> {
  return {
    id: 'side',
    head: 'Side',
    value: (row) => read(row) ?? (other === NONE ? null : other),
    cell(row) {
      const side = read(row)
      return side === null ? other : side === 'BUY' ? '+ BUY' : '\u2212 SELL'
    },
    cellProps(row) {
      const side = read(row)
      return { className: side === null ? 'dim' : side === 'BUY' ? 'pos strong' : 'neg strong' }
    },
    ...look,
  }
}

/** A time. */
export function timeColumn<Row>(
  id: string,
  head: string,
  read: (row: Row) => number | null,
  show: (at: number) => string,
  look: Look<Row> = {},
): Column<Row> {
  return {
    id,
    head,
    value: read,
    cell(row) {
      const at = read(row)
      return at === null ? NONE : show(at)
    },
    ...look,
  }
}

/** Transaction of a row, to be copied. */
export const TRANSACTION: Column<{ readonly txHash: string | null }> = {
  id: 'transaction',
  head: 'Transaction',
  className: 'extra',
  value: ({ txHash }) => txHash,
  cell: ({ txHash }) => txHash !== null && <CopyText text={txHash} name="transaction hash" />,
}
