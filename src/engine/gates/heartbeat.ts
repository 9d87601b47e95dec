/**
 * Keeps up the dead-man heartbeat with one loop: nobody else sends one, and never two at a time. Switched off, it
 * sends nothing at all.
 */
import { HEARTBEAT_START, isHeartbeatHealthy, stepHeartbeat } from '#core/machines/heartbeat.ts'
import type { HeartbeatEffect } from '#core/machines/heartbeat.ts'
import type { Moment } from '#core/machines/trading-mode.ts'
import type { Status } from '#core/trading-state.ts'
import { runMachine } from '#lib/machine.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { HeartbeatAnswer, VenueHeartbeat } from '#ports/venue-heartbeat.ts'

export type Heartbeat = ReturnType<typeof createHeartbeat>

/** One beat may be late by this much before the venue may have ended everything. */
const LATE_MS = 8_000
/** How long after a lapse its cancels are still being received: the reads that show them come after it. */
const HEARD_AFTER_MS = 60_000

/**
 * Builds the heartbeat.
 *
 * @param venue  null when switched off
 * @param read  a signed call: without credentials the venue is not called
 * @param onLapsed  the venue has most likely cancelled everything: own state must be read
 * @param onChange  a beat was taken, or health has changed
 */
export function createHeartbeat(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly venue: VenueHeartbeat | null
  readonly read: (
    call: () => Promise<Result<HeartbeatAnswer, ReadFault>>,
  ) => Promise<Result<HeartbeatAnswer, ReadFault>>
  readonly onLapsed: () => void
  readonly onChange: () => void
  readonly point: (name: string) => void
}) {
  const { clock, log, venue } = parts
  let cancelWait: (() => void) | null = null
  let wasHealthy = false
  let rejectedBeat: Status['heartbeat']['lastOkAt'] = null
  let failures = 0
  let isLapsed = false
  /** Monotonic. */
  let lapseEndedAt = Number.NEGATIVE_INFINITY

  const machine = runMachine({ initial: HEARTBEAT_START, step: stepHeartbeat, perform })

  function moment(): Moment {
    return { wall: clock.now(), monotonic: clock.monotonic() }
  }

  function perform(effect: HeartbeatEffect): void {
    switch (effect.type) {
      case 'send':
        void send(effect.id)
        return
      case 'wait':
        cancelWait = clock.after(effect.afterMs, () => {
          machine.send({ type: 'due', now: moment() })
        })
        return
      case 'lapsed':
        isLapsed = true
        log.error('heartbeat.lapsed', {})
        review()
        parts.onLapsed()
    }
  }

  async function send(id: string): Promise<void> {
    if (venue === null) return
    const asked = attempt(venue, id)
    parts.point('heartbeat.sent')
    const answer = await asked
    const now = moment()
    if (!answer.ok) {
      const { kind, detail } = answer.error
      failures += 1
      // A venue that is away is reported once, not every second.
      log[failures === 1 ? 'warn' : 'debug']('heartbeat.failed', { kind, detail })
      machine.send({ type: 'failed' })
    } else if (answer.value.kind === 'taken') {
      failures = 0
      machine.send({ type: 'taken', nextId: answer.value.nextId, now })
    } else {
      log.warn('heartbeat.other_id_expected', {})
      machine.send({ type: 'expected', id: answer.value.id, now })
    }
    review()
  }

  async function attempt(port: VenueHeartbeat, id: string): Promise<Result<HeartbeatAnswer, ReadFault>> {
    try {
      return await parts.read(() => port.beat(id))
    } catch (error) {
      return { ok: false, error: { kind: 'network', detail: String(error), retryAfterMs: null } }
    }
  }

  function review(): void {
    const { lastOkAt } = machine.state()
    const isHealthy = isHeartbeatHealthy(machine.state(), moment())
    if (isHealthy === wasHealthy && lastOkAt === rejectedBeat) return
    wasHealthy = isHealthy
    rejectedBeat = lastOkAt
    if (isLapsed && isHealthy) {
      isLapsed = false
      lapseEndedAt = clock.monotonic()
    }
    parts.onChange()
  }

  return {
    /** Begins; the venue watches from the first beat that it takes. */
    start(): void {
      if (venue !== null) machine.send({ type: 'due', now: moment() })
    },
    /** Ends: about 10 s later the venue cancels what is still open. */
    stop(): void {
      machine.send({ type: 'stop' })
      cancelWait?.()
    },
    status: (): Status['heartbeat'] => {
      const state = machine.state()
      return {
        enabled: venue !== null,
        healthy: isHeartbeatHealthy(state, moment()),
        lastOkAt: state.lastOkAt,
      }
    },
    /** True if the venue may have cancelled a missing order for want of beats. */
    mayHaveCancelled: (): boolean => {
      const { lastOkAt } = machine.state()
      const isLate = lastOkAt === null || clock.now() - lastOkAt > LATE_MS
      return venue !== null && (isLate || isLapsed || clock.monotonic() - lapseEndedAt < HEARD_AFTER_MS)
    },
  }
}
