/** A list that is read page by page: the first page again when its question changes, older ones behind it on request. */
import { useMemo } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import type { Result } from '#lib/result.ts'
import type { ApiFault } from './client.ts'
import { useLastAnswer } from './last-answer.ts'
import { valueOf } from './queries.ts'
import type { ReadError } from './queries.ts'
import type { Page } from './read-all.ts'

export type Pages<Item, One extends Page<Item>> = {
  readonly items: readonly Item[]
  /** The newest page as it was answered; null before. */
  readonly first: One | null
  readonly fault: ApiFault | null
  readonly isLoading: boolean
  readonly isLoadingMore: boolean
  /** True if there are older rows than those shown. */
  readonly hasMore: boolean
  readonly more: () => void
  readonly reload: () => void
}

/**
 * `fetch` reads one page; a null cursor is the newest. Pages of a former question, or of an earlier read of it, are
 * never shown under a newer one.
 *
 * @param keep  whether the rows of the former question stay on screen until the new answer is there, also when the new read fails
 */
export function usePages<Item, One extends Page<Item>>(
  key: string,
  fetch: (cursor: string | null, signal: AbortSignal) => Promise<Result<One & Page<Item>, ApiFault>>,
  keep = false,
): Pages<Item, One> {
  type Read = InfiniteData<One & Page<Item>, string | null>
  const queries = useQueryClient()
  const queryKey = ['pages', key]
  const {
    data: read,
    error,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery<One & Page<Item>, ReadError, Read, readonly string[], string | null>({
    queryKey,
    queryFn: async ({ pageParam, signal }) => valueOf(await fetch(pageParam, signal)),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor: cursor }) => cursor,
  })
  const data = useLastAnswer(key, read, keep)
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  return {
    items,
    first: data?.pages[0] ?? null,
    fault: error?.fault ?? null,
    isLoading: isFetching && !isFetchingNextPage,
    // While the newest page is read, what is shown may end elsewhere.
    isLoadingMore: isFetching,
    hasMore: hasNextPage,
    more() {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    reload() {
      // The newest page alone: those behind it may no longer follow it.
      queries.setQueryData<Read>(queryKey, (old) =>
        old === undefined
          ? undefined
          : { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
      )
      void refetch()
    },
  }
}
