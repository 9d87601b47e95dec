/** A market of two outcomes for tests of paper trading. */
import assert from 'node:assert/strict'
import { parseEventId, parseMarketId, parseOutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { PLAIN_MARKET } from '#core/testing/plain-market.ts'

/** The value of something that is there. */
export function known<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

export const YES = known(parseOutcomeId('pm:1'))
export const NO = known(parseOutcomeId('pm:2'))
export const MARKET_ID = known(parseMarketId(`pm:0x${'ab'.repeat(32)}`))

/** Open, a tick of 0.01, at least 5 shares, without a fee. */
export const MARKET: Market = {
  ...PLAIN_MARKET,
  id: MARKET_ID,
  eventId: known(parseEventId('pm:7')),
  slug: 'paper',
  question: 'Will it?',
  outcomes: [
    { id: YES, marketId: MARKET_ID, name: 'Yes', positionId: null },
    { id: NO, marketId: MARKET_ID, name: 'No', positionId: null },
  ],
}
