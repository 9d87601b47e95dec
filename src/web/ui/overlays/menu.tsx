/** A menu behind a button: the button is part of the first view, the menu itself comes with the overlays. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { later } from '../later.tsx'
import { Button, tip } from '../controls.tsx'

export type MenuItem = {
  readonly key: string
  readonly text: string
  /** At the right end, such as a key. */
  readonly hint?: string
  /** Set for a choice among several. */
  readonly isChosen?: boolean
  /** Each of them can be chosen apart from the others. */
  readonly isOneOfMany?: boolean
  /** Why it cannot be done now; it is shown with the item. */
  readonly refused?: string | null
  /** Begins a new part of the menu, under this heading if it has one. */
  readonly part?: string
  /** A choice that leads to more of them answers those. */
  readonly run: () => void | readonly MenuItem[]
}

export type MenuProps = {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Its anchor: an element, or the place of one that may be gone by then. */
  readonly anchor:
    | HTMLElement
    | { readonly getBoundingClientRect: () => DOMRect; readonly contextElement?: Element }
  /** The button that opens and closes it, if there is one. */
  readonly opener?: HTMLElement
  readonly onClose: () => void
}

/** An open menu: the first item has the focus, arrows go through it, Escape, Tab and a press elsewhere close it, the focus goes back. */
export const Menu = later<MenuProps>(() => import('./menu-popup.tsx').then((module) => module.MenuPopup), {
  isAhead: true,
  failed: ({ onClose }) => <Closed onClose={onClose} />,
})

/** A menu that could not be loaded is closed: the next press loads it again. */
function Closed(props: { readonly onClose: () => void }) {
  const close = useEffectEvent(() => props.onClose())
  useEffect(() => close(), [])
  return null
}

/** The button and its menu. `items` is asked each time that the menu opens. */
export function MenuButton(props: {
  readonly label: string
  /** Further explanation. */
  readonly tip?: string
  readonly className?: string
  /** The part of the page beside which the menu opens instead of its button, to cover none of it: a selector. */
  readonly beside?: string
  readonly children: ReactNode
  readonly items: () => readonly MenuItem[] | Promise<readonly MenuItem[]>
}) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [items, setItems] = useState<readonly MenuItem[] | null>(null)

  return (
    <>
      <Button
        ref={setButton}
        className={props.className}
        aria-label={props.label}
        {...tip(props.tip)}
        aria-haspopup="menu"
        aria-expanded={items !== null}
        onClick={async () => setItems(items === null ? await props.items() : null)}
      >
        {props.children}
      </Button>
      {items !== null && button !== null && (
        <Menu
          label={props.label}
          items={items}
          anchor={(props.beside === undefined ? null : button.closest<HTMLElement>(props.beside)) ?? button}
          opener={button}
          onClose={() => setItems(null)}
        />
      )}
    </>
  )
}
