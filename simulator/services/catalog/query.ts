/** Reads the catalog's query parameters and pages its lists. What does not parse is refused with the venue's 422 text. */
import { Refusal } from '../../http-server.ts'

/** Body of a catalog error for a status. @see venue reference, section 3 */
export function catalogErrorBody(status: number, text: string): object {
  return {
    type: status === 404 ? 'not found error' : status === 422 ? 'validation error' : 'error',
    error: text,
  }
}

/** A parameter that cannot be read. */
export function badParameter(text: string): Refusal {
  return new Refusal(422, text)
}

/** Values of a parameter that may be repeated. */
export function list(query: URLSearchParams, name: string): readonly string[] {
  return query.getAll(name).filter((value) => value !== '')
}

/** A whole number; undefined when absent. */
export function integer(query: URLSearchParams, name: string): number | undefined {
  const [value] = list(query, name)
  return value === undefined ? undefined : whole(value)
}

/** The ids of a parameter, as they are known. */
export function idList(query: URLSearchParams, name: string): readonly string[] {
  return list(query, name).map((value) => String(whole(value)))
}

/** `true` or `false`; undefined when absent. */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const [value] = list(query, name)
  if (value === undefined) return undefined
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  throw badParameter('invalid boolean')
}

export function whole(value: string): number {
  if (!/^-?\d{1,15}$/.test(value)) throw badParameter('invalid integer')
  return Number(value)
}

/** A date in milliseconds; undefined when absent. */
export function time(query: URLSearchParams, name: string): number | undefined {
  const [value] = list(query, name)
  if (value === undefined) return undefined
  const at = Date.parse(value)
  if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(at)) throw badParameter('invalid date')
  return at
}

const MAX_PAGE_SIZE = 100
const USUAL_PAGE = 20
const MAX_OFFSET = 2000

/** `limit`, silently cut at 100. */
function pageSize(query: URLSearchParams, usual: number): number {
  const limit = integer(query, 'limit') ?? usual
  if (limit < 0) throw badParameter('invalid limit')
  return Math.min(limit, MAX_PAGE_SIZE)
}

/** A page by `offset`. Beyond the end there is nothing; before it, not all can be reached. */
export function offsetPage<T>(items: readonly T[], query: URLSearchParams): readonly T[] {
  const offset = integer(query, 'offset') ?? 0
  if (offset < 0) throw badParameter('invalid offset')
  if (offset > MAX_OFFSET && offset < items.length) throw badParameter('offset too large')
  return items.slice(offset, offset + pageSize(query, MAX_PAGE_SIZE))
}

/** A page in order of id from behind the cursor, and the cursor of the next one (absent at the end). */
export function keysetPage<T extends { readonly id: string }>(
  items: readonly T[],
  query: URLSearchParams,
): { readonly page: readonly T[]; readonly next: string | undefined } {
  const cursor = Buffer.from(query.get('after_cursor') ?? '', 'base64url').toString('utf8')
  if (query.has('after_cursor') && !/^\d{1,15}$/.test(cursor)) throw badParameter('invalid cursor')
  const limit = pageSize(query, USUAL_PAGE)
  const left = items
    .filter(({ id }) => Number(id) > Number(cursor))
    .toSorted((one, other) => Number(one.id) - Number(other.id))
  const page = left.slice(0, limit)
  const last = page.at(-1)
  const more = last !== undefined && left.length > limit
  return { page, next: more ? Buffer.from(last.id).toString('base64url') : undefined }
}
