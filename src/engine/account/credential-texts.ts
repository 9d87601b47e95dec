/** Sentences of the credentials' status. */
import type { CredentialOutcome, KeyListing } from '#ports/venue-account.ts'

/** Consequence of a clock that is too far off, and the remedy. */
export function clockWords(skewMs: number | null): string {
  const seconds = Math.round(Math.abs(skewMs ?? 0) / 1000)
  const far =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7_200
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 3_600)} h`
  const how =
    skewMs === null ? 'has just been moved' : `is ${far} ${skewMs < 0 ? 'ahead of' : 'behind'} the venue’s`
  return `This computer’s clock ${how}, so the venue refuses what it signs. Set the clock right: the credentials are kept and work again then.`
}

/** Sentences of an attempt; null where the reason says it all. */
export function attemptWords(outcome: CredentialOutcome): string | null {
  if (outcome.kind !== 'network' && outcome.kind !== 'derive_failed') return null
  const { kind, detail } = outcome
  if (detail === '' || /[.!?]$/.test(detail)) return detail === '' ? null : detail
  return kind === 'network'
    ? `The venue could not be reached for credentials (${detail}).`
    : `The venue gave no usable credentials (${detail}).`
}

/** Meaning of a contradicting list, and the remedy; null for one that does not contradict. */
export function keyWords(listing: KeyListing | null): string | null {
  if (listing?.kind === 'not_listed') {
    return 'The session key is not on the venue’s list of keys for this wallet: it was revoked, or never authorised. Authorise it, or set another one.'
  }
  return listing?.kind === 'other_wallet'
    ? `The venue lists the session key for another wallet, ${listing.wallet}. Set that wallet, or a key of this one.`
    : null
}
