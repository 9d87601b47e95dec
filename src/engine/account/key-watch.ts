/**
 * Our key in the venue's list of session signers: read when credentials are ready, regularly, and at once after a
 * sign that the key was removed (INV-49, INV-79).
 */
import type { Instant } from '#core/market/market.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { KeyListing, ReadFault, SessionSigner } from '#ports/venue-account.ts'

export type KeyWatch = ReturnType<typeof createKeyWatch>

const EVERY_MS = 600_000
/** While the list was not read or contradicts: the owner may just have authorised the key. */
const AGAIN_MS = 30_000
const WARN_AHEAD_MS = 86_400_000
/** Between two reads, however many signs there are. */
const DOUBT_PAUSE_MS = 2_000
/** A key may leave the list a while after its orders were cancelled: so long, and so often, it is looked for. */
const DOUBT_LASTS_MS = 60_000
const DOUBT_AGAIN_MS = 10_000

/** Builds the watch; `ask` is a signed read. */
export function createKeyWatch(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly ask: () => Promise<Result<KeyListing, ReadFault>>
  readonly isReady: () => boolean
  readonly onChange: () => void
  readonly onExpiring: (validUntil: Instant) => void
}) {
  const { clock, log } = parts
  let listing: KeyListing | null = null
  let isCompared = false
  /** Monotonic. */
  let readAt = Number.NEGATIVE_INFINITY
  /** Monotonic. */
  let doubtedUntil = Number.NEGATIVE_INFINITY
  let warnedOf: Instant | null = null
  let isStopped = false
  let stopTicker: (() => void) | null = null
  let stopNext: (() => void) | null = null

  async function read(): Promise<void> {
    readAt = clock.monotonic()
    const answer = await parts.ask()
    if (isStopped) return
    isCompared ||= answer.ok || answer.error.kind !== 'no_credentials'
    if (!answer.ok) log.warn('credentials.key_listing_unread', { detail: answer.error.detail })
    else if (answer.value.kind !== 'not_told' || listing === null) {
      if (answer.value.kind !== listing?.kind) {
        log.info('credentials.key_listing', { listing: answer.value.kind })
      }
      listing = answer.value
    }
    warn()
    parts.onChange()
    if (listing?.kind === 'not_listed' || listing?.kind === 'other_wallet') readWithin(AGAIN_MS)
    else if (clock.monotonic() < doubtedUntil && (!answer.ok || answer.value.kind === 'listed')) {
      readWithin(DOUBT_AGAIN_MS)
    }
  }

  /** One read is planned at a time, the earlier one. */
  function readWithin(ms: number): void {
    if (isStopped) return
    stopNext?.()
    stopNext = clock.after(ms, () => {
      stopNext = null
      if (parts.isReady()) void read()
    })
  }

  /** The key's own entry; null when the list does not say. */
  function signer(): SessionSigner | null {
    return listing?.kind === 'listed' ? listing.signer : null
  }

  function isDue(): boolean {
    return clock.monotonic() - readAt >= (listing === null ? AGAIN_MS : EVERY_MS)
  }

  function warn(): void {
    const validUntil = signer()?.validUntil ?? null
    if (validUntil === null || warnedOf === validUntil || clock.now() < validUntil - WARN_AHEAD_MS) return
    warnedOf = validUntil
    parts.onExpiring(validUntil)
  }

  return {
    /** The last one that says something; one that was not published takes nothing back. */
    listing: (): KeyListing | null => listing,
    signer,
    /** The list was asked for, however that ended. */
    isCompared: (): boolean => isCompared,
    read,
    /** Notes a sign that the key was removed from the list. */
    doubt: (): void => {
      doubtedUntil = clock.monotonic() + DOUBT_LASTS_MS
      readWithin(Math.max(0, readAt + DOUBT_PAUSE_MS - clock.monotonic()))
    },
    start(): void {
      stopTicker = clock.every(AGAIN_MS, () => {
        warn()
        if (parts.isReady() && isDue()) void read()
      })
    },
    stop(): void {
      isStopped = true
      stopTicker?.()
      stopNext?.()
    },
  }
}
