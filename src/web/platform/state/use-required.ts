/** React contexts around every component of the page. */
import { useContext } from 'react'
import type { Context } from 'react'

/** The value of a context. Throws outside of its provider: without it nothing of the page works. */
export function useRequired<Value>(context: Context<Value | null>): Value {
  const value = useContext(context)
  if (value === null) throw new Error('no provider of this context')
  return value
}
