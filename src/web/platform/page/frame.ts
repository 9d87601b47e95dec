/** One flush per animation frame for all panels: however many messages arrive, React is notified once a frame. */
export type Frame = ReturnType<typeof createFrame>

/** Fewer than these are not worth another frame. */
const MIN_SHARE = 6
/** A trader does not see that a book comes so much later, and is not kept from seeing it come. */
const MAX_WAIT_MS = 250

/** Builds the flush over `requestAnimationFrame` or a stand-in for it; `now` is in milliseconds. */
export function createFrame(request: (callback: () => void) => unknown, now: () => number) {
  const marked = new Set<() => void>()
  const shared = new Set<() => void>()
  let requested = false
  let isResting = false
  let waitsUntil = -Infinity
  let waitingSince = 0

  /**
   * After a press, a release or a key, shared tasks wait for so many milliseconds: the next frames only show the answer
   * to that input. Some of the tasks still run every 250 ms.
   */
  function giveWay(ms: number): void {
    waitsUntil = Math.max(waitsUntil, now() + ms)
  }

  function isHeldBack(): boolean {
    const at = now()
    return isResting || (at < waitsUntil && at < waitingSince + MAX_WAIT_MS)
  }

  function flush(): void {
    requested = false
    const most = isHeldBack() ? 0 : Math.max(MIN_SHARE, Math.ceil(shared.size / 2))
    const share = [...shared].slice(0, most)
    isResting = share.length > 0
    const tasks = [...marked, ...share]
    marked.clear()
    for (const task of share) shared.delete(task)
    if (share.length > 0) waitingSince = now()
    if (shared.size > 0 || isResting) ask()
    for (const task of tasks) task()
    if (share.length === 0) return
    const after = [...marked]
    marked.clear()
    for (const task of after) task()
  }

  function ask(): void {
    if (requested) return
    requested = true
    request(flush)
  }

  return {
    /** Runs the task in the next frame; marking it again before then changes nothing. */
    mark: (task: () => void): void => {
      marked.add(task)
      ask()
    },
    /**
     * Runs the task in one of the next frames: of those that wait, each frame takes half, the longest waiting first. When
     * the books of a whole screen change at once, a press does not wait behind the painting of all of them. Each such frame is
     * followed by one without: what it costs to show a frame at all is paid half as often, and a press finds a free one. What
     * these tasks mark themselves runs in the same frame, not in the free one.
     */
    markShare: (task: () => void): void => {
      if (shared.size === 0) waitingSince = now()
      shared.add(task)
      ask()
    },
    giveWay,
  }
}
