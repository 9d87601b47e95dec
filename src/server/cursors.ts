/** Opaque cursors: base64url of a number (an offset or a sequence number) or of a list's last key; and the pages they go through. */
import type { Instant } from '#core/market.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Problem } from './replies.ts'
import { timeText } from './views/values.ts'

const BAD: Problem = { code: 'invalid_cursor', detail: 'Use next_cursor of an answer, unchanged.' }

/** Hides a key in a cursor. */
export function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url')
}

/** The key in a cursor; null when none was given. Text that `cursorOf` does not write is refused. */
export function keyOf(cursor: string | undefined): Result<string | null, Problem> {
  if (cursor === undefined) return ok(null)
  const key = Buffer.from(cursor, 'base64url').toString()
  return key !== '' && cursorOf(key) === cursor ? ok(key) : err(BAD)
}

/** The number in a cursor; null when none was given. */
export function numberOf(cursor: string | undefined): Result<number | null, Problem> {
  const key = keyOf(cursor)
  if (!key.ok || key.value === null) return key.ok ? ok(null) : key
  return /^(0|[1-9]\d{0,14})$/.test(key.value) ? ok(Number(key.value)) : err(BAD)
}

type PageQuery = { readonly limit: number; readonly cursor?: string | undefined }
type Page<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null }

const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+$/

/**
 * One page of a list whose items come and go, newest first: the cursor is the place of the last one, which may be gone by
 * the next page. What is in the list from the first page to the last is on exactly one of them.
 *
 * @param placeOf  when an item began, and an id that tells it from others of that instant: neither may ever change
 */
export function newestPage<Item>(
  list: readonly Item[],
  placeOf: (item: Item) => readonly [Instant, string],
  query: PageQuery,
): Result<Page<Item>, Problem> {
  const before = keyOf(query.cursor)
  if (!before.ok) return before
  const last = before.value
  if (last !== null && !PLACE.test(last)) return err(BAD)
  const rest = list
    .map((item) => {
      const [at, id] = placeOf(item)
      return { item, place: `${timeText(at)} ${id}` }
    })
    .filter(({ place }) => last === null || place < last)
    .toSorted((a, b) => (a.place < b.place ? 1 : -1))
  const page = rest.slice(0, query.limit)
  const end = rest.length > page.length ? page.at(-1) : undefined
  return ok({
    items: page.map(({ item }) => item),
    next_cursor: end === undefined ? null : cursorOf(end.place),
  })
}
