/**
 * The credentials actor: establishes them once per attempt, lets all signed reads share one re-derivation after a 401,
 * and knows the session key's scopes and end.
 */
import { CREDENTIAL_START, stepCredential } from '#core/machines/credential.ts'
import type {
  ClockVerdict,
  CredentialEffect,
  CredentialEvent,
  CredentialState,
} from '#core/machines/credential.ts'
import type { Instant } from '#core/market/market.ts'
import type { CredentialStatus } from '#core/trading-state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { runMachine, type Machine } from '#lib/machine.ts'
import type { CredentialOutcome, ReadFault, VenueAccount, KeyListing } from '#ports/venue-account.ts'
import type { Tools } from '../tools.ts'
import { createKeyWatch, type KeyWatch } from './key-watch.ts'

export type CredentialsActor = ReturnType<typeof createCredentials>

/** Between two attempts, when the trader asks. */
const RETRY_PAUSE_MS = 10_000

type CredentialsParts = Pick<Tools, 'clock' | 'log'> & {
  readonly account: VenueAccount
  /** Skew of our clock, measured now: a wrong one explains a 401. */
  readonly checkClock: () => Promise<ClockVerdict>
  readonly clockSkewMs: () => number | null
  readonly onReady: () => void
  readonly onChange: () => void
  readonly onExpiring: (validUntil: Instant) => void
}

type CredentialsState = CredentialsParts & {
  readonly hasKey: boolean
  readonly key: KeyWatch
  /** The venue has refused an order of this signer for this wallet. */
  isRefused: boolean
  isStopped: boolean
  /** Grows with each set of credentials, so that an answer to the old set renews nothing. */
  generation: number
  nextRetryAt: Instant | null
  /** How the last attempt ended, where it was not well. */
  trouble: { readonly isNetwork: boolean; readonly detail: string | null }
  /** Monotonic: when the trader may ask for another attempt. */
  retryFrom: number
  stopTimer: (() => void) | null
  establishing: Promise<void> | null
  readonly machine: Machine<CredentialState, CredentialEvent>
}

/**
 * Builds the actor.
 *
 * @param onReady  new credentials are held
 * @param onChange  after every change of the status
 * @param onExpiring  once per key, 24 h ahead
 */
export function createCredentials(parts: CredentialsParts) {
  const { hasKey, hasConfiguredCredentials } = parts.account.identity
  const actor: CredentialsState = {
    ...parts,
    hasKey,
    key: createKeyWatch({
      ...parts,
      ask: () => read(actor, () => parts.account.keyListing()),
      isReady: () => isReady(actor),
    }),
    isRefused: false,
    isStopped: false,
    generation: 0,
    nextRetryAt: null,
    trouble: { isNetwork: false, detail: null },
    retryFrom: Number.NEGATIVE_INFINITY,
    stopTimer: null,
    establishing: null,
    machine: runMachine({
      initial: CREDENTIAL_START,
      step: stepCredential,
      perform: (effect) => perform(actor, effect),
    }),
  }

  return {
    status: (): CredentialStatus => status(actor),
    /** Held, accepted so far, and not being renewed. */
    isReady: (): boolean => isReady(actor),
    /** A signed call that also goes out while a wrong clock pauses the credentials: the adapter signs it with the venue's time. */
    beat: <T>(call: () => Promise<Result<T, ReadFault>>): Promise<Result<T, ReadFault>> =>
      actor.machine.state().kind === 'paused' ? call() : read(actor, call),
    isKeyExpired: (): boolean =>
      actor.clock.now() >= (actor.key.signer()?.validUntil ?? Number.POSITIVE_INFINITY),
    hasTradingScope: (): boolean => {
      const scopes = actor.key.signer()?.scopes ?? []
      return scopes.length === 0 || scopes.some((scope) => scope === 'CLOB' || scope === 'ALL')
    },
    /** Scopes of the key in use; null when the venue does not say. */
    scopes: (): CredentialStatus['scopes'] | null => actor.key.signer()?.scopes ?? null,
    /** The venue was asked for its list of session signers, however that ended. */
    isKeyCompared: actor.key.isCompared,
    /** The list does not leave the key out. */
    isKeyListed: (): boolean => actor.key.listing()?.kind !== 'not_listed',
    /** The list names another wallet, or the venue refused an order because its signer is not the wallet's (INV-49). */
    isWalletMismatch: (): boolean => actor.isRefused || actor.key.listing()?.kind === 'other_wallet',
    noteWalletMismatch(): void {
      actor.isRefused = true
      actor.onChange()
    },
    /** Reads the list at once, after a sign that the key was removed from it (INV-79). */
    doubtKey: actor.key.doubt,
    /** The venue's refusals under a wrong clock prove nothing about the credentials (INV-51). */
    isPausedByClock: (): boolean => actor.machine.state().kind === 'paused',
    async start(): Promise<void> {
      actor.machine.send({ type: 'start', hasKey, hasConfigured: hasConfiguredCredentials })
      actor.key.start()
      if (isReady(actor)) becomeReady(actor)
      actor.onChange()
      await actor.establishing
    },
    /** The clock was measured and is right: what only it held up goes on (INV-51). */
    clockRight: (): void => {
      const before = actor.machine.state()
      actor.machine.send({ type: 'clock_right' })
      if (actor.machine.state() !== before) actor.onChange()
    },
    /** Asks for new credentials now, ahead of the timer; too soon after the last attempt it says how long to wait. */
    retry: (): Promise<Result<CredentialStatus, { readonly retryAfterMs: number }>> => retry(actor),
    /** Grows with each set of credentials. */
    generation: (): number => actor.generation,
    /** Something signed with the set `asked` got 401; true once there are newer credentials. */
    recover: (asked: number): Promise<boolean> => recover(actor, asked),
    /** A signed read: without credentials the venue is not called; a 401 renews them once and repeats the read once. */
    read: <T>(call: () => Promise<Result<T, ReadFault>>): Promise<Result<T, ReadFault>> => read(actor, call),
    stop(): void {
      actor.isStopped = true
      actor.stopTimer?.()
      actor.key.stop()
    },
  }
}

function perform(actor: CredentialsState, effect: CredentialEffect): void {
  switch (effect.type) {
    case 'establish':
      actor.nextRetryAt = null
      actor.stopTimer?.()
      actor.retryFrom = actor.clock.monotonic() + RETRY_PAUSE_MS
      actor.establishing = establish(actor).finally(() => {
        actor.establishing = null
      })
      return
    case 'drop':
      actor.account.dropCredentials()
      return
    case 'resume':
      becomeReady(actor)
      return
    case 'timer_after':
      actor.nextRetryAt = actor.clock.now() + effect.afterMs
      actor.stopTimer?.()
      actor.stopTimer = actor.clock.after(effect.afterMs, () => {
        actor.machine.send({ type: 'timer' })
        actor.onChange()
      })
  }
}

async function establish(actor: CredentialsState): Promise<void> {
  const outcome = await attempt(actor)
  const isRefusal = outcome.kind === 'auth_rejected' || outcome.kind === 'derive_failed'
  const verdict = isRefusal ? await actor.checkClock() : 'unknown'
  if (actor.isStopped) return
  const detail = 'detail' in outcome ? outcome.detail : null
  actor.trouble = { isNetwork: outcome.kind === 'network', detail: attemptWords(outcome) }
  if (outcome.kind === 'network') {
    actor.retryFrom = Math.max(actor.retryFrom, actor.clock.monotonic() + (outcome.retryAfterMs ?? 0))
  }
  actor.machine.send({ type: 'attempted', outcome, hasKey: actor.hasKey, clock: verdict })
  actor.log.info('credentials.attempted', { outcome: outcome.kind, ...(detail === null ? {} : { detail }) })
  if (outcome.kind === 'ready') becomeReady(actor)
  actor.onChange()
}

async function attempt(actor: CredentialsState): Promise<CredentialOutcome> {
  try {
    return await actor.account.establishCredentials()
  } catch (error) {
    return { kind: 'network', detail: String(error), retryAfterMs: null }
  }
}

function becomeReady(actor: CredentialsState): void {
  actor.generation += 1
  actor.isRefused = false
  actor.nextRetryAt = null
  void actor.key.read()
  actor.onReady()
}

function isReady(actor: CredentialsState): boolean {
  const state = actor.machine.state()
  return state.kind === 'ready' && !state.renewing
}

async function recover(actor: CredentialsState, asked: number): Promise<boolean> {
  // Somebody else has renewed them while this answer was on its way.
  if (asked !== actor.generation) return isReady(actor)
  const verdict = isReady(actor) ? await actor.checkClock() : 'unknown'
  if (asked !== actor.generation) return isReady(actor)
  actor.machine.send({ type: 'unauthorized', hasKey: actor.hasKey, clock: verdict })
  actor.onChange()
  await actor.establishing
  return isReady(actor)
}

async function read<T>(
  actor: CredentialsState,
  call: () => Promise<Result<T, ReadFault>>,
): Promise<Result<T, ReadFault>> {
  await actor.establishing
  if (!isReady(actor)) return err({ kind: 'no_credentials', detail: 'no credentials', retryAfterMs: null })
  const asked = actor.generation
  const answer = await call()
  if (answer.ok || answer.error.kind !== 'unauthorized') return answer
  if (!(await recover(actor, asked))) return answer
  const again = actor.generation
  const repeated = await call()
  // New credentials that are refused at once end in failed, not in another round.
  if (!repeated.ok && repeated.error.kind === 'unauthorized') await recover(actor, again)
  return repeated
}

function status(actor: CredentialsState): CredentialStatus {
  const state = actor.machine.state()
  const isPaused = state.kind === 'paused'
  const isWaiting = state.kind === 'pending' && actor.trouble.isNetwork
  const listing = actor.key.listing()
  return {
    state: isPaused ? 'pending' : state.kind,
    reason: state.kind === 'failed' ? state.reason : isWaiting ? 'network' : null,
    detail: isPaused
      ? clockWords(actor.clockSkewMs())
      : state.kind === 'failed' || isWaiting
        ? actor.trouble.detail
        : keyWords(listing),
    signerAddress: actor.account.identity.signerAddress,
    walletAddress: actor.account.identity.walletAddress,
    keyListing: listing?.kind ?? 'unread',
    keyWallet: listing?.kind === 'other_wallet' ? listing.wallet : null,
    scopes: actor.key.signer()?.scopes ?? [],
    validUntil: actor.key.signer()?.validUntil ?? null,
    nextRetryAt: actor.nextRetryAt,
  }
}

async function retry(actor: CredentialsState): ReturnType<CredentialsActor['retry']> {
  const state = actor.machine.state()
  const isPossible = (state.kind === 'failed' && actor.hasKey) || (state.kind === 'pending' && state.waiting)
  if (!isPossible) return ok(status(actor))
  const waitMs = actor.retryFrom - actor.clock.monotonic()
  if (waitMs > 0) return err({ retryAfterMs: Math.ceil(waitMs) })
  actor.machine.send({ type: 'retry', hasKey: actor.hasKey })
  actor.onChange()
  await actor.establishing
  return ok(status(actor))
}

/** Consequence of a clock that is too far off, and the remedy. */
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
  return `This computer’s clock ${how}, so the venue refuses its requests. Set the clock right and the credentials work again.`
}

/** Sentences of an attempt; null where the reason says it all. */
function attemptWords(outcome: CredentialOutcome): string | null {
  if (outcome.kind !== 'network' && outcome.kind !== 'derive_failed') return null
  const { kind, detail } = outcome
  if (detail === '' || /[.!?]$/.test(detail)) return detail === '' ? null : detail
  return kind === 'network'
    ? `The venue could not be reached for credentials (${detail}).`
    : `The venue gave no usable credentials (${detail}).`
}

/** Meaning of a contradicting list, and the remedy; null for one that does not contradict. */
function keyWords(listing: KeyListing | null): string | null {
  if (listing?.kind === 'not_listed') {
    return 'The session key is not on the venue’s list of keys for this wallet: revoked or never authorised. Authorise it, or set another one.'
  }
  return listing?.kind === 'other_wallet'
    ? `The venue lists the session key for another wallet, ${listing.wallet}. Set that wallet, or a key of this one.`
    : null
}
