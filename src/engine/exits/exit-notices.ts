/**
 * Notifies that exits are paused, once a pause: at once when the terminal is SAFE, after five seconds where a gate or
 * a book may recover, and a minute before it goes SAFE unattended (INV-66).
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { needsTerminal, type AttachedExit, type ExitPause } from '#core/order/attached-exit.ts'
import { gatePause, pauseOf, type ExitsState } from './exit-actor.ts'

const BACK_WITHIN_MS = 5_000
const AHEAD_MS = 60_000

type Pause = { readonly since: number; isTold: boolean }
/** A book, or a reason that holds what is due: a restart and what follows it are one. */
type Held = OutcomeId | ExitPause | 'venue'

const OF_A_RESTART: ReadonlySet<ExitPause> = new Set([
  'venue_restarting',
  'venue_post_only',
  'venue_cancel_only',
])

/** Builds the reporter: called once a second and whenever the mode may have changed. */
export function createExitNotices(state: ExitsState): () => void {
  let gate: Pause | null = null
  let announcedFor: Instant | null = null
  const parts = new Map<Held, Pause & { readonly reason: ExitPause }>()

  function tell(reason: ExitPause, exits: readonly AttachedExit[]): void {
    state.bus.publish('exit_notice', { what: 'paused', reason, exits, at: state.clock.now() })
  }

  function lookAtGate(reason: ExitPause, exits: readonly AttachedExit[], isSafe: boolean): void {
    const now = state.clock.monotonic()
    gate ??= { since: now, isTold: false }
    if (gate.isTold || exits.length === 0 || (!isSafe && now - gate.since < BACK_WITHIN_MS)) return
    gate.isTold = true
    tell(reason, exits)
  }

  /** Books that are not current, and what is due and cannot be sent. */
  function lookAtParts(exits: readonly AttachedExit[]): void {
    const now = state.clock.monotonic()
    const paused = new Map<Held, { reason: ExitPause; exits: AttachedExit[] }>()
    for (const exit of exits) {
      const entry = state.entries.get(exit.id)
      const reason = entry === undefined ? null : pauseOf(state, entry)
      if (reason === null || reason === 'way_out' || reason === 'restart') continue
      const key = reason === 'book' ? exit.outcomeId : OF_A_RESTART.has(reason) ? 'venue' : reason
      const known = paused.get(key) ?? { reason, exits: [] }
      known.exits.push(exit)
      paused.set(key, known)
    }
    for (const key of parts.keys()) if (!paused.has(key)) parts.delete(key)
    for (const [key, { reason, exits: concerned }] of paused) {
      const pause = parts.get(key) ?? { since: now, isTold: false, reason }
      parts.set(key, pause)
      if (pause.isTold || now - pause.since < BACK_WITHIN_MS) continue
      pause.isTold = true
      tell(pause.reason, concerned)
    }
  }

  function announce(exits: readonly AttachedExit[], idleDisarmAt: Instant | null): void {
    if (idleDisarmAt === null || exits.length === 0 || announcedFor === idleDisarmAt) return
    if (idleDisarmAt - state.clock.now() > AHEAD_MS) return
    announcedFor = idleDisarmAt
    state.bus.publish('exit_notice', { what: 'pausing', exits, at: state.clock.now() })
  }

  return () => {
    if (state.entries.size === 0) return
    const { mode, idleDisarmAt } = state.trading()
    if (mode === 'ARMED') state.wasArmed = true
    // Those that do nothing while the terminal may not act.
    const exits = [...state.entries.values()].map(({ machine }) => machine.state()).filter(needsTerminal)
    const reason = gatePause(state)
    if (reason !== null) return lookAtGate(reason, exits, mode === 'SAFE')
    gate = null
    lookAtParts(exits)
    announce(exits, idleDisarmAt)
  }
}
