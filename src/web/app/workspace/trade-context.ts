/** The event in hand for the panels of the workspace. */
import { createContext, useContext } from 'react'
import type { Trade } from './use-routed-event.ts'

export const TradeContext = createContext<Trade | null>(null)

/** The event in hand. */
export function useTrade(): Trade {
  const trade = useContext(TradeContext)
  if (trade === null) throw new Error('no event in context')
  return trade
}
