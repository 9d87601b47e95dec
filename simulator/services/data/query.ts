/** Parameters, cursors and envelopes of the data service, version 2. */
import { hash } from 'node:crypto'

import type { VenueAnswer } from '../../http-server.ts'

/** Thrown inside a handler and turned into its 400. */
export class BadDataParameter extends Error {
  readonly parameter: string | null
  constructor(text: string, parameter: string | null = null) {
    super(text)
    this.parameter = parameter
  }
}

/** The error body; `parameter` names the field when one is at fault. */
export function dataError({ message, parameter }: BadDataParameter): VenueAnswer {
  return { status: 400, json: parameter === null ? { error: message } : { error: message, parameter } }
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const CONDITION = /^0x[0-9a-fA-F]{62,64}$/
const MAX_LIMIT = 500
const USUAL_LIMIT = 100

/** A parameter of that form; undefined when it is absent. */
function formed(query: URLSearchParams, name: string, form: RegExp): string | undefined {
  const given = query.get(name)
  if (given === null || given === '') return undefined
  if (!form.test(given)) throw new BadDataParameter(`invalid query param '${name}'`, name)
  return given
}

/** The wallet asked for, lower-case. */
export function walletParameter(query: URLSearchParams): string | undefined {
  return formed(query, 'user', ADDRESS)?.toLowerCase()
}

/** The wallet, which this path cannot do without. */
export function requiredWallet(query: URLSearchParams): string {
  const wallet = walletParameter(query)
  if (wallet === undefined) throw new BadDataParameter("required query param 'user' not provided", 'user')
  return wallet
}

/** A condition id, lower-case. */
export function conditionParameter(query: URLSearchParams): string | undefined {
  return formed(query, 'condition', CONDITION)?.toLowerCase()
}

/** A value out of a closed list; `otherwise` when absent. */
export function choice<T extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly T[],
  otherwise: T,
): T {
  const given = query.get(name)
  if (given === null || given === '') return otherwise
  const found = values.find((value) => value === given)
  if (found === undefined) throw new BadDataParameter(`invalid query param '${name}'`, name)
  return found
}

/** A whole number of seconds. */
export function timeParameter(query: URLSearchParams, name: string): number | undefined {
  const given = formed(query, name, /^\d{1,12}$/)
  return given === undefined ? undefined : Number(given)
}

/** One page of `rows` in the version 2 envelope. The cursor works with the same filters only. */
export function page(
  query: URLSearchParams,
  rows: readonly unknown[],
  largest = MAX_LIMIT,
): { readonly data: readonly unknown[]; readonly pagination: Record<string, unknown> } {
  const limit = Math.min(limitOf(query), largest)
  const filters = filterHash(query)
  const offset = offsetOf(query, filters)
  const data = rows.slice(offset, offset + limit)
  const more = offset + limit < rows.length
  const cursor = Buffer.from(JSON.stringify([filters, offset + limit])).toString('base64url')
  return { data, pagination: { limit, offset, has_more: more, next_cursor: more ? cursor : null } }
}

function limitOf(query: URLSearchParams): number {
  const given = query.get('limit')
  if (given === null || given === '') return USUAL_LIMIT
  if (!/^\d{1,6}$/.test(given) || Number(given) === 0)
    throw new BadDataParameter("invalid query param 'limit'", 'limit')
  return Number(given)
}

function filterHash(query: URLSearchParams): string {
  const filters = [...query]
    .filter(([name]) => name !== 'cursor' && name !== 'limit')
    .map(([name, value]) => `${name}=${value}`)
  return hash('sha256', filters.toSorted().join('&'), 'hex').slice(0, 12)
}

function offsetOf(query: URLSearchParams, filters: string): number {
  const cursor = query.get('cursor')
  if (cursor === null || cursor === '') return 0
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parsed) && parsed[0] === filters && Number.isSafeInteger(parsed[1]) && parsed[1] > 0) {
      return Number(parsed[1])
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new BadDataParameter('invalid cursor')
}
