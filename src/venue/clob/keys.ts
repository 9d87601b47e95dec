/** Creating or deriving API credentials: each L1 call is sent once (specification, Credential state). */
import type { CredentialOutcome } from '#ports/venue-account.ts'
import type { CredentialHolder } from '../auth/credentials.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { errorText } from '../faults.ts'
import type { Http, Reply } from '../http.ts'
import { keyAnswer } from './wire.ts'

function outcome(reply: Reply, holder: CredentialHolder): CredentialOutcome {
  switch (reply.kind) {
    case 'answered': {
      const { status, retryAfterMs } = reply
      if (status === 200) {
        const read = keyAnswer.safeParse(reply.json)
        if (!read.success) return { kind: 'derive_failed', detail: 'the answer holds no credentials' }
        return holder.hold(read.data)
          ? { kind: 'ready' }
          : { kind: 'derive_failed', detail: 'the secret is not base64' }
      }
      if (status === 401) return { kind: 'auth_rejected' }
      if (status === 403) return { kind: 'geoblocked' }
      const detail = `status ${status} ${errorText(reply.json)}`.trim()
      if (status === 425 || status === 429 || status >= 500) return { kind: 'network', detail, retryAfterMs }
      return { kind: 'derive_failed', detail }
    }
    case 'no_credentials':
      return { kind: 'derive_failed', detail: 'there is no key to derive them with' }
    case 'held':
      return { kind: 'network', detail: 'asked to wait', retryAfterMs: reply.retryAfterMs }
    case 'stopped':
      return { kind: 'network', detail: reply.code, retryAfterMs: null }
    case 'not_sent':
    case 'no_answer':
      return { kind: 'network', detail: reply.detail, retryAfterMs: null }
    default:
      return reply satisfies never
  }
}

/** Derive without creating: `none_yet` on the venue's 400 or 404, which say that this key has none. */
export async function deriveCredentials(
  http: Http,
  holder: CredentialHolder,
): Promise<CredentialOutcome | { readonly kind: 'none_yet' }> {
  const derived = await http({ endpoint: ENDPOINTS.deriveKey })
  if (derived.kind === 'answered' && (derived.status === 400 || derived.status === 404)) {
    return { kind: 'none_yet' }
  }
  return outcome(derived, holder)
}

/** Create, and after a 400 derive; on `ready` the holder has them. */
export async function establishCredentials(http: Http, holder: CredentialHolder): Promise<CredentialOutcome> {
  const created = await http({ endpoint: ENDPOINTS.createKey })
  if (created.kind !== 'answered' || created.status !== 400) return outcome(created, holder)
  return outcome(await http({ endpoint: ENDPOINTS.deriveKey }), holder)
}
