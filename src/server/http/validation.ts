/** From schema to a list of fields that are wrong. Messages never repeat what was sent. */
import type { z } from 'zod'
import { err, ok, type Result } from '#lib/result.ts'
import type { FieldError, Problem } from './replies.ts'

const MAX_ERRORS = 20

type Issue = z.core.$ZodIssue

/** Decodes a value through its schema, or returns the wrong fields. */
export function decode(schema: z.ZodType, value: unknown): Result<unknown, Problem> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  return err(invalidRequest(parsed.error.issues.flatMap((issue) => fieldErrors(issue, []))))
}

/** A 422 that names the fields. */
export function invalidRequest(errors: readonly FieldError[]): Problem {
  return {
    code: 'invalid_request',
    detail: 'The request does not fit its schema.',
    errors: errors.slice(0, MAX_ERRORS),
  }
}

/** A query string as a plain object; a parameter given twice is refused. */
export function queryObject(query: string): Result<Readonly<Record<string, string>>, Problem> {
  const values = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (values.has(name))
      return err(invalidRequest([{ path: name.slice(0, 100), message: 'is given twice' }]))
    values.set(name, value)
  }
  return ok(Object.fromEntries(values))
}

function fieldErrors(issue: Issue, above: readonly PropertyKey[]): readonly FieldError[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathText([...path, key]), message: 'is not a known field' }))
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nearest = issue.errors.toSorted((a, b) => weight(a) - weight(b))[0] ?? []
    return nearest.flatMap((inner) => fieldErrors(inner, path))
  }
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return [{ path: pathText(path), message: missing ? 'is missing' : issue.message }]
}

function weight(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 100)).join('.')
}
