/** The dead-man heartbeat as text. */
import { showAge } from '../../platform/format/figures.ts'

/** A beat is due every 5 s; 10 s after the last one the venue cancels every open order. */
const LATE_MS = 7_000

/**
 * Text of the sign, with a label for tooltip and screen reader. @param ageMs since the venue took the last beat; null before the first @param isHealthy as the
 * server judges it: the last answer was good
 */
export function heartbeatText(ageMs: number | null, isHealthy: boolean) {
  if (ageMs === null) {
    return { text: 'no beat', isLate: true, label: 'Dead-man heartbeat: the venue has taken no beat yet' }
  }
  const seconds = `${Math.floor(ageMs / 1_000)} s`
  const age = ageMs < 100_000 ? seconds : showAge(ageMs)
  const isLate = ageMs >= LATE_MS || !isHealthy
  return {
    text: age,
    isLate,
    label: isLate
      ? `Dead-man heartbeat late: last beat ${age} ago. After 10 s without one the venue cancels every open order.`
      : `Dead-man heartbeat: last beat ${age} ago`,
  }
}
