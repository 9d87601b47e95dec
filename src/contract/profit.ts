/** Own profit over time and by its parts (API-5): from the terminal's ledger, never from the venue's figures. */
import { z } from 'zod'
import { decimal, listOf, pageQuery, signedDecimal, time } from './values.ts'

export const profitInterval = z
  .enum(['today', '1d', '1w', '1m', 'all'])
  .meta({ description: 'today: since 00:00 UTC; 1d: the last 24 hours' })

export const profitQuery = z.strictObject({ interval: profitInterval.default('today') })

export const profitHistory = z
  .strictObject({
    points: z.array(z.strictObject({ t: time, settled: signedDecimal, total: signedDecimal })).meta({
      description:
        'Realised since the interval’s begin, from zero; of all time from `undated_pnl`. settled: of final trades and payouts; total: with what settles. Of many the last of each span of time, and the ends of the drawdown',
    }),
    undated_pnl: signedDecimal.meta({
      description: 'Realised before the first known trade: in the curve of all time only',
    }),
    drawdown: z.strictObject({ amount: decimal, from: time.nullable(), to: time }).nullable().meta({
      description:
        'The deepest fall of `total` within the interval; from: null when it fell from the begin. Null when it never fell',
    }),
    below_peak: decimal.meta({ description: 'How far the last point is below the highest' }),
    unrealised_pnl: signedDecimal.meta({ description: 'Now; not in the points' }),
    from: time.nullable().meta({ description: 'The interval’s begin; null for all time' }),
    interval: profitInterval,
    as_of: time,
  })
  .meta({ id: 'ProfitHistory' })

const profitGrouping = z.enum(['market', 'event', 'league', 'tag', 'day'])

const sums = {
  realised_pnl: signedDecimal,
  realised_pnl_today: signedDecimal,
  settling_pnl: signedDecimal.meta({ description: 'Part of realised_pnl, not final' }),
  unrealised_pnl: signedDecimal.nullable().meta({ description: 'Null by day: what is held belongs to none' }),
  fees: decimal.nullable().meta({ description: 'Null by day' }),
}

const profitPart = z
  .strictObject({
    key: z.string(),
    label: z.string().nullable().meta({
      description: 'Null where it is not known: not in the catalog, or from before the first known trade',
    }),
    event_slug: z.string().nullable(),
    ...sums,
  })
  .meta({ id: 'ProfitPart' })

export const profitPartsQuery = z.strictObject({ by: profitGrouping.default('market'), ...pageQuery })

export const profitParts = listOf(profitPart)
  .extend({
    by: profitGrouping,
    total: z.strictObject(sums).meta({ description: 'Of all parts, those of other pages included' }),
    as_of: time,
  })
  .meta({
    id: 'ProfitParts',
    description:
      'The largest first, days from the latest back. An event with several tags is counted under its first',
  })
