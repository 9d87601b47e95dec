/** Histories of several outcomes over one interval: each read when it is first wanted and again after a while. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiFault } from '../../platform/api/client.ts'
import type { Interval } from '../../platform/api/wire.ts'
import { usePage } from '../contexts/page.ts'
import { pointsOf, stepOf } from './history.ts'
import type { Point } from './history.ts'

export type Loaded = {
  readonly points: readonly Point[]
  readonly step: number
  readonly fault: ApiFault | null
}

export type Histories = {
  readonly of: ReadonlyMap<string, Loaded>
  /** Reads all of them again, when the user asks. */
  readonly reload: () => void
}

const REFRESH_MS = 5 * 60_000

/**
 * Reads the histories. What was read for other outcomes stays; a change of interval or fidelity starts again.
 *
 * @param fidelity  minutes; null for the server's choice
 */
export function useHistories(
  outcomeIds: readonly string[],
  interval: Interval,
  fidelity: number | null,
): Histories {
  const again = useRef<() => void>(() => undefined)
  const reload = useCallback(() => again.current(), [])
  const { client } = usePage()
  const scope = `${interval} ${fidelity ?? ''}`
  const [held, setHeld] = useState<{ readonly scope: string; readonly of: ReadonlyMap<string, Loaded> }>({
    scope,
    of: new Map(),
  })
  const key = outcomeIds.join(' ')

  useEffect(() => {
    const abort = new AbortController()
    const put = (id: string, loaded: (old: Loaded | undefined) => Loaded) =>
      setHeld((old) => {
        const of = old.scope === scope ? old.of : new Map<string, Loaded>()
        return { scope, of: new Map(of).set(id, loaded(of.get(id))) }
      })
    async function load(id: string): Promise<void> {
      const query = fidelity === null ? { interval } : { interval, fidelity }
      const answer = await client.call(
        'readHistory',
        { params: { outcome_id: id }, query },
        { signal: abort.signal },
      )
      if (abort.signal.aborted) return
      if (answer.ok) {
        const { value } = answer
        put(id, () => ({ points: pointsOf(value), step: stepOf(value), fault: null }))
      } else {
        const fault = answer.error
        put(id, (old) => ({ points: old?.points ?? [], step: old?.step ?? 60_000, fault }))
      }
    }
    const loadAll = () => {
      for (const id of key === '' ? [] : key.split(' ')) void load(id)
    }
    again.current = loadAll
    loadAll()
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') loadAll()
    }, REFRESH_MS)
    return () => {
      window.clearInterval(timer)
      abort.abort()
    }
  }, [client, key, scope, interval, fidelity])

  return { of: held.scope === scope ? held.of : NOTHING, reload }
}

const NOTHING: ReadonlyMap<string, Loaded> = new Map()
