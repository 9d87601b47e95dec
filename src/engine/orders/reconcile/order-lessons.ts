/**
 * Conclusions from the ending of an order's request about the venue and the account, passed on to the parts that keep
 * them.
 */
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { PlaceOutcome } from '#ports/venue-trading.ts'
import type { Balances } from '../../account/balances.ts'
import type { CredentialsActor } from '../../account/credentials.ts'
import type { GeoblockActor } from '../../gates/geoblock.ts'
import type { VenueModeActor } from '../../gates/venue-mode.ts'

/** Learns from one ending; `generation` is that of the credentials that the request was signed with. */
type LearnFromOrder = (
  outcome: PlaceOutcome,
  intent: { readonly postOnly: boolean },
  generation: number,
) => void

/** Ties the parts together. */
export function createOrderLessons(parts: {
  readonly venueMode: Pick<VenueModeActor, 'learn'>
  readonly credentials: Pick<CredentialsActor, 'recover' | 'noteWalletMismatch'>
  readonly geoblock: Pick<GeoblockActor, 'checkNow'>
  readonly balances: Pick<Balances, 'readCash'>
}): LearnFromOrder {
  const { venueMode, credentials, geoblock, balances } = parts
  return (outcome, intent, generation) => {
    venueMode.learn(outcome, intent.postOnly)
    const refusal = refusalOf(outcome)
    if (refusal === null) return
    if (refusal.code === 'no_credentials' && outcome.kind === 'refused') void credentials.recover(generation)
    if (refusal.code === 'wallet_mismatch') credentials.noteWalletMismatch()
    if (refusal.code === 'geoblocked' && outcome.kind === 'refused') void geoblock.checkNow()
    if (refusal.code === 'insufficient_balance' || refusal.code === 'insufficient_allowance') {
      void balances.readCash()
    }
  }
}

function refusalOf(outcome: PlaceOutcome): Rejection | null {
  if (outcome.kind === 'refused') return outcome.rejection
  return outcome.kind === 'not_sent' ? rejection(outcome.code) : null
}
