/** The dividers between panels, while the layout is edited: moved by the pointer or by arrows. */
import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { moveSash } from './layout/arrange.ts'
import type { Sash } from './layout/arrange.ts'
import { useDock } from './dock-context.ts'
import { resize } from './layout/tree.ts'
import styles from './dock.module.css'

const STEP = 16
const BIG_STEP = 80

/** All dividers. */
export function Sashes() {
  const { arranged, isEditing, maximised } = useDock()
  if (!isEditing || maximised !== null) return null
  return arranged.sashes.map((sash) => <OneSash key={`${sash.path.join('.')}:${sash.at}`} sash={sash} />)
}

function OneSash({ sash }: { readonly sash: Sash }) {
  const { change } = useDock()
  const held = useRef<{ readonly from: number; readonly sash: Sash } | null>(null)
  const isRow = sash.direction === 'row'
  const { box, at, extents } = sash
  const pair = (extents[at] ?? 0) + (extents[at + 1] ?? 0)

  function move(from: Sash, by: number): void {
    change((old) => resize(old, from.path, moveSash(from, by)))
  }

  function onPointerDown(down: PointerEvent<HTMLElement>): void {
    if (down.button !== 0) return
    down.currentTarget.setPointerCapture(down.pointerId)
    held.current = { from: isRow ? down.clientX : down.clientY, sash }
  }

  function onPointerMove(moved: PointerEvent<HTMLElement>): void {
    if (held.current === null) return
    move(held.current.sash, (isRow ? moved.clientX : moved.clientY) - held.current.from)
  }

  function onKeyDown(down: KeyboardEvent<HTMLElement>): void {
    const sign =
      down.key === (isRow ? 'ArrowRight' : 'ArrowDown')
        ? 1
        : down.key === (isRow ? 'ArrowLeft' : 'ArrowUp')
          ? -1
          : 0
    if (sign === 0) return
    down.preventDefault()
    move(sash, sign * (down.shiftKey ? BIG_STEP : STEP))
  }

  return (
    <div
      className={styles.dockSash}
      role="separator"
      aria-label="Divider"
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-valuenow={pair === 0 ? 50 : Math.round((100 * (extents[at] ?? 0)) / pair)}
      aria-valuemin={0}
      aria-valuemax={100}
      tabIndex={0}
      data-direction={sash.direction}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        held.current = null
      }}
      onPointerCancel={() => {
        held.current = null
      }}
      onKeyDown={onKeyDown}
    />
  )
}
