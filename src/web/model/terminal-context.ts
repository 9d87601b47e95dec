/** The terminal for components. */
import { createContext, useContext } from 'react'
import type { Terminal } from './terminal.ts'

export const TerminalContext = createContext<Terminal | null>(null)

/** The terminal of this tab. */
export function useTerminal(): Terminal {
  const terminal = useContext(TerminalContext)
  if (terminal === null) throw new Error('no terminal in context')
  return terminal
}
