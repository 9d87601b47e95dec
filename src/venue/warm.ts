/** Keeps connections open ahead of need, also after idle: a click never waits for a handshake. */
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import type { Clock } from '#ports/clock.ts'
import type { Channel } from './channel.ts'
import { ENDPOINTS } from './endpoints.ts'

const MAX_PAUSE_MS = 10_000
const MIN_PAUSE_MS = 2_000
/** Part of the idle time after which the venue was seen to close a connection. */
const MARGIN = 0.6
const REOPEN: Backoff = { firstMs: 250, maxMs: 10_000 }
const CONNECTIONS = 2

/**
 * Asks for the venue's time on a channel's connections every 10 s, or more often where the venue closes idle ones
 * sooner, and again soon after one has ended; on failure the reopening backs off to 10 s.
 *
 * @returns the end of it
 */
export function keepWarm(channel: Channel, clock: Clock): () => void {
  let stopped = false
  let pauseMs = MAX_PAUSE_MS
  let failures = 0
  let askedAt = 0
  let reopening = false
  let cancelNext = (): void => {}

  function schedule(delayMs: number): void {
    cancelNext()
    if (!stopped) cancelNext = clock.after(delayMs, () => void ask())
  }

  async function ask(): Promise<void> {
    reopening = false
    askedAt = clock.monotonic()
    const request = { ...ENDPOINTS.warm, target: ENDPOINTS.warm.path, headers: [], body: null }
    const endings = await Promise.all(Array.from({ length: CONNECTIONS }, () => channel.send(request)))
    const healthy = endings.every((ending) => ending.kind === 'answered')
    failures = healthy ? 0 : failures + 1
    if (!reopening) schedule(healthy ? pauseMs : backoffMs(REOPEN, failures))
  }

  channel.onDisconnect(() => {
    const idleMs = clock.monotonic() - askedAt
    pauseMs = Math.max(MIN_PAUSE_MS, Math.min(pauseMs, idleMs * MARGIN))
    if (reopening) return
    reopening = true
    schedule(backoffMs(REOPEN, failures))
  })
  void ask()
  return () => {
    stopped = true
    cancelNext()
  }
}
