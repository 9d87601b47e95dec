/** The last answer of a view's reads: a view that sleeps or whose next read fails goes on showing it, though the cache has forgotten it. */
import { useState } from 'react'

export type LastAnswer<T> = { readonly key: string | null; readonly answer: T }

/**
 * Answer to show and remember. @param answer of the read of `key`; undefined while there is none, and where it has
 * failed @param keep whether the answer of a former key is shown until the new one is there
 */
export function lastAnswer<T>(
  last: LastAnswer<T> | null,
  key: string | null,
  answer: T | undefined,
  keep: boolean,
): LastAnswer<T> | null {
  if (answer === undefined) return keep || last?.key === key ? last : null
  return last?.key === key && Object.is(last.answer, answer) ? last : { key, answer }
}

/** The same for a component. An answer stays the same value for as long as nothing newer is answered. */
export function useLastAnswer<T>(key: string | null, answer: T | undefined, keep: boolean): T | undefined {
  const [last, setLast] = useState<LastAnswer<T> | null>(null)
  const now = lastAnswer(last, key, answer, keep)
  if (now !== last) setLast(now)
  return now?.answer
}
