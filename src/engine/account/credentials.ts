/**
 * The credentials actor: establishes them once per attempt, lets all signed reads share one re-derivation after a 401,
 * and knows the session key's scopes and end.
 */
import { CREDENTIAL_START, stepCredential } from '#core/machines/credential.ts'
import type { ClockVerdict, CredentialAttempt, CredentialEffect } from '#core/machines/credential.ts'
import type { Instant } from '#core/market/market.ts'
import type { CredentialStatus } from '#core/trading-state.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { runMachine } from '#lib/machine.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type {
  CredentialOutcome,
  KeyListing,
  ReadFault,
  SessionSigner,
  VenueAccount,
} from '#ports/venue-account.ts'

export type CredentialsActor = {
  readonly status: () => CredentialStatus
  /** Held, accepted so far, and not being renewed. */
  readonly isReady: () => boolean
  readonly isKeyExpired: () => boolean
  readonly hasTradingScope: () => boolean
  /** Of the key in use; null when the venue does not say. */
  readonly scopes: () => CredentialStatus['scopes'] | null
  /** The venue was asked for its list of session signers, however that ended. */
  readonly isKeyCompared: () => boolean
  /** The list does not leave the key out. */
  readonly isKeyListed: () => boolean
  /** The list names another wallet, or the venue refused an order because its signer is not the wallet's (INV-49). */
  readonly isWalletMismatch: () => boolean
  readonly noteWalletMismatch: () => void
  readonly start: () => Promise<void>
  /** The clock was measured and is right: what only it held up goes on (INV-51). */
  readonly clockRight: () => void
  /** Asks for new credentials now, ahead of the timer; too soon after the last attempt it says how long to wait. */
  readonly retry: () => Promise<Result<CredentialStatus, { readonly retryAfterMs: number }>>
  /** Grows with each set of credentials. */
  readonly generation: () => number
  /** Something signed with the set `asked` got 401; true once there are newer credentials. */
  readonly recover: (asked: number) => Promise<boolean>
  /** A signed read: without credentials the venue is not called; a 401 renews them once and repeats the read once. */
  readonly read: <T>(call: () => Promise<Result<T, ReadFault>>) => Promise<Result<T, ReadFault>>
  /** A signed call that also goes out while a wrong clock pauses the credentials: the adapter signs it with the venue's time. */
  readonly beat: <T>(call: () => Promise<Result<T, ReadFault>>) => Promise<Result<T, ReadFault>>
  readonly stop: () => void
}

const LISTING_EVERY_MS = 600_000
/** While the list was not read or contradicts: the owner may just have authorised the key. */
const LISTING_AGAIN_MS = 30_000
const WARN_AHEAD_MS = 86_400_000
/** Between two attempts, when the trader asks. */
const RETRY_PAUSE_MS = 10_000

/**
 * Builds the actor.
 *
 * @param onReady  new credentials are held
 * @param onChange  after every change of the status
 * @param onExpiring  once per key, 24 h ahead
 */
export function createCredentials(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly account: VenueAccount
  /** How our clock stands, measured now: a wrong one explains a 401. */
  readonly checkClock: () => Promise<ClockVerdict>
  readonly clockSkewMs: () => number | null
  readonly onReady: () => void
  readonly onChange: () => void
  readonly onExpiring: (validUntil: Instant) => void
}): CredentialsActor {
  const { clock, log, account } = parts
  const { hasKey, hasConfiguredCredentials } = account.identity
  /** The last one that says something; one that was not told takes nothing back. */
  let listing: KeyListing | null = null
  let isKeyCompared = false
  /** Monotonic. */
  let listingAt = Number.NEGATIVE_INFINITY
  let warnedOf: Instant | null = null
  /** The venue has refused an order of this signer for this wallet. */
  let isRefused = false
  let isStopped = false
  /** Grows with each set of credentials, so that an answer to the old set renews nothing. */
  let generation = 0
  let nextRetryAt: Instant | null = null
  /** How the last attempt ended, where it was not well. */
  let trouble: { readonly isNetwork: boolean; readonly detail: string | null } = {
    isNetwork: false,
    detail: null,
  }
  /** Monotonic: when the trader may ask for another attempt. */
  let retryFrom = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | null = null
  let stopListing: (() => void) | null = null
  let establishing: Promise<void> | null = null

  const machine = runMachine({ initial: CREDENTIAL_START, step: stepCredential, perform })

  function perform(effect: CredentialEffect): void {
    switch (effect.type) {
      case 'establish':
        nextRetryAt = null
        stopTimer?.()
        retryFrom = clock.monotonic() + RETRY_PAUSE_MS
        establishing = establish().finally(() => {
          establishing = null
        })
        return
      case 'drop':
        account.dropCredentials()
        return
      case 'resume':
        becomeReady()
        return
      case 'timer_after':
        nextRetryAt = clock.now() + effect.afterMs
        stopTimer?.()
        stopTimer = clock.after(effect.afterMs, () => {
          machine.send({ type: 'timer' })
          parts.onChange()
        })
    }
  }

  async function establish(): Promise<void> {
    const outcome = await attempt()
    const isRefusal = outcome.kind === 'auth_rejected' || outcome.kind === 'derive_failed'
    const verdict = isRefusal ? await parts.checkClock() : 'unknown'
    if (isStopped) return
    const detail = 'detail' in outcome ? outcome.detail : null
    trouble = { isNetwork: outcome.kind === 'network', detail: sentence(outcome) }
    if (outcome.kind === 'network') {
      retryFrom = Math.max(retryFrom, clock.monotonic() + (outcome.retryAfterMs ?? 0))
    }
    machine.send({ type: 'attempted', outcome: withoutDetail(outcome), hasKey, clock: verdict })
    log.info('credentials.attempted', { outcome: outcome.kind, ...(detail === null ? {} : { detail }) })
    if (outcome.kind === 'ready') becomeReady()
    parts.onChange()
  }

  async function attempt(): Promise<CredentialOutcome> {
    try {
      return await account.establishCredentials()
    } catch (error) {
      return { kind: 'network', detail: String(error), retryAfterMs: null }
    }
  }

  function becomeReady(): void {
    generation += 1
    isRefused = false
    nextRetryAt = null
    void readListing()
    parts.onReady()
  }

  function isReady(): boolean {
    const state = machine.state()
    return state.kind === 'ready' && !state.renewing
  }

  async function recover(asked: number): Promise<boolean> {
    // Somebody else has renewed them while this answer was on its way.
    if (asked !== generation) return isReady()
    const verdict = isReady() ? await parts.checkClock() : 'unknown'
    if (asked !== generation) return isReady()
    machine.send({ type: 'unauthorized', hasKey, clock: verdict })
    parts.onChange()
    await establishing
    return isReady()
  }

  async function read<T>(call: () => Promise<Result<T, ReadFault>>): Promise<Result<T, ReadFault>> {
    await establishing
    if (!isReady()) return err({ kind: 'no_credentials', detail: 'no credentials', retryAfterMs: null })
    const asked = generation
    const answer = await call()
    if (answer.ok || answer.error.kind !== 'unauthorized') return answer
    if (!(await recover(asked))) return answer
    const again = generation
    const repeated = await call()
    // New credentials that are refused at once end in failed, not in another round.
    if (!repeated.ok && repeated.error.kind === 'unauthorized') await recover(again)
    return repeated
  }

  async function readListing(): Promise<void> {
    listingAt = clock.monotonic()
    const answer = await read(() => account.keyListing())
    if (isStopped) return
    isKeyCompared ||= answer.ok || answer.error.kind !== 'no_credentials'
    if (!answer.ok) log.warn('credentials.key_listing_unread', { detail: answer.error.detail })
    else if (answer.value.kind !== 'not_told' || listing === null) {
      if (answer.value.kind !== listing?.kind) {
        log.info('credentials.key_listing', { listing: answer.value.kind })
      }
      listing = answer.value
    }
    warn()
    parts.onChange()
  }

  function isListingDue(): boolean {
    const isSettled = listing?.kind === 'listed' || listing?.kind === 'not_told'
    return clock.monotonic() - listingAt >= (isSettled ? LISTING_EVERY_MS : LISTING_AGAIN_MS)
  }

  function signer(): SessionSigner | null {
    return listing?.kind === 'listed' ? listing.signer : null
  }

  function warn(): void {
    const validUntil = signer()?.validUntil ?? null
    if (validUntil === null || warnedOf === validUntil || clock.now() < validUntil - WARN_AHEAD_MS) return
    warnedOf = validUntil
    parts.onExpiring(validUntil)
  }

  function status(): CredentialStatus {
    const state = machine.state()
    const isPaused = state.kind === 'paused'
    const isWaiting = state.kind === 'pending' && trouble.isNetwork
    return {
      state: isPaused ? 'pending' : state.kind,
      reason: state.kind === 'failed' ? state.reason : isWaiting ? 'network' : null,
      detail: isPaused
        ? clockWords(parts.clockSkewMs())
        : state.kind === 'failed' || isWaiting
          ? trouble.detail
          : null,
      signerAddress: account.identity.signerAddress,
      walletAddress: account.identity.walletAddress,
      keyListing: listing?.kind ?? 'unread',
      keyWallet: listing?.kind === 'other_wallet' ? listing.wallet : null,
      scopes: signer()?.scopes ?? [],
      validUntil: signer()?.validUntil ?? null,
      nextRetryAt,
    }
  }

  async function retry(): ReturnType<CredentialsActor['retry']> {
    const state = machine.state()
    const isPossible = (state.kind === 'failed' && hasKey) || (state.kind === 'pending' && state.waiting)
    if (!isPossible) return ok(status())
    const waitMs = retryFrom - clock.monotonic()
    if (waitMs > 0) return err({ retryAfterMs: Math.ceil(waitMs) })
    machine.send({ type: 'retry', hasKey })
    parts.onChange()
    await establishing
    return ok(status())
  }

  return {
    status,
    isReady,
    beat: (call) => (machine.state().kind === 'paused' ? call() : read(call)),
    isKeyExpired: () => clock.now() >= (signer()?.validUntil ?? Number.POSITIVE_INFINITY),
    hasTradingScope() {
      const scopes = signer()?.scopes ?? []
      return scopes.length === 0 || scopes.some((scope) => scope === 'CLOB' || scope === 'ALL')
    },
    scopes: () => signer()?.scopes ?? null,
    isKeyCompared: () => isKeyCompared,
    isKeyListed: () => listing?.kind !== 'not_listed',
    isWalletMismatch: () => isRefused || listing?.kind === 'other_wallet',
    noteWalletMismatch() {
      isRefused = true
      parts.onChange()
    },
    async start() {
      machine.send({ type: 'start', hasKey, hasConfigured: hasConfiguredCredentials })
      stopListing = clock.every(LISTING_AGAIN_MS, () => {
        warn()
        if (isReady() && isListingDue()) void readListing()
      })
      if (isReady()) becomeReady()
      parts.onChange()
      await establishing
    },
    clockRight() {
      const before = machine.state()
      machine.send({ type: 'clock_right' })
      if (machine.state() !== before) parts.onChange()
    },
    retry,
    generation: () => generation,
    recover,
    read,
    stop() {
      isStopped = true
      stopTimer?.()
      stopListing?.()
    },
  }
}

function withoutDetail(outcome: CredentialOutcome): CredentialAttempt {
  return outcome.kind === 'network'
    ? { kind: 'network', retryAfterMs: outcome.retryAfterMs }
    : { kind: outcome.kind }
}

/** What a clock that is too far off means, and what to do about it. */
function clockWords(skewMs: number | null): string {
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

/** What an attempt met, as sentences; null where the reason says it all. */
function sentence(outcome: CredentialOutcome): string | null {
  if (outcome.kind !== 'network' && outcome.kind !== 'derive_failed') return null
  const { kind, detail } = outcome
  if (detail === '' || /[.!?]$/.test(detail)) return detail === '' ? null : detail
  return kind === 'network'
    ? `The venue could not be reached for credentials (${detail}).`
    : `The venue gave no usable credentials (${detail}).`
}
