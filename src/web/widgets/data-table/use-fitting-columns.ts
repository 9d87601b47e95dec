/**
 * Columns for which a table has no room are left out, those of least weight first: a figure is shown whole or not at all.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { canHide } from './column.ts'
import type { Column } from './column.ts'

/** More room than a scroll bar takes: with that much more all columns are tried again. */
const MORE_PX = 20

/** Ids of columns in the order in which they are left out: what is marked as extra from the end, then the rest from the front. */
export function leavingOrder(
  columns: readonly Pick<
    Column<never, never>,
    'id' | 'className' | 'isFixed' | 'isRowHead' | 'isHeadHidden'
  >[],
): readonly string[] {
  const isExtra = ({ className }: { readonly className?: string }) =>
    className?.split(' ').includes('extra') === true
  const may = columns.filter((column) => canHide(column as Column<never, never>))
  return [...may.filter(isExtra).toReversed(), ...may.filter((column) => !isExtra(column))].map(
    ({ id }) => id,
  )
}

/** Those of the columns that there is room for in the box around the table. */
export function useFittingColumns<Row, Live>(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column<Row, Live>[],
): readonly Column<Row, Live>[] {
  const leaving = useMemo(() => leavingOrder(columns), [columns])
  // A new object is a new try.
  const [tries, setTries] = useState({ left: 0 })
  const widest = useRef(0)
  const tried = useRef(leaving)
  const count = Math.min(tries.left, leaving.length)

  useLayoutEffect(() => {
    const box = table.current
    const room = box?.parentElement ?? null
    if (box === null || room === null) return undefined
    const { left } = tries
    const look = (): void => {
      const width = room.clientWidth
      if (width === 0) return
      const isOther = width > widest.current + MORE_PX || tried.current !== leaving
      tried.current = leaving
      if (isOther && left > 0) {
        widest.current = width
        setTries({ left: 0 })
      } else if (box.offsetWidth > width + 1 && left < leaving.length) {
        widest.current = width
        setTries({ left: left + 1 })
      }
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    observer.observe(room)
    return () => observer.disconnect()
  }, [table, leaving, tries])

  return useMemo(() => {
    const gone = leaving.slice(0, count)
    return count === 0 ? columns : columns.filter(({ id }) => !gone.includes(id))
  }, [columns, leaving, count])
}
