/** Requests for and changes of risk limits (API-6, API-9). */
import { z } from 'zod'
import { DEFAULT_LIMITS, type RiskLimits } from '#core/risk-limits.ts'
import { snake, type Snake } from './codec/codec.ts'
import * as records from './records/settings.ts'
import { own, read } from './route.ts'
import { passwordBody } from './session.ts'
import { amountValue } from './values.ts'

const count = z.number().int().min(0).max(1_000_000)

const limits = Object.fromEntries(
  Object.entries(DEFAULT_LIMITS).map(([name, value]) => [
    snake(name),
    typeof value === 'bigint' ? amountValue : count,
  ]),
) as {
  readonly [Name in keyof RiskLimits as Snake<Name>]: RiskLimits[Name] extends bigint
    ? typeof amountValue
    : typeof count
}

const riskSettingsBody = z
  .strictObject({
    limits: z.strictObject(limits).partial().describe('Those that change; docs/trading.md explains each'),
    password: z.string().min(1).max(1024).optional().describe('Required to raise a limit'),
  })
  .meta({ id: 'RiskSettingsBody' })

export const settingsRoutes = {
  readRiskSettings: read('Limits', { answer: records.riskSettings }),
  writeRiskSettings: own('Change limits; raising needs the password', {
    body: riskSettingsBody,
    answer: records.riskSettings,
  }),
  readLossLimit: read('Losses against each loss limit, and whether it is locked', {
    answer: records.lossLimit,
  }),
  unlockLossLimit: own('Unlock a loss limit with the password; 429 within ten minutes of the lock', {
    body: passwordBody,
    answer: records.lossLimit,
  }),
} as const
