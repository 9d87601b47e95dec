/** Reads a request's JSON body within bounds: size, depth 16, strict UTF-8, no name twice and none that could reach a prototype. */
import type { IncomingMessage } from 'node:http'
import type { Route } from '#contract/routes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { FieldError, Problem } from './replies.ts'
import { invalidRequest } from './validation.ts'

/** A thousand orders to cancel are 73 kB. */
const MAX_BODY_BYTES = 131_072
/** A password at its longest, every character escaped. */
const MAX_BODY_BYTES_WITHOUT_SESSION = 8_192
const MAX_DEPTH = 16
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const tooLarge = (most: number): Problem => ({
  code: 'body_too_large',
  detail: `A body may have at most ${most / 1024} KiB here.`,
})

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** How many bytes the body of a route may have. */
export function mostBytes({ auth }: Pick<Route, 'auth'>): number {
  return auth === 'none' ? MAX_BODY_BYTES_WITHOUT_SESSION : MAX_BODY_BYTES
}

/** Refuses a body whose declared length is over the limit, before anything of it is read. */
export function declaredLengthProblem(request: IncomingMessage, most: number): Problem | null {
  const length = request.headers['content-length']
  return length !== undefined && Number(length) > most ? tooLarge(most) : null
}

/** `application/json`, with or without `charset=utf-8`, not compressed. */
export function contentTypeProblem(request: IncomingMessage): Problem | null {
  const type = (request.headers['content-type'] ?? '').trim().toLowerCase()
  const isJson = /^application\/json(\s*;\s*charset="?utf-8"?)?$/.test(type.slice(0, 100))
  const encoding = request.headers['content-encoding'] ?? 'identity'
  return isJson && encoding === 'identity'
    ? null
    : { code: 'unsupported_media_type', detail: 'Send the body as application/json in UTF-8.' }
}

/** The parsed body. A request cut short rejects: there is no one to answer. */
export async function readJsonBody(
  request: IncomingMessage,
  most: number,
): Promise<Result<unknown, Problem>> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const chunks: Buffer[] = []
  let left = most
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left >= 0) chunks.push(bytes)
    else resolve(false)
  })
  request.once('end', () => resolve(true))
  request.once('error', reject)
  return (await promise) ? parseJson(Buffer.concat(chunks)) : err(tooLarge(most))
}

/** JSON text to a value without forbidden or doubled names and not deeper than 16 levels. */
export function parseJson(bytes: Uint8Array): Result<unknown, Problem> {
  let text: string
  let value: unknown
  try {
    text = STRICT_UTF8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    return err({ code: 'invalid_json', detail: 'The body is not JSON in UTF-8.' })
  }
  const fault = shapeFault(value, '', 1) ?? doubledFault(text, value)
  return fault === null ? ok(value) : err(invalidRequest([fault]))
}

/** JSON.parse keeps the last of two members of one name: the text then has more colons outside of strings than names came of it. */
function doubledFault(text: string, value: unknown): FieldError | null {
  const written = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
  return written === namesIn(value) ? null : { path: '', message: 'a name is given twice' }
}

function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, one) => sum + namesIn(one), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

function shapeFault(value: unknown, path: string, depth: number): FieldError | null {
  if (typeof value !== 'object' || value === null) return null
  if (depth > MAX_DEPTH) return { path, message: `is nested more than ${MAX_DEPTH} levels deep` }
  for (const [key, inner] of Object.entries(value)) {
    const at = path === '' ? key.slice(0, 100) : `${path}.${key.slice(0, 100)}`
    if (FORBIDDEN_KEYS.has(key)) return { path: at, message: 'is not an allowed name' }
    const fault = shapeFault(inner, at, depth + 1)
    if (fault !== null) return fault
  }
  return null
}
