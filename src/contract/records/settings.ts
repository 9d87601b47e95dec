/** Risk limits (API-6, API-9). */
import { nullable, part, record, says } from '../codec/codec.ts'
import { amount, bounded } from '../codec/fields.ts'

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
