/** Settings of the recording. */
import type { RecordingMode } from '../trading-state.ts'

export type RecordingSettings = {
  readonly mode: RecordingMode
  /** Disk space for recordings; the oldest go first. */
  readonly gigabytes: number
  /** How long they are kept. */
  readonly days: number
}

export const RECORDING_MODES = ['on', 'armed', 'off'] as const satisfies readonly RecordingMode[]

/** Upper bound of gigabytes and of days. */
export const MOST_RECORDING = 10_000

export const RECORDING_SETTING = 'recording'

/** In the units of the disk and the clock. */
export function limitsOf({ gigabytes, days }: RecordingSettings): {
  readonly mostBytes: number
  readonly mostAgeMs: number
} {
  return { mostBytes: gigabytes * 1_000_000_000, mostAgeMs: days * 86_400_000 }
}
