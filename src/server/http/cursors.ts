/** Opaque cursors: base64url of a number (an offset or a sequence number) or of a list's last key; and the pages they go through. */
import { instant } from '#contract/codec/fields.ts'
import type { Instant } from '#core/market/market.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Problem } from './replies.ts'

/** The answer to a cursor that no answer gave. */
export const BAD_CURSOR: Problem = {
  code: 'invalid_cursor',
  detail: 'Use next_cursor of an answer, unchanged and with the same filters.',
}

/** Hides a key in a cursor. */
export function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url')
}

/** The key in a cursor; null when none was given. Text that `cursorOf` does not write is refused. */
export function keyOf(cursor: string | undefined): Result<string | null, Problem> {
  if (cursor === undefined) return ok(null)
  const key = Buffer.from(cursor, 'base64url').toString()
  return key !== '' && cursorOf(key) === cursor ? ok(key) : err(BAD_CURSOR)
}

/** The number in a cursor; null when none was given. */
export function numberOf(cursor: string | undefined): Result<number | null, Problem> {
  const key = keyOf(cursor)
  if (!key.ok || key.value === null) return key.ok ? ok(null) : key
  return /^(0|[1-9]\d{0,14})$/.test(key.value) ? ok(Number(key.value)) : err(BAD_CURSOR)
}

type PageQuery = { readonly limit: number; readonly cursor?: string | undefined }
type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null }

/** One page of a list that keeps its order and seldom changes. */
export function pageOf<Item>(list: readonly Item[], query: PageQuery): Result<Page<Item>, Problem> {
  const offset = numberOf(query.cursor)
  if (!offset.ok) return offset
  const start = offset.value ?? 0
  const end = start + query.limit
  return ok({ items: list.slice(start, end), nextCursor: list.length > end ? cursorOf(String(end)) : null })
}

/**
 * One page of a list in an order of its own: the cursor is the key of the last item, and refused where that is gone.
 *
 * @param keyFrom  the unique key of an item
 */
export function pageAfter<Item>(
  list: readonly Item[],
  keyFrom: (item: Item) => string,
  query: PageQuery,
): Result<Page<Item>, Problem> {
  const after = keyOf(query.cursor)
  if (!after.ok) return after
  const found = after.value === null ? -1 : list.findIndex((item) => keyFrom(item) === after.value)
  if (after.value !== null && found === -1) return err(BAD_CURSOR)
  return ok(firstOf(list.slice(found + 1), keyFrom, query.limit))
}

/** The first of the rows that are left, of which one more than asked for is enough; the cursor is the key of the last. */
export function firstOf<Item>(
  rest: readonly Item[],
  keyFrom: (item: Item) => string,
  limit: number,
): Page<Item> {
  const items = rest.slice(0, limit)
  const last = rest.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : cursorOf(keyFrom(last)) }
}

const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+$/

/**
 * One page of a list whose items come and go, newest first: the cursor is the place of the last one, which may be gone by
 * the next page. What is in the list from the first page to the last is on exactly one of them.
 *
 * @param placeOf  when an item began, and an id unique within that instant: neither may ever change
 */
export function newestPage<Item>(
  list: readonly Item[],
  placeOf: (item: Item) => readonly [Instant, string],
  query: PageQuery,
): Result<Page<Item>, Problem> {
  const before = keyOf(query.cursor)
  if (!before.ok) return before
  const last = before.value
  if (last !== null && !PLACE.test(last)) return err(BAD_CURSOR)
  const rest = list
    .map((item) => {
      const [at, id] = placeOf(item)
      return { item, place: `${instant.encode(at)} ${id}` }
    })
    .filter(({ place }) => last === null || place < last)
    .toSorted((a, b) => (a.place < b.place ? 1 : -1))
  return mapped(ok(firstOf(rest, ({ place }) => place, query.limit)), ({ item }) => item)
}

/** A page of something else for each of its items. */
export function mapped<Item, View>(
  page: Result<Page<Item>, Problem>,
  map: (item: Item) => View,
): Result<{ items: View[]; nextCursor: string | null }, Problem> {
  if (!page.ok) return page
  return ok({ items: page.value.items.map(map), nextCursor: page.value.nextCursor })
}
