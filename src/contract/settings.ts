/** Risk limits as they are asked for and changed (API-6, API-9). */
import { z } from 'zod'
import * as records from './records/settings.ts'
import { own, read } from './route.ts'
import { amountValue } from './values.ts'

const count = z.number().int().min(0).max(1_000_000)

const riskSettingsBody = z
  .strictObject({
    limits: z
      .strictObject({
        max_order_notional: amountValue,
        max_position_notional: amountValue,
        max_daily_notional: amountValue,
        max_open_orders: count,
        max_orders_per_minute: count,
        price_band_ticks: count,
        exit_slippage_ticks: count,
        exit_slippage_percent: count,
        max_combo_notional: amountValue,
        max_combo_exposure: amountValue,
        max_combo_legs: count,
      })
      .partial()
      .describe('Those that change; docs/trading.md explains each'),
    password: z.string().min(1).max(1024).optional().describe('Needed where a limit rises'),
  })
  .meta({ id: 'RiskSettingsBody' })

export const settingsRoutes = {
  readRiskSettings: read('Limits', { answer: records.riskSettings }),
  writeRiskSettings: own('Change limits; raising needs the password', {
    body: riskSettingsBody,
    answer: records.riskSettings,
  }),
} as const
