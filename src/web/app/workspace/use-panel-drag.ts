/** Dragging a panel by its tab, while the layout is edited; Escape puts it back. */
import { useRef, useState } from 'react'
import type { HTMLAttributes, RefObject } from 'react'
import type { PlacedGroup } from '../../layouts/arrange.ts'
import { dropAt } from '../../layouts/drop-target.ts'
import type { Drop } from '../../layouts/drop-target.ts'
import type { Box, Target } from '../../layouts/tree.ts'

/** A press that moves less is a click. */
const SLACK = 6

export type TabDrag = (id: string) => HTMLAttributes<HTMLElement>

/** The drag; `onDrop` puts the panel where it was released. */
export function usePanelDrag(needs: {
  readonly area: RefObject<HTMLElement | null>
  readonly room: Box
  readonly groups: readonly PlacedGroup[]
  readonly isEditing: boolean
  readonly onDrop: (id: string, target: Target) => void
}): { readonly drop: Drop | null; readonly tabDrag: TabDrag } {
  const { area, room, groups, isEditing, onDrop } = needs
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)

  function end(): void {
    from.current = null
    setDrop(null)
  }

  const tabDrag: TabDrag = (id) => ({
    onPointerDown(down) {
      if (!isEditing || down.button !== 0) return
      from.current = { x: down.clientX, y: down.clientY }
      down.currentTarget.setPointerCapture(down.pointerId)
    },
    onPointerMove({ clientX, clientY }) {
      if (from.current === null || area.current === null) return
      if (drop === null && Math.hypot(clientX - from.current.x, clientY - from.current.y) < SLACK) return
      const { left, top } = area.current.getBoundingClientRect()
      setDrop(dropAt(clientX - left, clientY - top, room, groups, id))
    },
    onPointerUp() {
      if (drop !== null) onDrop(id, drop.target)
      end()
    },
    onPointerCancel: end,
    onKeyDown(down) {
      if (down.key !== 'Escape' || from.current === null) return
      down.preventDefault()
      down.stopPropagation()
      end()
    },
  })
  return { drop, tabDrag }
}
