/** The way to older rows of a list that is read page by page. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Nothing when there are none. `name`: what the rows are, `fills`. */
export function OlderButton(props: {
  readonly pages: { readonly hasMore: boolean; readonly isLoadingMore: boolean; readonly more: () => void }
  readonly name: string
  readonly children?: ReactNode
}) {
  const { pages, name, children } = props
  if (!pages.hasMore) return null
  return (
    <p className="empty">
      <Button disabled={pages.isLoadingMore} onClick={pages.more}>
        Older {name}
      </Button>
      {children}
    </p>
  )
}
