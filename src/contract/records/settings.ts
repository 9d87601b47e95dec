/** Risk limits (API-6, API-9). */
import { LOSS_LIMITS } from '#core/risk-limits.ts'
import { LOSS_ACTIONS } from '#core/trading-state.ts'
import { nullable, part, partOrNull, record, says } from '../codec/codec.ts'
import { amount, bounded, instant, integer, oneOf, optionalInstant, signedAmount } from '../codec/fields.ts'

const count = bounded(0, 1_000_000)

const riskLimits = record('RiskLimits', {
  maxOrderNotional: says(amount, 'pUSD of one order'),
  maxPositionNotional: says(amount, 'pUSD in one market, with what open orders may add'),
  maxDailyNotional: says(amount, 'pUSD of all orders since 00:00 UTC'),
  maxOpenOrders: says(count, 'Orders that may rest at once'),
  maxOrdersPerMinute: says(count, 'Orders that may be sent in a minute'),
  priceBandTicks: says(count, 'Ticks beyond the best price that an order may ask'),
  exitSlippageTicks: says(count, 'Ticks below the best bid that an exit may sell'),
  exitSlippagePercent: says(count, 'The same as a share of the best price; the stricter holds'),
  maxComboNotional: says(amount, 'pUSD of one combo'),
  maxComboExposure: says(amount, 'pUSD of all open combos'),
  maxComboLegs: says(count, 'Legs of one combo'),
  maxDailyLoss: says(amount, 'pUSD lost since 00:00 UTC at which it locks; 0: off'),
  maxSessionLoss: says(amount, 'The same since ARMED'),
  maxLosingStreak: says(count, 'Round trips in a row that lost, since 00:00 UTC; 0: off'),
})

export const riskSettings = record('RiskSettings', {
  limits: says(riskLimits, 'In force'),
  ceilings: says(riskLimits, 'The most that each limit can be set to'),
  defaults: says(riskLimits, 'Before any change'),
  usage: part('How much of each limit is used now', {
    maxPositionNotional: says(amount, 'In the market that is used most'),
    positionFromOutside: says(amount, 'Part of it from outside this terminal, by the venue’s list'),
    maxDailyNotional: says(amount, 'Since 00:00 UTC'),
    maxOpenOrders: says(count, 'Orders that rest'),
    maxOrdersPerMinute: says(count, 'In the last minute'),
    maxComboExposure: says(nullable(amount), 'Null while combos are not read'),
  }),
})

const lost = nullable(signedAmount)

export const lossLimit = record('LossLimit', {
  losses: part('What counts now, a profit below zero; null while it is not known', {
    maxDailyLoss: says(
      lost,
      'pUSD since 00:00 UTC: realised, and what the bids would bring less what they would have',
    ),
    maxSessionLoss: says(lost, 'pUSD since ARMED'),
    maxLosingStreak: says(lost, 'Round trips in a row that lost'),
  }),
  positions: partOrNull('How what is held is valued; null while it is not read', {
    byLastBid: says(integer, 'By a bid that is not live, or by part of a book'),
    withoutPrice: says(integer, 'Without any price: the loss is not known'),
    withoutCost: says(integer, 'Of unknown cost: in no figure'),
  }),
  measuredFrom: says(
    optionalInstant,
    'When the day was first valued: 00:00 UTC, or the first figure of a later start',
  ),
  lock: partOrNull('Null while it is open', {
    limit: says(oneOf(LOSS_LIMITS), 'The limit that was reached'),
    lost: says(amount, 'What was lost then'),
    most: says(amount, 'The limit then'),
    at: says(instant, 'When it locked'),
    from: says(instant, 'When the password opens it'),
    until: says(instant, 'When it opens'),
  }),
  onLock: says(oneOf(LOSS_ACTIONS), 'The setting LOSS_LIMIT_ACTION'),
})
