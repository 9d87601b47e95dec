/** The geographic gate and the session key as text: in the frame, and in the checklist before arming. */
import type { Status } from '../platform/api/client.ts'
import { showAge } from '../platform/format/figures.ts'

/** The geographic gate as text. */
export function geoText(status: Status | null): string {
  if (status === null) return 'not known'
  if (status.geoblock.error !== null) return status.geoblock.error
  return status.geoblock.blocked ? 'blocked' : 'ok'
}

/** How long the session key is valid. */
export function keyText(status: Status | null): string {
  if (status === null) return 'not known'
  const { signerAddress: signer, keyListing: listing, validUntil: until } = status.credentials
  if (signer === null) return 'none'
  if (until === null) return listing === 'listed' ? 'no end' : 'end not known'
  const left = until - status.time
  return left <= 0 ? 'expired' : `${showAge(left)} left`
}
