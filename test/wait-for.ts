/** Waiting for a condition instead of for a time. */
import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 20

/**
 * Asks until the answer is neither false, null nor undefined, at most half of the time: what is waited for needs the
 * machine too.
 *
 * @throws with `what` when it takes longer than `timeoutMs` (20 s)
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  timeoutMs = 20_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const asked = performance.now()
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await pause(Math.max(PAUSE_MS, performance.now() - asked))
  }
}
