/** Addresses of operations, and how they are asked: for the client and for the script that asks before it is there. */
export const READ_TIMEOUT_MS = 15_000
export const ACCEPT = { accept: 'application/json' } as const
export const COMMON = { credentials: 'same-origin', redirect: 'error', cache: 'no-store' } as const

/** How a read is asked. */
export function readInit(signal = AbortSignal.timeout(READ_TIMEOUT_MS)): RequestInit {
  return { ...COMMON, method: 'GET', headers: ACCEPT, signal }
}

/** Puts the path's parameters and the query into an operation's address. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, textOf(value))
  }
  const suffix = search.toString()
  return suffix === '' ? filled : `${filled}?${suffix}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
