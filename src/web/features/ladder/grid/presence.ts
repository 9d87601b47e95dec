/** Whether a hand is at a grid: the pointer in it, the focus in it, or either until a moment ago. */

export type Presence = {
  /** `now` in milliseconds of any clock that does not run back. */
  readonly set: (what: 'pointer' | 'focus', isInside: boolean, now: number) => void
  /** Neither has been inside for longer than `ms` (PAGE-4: what scrolls by itself waits for that). */
  readonly isAway: (now: number, ms: number) => boolean
}

/** Of one grid, at which no hand has been yet. */
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
