/** Waiting for a condition instead of for a time. */
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks until the answer is neither false, null nor undefined.
 *
 * @throws with `what` when it takes longer than `timeoutMs` (10 s)
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await pause(20)
  }
}
