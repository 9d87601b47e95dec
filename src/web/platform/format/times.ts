/** Times and durations as shown: local time with seconds elsewhere, UTC where it is said to be. */

const two = (value: number): string => String(value).padStart(2, '0')

/** `14:02:11` in UTC. */
export function showUtc(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}

/** `14:02:11.123` in UTC, for the audit log. */
export function showUtcMs(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}

/** `14:02` or `14:02:11` in the browser's zone. */
export function showLocal(at: number, seconds = false): string {
  const date = new Date(at)
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`
  return seconds ? `${minutes}:${two(date.getSeconds())}` : minutes
}

// The browser's own way to write dates takes it 40 ms to load, in which a page that is opened draws its ladders.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const

/** `20 Nov 2026, 14:02` in the browser's zone. */
export function showDay(at: number): string {
  const date = new Date(at)
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}, ${showLocal(at)}`
}

/** How long: `0.4 s`, `12 s`, `4 m`, `3 h`, `5 d`. */
export function showAge(ms: number): string {
  const span = Math.max(0, ms)
  if (span < 1_000) return `${Math.floor(span / 100) / 10} s`
  if (span < 60_000) return `${Math.floor(span / 1_000)} s`
  if (span < 3_600_000) return `${Math.floor(span / 60_000)} m`
  if (span < 48 * 3_600_000) return `${Math.floor(span / 3_600_000)} h`
  return `${Math.floor(span / 86_400_000)} d`
}

/** How long something took: `9 ms`, `1.4 s`, `12 s`, `4 m`. */
export function showTaken(ms: number): string {
  const span = Math.max(0, ms)
  if (span < 1_000) return `${span} ms`
  return span < 10_000 ? `${Math.floor(span / 100) / 10} s` : showAge(span)
}

/** How long is left: `9:41`, `1:02:03`. */
export function showCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
