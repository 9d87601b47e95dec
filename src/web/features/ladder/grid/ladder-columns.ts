/** Which columns a ladder shows and how wide they are. Their order is fixed; a narrow ladder leaves out what it has no room for. */
import type { LadderColumn } from '../../../data/settings/settings.ts'

export type ShownColumn = LadderColumn | 'bid' | 'price' | 'ask'

export type LadderColumns = {
  readonly shown: readonly ShownColumn[]
  /** Custom properties for the styles: `--columns` for `grid-template-columns`, and the least width of each column. */
  readonly widths: Readonly<Record<`--${string}`, string>>
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
  result: [54, false],
  my_bids: [46, true],
  bid: [40, true],
  price: [60, false],
  ask: [40, true],
  my_asks: [46, true],
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

/** Width of one digit of a size, and of the cell's padding, in px. */
const SIZE_WIDTH = { figure: 7.3, rest: 3 }

/** Given up one after the other when there is no room. Own orders have columns of their own at every width (INV-84). */
const FIRST_TO_GO: readonly LadderColumn[] = ['queue', 'volume', 'result']

/**
 * The columns of a ladder. They do not depend on what is held: a column that came with the first fill would push the others away
 * from under the pointer, and where an order is cancelled nothing may be sold.
 *
 * @param wanted  what the user chose beside bid, price and ask
 * @param width  of the grid in pixels
 * @param priceWidth  what the longest price needs, in pixels
 */
export function columnsOf(wanted: readonly LadderColumn[], width: number, priceWidth: number): LadderColumns {
  const least = (column: ShownColumn) => (column === 'price' ? priceWidth : WIDTH[column][0])
  const needed = (columns: readonly ShownColumn[]) => columns.reduce((sum, column) => sum + least(column), 0)
  let shown = ORDER.filter(
    (column) => column === 'bid' || column === 'price' || column === 'ask' || wanted.includes(column),
  )
  for (const column of FIRST_TO_GO) {
    if (needed(shown) > width) shown = shown.filter((one) => one !== column)
  }
  const template = shown
    .map((column) => (WIDTH[column][1] ? `minmax(${least(column)}px, 1fr)` : `${least(column)}px`))
    .join(' ')
  const widths = Object.fromEntries(
    Object.entries(BY_PROPERTY)
      .filter(([, column]) => shown.includes(column))
      .map(([property, column]) => [property, `${least(column)}px`]),
  )
  return {
    shown,
    widths: { '--columns': template, ...widths },
    sizeLength: Math.floor((sizeWidth(shown, width, least) - SIZE_WIDTH.rest) / SIZE_WIDTH.figure),
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
