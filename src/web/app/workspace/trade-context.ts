/** The selected event for the panels of the workspace. */
import { createContext, useContext } from 'react'
import type { Trade } from './use-routed-event.ts'

export const TradeContext = createContext<Trade | null>(null)

/** The selected event. */
export function useTrade(): Trade {
  const trade = useContext(TradeContext)
  if (trade === null) throw new Error('no event in context')
  return trade
}
