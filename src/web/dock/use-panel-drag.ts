/** Dragging a panel by its tab, while the layout is edited; Escape puts it back. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import type { PlacedGroup } from './layout/arrange.ts'
import { dropAt } from './layout/drop-target.ts'
import type { Drop } from './layout/drop-target.ts'
import type { Box, Target } from './layout/tree.ts'

/** A press that moves less is a click. */
const SLACK = 6

type Held = { readonly id: string; readonly x: number; readonly y: number; readonly moved: boolean }

export type PanelDrag = {
  readonly drop: Drop | null
  readonly onTabDown: (id: string, down: PointerEvent<HTMLElement>) => void
}

/** The drag; `onDrop` puts the panel where it was released. */
export function usePanelDrag(needs: {
  readonly area: RefObject<HTMLElement | null>
  readonly room: Box
  readonly groups: readonly PlacedGroup[]
  readonly isEditing: boolean
  readonly onDrop: (id: string, target: Target) => void
}): PanelDrag {
  const { area, room, groups, isEditing, onDrop } = needs
  const [held, setHeld] = useState<Held | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const last = useRef<Drop | null>(null)

  useEffect(() => {
    if (held === null) return undefined

    function end(): void {
      setHeld(null)
      setDrop(null)
      last.current = null
    }

    function onMove(move: globalThis.PointerEvent): void {
      if (held === null || area.current === null) return
      if (!held.moved && Math.hypot(move.clientX - held.x, move.clientY - held.y) < SLACK) return
      if (!held.moved) setHeld({ ...held, moved: true })
      const from = area.current.getBoundingClientRect()
      last.current = dropAt(move.clientX - from.left, move.clientY - from.top, room, groups, held.id)
      setDrop(last.current)
    }

    function onUp(): void {
      const found = last.current
      if (held !== null && held.moved && found !== null) onDrop(held.id, found.target)
      end()
    }

    function onKey(down: KeyboardEvent): void {
      if (down.key !== 'Escape') return
      down.preventDefault()
      down.stopPropagation()
      end()
    }

    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [held, area, room, groups, onDrop])

  const onTabDown = useCallback(
    (id: string, down: PointerEvent<HTMLElement>) => {
      if (isEditing && down.button === 0) setHeld({ id, x: down.clientX, y: down.clientY, moved: false })
    },
    [isEditing],
  )
  return { drop, onTabDown }
}
