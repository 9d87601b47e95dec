/**
 * Amounts, times and averages of the journal, cut to the room of their columns; the exact figure is in the tooltip
 * and in the file.
 */
import type { Micros } from '#core/money.ts'
import { showAmount, showCents, showDay, showLocal, showTaken } from '../../platform/format/figures.ts'

/** Milliseconds, below ten to a tenth: `4.2 ms`, `14 ms`; before what it is counted from, `\u22120.3 ms`. */
export function timeText(ms: number): string {
  const span = Math.abs(ms)
  const text = showTaken(span < 10 ? Math.round(span * 10) / 10 : Math.round(span))
  return ms < 0 ? `\u2212${text}` : text
}

/** In cents, with its sign. */
export function centsText(amount: Micros): string {
  return showCents(amount, true)
}

/** A mean in hundredths of a cent: most are below one. */
export function meanText(amount: Micros): string {
  return showCents(amount, true, 100n)
}

/** The exact amount, where what is shown is cut. */
export function exactText(amount: Micros, shown: string, signed = true): string | undefined {
  const exact = showAmount(amount, 2, signed)
  return exact === shown ? undefined : exact
}

/** `24 Nov, 04:11`, with the year when it is not this one; `04:11:23` with seconds. */
export function dayText(at: number, now: number, seconds = false): string {
  const [day = ''] = showDay(at).split(', ')
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return `${isThisYear ? day.replace(/ \d+$/, '') : day}, ${showLocal(at, seconds)}`
}
