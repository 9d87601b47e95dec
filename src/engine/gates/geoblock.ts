/** Performs the geographic check for its machine: at start, after failures, and regularly; never known is never allowed. */
import { GEOBLOCK_START, stepGeoblock, type GeoblockEffect } from '#core/machines/geoblock.ts'
import type { GeoblockState } from '#core/trading-state.ts'
import { runMachine } from '#lib/machine.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'

export type GeoblockActor = ReturnType<typeof createGeoblock>

/** Builds the actor. `onChange` is called after every answer. */
export function createGeoblock(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly venue: VenueGeoblock
  readonly onChange: () => void
}) {
  const { clock, log } = parts
  let stopTimer: (() => void) | null = null
  let running: Promise<void> | null = null
  let isStopped = false

  const machine = runMachine({ initial: GEOBLOCK_START, step: stepGeoblock, perform })

  function perform(effect: GeoblockEffect): void {
    if (effect.type === 'check') {
      running = check().finally(() => {
        running = null
      })
      return
    }
    stopTimer?.()
    if (!isStopped) stopTimer = clock.after(effect.afterMs, due)
  }

  function due(): void {
    if (running === null && !isStopped) machine.send({ type: 'due' })
  }

  async function check(): Promise<void> {
    const before = machine.state().blocked
    const answer = await ask()
    const at = clock.now()
    if (isStopped) return
    if (answer.kind === 'answered') machine.send({ type: 'answered', blocked: answer.blocked, at })
    else machine.send({ type: 'failed', error: answer.error, at })
    const { blocked, error } = machine.state()
    if (blocked !== before) log.info('geoblock.changed', { blocked, error })
    parts.onChange()
  }

  async function ask(): ReturnType<VenueGeoblock['check']> {
    try {
      return await parts.venue.check()
    } catch (error) {
      return { kind: 'failed', error: String(error) }
    }
  }

  /** Checks now, out of turn: the venue said 403. */
  async function checkNow(): Promise<void> {
    due()
    await running
  }

  return {
    state: (): GeoblockState => {
      const { blocked, error, checkedAt, nextCheckAt } = machine.state()
      return { blocked, error, checkedAt, nextCheckAt }
    },
    /** Checks once; resolves with the answer or its failure stored. */
    start: checkNow,
    checkNow,
    stop(): void {
      isStopped = true
      stopTimer?.()
    },
  }
}
