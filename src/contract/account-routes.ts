/** The operations that read the account. Part of the table in routes.ts. */
import { accountSummary, activityList, activityQuery, pnlQuery, pnlSeries } from './account.ts'
import { positionList, positionsQuery } from './positions.ts'

export const accountRoutes = {
  readAccount: {
    method: 'GET',
    path: '/api/account',
    auth: 'session',
    summary: 'Cash, value, exposure and profit',
    answer: accountSummary,
  },
  listPositions: {
    method: 'GET',
    path: '/api/positions',
    auth: 'session',
    summary: 'Positions, the largest value first',
    query: positionsQuery,
    answer: positionList,
  },
  listActivity: {
    method: 'GET',
    path: '/api/activity',
    auth: 'session',
    summary: 'What the venue lists of the wallet, newest first',
    query: activityQuery,
    answer: activityList,
  },
  readPnl: {
    method: 'GET',
    path: '/api/pnl',
    auth: 'session',
    summary: 'Profit over an interval, as the venue calculates it',
    query: pnlQuery,
    answer: pnlSeries,
  },
  exportActivity: {
    method: 'GET',
    path: '/api/export/activity.csv',
    auth: 'session',
    summary: 'Activity as CSV, newest first',
    download: 'sesame-activity.csv',
  },
} as const
