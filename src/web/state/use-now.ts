/** The time for components that show it: one render per period, aligned to it. */
import { useEffect, useState } from 'react'

/** The wall clock, renewed every `periodMs`. */
export function useNow(periodMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let timer = 0
    const tick = () => {
      const time = Date.now()
      setNow(time)
      timer = window.setTimeout(tick, periodMs - (time % periodMs))
    }
    timer = window.setTimeout(tick, periodMs - (Date.now() % periodMs))
    return () => window.clearTimeout(timer)
  }, [periodMs])
  return now
}
