/** A list that the terminal gives page by page, read whole. */
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault } from './client.ts'

export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null }

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
    const { nextCursor: cursor } = answer.value
    if (cursor === null) break
    query = { limit: LARGEST_PAGE, cursor }
  }
  return ok(items)
}
