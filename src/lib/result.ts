/** The outcome of something that may fail in a foreseen way: failures are values, exceptions are bugs. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** A success carrying `value`. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** A foreseen failure carrying `error`. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}

/** Words of something thrown, for a log or the operator. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
