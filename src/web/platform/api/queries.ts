/** The cache behind the page's reads. Writes never go through it: an order is sent by the API client, once. */
import { QueryClient } from '@tanstack/react-query'
import type { Result } from '#lib/result.ts'
import type { ApiFault } from './client.ts'

/** Why a read failed; the cache knows failures as exceptions only. */
export class ReadError extends Error {
  readonly fault: ApiFault
  constructor(fault: ApiFault) {
    super(`read failed: ${fault.kind}`)
    this.fault = fault
  }
}

/** The answer of a read. Throws `ReadError` where there is none. */
export function valueOf<T>(result: Result<T, ApiFault>): T {
  if (result.ok) return result.value
  throw new ReadError(result.error)
}

/**
 * Builds the cache. A read is asked once: again only by its view, by the user or at its own interval, never because the
 * window is looked at or the browser believes itself online. What no view shows is forgotten, so that none opens with old figures.
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        gcTime: 0,
      },
    },
  })
}
