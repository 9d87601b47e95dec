/** A menu behind a button: arrows go through it, Escape and a press elsewhere close it, the focus goes back. */
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import './pop-menu.css'

export type MenuItem = {
  readonly key: string
  readonly text: ReactNode
  /** At the right end, such as a key. */
  readonly hint?: string
  /** Of a choice among several. */
  readonly isChosen?: boolean
  /** Why it cannot be done now. */
  readonly refused?: string | null
  /** Begins a new part of the menu, under this heading if it has one. */
  readonly part?: string
  /** A choice that leads to more of them answers those. */
  readonly run: () => void | readonly MenuItem[]
}

/** The button and its menu. `items` is asked each time that the menu opens. */
export function MenuButton(props: {
  readonly label: string
  readonly title?: string
  readonly className?: string
  readonly children: ReactNode
  readonly items: () => readonly MenuItem[]
}) {
  const id = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [items, setItems] = useState<readonly MenuItem[] | null>(null)

  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={props.className}
        aria-label={props.label}
        title={props.title}
        aria-haspopup="menu"
        aria-expanded={items !== null}
        aria-controls={items === null ? undefined : id}
        onClick={() => setItems(items === null ? props.items() : null)}
      >
        {props.children}
      </button>
      {items !== null && (
        <Menu
          key={items[0]?.key}
          id={id}
          label={props.label}
          items={items}
          anchor={button}
          onMore={setItems}
          onClose={(isFocusBack) => {
            setItems(null)
            if (isFocusBack) button?.focus()
          }}
        />
      )}
    </>
  )
}

function Menu(props: {
  readonly id: string
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly anchor: HTMLElement | null
  readonly onMore: (items: readonly MenuItem[]) => void
  readonly onClose: (isFocusBack: boolean) => void
}) {
  const { items, anchor, onClose } = props
  const element = useRef<HTMLDivElement | null>(null)

  useEffect(() => {
    const menu = element.current
    if (menu === null) return
    menu.showPopover()
    if (anchor !== null) place(menu, anchor)
    menu.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
  }, [anchor])

  function onKeyDown(down: KeyboardEvent<HTMLElement>): void {
    // Keys of the menu are for nobody behind it.
    down.stopPropagation()
    const all = [...down.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    const at = all.findIndex((one) => one === down.currentTarget.ownerDocument.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[down.key]
    if (next !== undefined) {
      down.preventDefault()
      all[next % all.length]?.focus()
    } else if (down.key === 'Escape' || down.key === 'Tab') {
      down.preventDefault()
      onClose(true)
    }
  }

  return (
    <div
      ref={element}
      id={props.id}
      role="menu"
      tabIndex={-1}
      aria-label={props.label}
      className="pop-menu"
      popover="auto"
      onToggle={(event) => {
        if (event.newState === 'closed') onClose(false)
      }}
      onKeyDown={onKeyDown}
    >
      {items.map(({ key, text, hint, isChosen, refused = null, part, run }) => (
        <MenuLine key={key} part={part}>
          <button
            type="button"
            role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={isChosen}
            aria-disabled={refused !== null}
            title={refused ?? undefined}
            tabIndex={-1}
            onClick={() => {
              if (refused !== null) return
              const more = run()
              if (Array.isArray(more)) props.onMore(more as readonly MenuItem[])
              else onClose(true)
            }}
          >
            <span className="pop-menu-mark" aria-hidden="true">
              {isChosen === true ? '\u2713' : ''}
            </span>
            <span>{text}</span>
            {hint !== undefined && <span className="pop-menu-hint">{hint}</span>}
          </button>
        </MenuLine>
      ))}
    </div>
  )
}

function MenuLine({ part, children }: { readonly part: string | undefined; readonly children: ReactNode }) {
  return (
    <>
      {part !== undefined && (
        <div role="separator" aria-label={part === '' ? undefined : part} className="pop-menu-part">
          {part}
        </div>
      )}
      {children}
    </>
  )
}

/** Below its button, or above it where there is more room; never outside the window. */
function place(menu: HTMLElement, anchor: HTMLElement): void {
  const view = menu.ownerDocument.defaultView
  if (view === null) return
  const at = anchor.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const isBelow = at.bottom + height + 6 <= view.innerHeight || at.top < view.innerHeight - at.bottom
  menu.style.left = `${Math.max(4, Math.min(at.left, view.innerWidth - width - 4))}px`
  menu.style.top = `${Math.max(4, isBelow ? Math.min(at.bottom + 2, view.innerHeight - height - 4) : at.top - height - 2)}px`
}
