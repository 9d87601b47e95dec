/** Builds what the mode rests on and that knows no order: geographic check, clock, venue mode, credentials, heartbeat. */
import type { Instant } from '#core/market/market.ts'
import { createCredentials } from '../account/credentials.ts'
import { createClockSkew } from '../gates/clock-skew.ts'
import { createGeoblock } from '../gates/geoblock.ts'
import { createHeartbeat } from '../gates/heartbeat.ts'
import { createVenueMode } from '../gates/venue-mode.ts'
import type { TradingModuleOptions } from './trading-module-parts.ts'

export type TradingGates = ReturnType<typeof createTradingGates>

/** Nothing is asked before each is started. */
export function createTradingGates(options: TradingModuleOptions) {
  const { clock, log, bus, venue, point } = options
  const onChange = (): void => bus.publish('conditions', null)
  const geoblock = createGeoblock({ clock, log, venue: venue.geoblock, onChange })
  const clockSkew = createClockSkew({
    clock,
    log,
    account: venue.account,
    onChange,
    onJump: () => bus.publish('clock_jumped', null),
    onRight: () => bus.publish('clock_right', null),
  })
  const venueMode = createVenueMode({
    clock,
    limitWarning: () => venue.trading.limitWarning(),
    orderWaitMs: () => venue.trading.orderWaitMs(1),
    onChange,
  })
  const credentials = createCredentials({
    clock,
    log,
    account: venue.account,
    checkClock: clockSkew.check,
    clockSkewMs: clockSkew.skewMs,
    onReady: () => bus.publish('credentials_ready', null),
    onChange,
    onExpiring(validUntil: Instant) {
      log.warn('credentials.session_key_expiring', { valid_until_ms: validUntil })
      bus.publish('session_key_expiring', { validUntil, at: clock.now() })
    },
  })
  const heartbeat = createHeartbeat({
    clock,
    log,
    venue: options.heartbeat ?? null,
    read: credentials.beat,
    onLapsed: () => bus.publish('heartbeat_missed', null),
    onChange,
    point,
  })
  bus.subscribe('clock_right', credentials.clockRight)
  venue.signs?.onSign((sign) => {
    if (sign === 'key') credentials.doubtKey()
    else clockSkew.doubt()
  })
  return { geoblock, clockSkew, venueMode, credentials, heartbeat }
}
