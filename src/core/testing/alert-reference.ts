/** Reference for the alert machine: simple, and looking back over everything at each step. */
import type { AlertReading } from '../alert/alert-reading.ts'

/**
 * At which of the events (from 0) a price alert fires, by hindsight: a reading fires when it reaches the threshold and,
 * since the last time it fired (or, in a span without a pause that began beyond the threshold, since its beginning),
 * some reading stood a tick back; a span that began short of the threshold needs none. What cannot be believed and a
 * restart count for nothing.
 */
export function firesByHindsight(
  events: readonly (AlertReading | 'pause' | 'resume' | 'restart')[],
  alert: {
    readonly repeat: boolean
    readonly direction: 'above' | 'below'
    readonly threshold: number
    readonly tick: number
  },
): readonly number[] {
  const { repeat, direction, threshold, tick } = alert
  const fired: number[] = []
  let span: { readonly index: number; readonly past: number }[] = []
  let isOn = true
  let lastInSpan = -1
  for (const [index, event] of events.entries()) {
    if (event === 'pause') isOn = false
    if (event === 'resume' && !isOn) {
      isOn = true
      span = []
      lastInSpan = -1
    }
    if (typeof event === 'string' || event.type !== 'value' || !isOn) continue
    // By how many steps the value is past the threshold.
    const past = direction === 'above' ? event.value - threshold : threshold - event.value
    const since = span.filter((one) => one.index > lastInSpan)
    const startedShort = lastInSpan === -1 && (span[0]?.past ?? 0) < 0
    const cameBack = since.some((one) => one.past <= -tick)
    span.push({ index, past })
    if (past < 0 || !(startedShort || cameBack)) continue
    fired.push(index)
    lastInSpan = index
    if (!repeat) isOn = false
  }
  return fired
}
