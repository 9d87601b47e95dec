/** Times of an order as text. */
import { showTaken } from '../../platform/format/times.ts'

/** Milliseconds to a tenth, `14.2 ms`; before what it is counted from, `\u22120.3 ms`. */
export function timeText(ms: number): string {
  const text = showTaken(Math.round(Math.abs(ms) * 10) / 10)
  return ms < 0 ? `\u2212${text}` : text
}
