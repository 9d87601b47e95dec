/** Ties the combos actor to the rest of the trading module: its gates, limits, credentials and cash. */
import type { VenueCombos } from '#ports/venue-combos.ts'
import type { Balances } from '../account/balances.ts'
import type { ClockSkew } from '../gates/clock-skew.ts'
import type { CombosParts } from './combo-parts.ts'
import { createCombos, type CombosActor } from './combos.ts'
import type { CredentialsActor } from '../account/credentials.ts'
import type { OrdersActor } from '../orders/orders.ts'
import type { TradingActor } from '../gates/trading.ts'

const RECOVER_EVERY_MS = 60_000

/** Builds the actor; null without a combos venue. */
export function createComboModule(
  parts: Pick<
    CombosParts,
    'clock' | 'log' | 'bus' | 'audit' | 'catalog' | 'limits' | 'lossRefusal' | 'point'
  > & {
    readonly venue: VenueCombos | null
    readonly trading: TradingActor
    readonly orders: OrdersActor
    readonly credentials: CredentialsActor
    readonly clockSkew: ClockSkew
    readonly balances: Pick<Balances, 'readCash'>
  },
): CombosActor | null {
  const { venue, trading, orders, credentials, clock } = parts
  if (venue === null) return null
  let recoveredAt: number | null = null

  /** A service that refuses credentials which are good elsewhere must not have them made again all the time. */
  async function recover(): Promise<void> {
    const now = clock.monotonic()
    if (recoveredAt !== null && now - recoveredAt < RECOVER_EVERY_MS) return
    recoveredAt = now
    await credentials.recover(credentials.generation())
  }

  const combos = createCombos({
    ...parts,
    venue,
    submissions: orders.submissions,
    usage: orders.usage,
    reasons: () => trading.state().combosReasons,
    gate: orders.gate,
    epoch: orders.epoch,
    scopes: credentials.scopes,
    skewMs: parts.clockSkew.skewMs,
    onUnauthorized: recover,
    onRefused(refusal) {
      if (refusal.code === 'no_credentials') void recover()
    },
  })
  parts.bus.subscribe('combo_ended', ({ result }) => {
    if (result === 'filled') void parts.balances.readCash()
  })
  return combos
}
