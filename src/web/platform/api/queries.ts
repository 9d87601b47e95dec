/** The cache behind the page's reads. Writes never go through it: an order is sent by the API client, once. */
import { useEffect, useRef } from 'react'
import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Operation, Request } from '#contract/routes.ts'
import type { Result } from '#lib/result.ts'
import type { Decoded } from './answers.ts'
import type { ApiFault, Client } from './client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    readonly defaultError: ReadError
  }
}

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

type Caller = Pick<Client, 'call'>

/** The read of an operation; its key is the question. The last good answer stays while a newer one is read or has failed. */
export function readOf<Name extends Operation>(client: Caller, name: Name, input: Request<Name>) {
  return queryOptions<Decoded<Name>>({
    queryKey: [name, input],
    queryFn: async ({ signal }) => valueOf(await client.call(name, input, { signal })),
  })
}

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null }
type PagedName = { [Name in Operation]: Decoded<Name> extends Page<unknown> ? Name : never }[Operation]
/** One page of a list, with the type of its rows. */
type PageOf<Name extends PagedName> = Decoded<Name> & Page<Decoded<Name>['items'][number]>
type RowOf<Name extends PagedName> = PageOf<Name>['items'][number]
type Cursor = { readonly cursor?: string }

type QueryOf<Name extends Operation> = object &
  (Request<Name> extends { readonly query: infer Query } ? Query : never)

async function readPage<Name extends PagedName>(
  client: Caller,
  name: Name,
  query: QueryOf<Name>,
  signal: AbortSignal,
): Promise<PageOf<Name>> {
  return valueOf(await client.call(name, { query } as Request<Name>, { signal })) as PageOf<Name>
}

const FIRST: Cursor = {}
const after = ({ nextCursor }: Page<unknown>): Cursor | null =>
  nextCursor === null ? null : { cursor: nextCursor }

function joined<P extends Page<unknown>>({ pages }: { readonly pages: readonly P[] }) {
  return { items: pages.flatMap(({ items }): readonly P['items'][number][] => items), first: pages[0] }
}

/** A list that is read page by page: rows of the former question stay until the new one is answered. */
export function pagesOf<Name extends PagedName>(client: Caller, name: Name, query: QueryOf<Name>) {
  return infiniteQueryOptions({
    queryKey: ['pages', name, query],
    queryFn: ({ pageParam, signal }) => readPage(client, name, { ...query, ...pageParam }, signal),
    initialPageParam: FIRST,
    getNextPageParam: after,
    placeholderData: keepPreviousData,
    select: joined<PageOf<Name>>,
  })
}

const LARGEST_PAGE = 200
const MAX_PAGES = 100

/** Reads all rows of a list, a hundred pages at most. */
async function readWhole<Name extends PagedName>(
  client: Caller,
  name: Name,
  query: QueryOf<Name>,
  signal: AbortSignal,
): Promise<readonly RowOf<Name>[]> {
  const items: RowOf<Name>[] = []
  let from: Cursor | null = {}
  for (let count = 0; from !== null && count < MAX_PAGES; count += 1) {
    const asked = { ...query, limit: LARGEST_PAGE, ...from }
    const page: PageOf<Name> = await readPage(client, name, asked, signal)
    items.push(...page.items)
    from = after(page)
  }
  return items
}

/** The read of a whole list. */
export function wholeOf<Name extends PagedName>(client: Caller, name: Name, query: QueryOf<Name>) {
  return queryOptions({
    queryKey: ['whole', name, query],
    queryFn: ({ signal }) => readWhole(client, name, query, signal),
  })
}

/** Reads again when `moved` changes, in place of a first read that is on its way as soon as that has ended. */
export function useReadAgain(
  { refetch, isLoading }: Pick<UseQueryResult, 'refetch' | 'isLoading'>,
  moved: unknown,
): void {
  const read = useRef(moved)
  useEffect(() => {
    if (isLoading || read.current === moved) return
    read.current = moved
    void refetch()
  }, [refetch, isLoading, moved])
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

/** Panels that sleep out of sight come back with their last answer. */
export const SLEEPING = { gcTime: 60 * 60_000 } as const
/** Facts that do not change while the page is open are read once. */
export const ONCE = { staleTime: Infinity, gcTime: Infinity } as const
