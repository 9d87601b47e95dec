/** The one walk over the pages of a list of the venue: it ends, whatever the venue answers (INV-86). */
import { ok, type Result } from '#lib/result.ts'
import { createWalkProgress } from '#lib/walk-progress.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { Endpoint } from './endpoints.ts'
import { fault, readJson } from './faults.ts'
import { fieldsOf } from './fields.ts'
import type { Http } from './http.ts'

export type Query = readonly (readonly [name: string, value: string])[]

export type Page = {
  readonly rows: readonly unknown[]
  /** Null behind the last page. */
  readonly next: string | null
  /** Why nothing behind the page can be read. */
  readonly problem?: string
}

type Walk = {
  readonly rows: readonly unknown[]
  /** Pages that were read. */
  readonly pages: number
  /** Why rows are missing; null when all are there. */
  readonly fault: ReadFault | null
  /** True if there are more pages than were wanted, which is a fault too. */
  readonly hasMore: boolean
}

/**
 * Reads page after page.
 *
 * @param readPage  given the cursor of the page; null for the first one
 */
export async function walkPages(
  most: number,
  readPage: (cursor: string | null) => Promise<Result<Page, ReadFault>>,
): Promise<Walk> {
  const rows: unknown[] = []
  const progress = createWalkProgress()
  let cursor: string | null = null
  for (let pages = 0; pages < most; pages += 1) {
    const page: Result<Page, ReadFault> = await readPage(cursor)
    if (!page.ok) {
      const detail = pages === 0 ? page.error.detail : `page ${pages + 1}: ${page.error.detail}`
      return { rows, pages, fault: { ...page.error, detail }, hasMore: false }
    }
    const { rows: read, next, problem = null } = page.value
    const stuck = next === null ? null : progress.page(read.map(rowKey), next)
    if (stuck === null) for (const row of read) rows.push(row)
    const why = problem ?? stuck
    if (next === null || why !== null) {
      return { rows, pages: pages + 1, fault: why === null ? null : fault('incomplete', why), hasMore: false }
    }
    cursor = next
  }
  return { rows, pages: most, fault: fault('incomplete', `more than ${most} pages`), hasMore: true }
}

/** Key that distinguishes a row from others of its list: its own id, else all of it. */
function rowKey(row: unknown): string {
  const id = fieldsOf(row)?.raw('id')
  return typeof id === 'string' ? id : JSON.stringify(row)
}

/** The rows of a list of the data service, page by page. */
export function walkDataPages(http: Http, endpoint: Endpoint, query: Query, most: number): Promise<Walk> {
  return walkPages(most, async (cursor) => {
    const asked: Query = cursor === null ? query : [...query, ['cursor', cursor]]
    const json = readJson(await http({ endpoint, query: asked }))
    return json.ok ? ok(dataPage(json.value)) : json
  })
}

/** A page of the data service; one that promises more without a cursor is none (VEN-11), but keeps its rows. */
export function dataPage(json: unknown): Page {
  const fields = fieldsOf(json)
  const paging = fieldsOf(fields?.raw('pagination'))
  const rows = fields?.list('data', [null]) ?? null
  const cursor = paging?.strict('next_cursor') ?? null
  const more = paging?.raw('has_more') ?? false
  if (rows === null || cursor === null || typeof more !== 'boolean') {
    return { rows: [], next: null, problem: 'an answer without rows and paging' }
  }
  if (!more) return { rows, next: null }
  return cursor === '' ? { rows, next: null, problem: 'more rows without a cursor' } : { rows, next: cursor }
}
