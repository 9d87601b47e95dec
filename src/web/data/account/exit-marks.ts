/**
 * Attached exits by ladder cell: one mark per outcome, price and leg, at its last reported price (INV-73). An exit of
 * the market's other outcome is there too, as orders are: a sale at p there is a buy at 1 - p here.
 */
import { attachedExit } from '#contract/records/attached-exits.ts'
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { targetParts } from '#core/order/exit-targets.ts'
import type { Side } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { AttachedExit, Position } from '../../platform/api/client.ts'
import { showSize } from '../../platform/format/figures.ts'
import { createListStore } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Frame } from '../../platform/page/frame.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import { keptRows, rowPriceOf } from '../markets/ladder-grid.ts'
import type { LadderGrid } from '../markets/ladder-grid.ts'
import type { Pairs } from './own-levels.ts'

/** The legs that have a price; `target1` and `target2` are further targets in their order. */
export const LEGS = ['target', 'target1', 'target2', 'stop', 'trailing', 'breakEven', 'entry'] as const
export type PricedLeg = (typeof LEGS)[number]

export const LEG_NAMES: Readonly<Record<PricedLeg, string>> = {
  target: 'target',
  target1: 'target 1',
  target2: 'target 2',
  stop: 'stop',
  trailing: 'trailing stop',
  breakEven: 'break-even',
  entry: 'buy stop',
}

export type ExitMark = {
  /** Outcome of the ladder that shows it. */
  readonly outcomeId: string
  /** Side of the orders in whose column it is. */
  readonly side: Side
  readonly leg: PricedLeg
  readonly price: Price
  /** A target whose order rests: the order's own chip shows it. */
  readonly rests: boolean
  /** Size still to be sold; 0 before anything of the entry has filled. */
  readonly size: Micros
  readonly exits: readonly AttachedExit[]
}

export type ExitMarks = ReadonlyMap<string, ExitMark>

const NONE: readonly ExitMark[] = []

/** Attached exits of the topic, and their marks as they come, move and end. */
export function createExitList(
  { live, frame }: { readonly live: Pick<Live, 'watch'>; readonly frame: Pick<Frame, 'mark'> },
  pairs: Pairs,
) {
  const list = createListStore<AttachedExit>({
    decode: attachedExit.decode,
    keyOf: ({ id }) => id,
    order: (a, b) => b.createdAt - a.createdAt,
    onChange: () => frame.mark(list.flush),
  })
  live.watch('exits', list)
  const marks = createStore<ExitMarks>(new Map())
  const regroup = () => marks.set(groupExits(list.get().items, pairs.get()))
  list.subscribe(regroup)
  pairs.subscribe(regroup)
  const open = () => list.get().items.filter(({ end }) => end === null)
  return {
    list,
    marks: marks as Readable<ExitMarks>,
    /** Those in force. */
    open,
  }
}

/**
 * Groups exits in force by cell and leg.
 *
 * @param pairs  the other outcome of each outcome whose market a ladder shows
 */
export function groupExits(
  exits: readonly AttachedExit[],
  pairs: ReadonlyMap<string, string> = new Map(),
): ExitMarks {
  const marks = new Map<string, ExitMark>()
  const put = (mark: ExitMark) => {
    const key = `${mark.outcomeId} ${mark.side} ${mark.price} ${mark.leg} ${mark.rests}`
    const there = marks.get(key)
    marks.set(key, there === undefined ? mark : together(there, mark))
  }
  for (const exit of exits) {
    if (exit.end !== null) continue
    for (const [leg, price, size] of pricesOf(exit)) {
      if (price === null || price === undefined) continue
      const [side, otherSide] = leg === 'entry' ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const)
      const rests = leg.startsWith('target') && exit.orderIds.length > 0
      const mark = { outcomeId: exit.outcomeId, side, leg, price, rests, size, exits: [exit] } as const
      put(mark)
      const other = pairs.get(exit.outcomeId)
      if (other !== undefined)
        put({ ...mark, outcomeId: other, side: otherSide, price: complementPrice(price) })
    }
  }
  return marks
}

/** Legs with their prices and the shares that each has still to sell or to buy. */
function pricesOf(exit: AttachedExit): readonly (readonly [PricedLeg, Price | null | undefined, Micros])[] {
  const { targetPrice, furtherTargets: further = [], covered, sold, entry } = exit
  const left = leftOf(exit)
  const target = targetPrice === null ? null : { price: targetPrice }
  // Shares sold count at the nearest target first.
  const parts = targetParts({ target, further }, covered, [{ price: null, filled: sold }])
  const partAt = (price: Price | null) => parts.find((part) => part.price === price)?.size ?? ZERO
  return [
    ['target', targetPrice, partAt(targetPrice)],
    ...further.map(({ price }, at) => [at === 0 ? 'target1' : 'target2', price, partAt(price)] as const),
    ['stop', exit.stopPrice, left],
    ['trailing', exit.trailingPrice, left],
    ['breakEven', exit.breakEven?.atPrice, left],
    ['entry', entry?.price, entry?.size ?? ZERO],
  ]
}

/** Shares that an exit has still to sell. */
export function leftOf({ covered, sold }: Pick<AttachedExit, 'covered' | 'sold'>): Micros {
  return covered > sold ? subtractMicros(covered, sold) : ZERO
}

function together(a: ExitMark, b: ExitMark): ExitMark {
  return { ...a, size: addMicros(a.size, b.size), exits: [...a.exits, ...b.exits] }
}

/** Exits on one side of a ladder's row, all prices of a grouped row together; the same answer for the same marks. */
export function exitsInRow(
  marks: ExitMarks,
  outcomeId: string,
  side: Side,
  rowPrice: Price,
  grid: LadderGrid,
): readonly ExitMark[] {
  if (marks.size === 0) return NONE
  return rowsOf(marks, outcomeId, grid).get(`${side} ${rowPrice}`) ?? NONE
}

const rowsOf = keptRows((marks: ExitMarks, outcomeId, grid): ReadonlyMap<string, readonly ExitMark[]> => {
  const rows = new Map<string, readonly ExitMark[]>()
  for (const mark of marks.values()) {
    if (mark.outcomeId !== outcomeId) continue
    const key = `${mark.side} ${rowPriceOf(mark.price, grid)}`
    const row = rows.get(key) ?? NONE
    const there = row.find(({ leg, rests }) => leg === mark.leg && rests === mark.rests)
    rows.set(
      key,
      there === undefined ? [...row, mark] : row.map((one) => (one === there ? together(one, mark) : one)),
    )
  }
  return rows
})

/** `stop 120`, `trailing stop` before its entry has filled. */
export function markText({ leg, size }: Pick<ExitMark, 'leg' | 'size'>): string {
  return size > ZERO ? `${LEG_NAMES[leg]} ${showSize(size)}` : LEG_NAMES[leg]
}

/** The label at the target: `move 100 to 0.58`; `to` is the price as it is shown there. */
export function moveLabel(left: Micros, to: string, leg: PricedLeg | null = null): string {
  return `move ${leg === null ? showSize(left) : markText({ leg, size: left })} to ${to}`
}

/** Those in force, and those that ended without the trader's doing. */
export function isShown({ end, state }: AttachedExit): boolean {
  return end === null || state === 'failed'
}

/** Shares held of an outcome, null for none. */
export function heldOf({ items }: { readonly items: readonly Position[] }, outcomeId: string): Micros | null {
  const size = items.find((one) => one.outcomeId === outcomeId)?.size ?? ZERO
  return size === ZERO ? null : size
}
