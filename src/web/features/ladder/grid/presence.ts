/** Use of a grid: the pointer is in it, or keys were pressed in it until some seconds ago. */

export type Presence = {
  /**
   * Notes an entry, a leave, or a key that was pressed there; `now` in milliseconds of any clock that does not run
   * back.
   */
  readonly set: (what: 'pointer' | 'focus' | 'key', isInside: boolean, now: number) => void
  /**
   * The pointer has not been inside for longer than `awayMs`, nor has anything been done there for `restMs` while the focus
   * is inside (PAGE-4: what scrolls automatically waits for that).
   */
  readonly isAway: (now: number, awayMs: number, restMs: number) => boolean
}

/** Initial state of a grid: no pointer, no focus. */
export function createPresence(): Presence {
  const inside = new Set<'pointer' | 'focus'>()
  let changedAt = Number.NEGATIVE_INFINITY
  let actedAt = Number.NEGATIVE_INFINITY
  return {
    set(what, isInside, now) {
      if (what === 'key') {
        actedAt = now
        return
      }
      if (isInside) inside.add(what)
      else inside.delete(what)
      changedAt = now
    },
    isAway(now, awayMs, restMs) {
      const since = now - changedAt
      if (inside.has('pointer') || since <= awayMs) return false
      return !inside.has('focus') || Math.min(since, now - actedAt) > restMs
    },
  }
}
