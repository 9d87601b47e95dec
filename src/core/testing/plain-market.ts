/** An ordinary market for tests. */
import type { Market } from '../market/market.ts'
import { micros, ZERO } from '../money.ts'

/** Open, a tick of 0.01, at least 5 shares, without a fee, a game or a delay; ids, words and outcomes are the test's own. */
export const PLAIN_MARKET: Omit<Market, 'id' | 'eventId' | 'slug' | 'question' | 'outcomes'> = {
  groupTitle: null,
  status: 'open',
  acceptingOrders: true,
  negRisk: false,
  tickSize: 100,
  minOrderSize: micros(5_000_000n),
  secondsDelay: 0,
  sportsMarketType: null,
  line: null,
  endTime: null,
  gameStartTime: null,
  volume: ZERO,
  liquidity: ZERO,
  fee: null,
  comboStatus: 'disabled',
  winningOutcomeId: null,
  cancelsAtStart: false,
}
