/** Operations: their parts, and short forms of the usual ones. */
import type { z } from 'zod'
import type { AnyCodec } from './codec/codec.ts'
import { PATHS } from './paths.ts'
import type { Scope } from './token-scopes.ts'

/**
 * One operation. `params` names the path's `{name}` parts; a route without `answer` answers 204, one with `file` a file.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** `none`: public; `session`: the cookie, and for anything but GET the CSRF token, or where `scope` says so a program's token. */
  readonly auth: 'none' | 'session'
  /** The least scope of a token that may ask for it; without one no token may (INV-59). */
  readonly scope?: Scope
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** A schema, or the codec of a record: the handler then gives core's value, and the router encodes it. */
  readonly answer?: z.ZodType | AnyCodec
  /** The answer is a file of this type, whose name the handler gives. */
  readonly file?: string
  /** The answer carries its version as ETag; what changes something looks at If-Match. */
  readonly versioned?: true
}

/** Parts that differ between operations of one kind. */
type Parts = Omit<Route, 'method' | 'path' | 'auth' | 'scope' | 'summary'>

function of<const S extends Scope>(scope: S) {
  return <const P extends Parts = object>(summary: string, parts?: P) => {
    return { auth: 'session', scope, summary, ...(parts as P) } as const
  }
}

/** For the page, and for a program with a token of this scope. */
export const read = of('read')
export const cancel = of('cancel')
export const trade = of('trade')

/** For the page alone. */
export function own<const P extends Parts = object>(summary: string, parts?: P) {
  return { auth: 'session', summary, ...(parts as P) } as const
}

type Paths = typeof PATHS

/** The operations with their methods and addresses. */
export function withPaths<const T extends { readonly [Name in keyof Paths]: Omit<Route, 'method' | 'path'> }>(
  operations: T,
): { readonly [Name in keyof Paths]: Paths[Name] & T[Name] } {
  return Object.fromEntries(
    Object.entries(operations).map(([name, parts]) => [name, { ...PATHS[name as keyof Paths], ...parts }]),
  ) as never
}
