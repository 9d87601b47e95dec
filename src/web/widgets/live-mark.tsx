/** The sign of what is live: a dot before its word. */
import type { ReactNode } from 'react'

export function LiveMark({ children = 'LIVE' }: { readonly children?: ReactNode }) {
  return (
    <span className="tiny bold text-1">
      <i className="ok upright" aria-hidden="true">
        {'\u25cf'}
      </i>{' '}
      {children}
    </span>
  )
}
