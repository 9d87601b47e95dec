/** A link within the page. */
import type { KeyboardEvent, ReactNode } from 'react'
import { usePage } from '../contexts/contexts.ts'
import { tip } from '../ui/controls.tsx'

/** Goes to an address without loading the page again; opens elsewhere with the browser's own modifiers. */
export function Link(props: {
  readonly to: string
  readonly current?: boolean
  readonly className?: string
  readonly tip?: string
  readonly onKeyDown?: (event: KeyboardEvent) => void
  /** Before it goes there, in this page only. */
  readonly onOpen?: () => void
  /** Once it is there, in this page only. */
  readonly onOpened?: () => void
  readonly children: ReactNode
}) {
  const { router } = usePage()
  return (
    <a
      href={props.to}
      className={props.className}
      {...tip(props.tip)}
      onKeyDown={props.onKeyDown}
      aria-current={props.current === true ? 'page' : undefined}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        props.onOpen?.()
        router.go(props.to)
        props.onOpened?.()
      }}
    >
      {props.children}
    </a>
  )
}

/** Under every drawn chart, as its library asks for. */
export function ChartCredit() {
  return (
    <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" className="dim">
      Charts by TradingView
    </a>
  )
}
