/** Cancels of everything, or of a market: the one call, and what stays in force until the venue has taken it. */
import { parseMarketId, parseOutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { pause } from '#lib/pause.ts'
import type { QueuedCancel } from '#ports/stores.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import { isInScope, type CancelTarget } from '../book-of-orders/asked-cancels.ts'
import { isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import { type Cancels, send, type Standing } from './cancel-calls.ts'
import { cancelPauseMs, forget, store } from './cancel-queue.ts'

const STANDING_EVERY_MS = 1_000

type ManyCall = {
  readonly call: Promise<CancelOutcome>
  /** Until then nothing that it means leaves. */
  readonly release: (isAnswered: boolean) => void
}

/** Sends the one call at once, which nothing may hold up (INV-16). */
export function callMany(state: Cancels, target: CancelTarget): ManyCall {
  const { book, trading } = state
  const release = book.cancels.hold(target)
  if (target === null) state.point('cancel_all.barrier')
  const call = send(state, () => (target === null ? trading.cancelAll() : trading.cancelMarket(target)))
  return { call, release }
}

/**
 * Keeps a cancel of many that the venue has not taken: what was open then is in the queue by its id, and this finds the rest of what
 * was there. Orders placed after the press are not meant (INV-18, INV-78).
 */
export function addStanding(state: Cancels, one: Standing): void {
  const name = nameOf(one.target)
  const known = state.standing.get(name)
  if (known !== undefined && known.askedAt >= one.askedAt) return
  store(state, [{ orderId: name, sendAt: one.askedAt }])
  void stand(state, name, one)
}

/** Takes over what a previous run left. */
export function restoreStanding(state: Cancels, rows: readonly QueuedCancel[]): void {
  for (const { orderId: name, sendAt } of rows) {
    const target = targetOf(name)
    if (target === undefined) forget(state, name)
    else void stand(state, name, standingOf(state, target, sendAt))
  }
}

/** A cancel that a previous run was asked for. */
export function standingOf({ clock }: Cancels, target: CancelTarget, askedAt: Instant): Standing {
  return { target, askedAt, askedMonotonic: clock.monotonic() - Math.max(0, clock.now() - askedAt) }
}

/** It is over, or the venue has taken it after all. */
export function endStanding(state: Cancels, { target }: Pick<Standing, 'target'>): void {
  const name = nameOf(target)
  if (state.standing.delete(name)) forget(state, name)
}

async function stand(state: Cancels, name: string, one: Standing): Promise<void> {
  const { clock, standing, book, queue } = state
  const { ledger, proofs } = book
  standing.set(name, one)
  let [failures, isTaken, waitMs] = [0, false, STANDING_EVERY_MS]
  for (;;) {
    await pause(clock, waitMs)
    if (standing.get(name) !== one) return
    if (proofs.isReadSince(one.askedMonotonic)) break
    waitMs = STANDING_EVERY_MS
    // Before own state has been read nothing can have been placed since, and only the venue knows its orders.
    if (proofs.isReconciled() || isTaken) book.tell('read_wanted', 0)
    else {
      const { call, release } = callMany(state, one.target)
      const outcome = await call
      isTaken = outcome.kind === 'answered'
      release(isTaken)
      if (outcome.kind === 'failed') waitMs = cancelPauseMs(outcome.rejection, failures++)
    }
  }
  const meant = ledger.openEntries().filter((entry) => !isOnItsWay(entry) && isMeant(entry, one))
  queue.addAll(meant.map(({ key }) => key))
  endStanding(state, one)
}

/** It was at the venue, or on its way there, when the cancel was asked for: by both clocks, where both are known. */
function isMeant({ order, sentAt }: LedgerEntry, { target, askedAt, askedMonotonic }: Standing): boolean {
  if (order.createdAt > askedAt || (!order.foreign && sentAt > askedMonotonic)) return false
  return isInScope(order, target)
}

/** As it is stored, beside ids of orders. */
function nameOf(target: CancelTarget): string {
  if (target === null) return 'all'
  return 'marketId' in target ? `market ${target.marketId}` : `outcome ${target.outcomeId}`
}

function targetOf(name: string): CancelTarget | undefined {
  if (name === 'all') return null
  const [kind, id = ''] = name.split(' ')
  const marketId = kind === 'market' ? parseMarketId(id) : null
  if (marketId !== null) return { marketId }
  const outcomeId = kind === 'outcome' ? parseOutcomeId(id) : null
  return outcomeId === null ? undefined : { outcomeId }
}
