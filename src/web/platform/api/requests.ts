/** How operations are asked: for the client and for the script that asks before it is there. */
export const READ_TIMEOUT_MS = 15_000
export const ACCEPT = { accept: 'application/json' } as const
export const COMMON = { credentials: 'same-origin', redirect: 'error', cache: 'no-store' } as const

/** How a read is asked. */
export function readInit(signal = AbortSignal.timeout(READ_TIMEOUT_MS)): RequestInit {
  return { ...COMMON, method: 'GET', headers: ACCEPT, signal }
}
