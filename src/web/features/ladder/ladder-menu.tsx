/** The menu of a ladder's row: everything that can be done there, each in the words of what it would do now. */
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'

export type MenuItem = {
  readonly text: string
  readonly run: () => void
  /** Why it cannot be done now; null when it can. */
  readonly why: string | null
}

/** The open menu; the first item has the focus. `top` is its place in the ladder, in pixels. */
export function LadderMenu(props: {
  readonly name: string
  readonly items: readonly MenuItem[]
  readonly top: number
  readonly onClose: () => void
}) {
  const { items, onClose } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }, [])

  function onKeyDown(down: KeyboardEvent<HTMLElement>): void {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = buttons.findIndex((one) => one === down.currentTarget.ownerDocument.activeElement)
    const next = NEXT[down.key]?.(at, buttons.length)
    // The keys of the ladder under it are not meant.
    down.stopPropagation()
    if (next !== undefined) {
      down.preventDefault()
      buttons[next]?.focus()
    } else if (down.key === 'Escape' || down.key === 'Tab') {
      down.preventDefault()
      onClose()
    }
  }

  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={props.name}
      className="ladder-menu"
      style={{ top: props.top }}
      onKeyDown={onKeyDown}
      onBlur={(blur) => {
        if (!blur.currentTarget.contains(blur.relatedTarget)) onClose()
      }}
    >
      {items.map(({ text, run, why }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={why !== null}
          title={why ?? undefined}
          onClick={() => {
            if (why !== null) return
            onClose()
            run()
          }}
        >
          {text}
          {why !== null && <small>{why}</small>}
        </button>
      ))}
    </div>
  )
}

const NEXT: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
