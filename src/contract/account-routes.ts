/** The operations that read the account. Part of the table in routes.ts. */
import { activityQuery, pnlQuery } from './account.ts'
import { read } from './route.ts'
import { positionsQuery } from './positions.ts'
import { accountSummary, activityList, pnlSeries } from './records/account.ts'
import { positionList } from './records/positions.ts'
import { profitHistory, profitParts } from './records/profit.ts'
import { resolutionPnlList } from './records/resolution-pnl.ts'
import { profitPartsQuery, profitQuery } from './profit.ts'
import { resolutionPnlQuery } from './resolution-pnl.ts'

export const accountRoutes = {
  readAccount: read('Cash, value, exposure and profit', { answer: accountSummary }),
  listPositions: read('Positions, the largest value first', { query: positionsQuery, answer: positionList }),
  listResolutionPnl: read('What each outcome would pay, by event, with resting orders and without', {
    query: resolutionPnlQuery,
    answer: resolutionPnlList,
  }),
  listActivity: read('What the venue lists of the wallet, newest first', {
    query: activityQuery,
    answer: activityList,
  }),
  readPnl: read('Profit over an interval, as the venue calculates it', {
    query: pnlQuery,
    answer: pnlSeries,
  }),
  readProfit: read('Own realised profit over an interval, with its drawdown', {
    query: profitQuery,
    answer: profitHistory,
  }),
  listProfitParts: read('Own profit by market, event, league, tag or day', {
    query: profitPartsQuery,
    answer: profitParts,
  }),
  exportActivity: read('Activity as CSV, newest first', { download: 'sesame-activity.csv' }),
} as const
