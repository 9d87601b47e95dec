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

type ColumnPlan = {
  readonly id: ShownColumn
  /** Width in pixels. */
  readonly least: number
  /** Takes a share of the width that is left. */
  readonly grows: boolean
  readonly text: string
  readonly help?: string
}

const RESULT_HELP =
  'P&L if the whole position were sold at that price, est., before fees. A press closes it there.'
const QUEUE_HELP = 'Estimated size ahead of my order at this price'

/** In their order on the screen, by the property of the styles that is as wide. */
const COLUMNS: Readonly<Record<`--${string}`, ColumnPlan>> = {
  '--width-result': { id: 'result', least: 54, grows: false, text: 'If closed', help: RESULT_HELP },
  '--width-my-bids': { id: 'my_bids', least: 46, grows: true, text: 'Mine', help: 'My buy orders' },
  '--width-bid': { id: 'bid', least: 40, grows: true, text: 'Bid' },
  '--width-price': {
    id: 'price',
    least: 60,
    grows: false,
    text: 'Price',
    help: 'Double click or Space centres',
  },
  '--width-ask': { id: 'ask', least: 40, grows: true, text: 'Ask' },
  '--width-my-asks': { id: 'my_asks', least: 46, grows: true, text: 'Mine', help: 'My sell orders' },
  '--width-volume': { id: 'volume', least: 44, grows: false, text: 'Traded' },
  '--width-queue': { id: 'queue', least: 60, grows: false, text: 'Est. queue', help: QUEUE_HELP },
}
export const COLUMN = Object.fromEntries(
  Object.entries(COLUMNS).map(([property, column]) => [column.id, { ...column, property }]),
) as Readonly<Record<ShownColumn, ColumnPlan & { readonly property: string }>>

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
  const least = (column: ShownColumn) => (column === 'price' ? priceWidth : COLUMN[column].least)
  const needed = (columns: readonly ShownColumn[]) => columns.reduce((sum, column) => sum + least(column), 0)
  let shown = Object.values(COLUMNS)
    .map(({ id }) => id)
    .filter((column) => column === 'bid' || column === 'price' || column === 'ask' || wanted.includes(column))
  for (const column of FIRST_TO_GO) {
    if (needed(shown) > width) shown = shown.filter((one) => one !== column)
  }
  const template = shown
    .map((column) => (COLUMN[column].grows ? `minmax(${least(column)}px, 1fr)` : `${least(column)}px`))
    .join(' ')
  const widths = Object.fromEntries(shown.map((column) => [COLUMN[column].property, `${least(column)}px`]))
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
  const growing = columns.filter((column) => COLUMN[column].grows)
  const sum = (part: readonly ShownColumn[]) => part.reduce((total, column) => total + least(column), 0)
  const room = width - sum(columns.filter((column) => !COLUMN[column].grows))
  const even = Math.max(COLUMN.bid.least, room / growing.length)
  const wider = growing.filter((column) => least(column) > even)
  return Math.max(COLUMN.bid.least, (room - sum(wider)) / (growing.length - wider.length))
}
