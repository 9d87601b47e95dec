/** Requests for account, positions and profit (API-5). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import * as account from './records/account.ts'
import * as positions from './records/positions.ts'
import * as profit from './records/profit.ts'
import * as resolution from './records/resolution-pnl.ts'
import { read } from './route.ts'
import { eventId, pageQuery } from './values.ts'

const pnlQuery = z.strictObject({
  interval: schemaOf(account.pnlInterval).default('1w').describe('How far back'),
})

const profitQuery = z.strictObject({ interval: schemaOf(profit.profitInterval).default('today') })

const profitPartsQuery = z.strictObject({
  by: schemaOf(profit.profitGrouping).default('market'),
  ...pageQuery,
})

const resolutionPnlQuery = z.strictObject({ event_id: eventId.optional(), ...pageQuery })

const positionsQuery = z.strictObject({
  status: z.enum(['open', 'redeemable', 'closed']).default('open').describe('Which positions'),
  ...pageQuery,
})

export const accountRoutes = {
  readAccount: read('Cash, value, exposure and profit', { answer: account.accountSummary }),
  listPositions: read('Positions, the largest value first', {
    query: positionsQuery,
    answer: positions.positionList,
  }),
  listResolutionPnl: read('What each outcome would pay, by event, with resting orders and without', {
    query: resolutionPnlQuery,
    answer: resolution.resolutionPnlList,
  }),
  listActivity: read('What the venue lists of the wallet, newest first', {
    query: z.strictObject(pageQuery),
    answer: account.activityList,
  }),
  readPnl: read('Profit over an interval, as the venue calculates it', {
    query: pnlQuery,
    answer: account.pnlSeries,
  }),
  readProfit: read('Own realised profit over an interval, with its drawdown', {
    query: profitQuery,
    answer: profit.profitHistory,
  }),
  listProfitParts: read('Own profit by market, event, league or day', {
    query: profitPartsQuery,
    answer: profit.profitParts,
  }),
  exportActivity: read('Activity as CSV, newest first', { file: 'text/csv' }),
} as const
