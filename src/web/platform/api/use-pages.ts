/** A list that is read page by page: the first page again when its question changes, older ones behind it on request. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault } from './client.ts'
import { useRead } from './use-read.ts'

export type Page<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null }

export type Pages<Item, One extends Page<Item>> = {
  readonly items: readonly Item[]
  /** The newest page as it was answered; null before. */
  readonly first: One | null
  readonly fault: ApiFault | null
  readonly isLoading: boolean
  readonly isLoadingMore: boolean
  /** Whether there are older rows than those shown. */
  readonly hasMore: boolean
  readonly more: () => void
  readonly reload: () => void
}

type Older<Item> = {
  readonly asked: string
  readonly items: readonly Item[]
  readonly cursor: string | null
  readonly fault: ApiFault | null
}

/**
 * `fetch` reads one page; a null cursor is the newest. Pages of a former question, or of an earlier read of it, are
 * never shown under a newer one.
 *
 * @param keep  whether the rows of the former question stay on screen until the new answer is there
 */
export function usePages<Item, One extends Page<Item>>(
  key: string,
  fetch: (cursor: string | null, signal: AbortSignal | null) => Promise<Result<One & Page<Item>, ApiFault>>,
  keep = false,
): Pages<Item, One> {
  const [turn, setTurn] = useState(0)
  const asked = `${turn} ${key}`
  const [older, setOlder] = useState<Older<Item> | null>(null)
  const [loading, setLoading] = useState<string | null>(null)
  const current = useRef<{ readonly asked: string; readonly signal: AbortSignal } | null>(null)
  const first = useRead(key, (signal) => fetch(null, signal), keep)
  const tail = older?.asked === asked ? older : null
  const cursor = tail === null ? (first.data?.next_cursor ?? null) : tail.cursor
  // The newest page is being read: what is shown may end elsewhere.
  const isLoadingMore = loading === asked || first.loading
  const items = useMemo(() => [...(first.data?.items ?? []), ...(tail?.items ?? [])], [first.data, tail])
  useEffect(() => {
    const abort = new AbortController()
    current.current = { asked, signal: abort.signal }
    return () => {
      abort.abort()
      // The same question may come back: it is a newer one then.
      setOlder(null)
      setLoading(null)
    }
  }, [asked])

  async function more(): Promise<void> {
    const signal = current.current?.signal ?? null
    if (cursor === null || isLoadingMore) return
    setLoading(asked)
    const answer = await fetch(cursor, signal)
    if (signal?.aborted === true) return
    setLoading(null)
    const before = tail?.items ?? []
    setOlder(
      answer.ok
        ? { asked, items: [...before, ...answer.value.items], cursor: answer.value.next_cursor, fault: null }
        : { asked, items: before, cursor, fault: answer.error },
    )
  }

  return {
    items,
    first: first.data,
    fault: first.fault ?? tail?.fault ?? null,
    isLoading: first.loading,
    isLoadingMore,
    hasMore: cursor !== null,
    more: () => void more(),
    reload() {
      setTurn((n) => n + 1)
      first.reload()
    },
  }
}

const LARGEST_PAGE = 200
const MAX_PAGES = 100

type PageQuery = { readonly limit: number; readonly cursor?: string }

/** All pages in one list, of which there are a hundred at most: for what wants all rows. */
export async function readAll<Item>(
  fetch: (query: PageQuery) => Promise<Result<Page<Item>, ApiFault>>,
): Promise<Result<readonly Item[], ApiFault>> {
  const items: Item[] = []
  let query: PageQuery = { limit: LARGEST_PAGE }
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer: Result<Page<Item>, ApiFault> = await fetch(query)
    if (!answer.ok) return answer
    items.push(...answer.value.items)
    const { next_cursor: cursor } = answer.value
    if (cursor === null) break
    query = { limit: LARGEST_PAGE, cursor }
  }
  return ok(items)
}
