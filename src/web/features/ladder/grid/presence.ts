/** Whether a grid is in use: the pointer or the focus is in it, or was until a moment ago. */

export type Presence = {
  /** `now` in milliseconds of any clock that does not run back. */
  readonly set: (what: 'pointer' | 'focus', isInside: boolean, now: number) => void
  /** Neither has been inside for longer than `ms` (PAGE-4: what scrolls automatically waits for that). */
  readonly isAway: (now: number, ms: number) => boolean
}

/** Initial state of a grid: no pointer, no focus. */
export function createPresence(): Presence {
  const inside = new Set<'pointer' | 'focus'>()
  let changedAt = Number.NEGATIVE_INFINITY
  return {
    set(what, isInside, now) {
      if (isInside) inside.add(what)
      else inside.delete(what)
      changedAt = now
    },
    isAway: (now, ms) => inside.size === 0 && now - changedAt > ms,
  }
}
