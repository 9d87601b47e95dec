/**
 * The heads of a table: one stop of the Tab key, arrows go along them. Enter sorts, Shift with an arrow makes a column wider or
 * narrower, the menu key or a press of the other button opens the column's menu, which offers all of it.
 */
import { useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { boundedWidth, nextSort } from '../../model/settings/table-layouts.ts'
import type { TableSort } from '../../model/settings/table-layouts.ts'
import type { KeptLayout } from './use-table-layout.ts'
import type { Column } from './column.ts'
import { classes } from './column.ts'
import { isIn, lookOf, widthName } from './data-row.tsx'
import { WIDTH_STEP } from './table-menu.ts'
import styles from './data-table.module.css'
import { tip } from '../../ui/overlays/tip.ts'

export type TableHeadProps = Pick<KeptLayout, 'layout' | 'keep'> & {
  readonly columns: readonly Column<never, never>[]
  /** Opens the menu of a column, or of the table when there is none, at the element. */
  readonly onMenu: (id: string | null, anchor: HTMLElement) => void
  readonly isMenuOpen: boolean
}

/** The row of heads. */
export function TableHead({ columns, layout, keep, onMenu, isMenuOpen }: TableHeadProps) {
  const [at, setAt] = useState<string | null>(null)
  const sized = Object.keys(layout.widths).join(' ')
  const first = columns.find((column) => column.value !== undefined)?.id ?? ''
  const stop = columns.some(({ id, value }) => id === at && value !== undefined) || at === '' ? at : first
  return (
    <thead {...HEAD_KEYS}>
      <tr>
        {columns.map((column, index) => {
          const isLast = index === columns.length - 1
          const { className, style } = lookOf(column, isIn(sized, column.id))
          return (
            <th
              key={column.id}
              scope="col"
              data-column={column.id}
              className={classes(className, isLast && styles['last'])}
              style={style}
              {...tip(column.title)}
              aria-sort={ariaSort(column, layout.sort)}
              onContextMenu={(press) => {
                press.preventDefault()
                onMenu(column.id, press.currentTarget)
              }}
            >
              <HeadContent
                column={column}
                sort={layout.sort}
                tabIndex={stop === column.id ? 0 : -1}
                onFocus={() => setAt(column.id)}
                onSort={() => keep({ sort: nextSort(column.id, layout.sort) })}
                onResize={(by, head) =>
                  keep({ widths: { ...layout.widths, [column.id]: boundedWidth(head.offsetWidth + by) } })
                }
              />
              {isLast && (
                <button
                  type="button"
                  className={styles['layout']}
                  data-head=""
                  aria-label="Table layout"
                  {...tip('Table layout: columns, widths, order')}
                  aria-haspopup="menu"
                  aria-expanded={isMenuOpen}
                  tabIndex={stop === '' ? 0 : -1}
                  onFocus={() => setAt('')}
                  onClick={(press) => onMenu(null, press.currentTarget)}
                >
                  <span aria-hidden="true">{'\u22ee'}</span>
                </button>
              )}
              {column.isHeadHidden !== true && (
                <ColumnEdge
                  id={column.id}
                  kept={layout.widths[column.id] ?? null}
                  onSet={(width) => {
                    const { [column.id]: _, ...others } = layout.widths
                    keep({ widths: width === null ? others : { ...others, [column.id]: width } })
                  }}
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function HeadContent(props: {
  readonly column: Column<never, never>
  readonly sort: TableSort | null
  readonly tabIndex: number
  readonly onFocus: () => void
  readonly onSort: () => void
  readonly onResize: (by: number, head: HTMLElement) => void
}) {
  const { column, sort, tabIndex, onFocus, onSort, onResize } = props
  const content = column.headContent ?? column.head
  if (column.isHeadHidden === true) return <span className="visually-hidden">{content}</span>
  if (column.value === undefined) return content
  return (
    <button
      type="button"
      className={styles['head']}
      data-head=""
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onSort}
      onKeyDown={(down) => {
        if (!down.shiftKey || (down.key !== 'ArrowLeft' && down.key !== 'ArrowRight')) return
        const head = down.currentTarget.closest('th')
        down.preventDefault()
        if (head !== null) onResize(down.key === 'ArrowRight' ? WIDTH_STEP : -WIDTH_STEP, head)
      }}
    >
      {content}
      {sort?.column === column.id && (
        <span aria-hidden="true">{sort.descending ? ' \u2193' : ' \u2191'}</span>
      )}
    </button>
  )
}

function ariaSort(column: Column<never, never>, sort: TableSort | null) {
  if (column.value === undefined || sort?.column !== column.id) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

const HEAD_KEYS = { onKeyDown: moveAlong }

/** Arrows, Home and End go along the heads. */
function moveAlong(down: KeyboardEvent<HTMLElement>): void {
  if (down.defaultPrevented || down.altKey || down.ctrlKey || down.metaKey || down.shiftKey) return
  const heads = [...down.currentTarget.querySelectorAll<HTMLElement>('[data-head]')].filter(
    (head) => head.offsetWidth > 0,
  )
  const at = heads.findIndex((head) => head === down.target)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: heads.length - 1 }[down.key]
  if (at === -1 || next === undefined) return
  down.preventDefault()
  heads[next]?.focus()
}

/** How far the pointer moves before a press is a drag, in CSS pixels. */
const DRAG_PX = 3

type Drag = {
  readonly x: number
  readonly width: number
  /** The width that was kept before. */
  readonly kept: number | null
  readonly isMoving: boolean
}

/** The edge that is dragged: the column follows the pointer, and is kept where it is let go. */
function ColumnEdge(props: {
  readonly id: string
  /** The width that is kept; null for none. */
  readonly kept: number | null
  readonly onSet: (width: number | null) => void
}) {
  const { id, kept, onSet } = props
  const [drag, setDrag] = useState<Drag | null>(null)
  // The styles are set here as well: React leaves those whose value it last set is the same.
  const show = (edge: HTMLElement, width: number | null) =>
    edge.closest('table')?.style.setProperty(widthName(id), width === null ? null : `${width}px`)
  const follow = (move: PointerEvent<HTMLElement>, isLast: boolean) => {
    if (drag === null) return
    const by = move.clientX - drag.x
    if (!drag.isMoving && Math.abs(by) < DRAG_PX) return
    const width = boundedWidth(drag.width + by)
    show(move.currentTarget, width)
    if (isLast || !drag.isMoving) onSet(width)
    if (!drag.isMoving) setDrag({ ...drag, isMoving: true })
  }
  return (
    <span
      className={styles['edge']}
      aria-hidden="true"
      onPointerDown={(press) => {
        const head = press.currentTarget.closest('th')
        if (press.button !== 0 || head === null) return
        press.preventDefault()
        press.currentTarget.setPointerCapture(press.pointerId)
        setDrag({ x: press.clientX, width: head.offsetWidth, kept, isMoving: false })
      }}
      onPointerMove={(move) => follow(move, false)}
      onPointerUp={(release) => {
        follow(release, true)
        setDrag(null)
      }}
      onPointerCancel={(cancel) => {
        if (drag?.isMoving === true) {
          show(cancel.currentTarget, drag.kept)
          onSet(drag.kept)
        }
        setDrag(null)
      }}
    />
  )
}
