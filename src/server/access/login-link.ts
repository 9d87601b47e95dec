/** The link with which a demo's first page logs in (decision 93): one use, and no longer than the door is watched. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'

const LIVES_MS = 5 * 60_000

/** Makes one; its five minutes begin now. */
export function createLoginLink(clock: Clock, random: Random) {
  const token = Buffer.from(random.bytes(32)).toString('base64url')
  const until = clock.monotonic() + LIVES_MS
  let isTaken = false
  return {
    /** 43 letters and digits that open a session once. */
    token,
    /** True once, for the right token, within five minutes. */
    take(given: string): boolean {
      if (isTaken || clock.monotonic() > until || !timingSafeEqual(digest(given), digest(token))) return false
      isTaken = true
      return true
    },
  }
}

export type LoginLink = ReturnType<typeof createLoginLink>

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
