/**
 * The token in an Authorization header. A request that bears one is judged by it alone: a cookie beside it is
 * ignored. Wrong ones are limited as wrong passwords are, for each address apart: a script that goes on with an ended
 * token keeps nobody from logging in, and none with a living token from cancelling (INV-41, INV-59).
 */
import type { IncomingMessage } from 'node:http'
import type { Scope } from '#contract/token-scopes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Problem } from '../http/replies.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { networkOf } from './callers.ts'
import type { LoginLimit } from './login-limit.ts'
import { isWithin, type ActiveToken, type Tokens } from './tokens.ts'

/** Limit over all addresses: counts are kept on disk. */
const COUNTED_PER_HOUR = 60

export type TokenGate = (
  bearer: string,
  /** Undefined: no token may. */
  needed: Scope | undefined,
  address: string,
) => Result<ActiveToken, Problem>

/** Text after `Bearer`; null when the request has no such header. Other schemes are a proxy's own. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const { authorization = '' } = headers
  return /^Bearer\b/i.test(authorization) ? authorization.slice('Bearer'.length).trim() : null
}

/** @param onLimited  called when an address has sent too many wrong ones */
export function createTokenGate(parts: {
  readonly tokens: Pick<Tokens, 'use'>
  readonly limit: LoginLimit
  readonly clock: Clock
  readonly onLimited: () => void
}): TokenGate {
  const counted = createRateLimit(COUNTED_PER_HOUR, 3_600_000, parts.clock)
  return (bearer, needed, address) => {
    const token = parts.tokens.use(bearer)
    if (token === null) return err(refusalOf(address))
    return needed !== undefined && isWithin(token.scope, needed) ? ok(token) : err(OUTSIDE)
  }

  function refusalOf(address: string): Problem {
    if (counted.take('') > 0) return BAD_TOKEN
    // As a known device, so that it counts for itself alone.
    const attempt = parts.limit.begin({ name: `token ${networkOf(address)}`, isKnown: true })
    if (attempt.allowed) {
      attempt.settle('wrong')
      return BAD_TOKEN
    }
    parts.onLimited()
    return {
      code: 'login_rate_limited',
      detail: 'Too many wrong tokens from this address. Wait, then use a valid one.',
      retryAfterMs: attempt.retryAfterMs,
    }
  }
}

/** The problem of a token that opens nothing, or nothing any more. */
export const BAD_TOKEN: Problem = {
  code: 'bad_token',
  detail: 'This token is unknown, revoked or expired. Create one in Settings.',
}

const OUTSIDE: Problem = { code: 'token_scope', detail: 'The scope of this token does not allow this.' }
