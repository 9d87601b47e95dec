/** The operations that read the account. Part of the table in routes.ts. */
import { accountSummary, activityList, activityQuery, pnlQuery, pnlSeries } from './account.ts'
import { PATHS } from './paths.ts'
import { positionsQuery } from './positions.ts'
import { positionList } from './records/positions.ts'
import { profitHistory, profitParts, profitPartsQuery, profitQuery } from './profit.ts'
import { resolutionPnlList, resolutionPnlQuery } from './resolution-pnl.ts'

export const accountRoutes = {
  readAccount: {
    ...PATHS.readAccount,
    auth: 'session',
    scope: 'read',
    summary: 'Cash, value, exposure and profit',
    answer: accountSummary,
  },
  listPositions: {
    ...PATHS.listPositions,
    auth: 'session',
    scope: 'read',
    summary: 'Positions, the largest value first',
    query: positionsQuery,
    answer: positionList,
  },
  listResolutionPnl: {
    ...PATHS.listResolutionPnl,
    auth: 'session',
    scope: 'read',
    summary: 'What each outcome would pay, by event, with resting orders and without',
    query: resolutionPnlQuery,
    answer: resolutionPnlList,
  },
  listActivity: {
    ...PATHS.listActivity,
    auth: 'session',
    scope: 'read',
    summary: 'What the venue lists of the wallet, newest first',
    query: activityQuery,
    answer: activityList,
  },
  readPnl: {
    ...PATHS.readPnl,
    auth: 'session',
    scope: 'read',
    summary: 'Profit over an interval, as the venue calculates it',
    query: pnlQuery,
    answer: pnlSeries,
  },
  readProfit: {
    ...PATHS.readProfit,
    auth: 'session',
    scope: 'read',
    summary: 'Own realised profit over an interval, with its drawdown',
    query: profitQuery,
    answer: profitHistory,
  },
  listProfitParts: {
    ...PATHS.listProfitParts,
    auth: 'session',
    scope: 'read',
    summary: 'Own profit by market, event, league, tag or day',
    query: profitPartsQuery,
    answer: profitParts,
  },
  exportActivity: {
    ...PATHS.exportActivity,
    auth: 'session',
    scope: 'read',
    summary: 'Activity as CSV, newest first',
    download: 'sesame-activity.csv',
  },
} as const
