/** Reads for components: the last good answer stays while a newer one is fetched, and a late answer never replaces a newer one. */
import { useCallback } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Result } from '#lib/result.ts'
import type { ApiFault } from './client.ts'
import { useLastAnswer } from './last-answer.ts'

export type Read<T> = {
  readonly data: T | null
  readonly fault: ApiFault | null
  readonly loading: boolean
  readonly reload: () => void
}

/** A failed read keeps what was read before, and says why until it is answered. */
type Answered<T> = { readonly data: T | undefined; readonly fault: ApiFault | null }

/** The read of a key, as the cache is asked for it. */
export function readQuery<T>(
  queries: QueryClient,
  key: string | null,
  fetch: (signal: AbortSignal) => Promise<Result<T, ApiFault>>,
) {
  const queryKey = ['read', key]
  return {
    queryKey,
    async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<Answered<T>> {
      const answer = await fetch(signal)
      if (answer.ok) return { data: answer.value, fault: null }
      return { data: queries.getQueryData<Answered<T>>(queryKey)?.data, fault: answer.error }
    },
    enabled: key !== null,
  }
}

/**
 * Fetches when `key` changes and on `reload`. A null key reads nothing. Components with the same key share the answer.
 *
 * @param options.keep  whether data of the former key stays on screen until the new answer is there, also when the new read fails
 * @param options.known  the answer for the first key, if it was read just before: it is not read again
 * @param options.everyMs  read again so often while the tab can be seen
 */
export function useRead<T>(
  key: string | null,
  fetch: (signal: AbortSignal) => Promise<Result<T, ApiFault>>,
  options: { readonly keep?: boolean; readonly known?: T | null; readonly everyMs?: number } = {},
): Read<T> {
  const { keep = false, known = null, everyMs = false } = options
  const queries = useQueryClient()
  const { data, isFetching, refetch } = useQuery<Answered<T>>({
    ...readQuery(queries, key, fetch),
    refetchInterval: everyMs,
    ...(known === null ? {} : { initialData: { data: known, fault: null }, staleTime: Infinity }),
  })
  const reload = useCallback(() => void refetch(), [refetch])
  const shown = useLastAnswer(key, data?.data, keep)
  return {
    data: key === null ? null : (shown ?? null),
    fault: data?.fault ?? null,
    loading: isFetching,
    reload,
  }
}
