/** Signs in an answer that something changed which is only read now and then: our key's authorisation, the time. */
import type { VenueSign, VenueSigns } from '#ports/venue-signs.ts'
import { ownWords, type AnswerBody } from './bodies.ts'
import { ENDPOINTS, type Endpoint } from './endpoints.ts'

export type SignTower = VenueSigns & { readonly note: (sign: VenueSign) => void }

/** Words of a venue that does not take what our key has signed. */
const KEY_WORDS = /authori[sz]ed|authenticat|signature|\bsigner|session key|\bapi[ _]?key|revoked|identity/i

/** Nobody listens yet. */
export function createSigns(): SignTower {
  let listener: (sign: VenueSign) => void = () => {}
  return {
    onSign(next) {
      listener = next
    },
    note: (sign) => listener(sign),
  }
}

/**
 * True for a refusal, also one inside a 200, that a key removed from the venue's list would explain. The list itself
 * is no sign.
 */
export function doubtsKey(endpoint: Endpoint, reply: AnswerBody & { readonly status: number }): boolean {
  if (endpoint.auth !== 'l2' || endpoint.path === ENDPOINTS.sessionSigners.path) return false
  const { status, json, source } = reply
  if (status >= 500 || source === 'delivery_network') return false
  const code =
    typeof json === 'object' && json !== null && 'code' in json && typeof json.code === 'string'
      ? json.code
      : ''
  return status === 403 || KEY_WORDS.test(`${ownWords(reply)} ${code}`)
}
