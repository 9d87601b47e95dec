/**
 * SAFE and ARMED: who may place now, and why not. ARMED lives in memory only, and whatever closes a gate for good ends
 * it. A cancel never asks here.
 */
import { combosReasons } from '#core/combo/combo-availability.ts'
import { SAFE, stepTradingMode } from '#core/machines/trading-mode.ts'
import type { Moment, TradingModeEffect, TradingModeEvent } from '#core/machines/trading-mode.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import {
  gateOf,
  type ArmReason,
  type CredentialStatus,
  type DisarmCause,
  type GeoblockState,
  type TradingState,
  type VenueMode,
} from '#core/trading-state.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { runMachine } from '#lib/machine.ts'
import type { Tools } from '../tools.ts'
import type { Reliability } from './reliability.ts'

export type TradingActor = ReturnType<typeof createTrading>

/** As the edges see it. */
export type Trading = Pick<TradingActor, 'state' | 'arm' | 'disarm' | 'touch'>

/** Input of the gates, read at the moment of asking. */
export type TradingConditions = {
  readonly liveTrading: boolean
  readonly geoblock: () => GeoblockState
  /** A key to sign orders with is configured. */
  readonly canSign: boolean
  readonly areCredentialsReady: () => boolean
  /** Only a wrong clock holds the credentials up. */
  readonly isPausedByClock: () => boolean
  /** Being established or renewed: a gate is closed, but nothing is lost. */
  readonly areCredentialsPending: () => boolean
  readonly isKeyExpired: () => boolean
  readonly isKeyListed: () => boolean
  /** Has the venue's list of keys read again, soon. */
  readonly doubtKey: () => void
  readonly isWalletMismatch: () => boolean
  readonly hasTradingScope: () => boolean
  readonly isClockTolerable: () => boolean
  readonly isUserFeedLive: () => boolean
  readonly areOrdersComplete: () => boolean
  readonly isAuditWritable: () => boolean
  readonly isAuditVerified: () => boolean
  readonly venueMode: () => VenueMode
  readonly isLossLocked: () => boolean
  readonly isComboVenue: boolean
  /** Scopes of the key in use; null when the venue does not say. */
  readonly scopes: () => CredentialStatus['scopes'] | null
}

const TICK_MS = 1_000
const READ_ONLY = 'No session key: markets only.'
const UNVERIFIED = 'The audit log is still being verified; orders wait until it is done.'

/** Builds the actor; it starts SAFE. */
export function createTrading(
  parts: Pick<Tools, 'clock' | 'log' | 'bus'> & {
    readonly conditions: TradingConditions
    readonly reliability: Reliability
    readonly idleTimeoutMs: number
  },
) {
  const { clock, log, bus, conditions, reliability, idleTimeoutMs } = parts
  let lastPublished = ''
  let stopTicker: (() => void) | null = null

  const machine = runMachine({ initial: SAFE, step: stepTradingMode, perform })

  function perform(effect: TradingModeEffect): void {
    if (effect.type === 'armed') {
      log.info('trading.armed', {})
      return
    }
    const { cause, at } = effect
    log.warn('trading.safe', { cause })
    const isUnreliable =
      cause === 'orders_unread' || cause === 'market_feed_down' || cause === 'order_unknown'
    bus.publish('disarmed', { cause, at, afterMs: isUnreliable ? reliability.safeAfter[cause] : null })
  }

  function send(event: TradingModeEvent): void {
    machine.send(event)
    publish()
  }

  function moment(): Moment {
    return { wall: clock.now(), monotonic: clock.monotonic() }
  }

  function reasons(): readonly ArmReason[] {
    const { blocked } = conditions.geoblock()
    const isClockRight = conditions.isClockTolerable()
    const isUsable = conditions.areCredentialsReady() || (!isClockRight && conditions.isPausedByClock())
    const overdue = reliability.overdue()
    const closed: readonly (readonly [boolean, ArmReason])[] = [
      [!conditions.liveTrading, 'trading_disabled'],
      [blocked === true, 'geoblocked'],
      [blocked === null, 'geoblock_unknown'],
      [!conditions.canSign || !isUsable || !conditions.hasTradingScope(), 'no_credentials'],
      [conditions.isKeyExpired(), 'session_key_expired'],
      [!conditions.isKeyListed(), 'session_key_not_listed'],
      [conditions.isWalletMismatch(), 'wallet_mismatch'],
      [!isClockRight, 'clock_skew'],
      [!conditions.isUserFeedLive(), 'user_feed_down'],
      [!conditions.areOrdersComplete(), 'orders_not_reconciled'],
      ...overdue.map((cause) => [true, cause] as const),
      [!conditions.isAuditWritable(), 'audit_unavailable'],
      [conditions.isAuditWritable() && !conditions.isAuditVerified(), 'audit_unverified'],
    ]
    return closed.flatMap(([isClosed, reason]) => (isClosed ? [reason] : []))
  }

  /** The first closed gate of ORD-1, or null: asked before the signature and before the first byte. */
  function gate(): Rejection | null {
    // The idle deadline holds to the millisecond, not to the next tick.
    machine.send({ type: 'clock', now: moment() })
    for (const reason of reasons()) {
      const { code } = gateOf(reason)
      if (code === undefined) continue
      if (code === 'no_credentials' && !conditions.canSign) return rejection(code, { message: READ_ONLY })
      return rejection(code, reason === 'audit_unverified' ? { message: UNVERIFIED } : {})
    }
    return machine.state().mode === 'ARMED' ? null : rejection('safe_mode')
  }

  function state(): TradingState {
    const now = machine.state()
    const venue = conditions.venueMode()
    const why: readonly ArmReason[] = [
      ...reasons(),
      ...(venue.isRateLimited === true ? (['venue_rate_limited'] as const) : []),
      ...(conditions.isLossLocked() ? (['loss_limit'] as const) : []),
    ]
    const combos = combosReasons({
      isConfigured: conditions.isComboVenue,
      scopes: conditions.scopes(),
      gates: why.flatMap((reason) => gateOf(reason).code ?? []),
      mode: now.mode,
    })
    return {
      mode: now.mode,
      canTrade: now.mode === 'ARMED' && why.length === 0,
      reasons: why,
      armedAt: now.mode === 'ARMED' ? now.armedAt : null,
      idleDisarmAt: now.mode === 'ARMED' ? now.idleAt.wall : null,
      idleTimeoutMs,
      safeAfter: reliability.safeAfter,
      combosCanTrade: combos.length === 0,
      combosReasons: combos,
      venue,
    }
  }

  /** Publishes on the bus when more than a countdown has changed. */
  function publish(): void {
    const now = state()
    const current = JSON.stringify({ ...now, venue: { ...now.venue, retryAfterMs: null } })
    if (current === lastPublished) return
    lastPublished = current
    bus.publish('trading', now)
  }

  /** Something that a gate rests on has changed. */
  function reconsider(): void {
    const lost = reasons().find(
      (reason) =>
        gateOf(reason).disarms !== undefined &&
        !(reason === 'no_credentials' && conditions.areCredentialsPending()),
    )
    const cause = lost === undefined ? undefined : gateOf(lost).disarms
    if (cause === undefined) publish()
    else send({ type: 'disarm', cause, at: clock.now() })
  }

  return {
    state,
    arm(): Result<TradingState, readonly ArmReason[]> {
      reliability.look()
      const why = reasons()
      // The caller may just have put it right.
      if (!conditions.isKeyListed()) conditions.doubtKey()
      if (why.length > 0) return err(why)
      // An idle end that no tick has published yet comes first, so that arming then really arms.
      machine.send({ type: 'clock', now: moment() })
      send({ type: 'arm', now: moment(), idleTimeoutMs })
      return ok(state())
    },
    disarm(cause: DisarmCause): TradingState {
      send({ type: 'disarm', cause, at: clock.now() })
      return state()
    },
    /** A command of the trader: the idle timer starts again. */
    touch(): void {
      const { mode } = machine.state()
      machine.send({ type: 'touch', now: moment(), idleTimeoutMs })
      // An order does not wait for the new countdown: the next tick publishes it.
      if (machine.state().mode !== mode) publish()
    },
    gate,
    reconsider,
    start: (): void => {
      stopTicker = clock.every(TICK_MS, () => {
        send({ type: 'clock', now: moment() })
        reliability.look()
        reconsider()
      })
    },
    stop: (): void => {
      stopTicker?.()
    },
  }
}
