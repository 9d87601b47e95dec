/**
 * Cancels of everything, or of a market, that the venue has not taken: what was open then is in the queue by its id, and
 * this finds the rest of what was there. Orders placed after the press are not meant (INV-18, INV-78).
 */
import { parseMarketId, parseOutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { CancelQueueStore, QueuedCancel } from '#ports/stores.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { MarketTarget } from '../book-of-orders/cancel-barriers.ts'
import { cancelPauseMs } from './cancel-calls.ts'
import { isInScope } from '../book-of-orders/cancel-requests.ts'
import type { LedgerEntry } from '../book-of-orders/ledger-entry.ts'

/** Null: everything. */
export type CancelTarget = MarketTarget | null

export type StandingCancels = {
  /** @param askedAt  when it was asked for; left out: now */
  readonly add: (target: CancelTarget, askedAt?: Instant) => void
  /** The venue has taken it after all. */
  readonly taken: (target: CancelTarget) => void
  /** Takes over what a previous run left. */
  readonly restore: (rows: readonly QueuedCancel[]) => void
  readonly stop: () => void
}

type Standing = {
  readonly target: CancelTarget
  readonly askedAt: Instant
  /** Monotonic. */
  readonly askedMonotonic: number
  failures: number
  isTaken: boolean
  stop: () => void
}

const LOOK_EVERY_MS = 1_000

/**
 * Builds the cancels in force, none at first. @param call the one call for all that the target means; nothing leaves
 * meanwhile @param keep has orders cancelled by id @param isReadSince a complete read that began at this monotonic
 * time or later has ended
 */
export function createStandingCancels(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly store: CancelQueueStore
  readonly openEntries: () => readonly LedgerEntry[]
  readonly call: (target: CancelTarget) => Promise<CancelOutcome>
  readonly keep: (entries: readonly LedgerEntry[]) => void
  readonly isReconciled: () => boolean
  readonly isReadSince: (monotonic: number) => boolean
  readonly requestRead: (afterMs: number) => void
}): StandingCancels {
  const { clock, log, store } = parts
  const standing = new Map<string, Standing>()

  function end(name: string): void {
    standing.get(name)?.stop()
    standing.delete(name)
    try {
      store.remove(name)
    } catch (error) {
      log.error('cancel.queue_not_cleared', { order_id: name, error: String(error) })
    }
  }

  function look(name: string, one: Standing, afterMs: number): void {
    one.stop = clock.after(afterMs, () => {
      void step(name, one)
    })
  }

  async function step(name: string, one: Standing): Promise<void> {
    if (parts.isReadSince(one.askedMonotonic)) {
      parts.keep(parts.openEntries().filter((entry) => isMeant(entry, one)))
      end(name)
      return
    }
    // Before own state has been read nothing can have been placed since, and only the venue knows its orders.
    if (parts.isReconciled() || one.isTaken) {
      parts.requestRead(0)
      look(name, one, LOOK_EVERY_MS)
      return
    }
    const outcome = await parts.call(one.target)
    if (standing.get(name) !== one) return
    one.isTaken = outcome.kind === 'answered'
    if (outcome.kind === 'answered') look(name, one, LOOK_EVERY_MS)
    else {
      look(name, one, cancelPauseMs(outcome.rejection, one.failures))
      one.failures += 1
    }
  }

  function begin(target: CancelTarget, askedAt: Instant): void {
    const name = nameOf(target)
    standing.get(name)?.stop()
    const one: Standing = {
      target,
      askedAt,
      askedMonotonic: clock.monotonic() - Math.max(0, clock.now() - askedAt),
      failures: 0,
      isTaken: false,
      stop: () => {},
    }
    standing.set(name, one)
    look(name, one, LOOK_EVERY_MS)
  }

  return {
    add(target, askedAt = clock.now()) {
      const known = standing.get(nameOf(target))
      if (known !== undefined && known.askedAt >= askedAt) return
      try {
        store.put([{ orderId: nameOf(target), sendAt: askedAt }])
      } catch (error) {
        // Nothing local stops a cancel: without the disk it is in memory alone.
        log.error('cancel.queue_not_stored', { order_id: nameOf(target), error: String(error) })
      }
      begin(target, askedAt)
    },
    taken(target) {
      if (standing.has(nameOf(target))) end(nameOf(target))
    },
    restore(rows) {
      for (const { orderId, sendAt } of rows) {
        const target = targetOf(orderId)
        if (target === undefined) end(orderId)
        else begin(target, sendAt)
      }
    },
    stop() {
      for (const { stop } of standing.values()) stop()
      standing.clear()
    },
  }
}

/** It was at the venue, or on its way there, when the cancel was asked for: by both clocks, where both are known. */
function isMeant({ order, sentAt }: LedgerEntry, { target, askedAt, askedMonotonic }: Standing): boolean {
  if (order.createdAt > askedAt || (!order.foreign && sentAt > askedMonotonic)) return false
  return isInScope(order, target ?? {})
}

const ALL = 'all'
const MARKET = 'market '
const OUTCOME = 'outcome '

/** As it is stored, beside ids of orders. */
function nameOf(target: CancelTarget): string {
  if (target === null) return ALL
  return 'marketId' in target ? `${MARKET}${target.marketId}` : `${OUTCOME}${target.outcomeId}`
}

function targetOf(name: string): CancelTarget | undefined {
  if (name === ALL) return null
  const marketId = name.startsWith(MARKET) ? parseMarketId(name.slice(MARKET.length)) : null
  if (marketId !== null) return { marketId }
  const outcomeId = name.startsWith(OUTCOME) ? parseOutcomeId(name.slice(OUTCOME.length)) : null
  return outcomeId === null ? undefined : { outcomeId }
}
