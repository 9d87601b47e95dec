/** When a GTD order ends, as text and as a field writes it. */
import { showDay, showLocal } from '../../platform/format/times.ts'

const EARLY_MS = 60_000

/** When it ends for us and for the venue, as text. */
export function endsText(at: number): string {
  return `Until ${showDay(at)}. The venue ends it one minute early, ${showLocal(at - EARLY_MS)}.`
}

/** A moment as the browser's field for local ones writes it, whole minutes. */
export function localText(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
