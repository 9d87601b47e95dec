/** Frames of the page and of the windows of its panels: the first that is drawn counts, so none waits for a hidden one. */
const others = new Set<Window>()

/** Asks for the next frame in any window. */
export function requestFrame(callback: () => void): void {
  let isDone = false
  const once = (): void => {
    if (isDone) return
    isDone = true
    callback()
  }
  window.requestAnimationFrame(once)
  for (const other of others) other.requestAnimationFrame(once)
}

/** Adds a window; returns the function that removes it. */
export function joinFrames(other: Window): () => void {
  others.add(other)
  return () => {
    others.delete(other)
  }
}
