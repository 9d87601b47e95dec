/** A list that is read page by page: the first page anew when its question changes, older ones behind it on request. */
import { useState } from 'react'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault } from '../../api/client.ts'
import { useRead } from '../../api/use-read.ts'

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
  readonly key: string
  readonly items: readonly Item[]
  readonly cursor: string | null
  readonly fault: ApiFault | null
}

/** `fetch` reads one page; a null cursor is the newest. Pages of a former question are never put under a new one. */
export function usePages<Item, One extends Page<Item>>(
  key: string,
  fetch: (cursor: string | null, signal: AbortSignal | null) => Promise<Result<One & Page<Item>, ApiFault>>,
): Pages<Item, One> {
  const [older, setOlder] = useState<Older<Item> | null>(null)
  const [loadingKey, setLoadingKey] = useState<string | null>(null)
  const first = useRead(key, (signal) => fetch(null, signal))
  const tail = older?.key === key ? older : null
  const cursor = tail === null ? (first.data?.next_cursor ?? null) : tail.cursor

  async function more(): Promise<void> {
    if (cursor === null || loadingKey === key) return
    setLoadingKey(key)
    const answer = await fetch(cursor, null)
    setLoadingKey(null)
    setOlder((old) => {
      const before = old?.key === key ? old.items : []
      return answer.ok
        ? { key, items: [...before, ...answer.value.items], cursor: answer.value.next_cursor, fault: null }
        : { key, items: before, cursor, fault: answer.error }
    })
  }

  return {
    items: [...(first.data?.items ?? []), ...(tail?.items ?? [])],
    first: first.data,
    fault: first.fault ?? tail?.fault ?? null,
    isLoading: first.loading,
    isLoadingMore: loadingKey === key,
    hasMore: cursor !== null,
    more: () => void more(),
    reload() {
      setOlder(null)
      first.reload()
    },
  }
}

const MOST_PAGES = 10

/** The first ten pages in one list: for sums, which want all rows. */
export async function readAll<Item>(
  fetch: (cursor: string | null) => Promise<Result<Page<Item>, ApiFault>>,
): Promise<Result<readonly Item[], ApiFault>> {
  const items: Item[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: Result<Page<Item>, ApiFault> = await fetch(cursor)
    if (!answer.ok) return answer
    items.push(...answer.value.items)
    cursor = answer.value.next_cursor
    if (cursor === null) break
  }
  return ok(items)
}
