/** Names of our cookies, and cookies of a request. */
import { hkdfSync } from 'node:crypto'

/**
 * The part of the cookies' names by which two Sesames on one host do not meet, since a browser keeps cookies by host without the port:
 * made of SESSION_SECRET, or the port where the login is made for one run.
 */
export function cookieSuffix(sessionSecret: Uint8Array, throwAwayPort: number | null): string {
  if (throwAwayPort !== null) return String(throwAwayPort)
  const name = hkdfSync('sha256', sessionSecret, new Uint8Array(), 'sesame cookie name v1', 4)
  return Buffer.from(name).toString('hex')
}

/** Browsers take a name with the prefix of a TLS cookie only from https, for the whole host alone. */
export function cookieNameOf(
  kind: 'session' | 'device',
  { cookieSecure, cookieSuffix: suffix }: { readonly cookieSecure: boolean; readonly cookieSuffix: string },
): string {
  return `${cookieSecure ? '__Host-' : ''}sesame_${kind}_${suffix}`
}

/** The value of the cookie of that name in a `Cookie` header; null when there is none, or more than one. */
export function cookieValue(cookieHeader: string | undefined, name: string): string | null {
  const values = (cookieHeader ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
  return values.length === 1 ? (values[0] ?? null) : null
}
