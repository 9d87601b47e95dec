/** A keydown for tests. */
import type { Stroke } from '../strokes.ts'

/** The key pressed without modifiers on a US keyboard, but for `part`. */
export function pressed(key: string, part: Partial<Stroke> = {}): Stroke {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key.length > 1 ? key : ''
  return { key, code, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...part }
}
