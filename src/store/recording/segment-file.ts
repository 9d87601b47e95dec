/** The disk as the recorder uses it: small enough for a test to make it slow or full. */
import { open, rm, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { createPrivateDirectory } from '../private-files.ts'

export type SegmentFile = {
  append(bytes: Uint8Array): Promise<void>
  /** Resolves once all that was appended is durable. */
  sync(): Promise<void>
  close(): Promise<void>
}

export type RecordingDisk = {
  /** A new file of mode 0600 in the directory, which is made where it is missing. */
  create(directory: string, name: string): Promise<SegmentFile>
  /** In bytes, to this user. */
  free(directory: string): Promise<number>
  remove(directory: string, name: string): Promise<void>
  cut(directory: string, name: string, length: number): Promise<void>
}

export const hostDisk: RecordingDisk = {
  async create(directory, name) {
    createPrivateDirectory(directory)
    const file = await open(join(directory, name), 'ax', 0o600)
    return {
      append: (bytes) => file.appendFile(bytes),
      async sync() {
        await file.datasync()
        // A file that was removed takes whatever is written, and keeps nothing.
        if ((await file.stat()).nlink === 0) throw Object.assign(new Error('removed'), { code: 'ENOENT' })
      },
      close: () => file.close(),
    }
  },
  async free(directory) {
    createPrivateDirectory(directory)
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  },
  remove: (directory, name) => rm(join(directory, name), { force: true }),
  cut: (directory, name, length) => truncate(join(directory, name), length),
}
