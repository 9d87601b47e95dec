/** Cookies of a request. */

/** The value of the cookie of that name in a `Cookie` header; null when there is none, or more than one. */
export function cookieValue(cookieHeader: string | undefined, name: string): string | null {
  const values = (cookieHeader ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
  return values.length === 1 ? (values[0] ?? null) : null
}
