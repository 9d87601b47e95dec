/**
 * Sessions: a random token in the cookie, only its SHA-256 in the store. Idle 12 h or 7 days after login a session
 * is over, by whichever of wall clock and monotonic clock is further on, so that setting the clock back prolongs none.
 */
import { createHmac, hash, hkdfSync } from 'node:crypto'
import type { Instant } from '#core/market/market.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import type { SessionStore, StoredSession } from '#ports/stores.ts'
import { cookieNameOf, cookieValue } from './cookies.ts'

const IDLE_MS = 12 * 3_600_000
const ABSOLUTE_MS = 7 * 24 * 3_600_000
const PERSIST_USE_EVERY_MS = 60_000
const SWEEP_EVERY_MS = 3_600_000

export type ActiveSession = {
  /** SHA-256 of the token, hex: names the session inside the program, opens nothing. */
  readonly id: string
  readonly expiresAt: Instant
}

type ListedSession = ActiveSession & {
  /** Names it to whoever is logged in: made from the id under a key of SESSION_SECRET, so that the id stays inside. */
  readonly publicId: string
  readonly createdAt: Instant
  readonly lastUsedAt: Instant
}

type Use = { readonly seenAt: number; readonly ageThen: number; usedAt: number; wallUsedAt: Instant }

/** Sessions over a store. A change of password hash or session secret changes the fingerprint and so ends them all. */
export function createSessions(parts: {
  readonly store: SessionStore
  readonly clock: Clock
  readonly random: Random
  readonly sessionSecret: Uint8Array
  readonly passwordHashText: string
  readonly cookieSecure: boolean
  readonly cookieSuffix: string
}) {
  const { store, clock } = parts
  const keyFor = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', parts.sessionSecret, new Uint8Array(), purpose, 32))
  const key = keyFor('sesame session v1')
  const namingKey = keyFor('sesame session name v1')
  const fingerprint = createHmac('sha256', key).update(parts.passwordHashText).digest('hex')
  const cookieName = cookieNameOf('session', parts)
  const uses = new Map<string, Use>()

  function useOf(stored: StoredSession): Use {
    const known = uses.get(stored.tokenHash)
    if (known !== undefined) return known
    const now = clock.now()
    const monotonic = clock.monotonic()
    const fresh: Use = {
      seenAt: monotonic,
      ageThen: Math.max(0, now - stored.createdAt),
      usedAt: monotonic - Math.max(0, now - stored.lastUsedAt),
      wallUsedAt: stored.lastUsedAt,
    }
    uses.set(stored.tokenHash, fresh)
    return fresh
  }

  function isOver(stored: StoredSession, use: Use): boolean {
    const now = clock.now()
    const monotonic = clock.monotonic()
    const age = Math.max(now - stored.createdAt, use.ageThen + monotonic - use.seenAt)
    const idle = Math.max(now - use.wallUsedAt, monotonic - use.usedAt)
    return age >= ABSOLUTE_MS || idle >= IDLE_MS || stored.secretsFingerprint !== fingerprint
  }

  function end(id: string): void {
    uses.delete(id)
    store.remove(id)
  }

  function find(id: string): { readonly stored: StoredSession; readonly use: Use } | null {
    const stored = store.find(id)
    if (stored === null) return null
    const use = useOf(stored)
    if (!isOver(stored, use)) return { stored, use }
    end(id)
    return null
  }

  function expiry(createdAt: Instant, usedAt: Instant): Instant {
    return Math.min(createdAt + ABSOLUTE_MS, usedAt + IDLE_MS)
  }

  function sweep(): void {
    const now = clock.now()
    store.removeOlderThan(now - ABSOLUTE_MS, now - IDLE_MS)
    for (const id of uses.keys()) if (store.find(id) === null) uses.delete(id)
  }
  sweep()
  const stopSweeping = clock.every(SWEEP_EVERY_MS, sweep)

  return {
    /** Name of the cookie. */
    cookieName,
    /** A new session with a new token, whatever came before. */
    open(): { readonly token: string; readonly session: ActiveSession } {
      const token = Buffer.from(parts.random.bytes(32)).toString('base64url')
      const now = clock.now()
      const id = hash('sha256', token)
      const stored = { tokenHash: id, createdAt: now, lastUsedAt: now, secretsFingerprint: fingerprint }
      store.put(stored)
      useOf(stored)
      return { token, session: { id, expiresAt: expiry(now, now) } }
    },
    /** The session behind a token, counted as used now; null when there is none or it is over. */
    use(token: string): ActiveSession | null {
      const id = hash('sha256', token)
      const found = find(id)
      if (found === null) return null
      const now = clock.now()
      found.use.usedAt = clock.monotonic()
      found.use.wallUsedAt = now
      if (now - found.stored.lastUsedAt >= PERSIST_USE_EVERY_MS) store.touch(id, now)
      return { id, expiresAt: expiry(found.stored.createdAt, now) }
    },
    /** True if the session still lasts; does not count as use. */
    isAlive: (id: string): boolean => find(id) !== null,
    end,
    /** All that still last; does not count as use. */
    list: (): readonly ListedSession[] =>
      store.all().flatMap(({ tokenHash: id }) => {
        const found = find(id)
        if (found === null) return []
        const { createdAt } = found.stored
        const lastUsedAt = found.use.wallUsedAt
        const publicId = createHmac('sha256', namingKey).update(id).digest('base64url')
        return { id, publicId, createdAt, lastUsedAt, expiresAt: expiry(createdAt, lastUsedAt) }
      }),
    /** `Set-Cookie` that carries the token; the empty token removes the cookie. */
    cookie(token: string): string {
      const attributes = `HttpOnly; SameSite=Strict; Path=/${parts.cookieSecure ? '; Secure' : ''}`
      return token === ''
        ? `${cookieName}=; ${attributes}; Max-Age=0`
        : `${cookieName}=${token}; ${attributes}; Max-Age=${ABSOLUTE_MS / 1000}`
    },
    /** The token in a `Cookie` header; null when there is none, more than one, or one of another shape. */
    tokenOf(cookieHeader: string | undefined): string | null {
      const token = cookieValue(cookieHeader, cookieName)
      return token !== null && /^[\w-]{43}$/.test(token) ? token : null
    },
    stop: stopSweeping,
  }
}

export type Sessions = ReturnType<typeof createSessions>
