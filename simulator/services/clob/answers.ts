// Small helpers for the order-book service's answers, and the texts that several of its endpoints share.
import type { VenueAnswer } from '../../http-server.ts'

export const UNAUTHORIZED = 'Unauthorized/Invalid api key'
export const BAD_L1 = 'Invalid L1 Request headers'

/** An error in the service's one shape. */
export function fail(status: number, text: string, headers?: Readonly<Record<string, string>>): VenueAnswer {
  return { status, json: { error: text }, ...(headers === undefined ? {} : { headers }) }
}

/** The delivery network answers for the venue: a page instead of JSON. */
export function forbiddenPage(): VenueAnswer {
  return {
    status: 403,
    text: '<html><head><title>Just a moment...</title></head><body>Forbidden</body></html>',
    headers: { 'content-type': 'text/html' },
  }
}

export const FIRST_CURSOR = 'MA=='
const LAST_CURSOR = 'LTE='

/** Where a cursor points: a whole number of rows; null for one that the venue refuses. */
export function offsetOf(cursor: string | null): number | null {
  if (cursor === null || cursor === '') return 0
  const text = Buffer.from(cursor, 'base64').toString('utf8')
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** The cursor that points at a row. */
export function cursorAt(offset: number): string {
  return Buffer.from(String(offset)).toString('base64')
}

type Page<T> = {
  readonly limit: number
  readonly count: number
  readonly next_cursor: string
  readonly data: readonly T[]
}

/** One page of rows in the venue's envelope. */
export function pageOf<T>(rows: readonly T[], offset: number, limit: number): Page<T> {
  const data = rows.slice(offset, offset + limit)
  const next = offset + limit < rows.length ? cursorAt(offset + limit) : LAST_CURSOR
  return { limit, count: data.length, next_cursor: next, data }
}
