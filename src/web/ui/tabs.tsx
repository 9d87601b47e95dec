/** Tabs of a panel: one is shown, arrows go round, and only the shown one is a stop of the Tab key. */
import type { KeyboardEvent, ReactNode } from 'react'
import './tabs.css'

type TabsProps<Name extends string> = {
  /** Of the list and, with `-panel` behind it, of the element that the tabs show. */
  readonly id: string
  readonly label: string
  readonly tabs: readonly (readonly [name: Name, content: ReactNode])[]
  readonly shown: Name
  readonly onShow: (name: Name) => void
}

/** The list of tabs; the panel itself is a `TabPanel` of the same id. */
export function Tabs<Name extends string>({ id, label, tabs, shown, onShow }: TabsProps<Name>) {
  function onKeyDown(down: KeyboardEvent): void {
    const by = down.key === 'ArrowRight' ? 1 : down.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    down.preventDefault()
    const at = tabs.findIndex(([name]) => name === shown)
    const next = tabs[(at + by + tabs.length) % tabs.length]?.[0] ?? shown
    onShow(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <div className="tabs" role="tablist" aria-label={label}>
      {tabs.map(([name, content]) => (
        <button
          key={name}
          id={`${id}-${name}`}
          type="button"
          role="tab"
          aria-selected={shown === name}
          aria-controls={`${id}-panel`}
          tabIndex={shown === name ? 0 : -1}
          onClick={() => onShow(name)}
          onKeyDown={onKeyDown}
        >
          {content}
        </button>
      ))}
    </div>
  )
}

/** What the shown tab is about. */
export function TabPanel(props: {
  readonly id: string
  readonly shown: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div
      id={`${props.id}-panel`}
      role="tabpanel"
      aria-labelledby={`${props.id}-${props.shown}`}
      className={props.className}
    >
      {props.children}
    </div>
  )
}
