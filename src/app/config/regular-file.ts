/** Reads a small file that a setting names: never a device or a pipe, which would give no end or wait for ever. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const MAX_BYTES = 256 * 1024

/** Its text. @throws an error with a `code` when it cannot be read, is no regular file, or has more than 256 KiB */
export function readRegularFile(path: string): string {
  // Windows has no O_NONBLOCK; without it opening a pipe waits for whoever writes it.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!fstatSync(handle).isFile()) throw coded('not a regular file')
    const bytes = Buffer.alloc(MAX_BYTES + 1)
    let length = 0
    for (;;) {
      const read = readSync(handle, bytes, length, bytes.length - length, null)
      length += read
      if (length > MAX_BYTES) throw coded('too long')
      if (read === 0) return bytes.toString('utf8', 0, length)
    }
  } finally {
    closeSync(handle)
  }
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code })
}
