/** Tabs of a panel, by Base UI: one is shown, arrows go round, and only the shown one is a stop of the Tab key. */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactElement, ReactNode } from 'react'
import './tabs.css'

/** An element with tabs, drawn as the given tag: it contains a `TabList` and a `TabPanel`. */
export function Tabs<Name extends string>(props: {
  readonly shown: Name
  readonly onShow: (name: Name) => void
  readonly render: ReactElement
  readonly children: ReactNode
}) {
  return (
    <Base.Root value={props.shown} onValueChange={props.onShow} render={props.render}>
      {props.children}
    </Base.Root>
  )
}

/** The row of tabs. */
export function TabList(props: {
  readonly label: string
  readonly tabs: readonly (readonly [name: string, content: ReactNode])[]
}) {
  return (
    <Base.List className="tabs" aria-label={props.label} activateOnFocus>
      {props.tabs.map(([name, content]) => (
        <Base.Tab key={name} value={name}>
          {content}
        </Base.Tab>
      ))}
    </Base.List>
  )
}

/** Content of the shown tab. */
export function TabPanel(props: {
  readonly shown: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <Base.Panel value={props.shown} className={props.className} tabIndex={-1}>
      {props.children}
    </Base.Panel>
  )
}
