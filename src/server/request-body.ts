/** Reads a request's JSON body within bounds: 64 KiB, depth 16, strict UTF-8, no key that could reach a prototype. */
import type { IncomingMessage } from 'node:http'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Problem } from './replies.ts'

const MAX_BODY_BYTES = 65_536
const MAX_DEPTH = 16
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const TOO_LARGE: Problem = { code: 'body_too_large', detail: 'A body may have at most 64 KiB.' }

/** Refuses a body whose declared length is over the limit, before anything of it is read. */
export function declaredLengthProblem(request: IncomingMessage): Problem | null {
  const length = request.headers['content-length']
  return length !== undefined && Number(length) > MAX_BODY_BYTES ? TOO_LARGE : null
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

/** The parsed body. A request cut short rejects: there is nobody to answer. */
export async function readJsonBody(request: IncomingMessage): Promise<Result<unknown, Problem>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > MAX_BODY_BYTES) return err(TOO_LARGE)
    chunks.push(bytes)
  }
  return parseJson(Buffer.concat(chunks))
}

/** JSON text to a value without forbidden keys and not deeper than 16 levels. */
export function parseJson(bytes: Uint8Array): Result<unknown, Problem> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return err({ code: 'invalid_json', detail: 'The body is not JSON in UTF-8.' })
  }
  const fault = shapeFault(value, '', 1)
  return fault === null
    ? ok(value)
    : err({ code: 'invalid_request', detail: 'The body does not fit its schema.', errors: [fault] })
}

function shapeFault(value: unknown, path: string, depth: number): { path: string; message: string } | null {
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
