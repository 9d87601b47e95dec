/** Parameters, cursors and envelopes of the data service, version 2. */
import { hash } from 'node:crypto'

import { Refusal } from '../../http-server.ts'

/** A parameter that is at fault, named in the body. */
function badParameter(name: string, text = `invalid query param '${name}'`): Refusal {
  return new Refusal(400, text, { parameter: name })
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const CONDITION = /^0x[0-9a-fA-F]{62,64}$/
const MAX_LIMIT = 500
const USUAL_LIMIT = 100

/** A parameter of that form; undefined when it is absent. */
function formed(query: URLSearchParams, name: string, form: RegExp): string | undefined {
  const given = query.get(name)
  if (given === null || given === '') return undefined
  if (!form.test(given)) throw badParameter(name)
  return given
}

/** The wallet asked for, lower-case. */
export function walletOf(query: URLSearchParams): string {
  const wallet = formed(query, 'user', ADDRESS)?.toLowerCase()
  if (wallet === undefined) throw badParameter('user', "required query param 'user' not provided")
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
  if (found === undefined) throw badParameter(name)
  return found
}

/** One page of `rows` in the version 2 envelope. The cursor works with the same filters only. */
export function page(
  query: URLSearchParams,
  rows: readonly unknown[],
): { readonly data: readonly unknown[]; readonly pagination: Record<string, unknown> } {
  const limit = Math.min(limitOf(query), MAX_LIMIT)
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
  if (!/^\d{1,6}$/.test(given) || Number(given) === 0) throw badParameter('limit')
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
  throw new Refusal(400, 'invalid cursor')
}
