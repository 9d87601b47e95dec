/** Availability of combos, with every reason against it. */
import { rejection, type RejectCode, type Rejection } from '../reject-codes.ts'
import type { CredentialStatus, TradingMode } from '../trading-state.ts'

export type ComboConditions = {
  /** The venue profile has a combos address. */
  readonly isConfigured: boolean
  /** Scopes of the key in use; null when the venue does not say. */
  readonly scopes: CredentialStatus['scopes'] | null
  /** Closed gates of trading, as reject codes, in their order. */
  readonly gates: readonly RejectCode[]
  readonly mode: TradingMode
}

/**
 * Why no combo can be traded now, without repeats; empty when combos can trade. A key needs COMBOSRFQ or ALL next to
 * what the order book asks of it. Scopes that the venue does not tell keep nothing closed: it refuses on its own.
 */
export function combosReasons(conditions: ComboConditions): readonly RejectCode[] {
  const { isConfigured, scopes, gates, mode } = conditions
  const reasons = new Set<RejectCode>()
  if (!isConfigured || !hasComboScope(scopes)) reasons.add('combos_unavailable')
  for (const gate of gates) reasons.add(gate)
  if (mode !== 'ARMED') reasons.add('safe_mode')
  return [...reasons]
}

/** A key's scopes allow combos, or are not known. */
export function hasComboScope(scopes: CredentialStatus['scopes'] | null): boolean {
  return scopes === null || scopes.some((scope) => scope === 'COMBOSRFQ' || scope === 'ALL')
}

/** Gates that hold back even a question: everything but SAFE and a clock that is off. */
const BEFORE_ASKING: ReadonlySet<RejectCode> = new Set<RejectCode>([
  'trading_disabled',
  'geoblocked',
  'no_credentials',
  'session_key_expired',
  'session_key_not_listed',
  'wallet_mismatch',
  'audit_unavailable',
  'combos_unavailable',
])

/** The reason that refuses a request for a quote; null allows it. Gates of trading are reported first. */
export function quoteGate(reasons: readonly RejectCode[]): Rejection | null {
  const closed = reasons.filter((code) => BEFORE_ASKING.has(code))
  const first = closed.find((code) => code !== 'combos_unavailable') ?? closed[0]
  return first === undefined ? null : rejection(first)
}
