/**
 * Keeps the loss limit: measures each second and at each fill, locks, and keeps its state over restarts. It refuses what adds risk;
 * nothing is ever sold by it (INV-95, INV-96).
 */
import { startOfDay } from '#core/day.ts'
import {
  lockText,
  lockTimes,
  lossesOf,
  lossRefusal,
  NO_LOSSES,
  stepLosses,
  unlocked,
  type Losses,
  type LossFact,
  type LossLock,
  type LossMoment,
  type LossState,
  type Results,
} from '#core/loss-limit.ts'
import type { Instant } from '#core/market/market.ts'
import { formatMicros, type Micros } from '#core/money.ts'
import type { Rejection } from '#core/reject-codes.ts'
import { LOSS_LIMITS, type RiskLimits } from '#core/risk-limits.ts'
import type { LossAction } from '#core/trading-state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { readWhole, writeWhole } from '#lib/whole-json.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { StorageRefused } from '#ports/stores.ts'
import type { Tools } from '../tools.ts'

export type LossLimitActor = ReturnType<typeof createLossLimit>

/** As the edges see it. */
export type LossLimits = Pick<LossLimitActor, 'read' | 'unlock'>

export type LossView = {
  readonly losses: Losses
  readonly positions: Results['positions'] | null
  readonly measuredFrom: Instant | null
  readonly lock: (LossLock & NonNullable<ReturnType<typeof lockTimes>>) | null
  readonly onLock: LossAction
}

const SETTING = 'loss_limit'
const LOOK_EVERY_MS = 1_000
/** A figure from longer ago is not the one that the day began with. */
const MOMENT_MS = 5_000

/** Builds it with the state that was kept; nothing is measured before `start`. */
export function createLossLimit(
  parts: Pick<Tools, 'clock' | 'log' | 'bus' | 'audit' | 'settings' | 'random'> & {
    readonly limits: () => RiskLimits
    readonly armedAt: () => Instant | null
    /** A wrong clock begins no day and opens nothing. */
    readonly isClockRight: () => boolean
    readonly onLock: LossAction
  },
) {
  const { clock, log, bus } = parts
  const stops: (() => void)[] = []
  let state = kept()
  let isWritten = true
  let readResults: () => Results | null = () => null
  let last: { readonly at: number; readonly unrealised: Micros } | null = null
  let onLocked: () => void = () => {}

  function kept(): LossState {
    const text = parts.settings.read(SETTING)
    if (text === null) return NO_LOSSES
    try {
      return { ...NO_LOSSES, ...(readWhole(text) as LossState) }
    } catch {
      log.error('risk.loss_limit_unreadable', {})
      return NO_LOSSES
    }
  }

  function keep(next: LossState): boolean {
    state = next
    isWritten = parts.settings.write(SETTING, writeWhole(next)).ok
    if (!isWritten) log.error('risk.loss_limit_not_kept', {})
    return isWritten
  }

  function record(details: AuditDetails): boolean {
    const entry = { clientOrderId: parts.random.uuidV7(), kind: 'decision', action: 'loss_limit' } as const
    return parts.audit.append([{ ...entry, details }]).ok
  }

  function isLimited(): boolean {
    const limits = parts.limits()
    return LOSS_LIMITS.some((limit) => limits[limit] > 0)
  }

  /** Today, or the day that is measured while the clock is wrong. */
  function today(): Instant {
    const now = clock.now()
    return parts.isClockRight() ? Math.max(state.day, startOfDay(now)) : state.day
  }

  function momentOf(results: Results | null): LossMoment {
    const isRecent = last !== null && clock.monotonic() - last.at <= MOMENT_MS
    return {
      day: today(),
      now: clock.now(),
      results,
      before: isRecent ? (last?.unrealised ?? null) : null,
      armedAt: parts.armedAt(),
      limits: parts.limits(),
    }
  }

  /** Null on another day than the one that is measured: the ledger's day is not its. */
  function resultsNow(): Results | null {
    const now = clock.now()
    return state.day === startOfDay(now) ? readResults() : null
  }

  function look(): Results | null {
    const day = today()
    // The day begins before it is measured.
    if (day > state.day) step(null)
    const results = resultsNow()
    step(results)
    const unrealised = results?.unrealised ?? null
    if (unrealised !== null) last = { at: clock.monotonic(), unrealised }
    if (state.lock !== null) onLocked()
    return results
  }

  function step(results: Results | null): void {
    const next = stepLosses(state, momentOf(results))
    if (next.state !== state || !isWritten) keep(next.state)
    for (const fact of next.facts) tell(fact)
  }

  function tell(fact: LossFact): void {
    const { what, limit } = fact
    const amounts =
      what === 'unlocked' ? {} : { lost: formatMicros(fact.lost), limit: formatMicros(fact.most) }
    record({ what, of: limit, ...amounts, ...(what === 'unlocked' ? { by: fact.by } : {}) })
    log.warn(`risk.loss_${what}`, { of: limit, ...amounts })
    bus.publish('loss_limit', fact)
    bus.publish('conditions', null)
  }

  return {
    isLocked: (): boolean => state.lock !== null,
    /** Measured now: why nothing that adds risk may be placed; null when it may. */
    refusal(): Rejection | null {
      if (state.lock === null && !isLimited()) return null
      const results = isLimited() ? look() : null
      return lossRefusal(state, results, { limits: parts.limits(), armedAt: parts.armedAt() })
    },
    read(): LossView {
      const results = look()
      const { lock, base } = state
      const times = lockTimes(state)
      return {
        losses: lossesOf(state, results),
        positions: results?.positions ?? null,
        measuredFrom: base?.at ?? null,
        lock: lock === null || times === null ? null : { ...lock, ...times },
        onLock: parts.onLock,
      }
    },
    /** Opens the lock; the caller has checked the password. Nothing is opened that the disk does not take. */
    unlock(): Result<null, StorageRefused | { readonly waitMs: number }> {
      const { lock } = state
      const times = lockTimes(state)
      if (lock === null || times === null) return ok(null)
      const waitMs = times.from - clock.now()
      if (waitMs > 0 || !parts.isClockRight()) return err({ waitMs: Math.max(waitMs, LOOK_EVERY_MS) })
      const fact = { what: 'unlocked', by: 'password', limit: lock.limit } as const
      if (!record({ what: fact.what, by: fact.by, of: fact.limit })) return err('storage_refused')
      const before = state
      if (!keep(unlocked(state, clock.now(), lossesOf(state, resultsNow())))) {
        state = before
        return err('storage_refused')
      }
      log.warn('risk.loss_unlocked', { of: lock.limit, reason: lockText(lock) })
      bus.publish('loss_limit', fact)
      look()
      bus.publish('conditions', null)
      return ok(null)
    },
    /**
     * Begins to measure.
     *
     * @param whileLocked  called at each look while it is locked
     */
    start(results: () => Results | null, whileLocked: () => void): void {
      readResults = results
      onLocked = whileLocked
      stops.push(
        clock.every(LOOK_EVERY_MS, look),
        // Without a limit a fill waits for no figure.
        bus.subscribe('fill', () => {
          if (isLimited()) look()
        }),
        bus.subscribe('trading', ({ armedAt }) => {
          if (armedAt !== null && armedAt !== state.session?.at) look()
        }),
      )
      look()
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
