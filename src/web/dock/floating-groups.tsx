/** Groups that float over the others: moved by their head, sized by their corner, both by arrows as well. */
import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useDock } from './dock-context.ts'
import { GroupFrame } from './group-frame.tsx'
import { setBox } from './layout/tree.ts'
import type { Box, Loose } from './layout/tree.ts'
import styles from './dock.module.css'

const STEP = 16
const MIN_SIZE = { width: 220, height: 140 }

/** Those that are shown, the newest on top. */
export function FloatingGroups(props: {
  readonly floating: readonly Loose[]
  readonly onTabDown: (id: string, down: PointerEvent<HTMLElement>) => void
}) {
  return props.floating.map((loose) => (
    <FloatingGroup key={loose.panels[0]} loose={loose} onTabDown={props.onTabDown} />
  ))
}

function FloatingGroup(props: {
  readonly loose: Loose
  readonly onTabDown: (id: string, down: PointerEvent<HTMLElement>) => void
}) {
  const { change, isEditing, room } = useDock()
  const held = useRef<{ readonly x: number; readonly y: number; readonly box: Box } | null>(null)
  const { loose } = props
  const box = inside(loose.box, room)

  function put(next: Box): void {
    change((old) => setBox(old, loose.active, inside(next, room)))
  }

  function begin(down: PointerEvent<HTMLElement>, apply: (box: Box, x: number, y: number) => Box): void {
    if (!isEditing || down.button !== 0) return
    const element = down.currentTarget
    element.setPointerCapture(down.pointerId)
    held.current = { x: down.clientX, y: down.clientY, box }
    const onMove = (move: globalThis.PointerEvent): void => {
      if (held.current === null) return
      put(apply(held.current.box, move.clientX - held.current.x, move.clientY - held.current.y))
    }
    const end = (): void => {
      held.current = null
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', end)
      element.removeEventListener('pointercancel', end)
    }
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', end)
    element.addEventListener('pointercancel', end)
  }

  function onHeadKey(down: KeyboardEvent<HTMLElement>): void {
    if (!down.ctrlKey) return
    const x = down.key === 'ArrowRight' ? STEP : down.key === 'ArrowLeft' ? -STEP : 0
    const y = down.key === 'ArrowDown' ? STEP : down.key === 'ArrowUp' ? -STEP : 0
    if (x === 0 && y === 0) return
    down.preventDefault()
    put(down.shiftKey ? sized(box, x, y) : moved(box, x, y))
  }

  return (
    <>
      <GroupFrame
        tabs={loose}
        box={box}
        isFloating
        onTabDown={props.onTabDown}
        onHeadDown={(down) => {
          if (down.target === down.currentTarget || !(down.target as Element).closest('button'))
            begin(down, moved)
        }}
        onHeadKey={onHeadKey}
      />
      {isEditing && (
        <div
          className={styles.dockCorner}
          aria-hidden="true"
          style={{ left: box.x + box.width - 14, top: box.y + box.height - 14 }}
          onPointerDown={(down) => begin(down, sized)}
        />
      )}
    </>
  )
}

function moved(box: Box, x: number, y: number): Box {
  return { ...box, x: box.x + x, y: box.y + y }
}

function sized(box: Box, x: number, y: number): Box {
  return {
    ...box,
    width: Math.max(MIN_SIZE.width, box.width + x),
    height: Math.max(MIN_SIZE.height, box.height + y),
  }
}

/** Never larger than the workspace, never out of it. */
function inside(box: Box, room: Box): Box {
  const width = Math.min(box.width, room.width)
  const height = Math.min(box.height, room.height)
  return {
    x: Math.round(Math.max(0, Math.min(box.x, room.width - width))),
    y: Math.round(Math.max(0, Math.min(box.y, room.height - height))),
    width,
    height,
  }
}
