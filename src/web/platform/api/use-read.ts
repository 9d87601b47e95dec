/** Reads for components: the last good answer stays while a newer one is fetched, and a late answer never replaces a newer one. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Result } from '#lib/result.ts'
import type { ApiFault } from './client.ts'

export type Read<T> = {
  readonly data: T | null
  readonly fault: ApiFault | null
  readonly loading: boolean
  readonly reload: () => void
}

type Answered<T> = {
  readonly key: string
  readonly turn: number
  readonly data: T | null
  readonly fault: ApiFault | null
}

/**
 * Fetches when `key` changes and on `reload`. A null key reads nothing.
 *
 * @param keep  whether data of the former key stays on screen until the new answer is there
 * @param known  the answer for the first key, if it was read just before: it is not read again
 */
export function useRead<T>(
  key: string | null,
  fetch: (signal: AbortSignal) => Promise<Result<T, ApiFault>>,
  keep = false,
  known: T | null = null,
): Read<T> {
  const [answered, setAnswered] = useState<Answered<T> | null>(
    key === null || known === null ? null : { key, turn: 0, data: known, fault: null },
  )
  const skipped = useRef(answered?.key ?? null)
  const [turn, setTurn] = useState(0)
  const fetchNow = useEffectEvent(fetch)

  useEffect(() => {
    const isKnown = key === skipped.current
    skipped.current = null
    if (key === null || isKnown) return undefined
    const abort = new AbortController()
    void fetchNow(abort.signal).then((result) => {
      if (abort.signal.aborted) return
      setAnswered((old) => ({
        key,
        turn,
        data: result.ok ? result.value : old !== null && (keep || old.key === key) ? old.data : null,
        fault: result.ok ? null : result.error,
      }))
    })
    return () => abort.abort()
  }, [key, keep, turn])

  const reload = useCallback(() => setTurn((n) => n + 1), [])
  const shown = key !== null && answered !== null && (keep || answered.key === key) ? answered : null
  return {
    data: shown?.data ?? null,
    fault: shown?.fault ?? null,
    loading: key !== null && (answered?.key !== key || answered.turn !== turn),
    reload,
  }
}
