/** Times of the drawn chart. */
import type { Time, UTCTimestamp } from 'lightweight-charts'

/** Milliseconds as the chart's time. */
export function seconds(at: number): UTCTimestamp {
  return Math.floor(at / 1_000) as UTCTimestamp
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const CLOCK_WITH_SECONDS = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** A time of the chart as text: the clock, with seconds where it is no whole minute, with the day before it, or the day alone. */
export function timeText(time: Time, form: boolean | 'day'): string {
  if (typeof time !== 'number') return ''
  const at = time * 1_000
  if (form === 'day') return DAY.format(at)
  const clock = (time % 60 === 0 ? CLOCK : CLOCK_WITH_SECONDS).format(at)
  return form ? `${DAY.format(at)} ${clock}` : clock
}
