/** Reads the secret of a file that a variable names. */
import { err, ok, type Result } from '#lib/result.ts'
import { readRegularFile } from './regular-file.ts'

/** In characters; what is longer is not the file that was meant. */
const LONGEST_SECRET = 4_096

/** Text of a secret's file without its last line end; a fault names neither path nor content. */
export function readSecret(
  path: string,
  readFile: (path: string) => string = readRegularFile,
): Result<string, string> {
  try {
    const text = readFile(path).replace(/\r?\n$/, '')
    if (text.length > LONGEST_SECRET) return err('names a file that is too long for a secret')
    return text === '' ? err('names a file that is empty') : ok(text)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return err(`must name a file that can be read (${code})`)
  }
}
