/** Own profit over time and by its parts (API-5): from the terminal's ledger, never from the venue's figures. */
import { as, nullable, part, parts, record, says } from '../codec/codec.ts'
import { amount, foreignText, instant, oneOf, optionalInstant, signedAmount } from '../codec/fields.ts'
import { page } from './lists.ts'
import { asOf, drawdown } from './shared.ts'

export const profitInterval = says(
  oneOf(['today', '1d', '1w', '1m', 'all']),
  'today: since 00:00 UTC; 1d: 24 hours',
)

export const profitHistory = record('ProfitHistory', {
  points: parts(
    'Realised since the interval’s begin, from zero; of all time from `undated_pnl`. settled: of final trades and payouts; total: with what settles. Of many the last of each span of time, and the ends of the drawdown',
    {
      at: as('t', says(instant, 'Instant of the point')),
      settled: says(signedAmount, 'Of final trades and payouts'),
      total: says(signedAmount, 'With what settles'),
    },
  ),
  undated: as('undated_pnl', says(signedAmount, 'Realised before the first known trade: in `all` only')),
  drawdown: says(nullable(drawdown), 'The deepest fall of `total` in the interval; null when it never fell'),
  belowPeak: says(amount, 'How far the last point is below the highest'),
  unrealisedPnl: says(signedAmount, 'Now; not in the points'),
  from: says(optionalInstant, 'The interval’s begin; null for all time'),
  interval: profitInterval,
  asOf,
})

export const profitGrouping = oneOf(['market', 'event', 'league', 'day'])

const sums = {
  realised: as('realised_pnl', says(signedAmount, 'Realised profit')),
  realisedToday: as('realised_pnl_today', says(signedAmount, 'Since 00:00 UTC')),
  settling: as('settling_pnl', says(signedAmount, 'Part of realised_pnl, not final')),
  unrealised: as('unrealised_pnl', says(nullable(signedAmount), 'Null by day: what is held belongs to none')),
  fees: says(nullable(amount), 'Null by day'),
}

const profitPart = record('ProfitPart', {
  key: says(foreignText, 'Names the part: an id, a code, or a day in UTC'),
  label: says(nullable(foreignText), 'Null where it is not known'),
  eventSlug: says(nullable(foreignText), 'Slug of its event'),
  ...sums,
})

export const profitParts = {
  ...page('ProfitParts', profitPart, {
    by: says(profitGrouping, 'As asked for'),
    total: part('Of all parts, those of other pages included', sums),
    asOf,
  }),
  description: 'The largest first, days from the latest back',
}
