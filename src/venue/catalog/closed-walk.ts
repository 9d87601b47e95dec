/** Closed events by their words, where the venue has no text search. */
import type { EventId } from '#core/ids.ts'
import { ok, type Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { ClosedEvents } from '#ports/venue-catalog.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { readJson } from '../faults.ts'
import type { Http } from '../http.ts'
import { fieldsOf, MOST } from './fields.ts'
import { eventIdOfRow } from './translate.ts'
import { eventsPage } from './wire.ts'

/** Closed events that one search brings. */
export const FOUND_AT_MOST = 25
const CLOSED_PAGES = 5

/** Closed events whose title or slug has every word, among the first pages of them. */
export async function closedByWalk(http: Http, text: string): Promise<Result<ClosedEvents, ReadFault>> {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const ids = new Set<EventId>()
  let cursor: string | null = null
  let lookedThrough = 0
  for (let page = 0; page < CLOSED_PAGES; page += 1) {
    const query: (readonly [string, string])[] = [
      ['closed', 'true'],
      ['limit', '100'],
      ...(cursor === null ? [] : [['after_cursor', cursor] as const]),
    ]
    const json = readJson(await http({ endpoint: ENDPOINTS.events, query }))
    const read = json.ok ? eventsPage.safeParse(json.value) : null
    if (!json.ok && page === 0) return json
    if (read === null || !read.success) break
    lookedThrough += read.data.events.length
    for (const row of read.data.events) {
      const id = eventIdOfRow(row)
      if (id !== null && hasWords(row, words)) ids.add(id)
    }
    cursor = read.data.next_cursor ?? ''
    if (cursor === '' || read.data.events.length === 0) break
  }
  return ok({ ids: [...ids].slice(0, FOUND_AT_MOST), lookedThrough })
}

function hasWords(row: unknown, words: readonly string[]): boolean {
  const fields = fieldsOf(row)
  const named = fields === null ? '' : `${fields.text('title', MOST.title)} ${fields.text('slug', MOST.slug)}`
  return words.every((word) => named.toLowerCase().includes(word))
}
