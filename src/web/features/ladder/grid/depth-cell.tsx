/**
 * The size on one side of a row, with its bar. Its text, name and bar are written straight into the cell at every change:
 * sizes are most of what changes on the page, and nothing else of the row depends on them.
 */
import { useLayoutEffect, useRef } from 'react'
import type { Micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import { showCompact, showDepth } from '../../../platform/format/numbers.ts'
import { barShift } from '../../../platform/live/bar-scale.ts'
import type { RowSource } from '../../../platform/live/book-rows.ts'
import styles from '../ladder.module.css'

export type DepthProps = {
  readonly source: RowSource
  /** The lowest of the row. */
  readonly price: Price
  readonly column: 'bid' | 'ask'
  readonly id: string
  /** Effect of a press, without the size. */
  readonly deed: string
  /** Size in whole shares that fills the bar. */
  readonly scale: bigint
  /** How many characters there is room for. */
  readonly length: number
  readonly isActive: boolean
  readonly isPressed: boolean
  /** An own order whose column is left out is here. */
  readonly isMine: boolean
}

/**
 * A cell without a size holds a space: a text that comes and goes is a piece that comes and goes, and for each of
 * those the browser puts the whole page together again.
 */
const NO_SIZE = '\u00a0'

/** In millionths; below, a size is written whole. */
const THOUSAND = 1_000_000_000n

/** The tooltip of a size with a star: an order goes to the row's own price, never to those. */
const OFF = 'part of it beside this price, off the tick'

/** The cell of a side. React writes neither its text nor its style, and its name only before the size is put into it. */
export function DepthCell(props: DepthProps) {
  const { source, price, column, deed, scale, length } = props
  const cell = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = cell.current
    return box === null ? undefined : writeDepth(box, source, price, column, deed, scale, length)
  }, [source, price, column, deed, scale, length])
  return (
    <div
      ref={cell}
      role="gridcell"
      id={props.id}
      className={`${styles.ladderCell} ${column}`}
      data-column={column}
      data-active={props.isActive ? '' : undefined}
      data-pressed={props.isPressed ? '' : undefined}
      data-mine={props.isMine ? '' : undefined}
      aria-label={deed}
    />
  )
}

/** Writes the size now and at every change; answers how to end that. */
function writeDepth(
  box: HTMLElement,
  source: RowSource,
  price: Price,
  column: 'bid' | 'ask',
  deed: string,
  scale: bigint,
  length: number,
): () => void {
  // A text node keeps its place when its text changes; a new one would be laid out from nothing.
  const text = box.firstChild ?? box.appendChild(document.createTextNode(NO_SIZE))
  let written: Micros | null | undefined
  let wasOff = false
  let shownTip = ''
  const write = (): void => {
    const row = source.row(price)
    const size = row[column]
    const isOff = row.off === column || row.off === 'both'
    if (size === written && isOff === wasOff) return
    written = size
    const plain = size === null ? NO_SIZE : showDepth(size)
    const isLong = size !== null && size >= THOUSAND && plain.length > length - (isOff ? 1 : 0)
    const short = isLong ? showCompact(size) : plain
    const shown = !isOff ? short : column === 'bid' ? `*${short}` : `${short}*`
    // With another scale all bars change and nothing else.
    if (text.nodeValue !== shown) text.nodeValue = shown
    const name = size === null ? deed : `${deed}, ${column} size ${plain}${isOff ? `, ${OFF}` : ''}`
    if (box.getAttribute('aria-label') !== name) box.setAttribute('aria-label', name)
    wasOff = isOff
    const tip = (isLong ? [plain] : []).concat(isOff ? [OFF] : []).join(', ')
    if (tip !== shownTip) {
      shownTip = tip
      if (tip === '') box.removeAttribute('data-tip')
      else box.setAttribute('data-tip', tip)
    }
    box.style.backgroundPosition = `${barShift(size, scale, column)}% 1px`
  }
  write()
  return source.subscribeRow(price, write)
}
