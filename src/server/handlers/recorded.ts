/** A recording that cannot be read is a fault of the machine or its files, not of the terminal. */
import { err, type Result } from '#lib/result.ts'
import type { Problem } from '../http/replies.ts'

/** Answers `recording_unreadable` where the disk refuses, or a file of the recording is none of ours. */
export async function recorded<Value>(
  read: () => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'recording')
      return err({
        code: 'recording_unreadable',
        detail: `The recording cannot be read: ${error.message}. Choose another time.`,
      })
    if (!('syscall' in error)) throw error
    return err({
      code: 'recording_unreadable',
      detail: `The directory recording in DATA_DIR cannot be read (${String(error.code)}). Repair it or move it away; a new one is made.`,
    })
  }
}
