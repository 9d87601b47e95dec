/** A trading fixture whose account holds certain shares. */
import assert from 'node:assert/strict'
import type { OutcomeId } from '#core/ids.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { err, ok } from '#lib/result.ts'
import { createTradingFixture, whole, type TradingFixture } from './trading-fixture.ts'

/** An armed fixture that holds these shares. */
export async function holding(held: Iterable<readonly [OutcomeId, Micros]>): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  const shares = held instanceof Map ? held : new Map(held)
  Object.assign(fixture.venue.account, {
    balance: async (asset: 'COLLATERAL' | OutcomeId) => {
      if (fixture.venue.isBlind) return err({ kind: 'unavailable', detail: 'blind', retryAfterMs: null })
      return ok({
        balance: asset === 'COLLATERAL' ? whole(1_000) : (shares.get(asset) ?? ZERO),
        allowance: null,
      })
    },
  })
  await fixture.open()
  assert.equal(fixture.module.trading.state().mode, 'ARMED')
  return fixture
}
