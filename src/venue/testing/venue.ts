/** A venue adapter for tests: made-up addresses, a throw-away key, every service on one loopback origin. */
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { OrderRequest, PointName } from '#ports/venue-trading.ts'
import { parseOutcomeId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import { parseProfile, type VenueProfile } from '../profile.ts'
import { createVenue, type Venue, type VenueSecrets } from '../venue.ts'
import { createTestClock, createTestLog, createTestRandom } from './host.ts'

/** Profile JSON whose services all live at one origin. */
export function testProfileJson(origin: string, urls: Readonly<Record<string, string>> = {}): object {
  const socket = origin.replace('http', 'ws')
  return {
    name: 'Test venue',
    chain_id: 137,
    contracts: {
      ctf_exchange_v2: `0x${'11'.repeat(20)}`,
      neg_risk_exchange_v2: `0x${'22'.repeat(20)}`,
      exchange_v3: `0x${'33'.repeat(20)}`,
    },
    urls: {
      clob: origin,
      catalog: origin,
      data: origin,
      combos: origin,
      geoblock: `${origin}/geoblock`,
      ws_market: `${socket}/ws/market`,
      ws_user: `${socket}/ws/user`,
      ws_sports: `${socket}/ws/sports`,
      ...urls,
    },
  }
}

/** The same, read. */
function testProfile(origin: string, urls: Readonly<Record<string, string>> = {}): VenueProfile {
  const profile = parseProfile(testProfileJson(origin, urls))
  if (!profile.ok) throw new Error(profile.error.join('; '))
  return profile.value
}

const testSecrets: VenueSecrets = {
  walletAddress: `0x${'ab'.repeat(20)}`,
  signerAddress: null,
  sessionKey: new Uint8Array(32).fill(9),
  credentials: {
    apiKey: '00000000-0000-4000-8000-000000000001',
    secret: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=',
    passphrase: 'passphrase',
  },
}

/** An adapter over one origin. */
export function createTestVenue(
  origin: string,
  options: {
    readonly secrets?: Partial<VenueSecrets>
    readonly clock?: Clock
    readonly log?: Log
    readonly points?: (name: PointName) => void
    readonly onSecret?: (secret: string) => void
    readonly urls?: Readonly<Record<string, string>>
  } = {},
): Promise<Venue> {
  return createVenue({
    profile: testProfile(origin, options.urls),
    secrets: { ...testSecrets, ...options.secrets },
    clock: options.clock ?? createTestClock(),
    random: createTestRandom(),
    log: options.log ?? createTestLog(),
    ...(options.points === undefined ? {} : { points: options.points }),
    ...(options.onSecret === undefined ? {} : { onSecret: options.onSecret }),
  })
}

/** A resting buy of 10 shares at 0.57. */
export function testOrder(change: Partial<OrderRequest> = {}): OrderRequest {
  const outcomeId = parseOutcomeId('pm:123456789')
  const price = parsePrice('0.57')
  if (outcomeId === null || price === null) throw new Error('a constant does not parse')
  return {
    outcomeId,
    side: 'BUY',
    price,
    size: micros(10_000_000n),
    tickSize: 100,
    negRisk: false,
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    ...change,
  }
}
