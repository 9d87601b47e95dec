/** The frame of a view: the main part of the document as a page, an ordinary part of it inside a docked panel. */
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

/** True inside a docked panel. */
export const InPanelContext = createContext(false)

/** The frame; `isScrolled` makes it reachable by the keyboard. */
export function Page(props: {
  /** Beside the class of all pages. */
  readonly className?: string
  readonly isScrolled?: boolean
  readonly children?: ReactNode
}) {
  const isInPanel = useContext(InPanelContext)
  const className = props.className === undefined ? 'page' : `page ${props.className}`
  const tabIndex = props.isScrolled === true ? 0 : undefined
  return isInPanel ? (
    <div className={className} tabIndex={tabIndex}>
      {props.children}
    </div>
  ) : (
    <main className={className} tabIndex={tabIndex}>
      {props.children}
    </main>
  )
}
