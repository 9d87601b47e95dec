/** One flush per animation frame for all panels: however many messages arrive, React hears of them once a frame. */
export type Frame = {
  /** Runs the task in the next frame; marking it again before then changes nothing. */
  readonly mark: (task: () => void) => void
}

/** Builds the flush over `requestAnimationFrame` or a stand-in for it. */
export function createFrame(request: (callback: () => void) => void): Frame {
  const marked = new Set<() => void>()
  let requested = false

  function flush(): void {
    requested = false
    const tasks = [...marked]
    marked.clear()
    for (const task of tasks) task()
  }

  return {
    mark(task) {
      marked.add(task)
      if (requested) return
      requested = true
      request(flush)
    },
  }
}
