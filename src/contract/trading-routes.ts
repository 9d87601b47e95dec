/** The operations on the trading mode and the venue credentials. Part of the table in routes.ts. */
import { cancel, own, read } from './route.ts'
import { empty } from './session.ts'
import { status, tradingState } from './records/status.ts'

export const tradingRoutes = {
  readTrading: read('Trading mode', { answer: tradingState }),
  arm: own('SAFE to ARMED', { body: empty, answer: tradingState }),
  disarm: cancel('ARMED to SAFE', { body: empty, answer: tradingState }),
  retryCredentials: own(
    'Asks the venue for credentials now, ahead of the next planned attempt; 429 within 10 s of the last one',
    { body: empty, answer: status },
  ),
} as const
