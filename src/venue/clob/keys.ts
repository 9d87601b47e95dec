/**
 * Creating or deriving API credentials: each L1 call is sent once in an attempt. A 403 is final, whatever its body; only a
 * page of the delivery network in front of the venue, known by its marks, is no answer of the venue.
 */
import type { CredentialOutcome } from '#ports/venue-account.ts'
import type { CredentialHolder } from '../auth/credentials.ts'
import type { Credentials } from '../auth/l2.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { answerWords } from '../faults.ts'
import { fieldsOf } from '../fields.ts'
import type { Http, Reply } from '../http.ts'

const BLOCKED =
  'The delivery network in front of the venue blocks the request for API credentials. Create the API key once on the venue’s own site; the terminal then finds it.'

type Answered = Extract<Reply, { readonly kind: 'answered' }>

/** Refused by the network in front of the venue. */
function isBlocked(reply: Answered): boolean {
  return reply.status === 403 && reply.source === 'delivery_network'
}

function blocked({ text, retryAfterMs }: Answered): CredentialOutcome {
  const words = text === '' ? '' : ` It said “${text}”.`
  return { kind: 'network', detail: `${BLOCKED}${words}`, retryAfterMs }
}

/** Anything that a header can carry. */
const PART = /^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/

/** Null when there are none. */
export function credentialsOf(json: unknown): Credentials | null {
  const fields = fieldsOf(json)
  const part = (name: string): string => fields?.word(name) ?? ''
  const [apiKey, secret, passphrase] = [part('apiKey'), part('secret'), part('passphrase')]
  return [apiKey, secret, passphrase].every((text) => PART.test(text)) ? { apiKey, secret, passphrase } : null
}

function outcome(reply: Reply, holder: CredentialHolder): CredentialOutcome {
  switch (reply.kind) {
    case 'answered': {
      const { status, retryAfterMs } = reply
      if (status === 200) {
        const credentials = credentialsOf(reply.json)
        if (credentials === null) return { kind: 'derive_failed', detail: 'the answer holds no credentials' }
        return holder.hold(credentials)
          ? { kind: 'ready' }
          : { kind: 'derive_failed', detail: 'the secret is not base64' }
      }
      if (status === 401) return { kind: 'auth_rejected' }
      if (status === 403) return isBlocked(reply) ? blocked(reply) : { kind: 'geoblocked' }
      const detail = `status ${status} ${answerWords(reply)}`.trim()
      if (status === 425 || status === 429 || status >= 500) return { kind: 'network', detail, retryAfterMs }
      return { kind: 'derive_failed', detail }
    }
    case 'stopped':
      return reply.code === 'no_credentials'
        ? { kind: 'derive_failed', detail: 'there is no key to derive them with' }
        : { kind: 'network', detail: 'asked to wait', retryAfterMs: reply.retryAfterMs }
    case 'not_sent':
    case 'no_answer':
      return { kind: 'network', detail: reply.detail, retryAfterMs: null }
    default:
      return reply satisfies never
  }
}

/** Derive without creating: `none_yet` on the venue's 400 or 404, which mean that this key has none. */
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

/**
 * Create, and after a 400 or a page of the delivery network derive; on `ready` the holder has them.
 *
 * @param isPlaceBlocked  the geographic check, asked only when the delivery network let neither call through
 */
export async function establishCredentials(
  http: Http,
  holder: CredentialHolder,
  isPlaceBlocked: () => Promise<boolean>,
): Promise<CredentialOutcome> {
  const created = await http({ endpoint: ENDPOINTS.createKey })
  if (created.kind !== 'answered') return outcome(created, holder)
  if (isBlocked(created)) {
    const derived = await deriveCredentials(http, holder)
    // There is none to derive, and none can be made from here.
    if (derived.kind === 'none_yet') return blocked(created)
    return derived.kind === 'network' && (await isPlaceBlocked()) ? { kind: 'geoblocked' } : derived
  }
  if (created.status !== 400) return outcome(created, holder)
  return outcome(await http({ endpoint: ENDPOINTS.deriveKey }), holder)
}
