/** The operations on the trading mode and the venue credentials. Part of the table in routes.ts. */
import { PATHS } from './paths.ts'
import { empty } from './session.ts'
import { status, tradingState } from './status.ts'

export const tradingRoutes = {
  readTrading: {
    ...PATHS.readTrading,
    auth: 'session',
    scope: 'read',
    summary: 'Trading mode',
    answer: tradingState,
  },
  arm: {
    ...PATHS.arm,
    auth: 'session',
    summary: 'SAFE to ARMED',
    body: empty,
    answer: tradingState,
  },
  disarm: {
    ...PATHS.disarm,
    auth: 'session',
    scope: 'cancel',
    summary: 'ARMED to SAFE',
    body: empty,
    answer: tradingState,
  },
  retryCredentials: {
    ...PATHS.retryCredentials,
    auth: 'session',
    summary:
      'Asks the venue for credentials now, ahead of the next planned attempt; 429 within 10 s of the last one',
    body: empty,
    answer: status,
  },
} as const
