/** Opaque cursors: base64url of a number (an offset or a sequence number) or of a list's last key. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Problem } from './replies.ts'

const BAD: Problem = { code: 'invalid_cursor', detail: 'Use next_cursor of an answer, unchanged.' }

/** Hides a key in a cursor. */
export function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url')
}

/** The key in a cursor; null when none was given. Text that `cursorOf` does not write is refused. */
export function keyOf(cursor: string | undefined): Result<string | null, Problem> {
  if (cursor === undefined) return ok(null)
  const key = Buffer.from(cursor, 'base64url').toString()
  return key !== '' && cursorOf(key) === cursor ? ok(key) : err(BAD)
}

/** The number in a cursor; null when none was given. */
export function numberOf(cursor: string | undefined): Result<number | null, Problem> {
  const key = keyOf(cursor)
  if (!key.ok || key.value === null) return key.ok ? ok(null) : key
  return /^(0|[1-9]\d{0,14})$/.test(key.value) ? ok(Number(key.value)) : err(BAD)
}
