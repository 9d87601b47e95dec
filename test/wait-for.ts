/** Waiting for a condition instead of for a time. */
import { setTimeout as pause } from 'node:timers/promises'

/** Between two questions: short at first, then a tenth of what was waited so far. */
const PAUSE_MS = { least: 20, most: 100 }

/**
 * Asks until the answer is neither false, null nor undefined, at most half of the time and the more rarely the longer it
 * takes: what is waited for needs the machine too.
 *
 * @throws with `what` when it takes longer than `timeoutMs` (20 s)
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  timeoutMs = 20_000,
): Promise<NonNullable<T>> {
  const began = performance.now()
  for (;;) {
    const asked = performance.now()
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) return answer
    const waited = performance.now() - began
    if (waited > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await pause(Math.max(PAUSE_MS.least, Math.min(waited / 10, PAUSE_MS.most), performance.now() - asked))
  }
}
