/** Settings of the recording. */
import type { RecordingMode } from '../trading-state.ts'

export type RecordingSettings = {
  readonly mode: RecordingMode
  /** Disk space for recordings; the oldest go first. */
  readonly gigabytes: number
  /** How long they are kept. */
  readonly days: number
}
