/** The way to older rows of a list that is read page by page. */
import type { ReactNode } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from './controls.tsx'

/** Nothing when there are none. `name`: what the rows are, `fills`. */
export function OlderButton(props: {
  readonly pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'fetchNextPage'>
  readonly name: string
  readonly children?: ReactNode
}) {
  const { pages, name, children } = props
  if (!pages.hasNextPage) return null
  return (
    <p className="empty">
      <Button disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
        Older {name}
      </Button>
      {children}
    </p>
  )
}
