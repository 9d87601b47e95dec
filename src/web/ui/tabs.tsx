/** Tabs of a panel: one is shown, arrows go round, and only the shown one is a stop of the Tab key. */
import { createContext, useContext, useId } from 'react'
import type { ReactNode } from 'react'
import { goAlong } from './go-along.ts'
import './tabs.css'

type Shown = {
  readonly id: string
  readonly shown: string
  readonly onShow: (name: string) => void
}

const TabsContext = createContext<Shown>({ id: '', shown: '', onShow: () => undefined })

/** Connects the `TabList` and the `TabPanel` within. */
export function Tabs<Name extends string>(props: {
  readonly shown: Name
  readonly onShow: (name: Name) => void
  readonly children: ReactNode
}) {
  const { shown, onShow, children } = props
  return (
    <TabsContext value={{ id: useId(), shown, onShow: (name) => onShow(name as Name) }}>
      {children}
    </TabsContext>
  )
}

/** The row of tabs. */
export function TabList(props: {
  readonly label: string
  readonly tabs: readonly (readonly [name: string, content: ReactNode])[]
}) {
  const { id, shown, onShow } = useContext(TabsContext)
  return (
    <div className="tabs" role="tablist" aria-label={props.label}>
      {props.tabs.map(([name, content]) => (
        <button
          key={name}
          id={`${id}${name}`}
          type="button"
          role="tab"
          aria-selected={name === shown}
          aria-controls={name === shown ? id : undefined}
          tabIndex={name === shown ? 0 : -1}
          onKeyDown={(down) => goAlong(down)?.click()}
          onClick={() => onShow(name)}
        >
          {content}
        </button>
      ))}
    </div>
  )
}

/** Content of the shown tab. */
export function TabPanel(props: { readonly className?: string; readonly children: ReactNode }) {
  const { id, shown } = useContext(TabsContext)
  return (
    <div id={id} role="tabpanel" aria-labelledby={`${id}${shown}`} tabIndex={-1} className={props.className}>
      {props.children}
    </div>
  )
}
