/** Times of the journal as text, exact amounts for its tooltips, and its filter. */
import type { Micros } from '#core/money.ts'
import { showAmount, showTaken } from '../../platform/format/figures.ts'
import type { JournalQuery } from '../../platform/api/client.ts'

/** Milliseconds, below ten to a tenth: `4.2 ms`, `14 ms`; before what it is counted from, `\u22120.3 ms`. */
export function timeText(ms: number): string {
  const span = Math.abs(ms)
  const text = showTaken(span < 10 ? Math.round(span * 10) / 10 : Math.round(span))
  return ms < 0 ? `\u2212${text}` : text
}

/** The exact amount, where what is shown is cut. */
export function exactText(amount: Micros, shown: string): string | undefined {
  const exact = showAmount(amount, 2, true)
  return exact === shown ? undefined : exact
}

/** Filters of the journal; what is left open is left out. */
export type JournalChoice = Omit<JournalQuery, 'hour'> & {
  /** From 0 to 23, UTC. */
  readonly hour?: string
}

/** Choice behind the figures: opening a figure's fills does not change the figures. */
export function figuresChoice(choice: JournalChoice): JournalChoice {
  return { ...choice, measure: undefined, roundTrip: undefined }
}
