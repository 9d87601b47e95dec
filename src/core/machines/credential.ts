/** Venue credentials: none, pending, ready, failed. One attempt at a time; retries only where the table has a timer. */
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
  | {
      readonly kind: 'failed'
      readonly reason: 'auth_rejected' | 'geoblocked' | 'derive_failed'
      readonly rejections: number
    }

export type CredentialEvent =
  | { readonly type: 'start'; readonly hasKey: boolean; readonly hasConfigured: boolean }
  | { readonly type: 'attempted'; readonly outcome: CredentialAttempt; readonly hasKey: boolean }
  /** A signed read or an order got 401. */
  | { readonly type: 'unauthorized'; readonly hasKey: boolean }
  | { readonly type: 'timer' }

export type CredentialEffect =
  | { readonly type: 'establish' }
  | { readonly type: 'drop' }
  | { readonly type: 'timer_after'; readonly afterMs: number }

export const CREDENTIAL_START: CredentialState = { kind: 'none' }

const NETWORK_FIRST_MS = 30_000
const NETWORK_MOST_MS = 600_000
const REJECTED_MS = [300_000, 900_000] as const
const REJECTED_MOST_MS = 3_600_000

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
      if (event.type === 'attempted' && !state.waiting) {
        return attempted(event.outcome, event.hasKey, 'derived', state.networkFailures, state.rejections)
      }
      return { state, effects: [] }
    case 'ready':
      if (event.type === 'attempted' && state.renewing) {
        return attempted(event.outcome, event.hasKey, 'again', 0, state.rejections)
      }
      if (event.type !== 'unauthorized' || state.renewing) return { state, effects: [] }
      if (!event.hasKey || state.origin === 'again') return rejected(event.hasKey, state.rejections)
      return { state: { ...state, renewing: true }, effects: [{ type: 'establish' }] }
    case 'failed':
      return event.type === 'timer' && state.reason === 'auth_rejected'
        ? attempt(0, state.rejections)
        : { state, effects: [] }
  }
}

function attempt(networkFailures: number, rejections: number): CredentialStep {
  return {
    state: { kind: 'pending', waiting: false, networkFailures, rejections },
    effects: [{ type: 'establish' }],
  }
}

function attempted(
  outcome: CredentialAttempt,
  hasKey: boolean,
  origin: 'derived' | 'again',
  networkFailures: number,
  rejections: number,
): CredentialStep {
  switch (outcome.kind) {
    case 'ready':
      return { state: { kind: 'ready', origin, renewing: false, rejections: 0 }, effects: [] }
    case 'auth_rejected':
      return rejected(hasKey, rejections)
    case 'geoblocked':
    case 'derive_failed':
      return { state: { kind: 'failed', reason: outcome.kind, rejections }, effects: [{ type: 'drop' }] }
    case 'network': {
      const pause = Math.min(NETWORK_FIRST_MS * 2 ** Math.min(networkFailures, 10), NETWORK_MOST_MS)
      return {
        state: { kind: 'pending', waiting: true, networkFailures: networkFailures + 1, rejections },
        effects: [{ type: 'timer_after', afterMs: Math.max(pause, outcome.retryAfterMs ?? 0) }],
      }
    }
  }
}

function rejected(hasKey: boolean, rejections: number): CredentialStep {
  const afterMs = REJECTED_MS[rejections] ?? REJECTED_MOST_MS
  return {
    state: { kind: 'failed', reason: 'auth_rejected', rejections: rejections + 1 },
    effects: hasKey ? [{ type: 'drop' }, { type: 'timer_after', afterMs }] : [{ type: 'drop' }],
  }
}
