/** Reads a small file that a setting names: never a device or a pipe, which would give no end or wait for ever. */
import { readFileSync, statSync } from 'node:fs'

const MAX_BYTES = 256 * 1024

/** Its text. @throws an error with a `code` when it cannot be read, is no regular file, or has more than 256 KiB */
export function readRegularFile(path: string): string {
  const stat = statSync(path)
  const code = stat.isFile() ? 'too long' : 'not a regular file'
  if (!stat.isFile() || stat.size > MAX_BYTES) throw Object.assign(new Error(code), { code })
  return readFileSync(path, 'utf8')
}
