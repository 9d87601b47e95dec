/** The operations on the trading mode and the venue credentials. Part of the table in routes.ts. */
import { empty } from './session.ts'
import { status, tradingState } from './status.ts'

export const tradingRoutes = {
  readTrading: {
    method: 'GET',
    path: '/api/trading',
    auth: 'session',
    summary: 'Trading mode',
    answer: tradingState,
  },
  arm: {
    method: 'POST',
    path: '/api/trading/arm',
    auth: 'session',
    summary: 'SAFE to ARMED',
    body: empty,
    answer: tradingState,
  },
  disarm: {
    method: 'POST',
    path: '/api/trading/safe',
    auth: 'session',
    summary: 'ARMED to SAFE',
    body: empty,
    answer: tradingState,
  },
  retryCredentials: {
    method: 'POST',
    path: '/api/credentials/retry',
    auth: 'session',
    summary:
      'Asks the venue for credentials now, ahead of the next planned attempt; 429 within 10 s of the last one',
    body: empty,
    answer: status,
  },
} as const
