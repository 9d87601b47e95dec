/** A value that follows another once it has stood still for a moment. */
import { useEffect, useState } from 'react'

/** The value as it was when it last stood still for `ms`. */
export function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(value), ms)
    return () => window.clearTimeout(timer)
  }, [value, ms])
  return later
}
