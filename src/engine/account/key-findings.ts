/** The `doctor`'s findings about a session key that the venue lists for the wallet (API-10). */
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import type { SessionSigner } from '#ports/venue-account.ts'

const DAY_MS = 86_400_000
const EXPIRY_WARNING_MS = 7 * DAY_MS

/** The finding on the scopes of a session key. */
export function scopeFinding({ scopes }: SessionSigner): Finding {
  const check = 'scopes'
  const found = scopes.length === 0 ? 'none' : scopes.join(', ')
  if (!scopes.includes('ALL') && !scopes.includes('CLOB')) {
    return illFinding(check, 'fail', found, 'orders need CLOB: authorise the key with CLOB and COMBOSRFQ')
  }
  return scopes.includes('ALL') || scopes.includes('COMBOSRFQ')
    ? wellFinding(check, found)
    : illFinding(check, 'warn', found, 'combos need COMBOSRFQ as well')
}

/** When it ends, a week ahead with what to do. */
export function expiryFinding({ validUntil }: SessionSigner, now: number): Finding {
  const check = 'key expiry'
  if (validUntil === null) return wellFinding(check, 'no end')
  const days = Math.floor(Math.abs(validUntil - now) / DAY_MS)
  const found = validUntil <= now ? `ended ${days} days ago` : `ends in ${days} days`
  const cure = 'authorise a new session key, replace VENUE_SESSION_KEY, restart, revoke the old one'
  if (validUntil <= now) return illFinding(check, 'fail', found, cure)
  return validUntil - now < EXPIRY_WARNING_MS
    ? illFinding(check, 'warn', found, cure)
    : wellFinding(check, found)
}
