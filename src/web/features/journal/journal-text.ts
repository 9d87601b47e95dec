/**
 * Amounts, times and averages of the journal, cut to the room of their columns (the exact figure is in the tooltip and in the
 * file), and its filter.
 */
import type { Micros } from '#core/money.ts'
import { showAmount, showCents, showDay, showLocal, showTaken } from '../../platform/format/figures.ts'
import { addressOf } from '../../platform/api/client.ts'
import type { JournalQuery } from '../../platform/api/client.ts'

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

export type JournalChoice = {
  readonly tag: string
  readonly league: string
  readonly market: string
  /** `2026-11-20`, a day in UTC. */
  readonly day: string
  /** From 0 to 23, UTC. */
  readonly hour: string
  readonly role: NonNullable<JournalQuery['role']> | ''
  readonly timeInForce: NonNullable<JournalQuery['timeInForce']> | ''
  /** Only rows that have an amount of this figure. */
  readonly measure: NonNullable<JournalQuery['measure']> | ''
  readonly roundTrip: string
}

export const NO_CHOICE: JournalChoice = {
  tag: '',
  league: '',
  market: '',
  day: '',
  hour: '',
  role: '',
  timeInForce: '',
  measure: '',
  roundTrip: '',
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The query of a choice; what is left open or not readable is left out. */
export function journalQueryOf(choice: JournalChoice): JournalQuery {
  const { tag, league, market, day, hour, role, timeInForce, measure, roundTrip } = choice
  return {
    ...(tag === '' ? {} : { tag }),
    ...(league === '' ? {} : { league }),
    ...(market === '' ? {} : { marketId: market }),
    ...(DAY.test(day) ? { day } : {}),
    ...(hour === '' ? {} : { hour }),
    ...(role === '' ? {} : { role }),
    ...(timeInForce === '' ? {} : { timeInForce }),
    ...(measure === '' ? {} : { measure }),
    ...(roundTrip === '' ? {} : { roundTrip }),
  }
}

/** Choice behind the figures: opening a figure's fills does not change the figures. */
export function figuresChoice(choice: JournalChoice): JournalChoice {
  return { ...choice, measure: '', roundTrip: '' }
}

/** Address of the file of a list, with the filters of the page. */
export function exportAddress(choice: JournalChoice, what: 'fills' | 'round_trips'): string {
  return addressOf('exportJournal', { query: { what, ...journalQueryOf(choice) } })
}
