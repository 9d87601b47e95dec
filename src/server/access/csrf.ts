/** CSRF tokens: an HMAC over the session's id under a key that serves nothing else, so none has to be stored. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Derives the CSRF key from SESSION_SECRET. */
export function createCsrf(sessionSecret: Uint8Array) {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, new Uint8Array(), 'sesame csrf v1', 32))
  let [lastId, lastMac] = ['', Buffer.of()]
  /** Most requests are of the session of the one before. */
  function mac(sessionId: string): Buffer {
    if (sessionId !== lastId) lastMac = createHmac('sha256', key).update(sessionId).digest()
    lastId = sessionId
    return lastMac
  }
  return {
    /** The token of a session, base64url. */
    token: (sessionId: string): string => mac(sessionId).toString('base64url'),
    /** Compares in constant time; false for a missing token. */
    matches(sessionId: string, token: string | undefined): boolean {
      if (token === undefined || !/^[\w-]{43}$/.test(token)) return false
      const given = Buffer.from(token, 'base64url')
      const expected = mac(sessionId)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

export type Csrf = ReturnType<typeof createCsrf>
