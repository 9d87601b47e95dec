/** Reads the catalog's query parameters. What does not parse is refused with the venue's 422 text. */
import type { VenueAnswer } from '../../http-server.ts'

/** The venue's error body of the catalog. @see venue reference, section 3 */
export function catalogError(status: number, text: string): VenueAnswer {
  return { status, json: catalogErrorBody(status, text) }
}

/** Body of a catalog error for a status. */
export function catalogErrorBody(status: number, text: string): unknown {
  return {
    type: status === 404 ? 'not found error' : status === 422 ? 'validation error' : 'error',
    error: text,
  }
}

/** Thrown inside a handler and turned into its 422: reading parameters would drown in unions otherwise. */
export class BadParameter extends Error {}

export type Parameters = {
  text(name: string): string | undefined
  list(name: string): readonly string[]
  flag(name: string): boolean | undefined
  integer(name: string): number | undefined
  integers(name: string): readonly number[]
  number(name: string): number | undefined
  /** Milliseconds. */
  time(name: string): number | undefined
}

/** Typed access to `query`; every reader throws `BadParameter` on a value that does not parse. */
export function parameters(query: URLSearchParams): Parameters {
  function text(name: string): string | undefined {
    const value = query.get(name)
    return value === null || value === '' ? undefined : value
  }
  function list(name: string): readonly string[] {
    return [...query.getAll(name), ...query.getAll(`${name}[]`)].filter((each) => each !== '')
  }
  function whole(value: string): number {
    if (!/^-?\d{1,15}$/.test(value)) throw new BadParameter('invalid integer')
    return Number(value)
  }
  return {
    text,
    list,
    flag(name) {
      const value = text(name)
      if (value === undefined) return undefined
      if (value === 'true' || value === '1') return true
      if (value === 'false' || value === '0') return false
      throw new BadParameter('invalid boolean')
    },
    integer(name) {
      const value = text(name)
      return value === undefined ? undefined : whole(value)
    },
    integers: (name) => list(name).map(whole),
    number(name) {
      const value = text(name)
      if (value === undefined) return undefined
      if (!/^-?\d{1,15}(\.\d{1,9})?$/.test(value)) throw new BadParameter('invalid number')
      return Number(value)
    },
    time(name) {
      const value = text(name)
      if (value === undefined) return undefined
      const at = Date.parse(value)
      if (!/^\d{4}-\d{2}-\d{2}/.test(value) || Number.isNaN(at)) throw new BadParameter('invalid date')
      return at
    },
  }
}

export const MAX_PAGE_SIZE = 100
const USUAL_PAGE = 20
const MAX_OFFSET = 2000

/** `limit`, silently cut at 100. */
export function pageSize(given: Parameters, usual = USUAL_PAGE): number {
  const limit = given.integer('limit')
  if (limit === undefined) return usual
  if (limit < 0) throw new BadParameter('invalid limit')
  return Math.min(limit, MAX_PAGE_SIZE)
}

/** `offset` of the older listings. Beyond the end there is nothing; before it, not all can be reached. */
export function pageOffset(given: Parameters, rows: number, advice = ''): number {
  const offset = given.integer('offset') ?? 0
  if (offset < 0) throw new BadParameter('invalid offset')
  if (offset > MAX_OFFSET && offset < rows) throw new BadParameter(`offset too large${advice}`)
  return offset
}

export type Order<T> = {
  readonly name: string
  readonly ascending: boolean
  readonly value: (item: T) => number
}

/** A page of `items` in `order`, from behind the cursor, and the cursor of the next one (absent at the end). */
export function keysetPage<T extends { readonly id: string }>(
  items: readonly T[],
  order: Order<T>,
  limit: number,
  cursor: string | undefined,
): { readonly page: readonly T[]; readonly next: string | undefined } {
  const direction = order.ascending ? 1 : -1
  const keyed = items.map((item) => ({ item, value: order.value(item), id: Number(item.id) }))
  keyed.sort((one, other) => direction * (one.value - other.value) || one.id - other.id)
  const after = cursor === undefined ? null : readCursor(cursor, order)
  const start =
    after === null
      ? 0
      : keyed.findIndex((each) => {
          const difference = direction * (each.value - after.value)
          return difference > 0 || (difference === 0 && each.id > after.id)
        })
  const page = start < 0 ? [] : keyed.slice(start, start + limit)
  const last = page.at(-1)
  const more = last !== undefined && start + limit < keyed.length
  return {
    page: page.map((each) => each.item),
    next: more ? writeCursor(order, last.value, last.id) : undefined,
  }
}

function writeCursor<T>(order: Order<T>, value: number, id: number): string {
  return Buffer.from(JSON.stringify([order.name, order.ascending, value, id])).toString('base64url')
}

function readCursor<T>(cursor: string, order: Order<T>): { readonly value: number; readonly id: number } {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw new BadParameter('invalid cursor')
  }
  if (!Array.isArray(parsed)) throw new BadParameter('invalid cursor')
  const [name, ascending, value, id]: unknown[] = parsed
  const fits = name === order.name && ascending === order.ascending
  if (!fits || typeof value !== 'number' || typeof id !== 'number') throw new BadParameter('invalid cursor')
  return { value, id }
}
