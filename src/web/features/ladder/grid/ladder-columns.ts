/** Which columns a ladder shows and how wide they are. Their order is fixed; a narrow ladder leaves out what it has no room for. */
import type { LadderColumn } from '../../../model/settings/settings.ts'

export type ShownColumn = LadderColumn | 'bid' | 'price' | 'ask'

export type LadderColumns = {
  readonly shown: readonly ShownColumn[]
  /** Custom properties for the styles: `--columns` for `grid-template-columns`, and the least width of each column. */
  readonly widths: Readonly<Record<`--${string}`, string>>
  /** The results stand behind my bids, in one column with them. */
  readonly isResultBehind: boolean
  /** How many characters of a size its column has room for; what runs over is covered by an own order beside it. */
  readonly sizeLength: number
}

const ORDER: readonly ShownColumn[] = [
  'result',
  'my_bids',
  'bid',
  'price',
  'ask',
  'my_asks',
  'volume',
  'queue',
]

/** Least width in pixels, and whether the column takes a share of what is left. */
const WIDTH: Readonly<Record<ShownColumn, readonly [least: number, grows: boolean]>> = {
  result: [62, false],
  my_bids: [50, true],
  bid: [40, true],
  price: [60, false],
  ask: [40, true],
  my_asks: [50, true],
  volume: [44, false],
  queue: [60, false],
}

/** By the custom property that says how wide it is. */
const BY_PROPERTY: Readonly<Record<`--${string}`, ShownColumn>> = {
  '--width-result': 'result',
  '--width-my-bids': 'my_bids',
  '--width-bid': 'bid',
  '--width-price': 'price',
  '--width-ask': 'ask',
  '--width-my-asks': 'my_asks',
  '--width-volume': 'volume',
  '--width-queue': 'queue',
}

/** Of my bids where results may stand behind them. */
const BEHIND = 52

/** Of one figure of a size, and of what stands before it in its cell, in pixels. */
const SIZE_WIDTH = { figure: 7.3, rest: 3 }

/** Given up one after the other when there is no room. */
const FIRST_TO_GO: readonly LadderColumn[] = ['queue', 'volume']

/**
 * The columns of a ladder. Where they stand does not depend on what is held: a column that came with the first fill would push the
 * others away from under the pointer.
 *
 * @param wanted  what the user chose beside bid, price and ask
 * @param width  of the grid in pixels
 * @param priceWidth  what the longest price needs, in pixels
 * @param hasHolding  without a position there is nothing to close: the results' own column stays empty
 */
export function columnsOf(
  wanted: readonly LadderColumn[],
  width: number,
  priceWidth: number,
  hasHolding: boolean,
): LadderColumns {
  const mayBeBehind = wanted.includes('result') && wanted.includes('my_bids')
  const least = (column: ShownColumn) =>
    column === 'price' ? priceWidth : column === 'my_bids' && mayBeBehind ? BEHIND : WIDTH[column][0]
  const needed = (columns: readonly ShownColumn[]) => columns.reduce((sum, column) => sum + least(column), 0)
  const all = ORDER.filter(
    (column) => column === 'bid' || column === 'price' || column === 'ask' || wanted.includes(column),
  )
  const isBehind = mayBeBehind && needed(all) > width
  let apart = isBehind ? all.filter((column) => column !== 'result') : all
  for (const column of FIRST_TO_GO) {
    if (needed(apart) > width) apart = apart.filter((one) => one !== column)
  }
  const template = apart
    .map((column) => (WIDTH[column][1] ? `minmax(${least(column)}px, 1fr)` : `${least(column)}px`))
    .join(' ')
  const isResultBehind = isBehind && hasHolding
  const widths = Object.fromEntries(
    Object.entries(BY_PROPERTY)
      .filter(([, column]) => apart.includes(column))
      .map(([property, column]) => [property, `${least(column)}px`]),
  )
  return {
    shown: isResultBehind ? ['result', ...apart] : apart,
    widths: { '--columns': template, ...widths },
    isResultBehind,
    sizeLength: Math.floor((sizeWidth(apart, width, least) - SIZE_WIDTH.rest) / SIZE_WIDTH.figure),
  }
}

/** The width of the bid column and of the ask column: an even share of what grows, or what wider columns leave of it. */
function sizeWidth(
  columns: readonly ShownColumn[],
  width: number,
  least: (column: ShownColumn) => number,
): number {
  const growing = columns.filter((column) => WIDTH[column][1])
  const sum = (part: readonly ShownColumn[]) => part.reduce((total, column) => total + least(column), 0)
  const room = width - sum(columns.filter((column) => !WIDTH[column][1]))
  const even = Math.max(WIDTH.bid[0], room / growing.length)
  const wider = growing.filter((column) => least(column) > even)
  return Math.max(WIDTH.bid[0], (room - sum(wider)) / (growing.length - wider.length))
}
