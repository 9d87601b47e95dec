/** Venue credentials: none, pending, ready, failed. One attempt at a time; retries only where the table has a timer. */
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import type { Step } from '#lib/machine.ts'

/** The ending of one attempt to create or derive (mirrors the port's outcome without its details). */
export type CredentialAttempt =
  | { readonly kind: 'ready' }
  | { readonly kind: 'auth_rejected' }
  | { readonly kind: 'geoblocked' }
  | { readonly kind: 'derive_failed' }
  | { readonly kind: 'network'; readonly retryAfterMs: number | null }

export type CredentialState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'pending'
      /** Waiting for the timer rather than for an answer. */
      readonly waiting: boolean
      readonly networkFailures: number
      readonly rejections: number
    }
  | {
      readonly kind: 'ready'
      /** `again`: from a re-derivation; another 401 ends it. */
      readonly origin: 'configured' | 'derived' | 'again'
      /** A re-derivation is under way; readers wait for it. */
      readonly renewing: boolean
      readonly rejections: number
    }
  /** Our clock is wrong: what the venue refuses says nothing of the credentials (INV-51). */
  | {
      readonly kind: 'paused'
      /** Source of the credentials held meanwhile; null when there were none yet. */
      readonly resume: 'configured' | 'derived' | 'again' | null
      readonly rejections: number
    }
  | {
      readonly kind: 'failed'
      readonly reason: 'auth_rejected' | 'geoblocked' | 'derive_failed'
      readonly rejections: number
      /** The clock was not measured when they were refused: it may have been the cause. */
      readonly isClockDoubted: boolean
    }

/** Our clock next to the venue's, as measured when an answer said 401; `unknown` when the venue did not tell its time. */
export type ClockVerdict = 'right' | 'wrong' | 'unknown'

export type CredentialEvent =
  | { readonly type: 'start'; readonly hasKey: boolean; readonly hasConfigured: boolean }
  | {
      readonly type: 'attempted'
      readonly outcome: CredentialAttempt
      readonly hasKey: boolean
      readonly clock: ClockVerdict
    }
  /** A signed read or an order got 401. */
  | { readonly type: 'unauthorized'; readonly hasKey: boolean; readonly clock: ClockVerdict }
  /** The clock was measured and is right. */
  | { readonly type: 'clock_right' }
  /** The trader asks for a new attempt now. */
  | { readonly type: 'retry'; readonly hasKey: boolean }
  | { readonly type: 'timer' }

export type CredentialEffect =
  | { readonly type: 'establish' }
  | { readonly type: 'drop' }
  /** Those that are held count again. */
  | { readonly type: 'resume' }
  | { readonly type: 'timer_after'; readonly afterMs: number }

export const CREDENTIAL_START: CredentialState = { kind: 'none' }

const NETWORK: Backoff = { firstMs: 30_000, maxMs: 600_000 }
const REJECTED_MS = [300_000, 900_000] as const
const REJECTED_MAX_MS = 3_600_000

type CredentialStep = Step<CredentialState, CredentialEffect>

/** One event of the credentials (VEN-2). A meaningless event changes nothing. */
export function stepCredential(state: CredentialState, event: CredentialEvent): CredentialStep {
  switch (state.kind) {
    case 'none':
      if (event.type !== 'start') return { state, effects: [] }
      if (event.hasConfigured) {
        return { state: { kind: 'ready', origin: 'configured', renewing: false, rejections: 0 }, effects: [] }
      }
      return event.hasKey ? attempt(0, 0) : { state, effects: [] }
    case 'pending':
      if (event.type === 'timer' && state.waiting) return attempt(state.networkFailures, state.rejections)
      if (event.type === 'retry' && state.waiting) return attempt(0, state.rejections)
      if (event.type === 'attempted' && !state.waiting) {
        return attempted(event, 'derived', null, state)
      }
      return { state, effects: [] }
    case 'ready':
      if (event.type === 'attempted' && state.renewing) {
        return attempted(event, 'again', state.origin, { ...state, networkFailures: 0 })
      }
      if (event.type !== 'unauthorized' || state.renewing) return { state, effects: [] }
      if (event.clock === 'wrong') return paused(state.origin, state.rejections)
      if (!event.hasKey || state.origin === 'again') return rejected(event, state.rejections)
      return { state: { ...state, renewing: true }, effects: [{ type: 'establish' }] }
    case 'paused':
      if (event.type !== 'clock_right') return { state, effects: [] }
      if (state.resume === null) return attempt(0, state.rejections)
      return {
        state: { kind: 'ready', origin: state.resume, renewing: false, rejections: state.rejections },
        effects: [{ type: 'resume' }],
      }
    case 'failed':
      return isDue(state, event) ? attempt(0, state.rejections) : { state, effects: [] }
  }
}

/** A retry comes at its time, or earlier when its cause may be gone, or when the trader asks for it. */
function isDue(state: Extract<CredentialState, { kind: 'failed' }>, event: CredentialEvent): boolean {
  if (event.type === 'retry') return event.hasKey
  if (state.reason !== 'auth_rejected') return false
  return event.type === 'timer' || (event.type === 'clock_right' && state.isClockDoubted)
}

function attempt(networkFailures: number, rejections: number): CredentialStep {
  return {
    state: { kind: 'pending', waiting: false, networkFailures, rejections },
    effects: [{ type: 'establish' }],
  }
}

function paused(
  resume: Extract<CredentialState, { kind: 'paused' }>['resume'],
  rejections: number,
): CredentialStep {
  return { state: { kind: 'paused', resume, rejections }, effects: [] }
}

/** @param held  origin of the credentials that are held while new ones are asked for; null when there are none */
function attempted(
  event: Extract<CredentialEvent, { type: 'attempted' }>,
  origin: 'derived' | 'again',
  held: Extract<CredentialState, { kind: 'paused' }>['resume'],
  { networkFailures, rejections }: { readonly networkFailures: number; readonly rejections: number },
): CredentialStep {
  const { outcome } = event
  switch (outcome.kind) {
    case 'ready':
      return { state: { kind: 'ready', origin, renewing: false, rejections: 0 }, effects: [] }
    case 'auth_rejected':
      return event.clock === 'wrong' ? paused(held, rejections) : rejected(event, rejections)
    case 'geoblocked':
    case 'derive_failed':
      if (event.clock === 'wrong' && outcome.kind === 'derive_failed') return paused(held, rejections)
      return {
        state: { kind: 'failed', reason: outcome.kind, rejections, isClockDoubted: false },
        effects: [{ type: 'drop' }],
      }
    case 'network': {
      const pause = backoffMs(NETWORK, networkFailures)
      return {
        state: { kind: 'pending', waiting: true, networkFailures: networkFailures + 1, rejections },
        effects: [{ type: 'timer_after', afterMs: Math.max(pause, outcome.retryAfterMs ?? 0) }],
      }
    }
  }
}

function rejected(
  { hasKey, clock }: { readonly hasKey: boolean; readonly clock: ClockVerdict },
  rejections: number,
): CredentialStep {
  const afterMs = REJECTED_MS[rejections] ?? REJECTED_MAX_MS
  return {
    state: {
      kind: 'failed',
      reason: 'auth_rejected',
      rejections: rejections + 1,
      isClockDoubted: hasKey && clock === 'unknown',
    },
    effects: hasKey ? [{ type: 'drop' }, { type: 'timer_after', afterMs }] : [{ type: 'drop' }],
  }
}
