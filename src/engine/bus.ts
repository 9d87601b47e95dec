/** The typed, in-process bus of facts: synchronous, in order. A listener that throws is a bug and harms nobody else. */
import type { ComboEnded, ComboPosition, ComboRfq } from '#core/combo/combo.ts'
import type { AlertId, ClientOrderId, ExitId, GameId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import type { LossFact } from '#core/loss-limit.ts'
import type { Instant } from '#core/market/market.ts'
import type { ChatStatus, Notification } from '#core/notification/notification.ts'
import type { AttachedExit, ExitPause } from '#core/order/attached-exit.ts'
import type { Fill, LateOrder, Order } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { DisarmCause, FeedHealth, RecordingStatus, Status, TradingState } from '#core/trading-state.ts'

/** Facts, published synchronously and in order. A subscriber never blocks. */
export type Facts = {
  /** A book changed; readers take a view when they need one. */
  readonly book: { readonly outcomeId: OutcomeId; readonly version: number }
  /** A command that becomes an order was received, again or for the first time. */
  readonly order_received: { readonly clientOrderId: ClientOrderId }
  readonly order: Order
  readonly fill: Fill
  /** A figure of a position may have changed; readers ask for it when they need it. Null: of the account only. */
  readonly position: { readonly outcomeId: OutcomeId | null }
  readonly trading: TradingState
  readonly status: Status
  /** Something that a gate or the status rests on has changed. */
  readonly conditions: null
  /** The wall clock was moved against the monotonic one: everything that was timed is doubtful (INV-45). */
  readonly clock_jumped: null
  /** It was measured and is right. */
  readonly clock_right: null
  /** A new set, which the user channel needs. */
  readonly credentials_ready: null
  /** The venue has most likely cancelled everything, for want of heartbeats. */
  readonly heartbeat_missed: null
  readonly feeds: readonly FeedHealth[]
  readonly catalog: { readonly events: number }
  /** A game changed; readers ask for it when they need it. */
  readonly game: { readonly gameId: GameId }
  /** Work that nobody waited for failed by a bug: the terminal is SAFE (INV-89). */
  readonly background_failed: { readonly at: Instant }
  /** The terminal went SAFE. */
  readonly disarmed: {
    readonly cause: DisarmCause
    readonly at: Instant
    /** How long the cause had lasted, by its setting; null where there is none. */
    readonly afterMs: number | null
  }
  /** `order`: placed outside this terminal. `cancel`: one of our own, cancelled outside it. The terminal goes SAFE. */
  readonly foreign_activity: {
    readonly reason: 'order' | 'cancel'
    readonly order: Order
    readonly at: Instant
  }
  /** Late outcome of an order that had been answered for (INV-55). */
  readonly late_order: { readonly what: LateOrder; readonly order: Order; readonly at: Instant }
  /** A trade that has not settled within its ten minutes; published once in one run. */
  readonly trade_overdue: { readonly fill: Fill; readonly at: Instant }
  /** Orders of this key that were not placed here, from before this terminal knew the account: once, no cause for SAFE. */
  readonly earlier_activity: { readonly orders: readonly Order[]; readonly at: Instant }
  /** The trader, or a stop of the terminal, cancels whatever the venue has of all markets, a market or an outcome. */
  readonly cancel_asked: {
    readonly target: 'all' | { readonly marketId: MarketId } | { readonly outcomeId: OutcomeId }
  }
  /**
   * A way out is about to have these own sales cancelled, and until it is over nothing else is sent for the outcome's shares
   * by attached exits (INV-81).
   */
  readonly way_out: {
    readonly outcomeId: OutcomeId
    readonly orderIds: readonly OrderId[]
    /** `hedged`: over, and the shares that the sales offered are covered by the other outcome. */
    readonly step: 'begins' | 'over' | 'hedged'
  }
  /** A hedge of this outcome is about to be sent: what it buys pairs with its shares. */
  readonly hedge: { readonly clientOrderId: ClientOrderId; readonly outcomeId: OutcomeId }
  /**
   * A way out had own sales cancelled first, and then nothing was sent. `orders`: these as far as they are known now. `why`: null
   * when the terminal stopped in between; then it is published again at each start, one notification per client order id.
   */
  readonly way_out_unsold: {
    readonly clientOrderId: ClientOrderId
    readonly outcomeId: OutcomeId
    readonly orders: readonly Order[]
    readonly why: Rejection | null
    readonly at: Instant
  }
  /** An attached exit is new or changed, or another reason pauses it. */
  readonly attached_exit: { readonly exitId: ExitId }
  /** Attached exits need the trader: see the notification of each (INV-66). */
  readonly exit_notice: ExitNotice
  /** The venue called an own order cancelled and goes on showing it live: it is cancelled again until it is gone. */
  readonly cancel_ignored: { readonly order: Order; readonly at: Instant }
  /**
   * Own resting orders of one market that the venue cancelled because its game started, with all that it takes to
   * place them again: what is left of each is its size less what has filled. Published once for each order.
   */
  readonly game_start_orders: {
    readonly marketId: MarketId
    readonly orders: readonly Order[]
    readonly at: Instant
  }
  /**
   * An own order ended short of its size, and this terminal did not ask for that; with the venue's words for why. Once in
   * one run, and perhaps once more after a start.
   */
  readonly order_ended: { readonly order: Order; readonly reason: string | null; readonly at: Instant }
  /** Resting orders that the venue cancelled for want of heartbeats, together. */
  readonly heartbeat_lapsed: { readonly orders: readonly Order[]; readonly at: Instant }
  /** An alert changed, or is gone. */
  readonly alert: { readonly alertId: AlertId; readonly isRemoved: boolean }
  /** A notification is new, or was read, delivered or acted on. */
  readonly notification: Notification
  readonly chat: ChatStatus
  /** The recording has stopped automatically; not published again before a segment has been recorded to its end. */
  readonly recording_stopped: { readonly fault: NonNullable<RecordingStatus['fault']> }
  /** Published once per key, 24 h ahead. */
  readonly session_key_expiring: { readonly validUntil: Instant; readonly at: Instant }
  readonly combo_rfq: ComboRfq
  /** 80 % of a loss limit are used, or it has locked or opened. */
  readonly loss_limit: LossFact
  /** All that are held, after each read. */
  readonly combo_positions: readonly ComboPosition[]
  /**
   * Published once per accept in one run, and once more at a start within a day after the end: a listener that keeps
   * notifications keeps one per client order id.
   */
  readonly combo_ended: ComboEnded
}

/**
 * `paused`: so many exits do nothing until the reason is gone. `pausing`: so many will, a minute from now, when the
 * terminal goes SAFE unattended. `ended`: one gave up, was ended by a restore, or lost its resting order to the venue.
 * `removed`: by a program.
 */
export type ExitNotice =
  | {
      readonly what: 'paused'
      readonly reason: ExitPause
      readonly exits: readonly AttachedExit[]
      readonly at: Instant
    }
  | { readonly what: 'pausing'; readonly exits: readonly AttachedExit[]; readonly at: Instant }
  | { readonly what: 'ended'; readonly exit: AttachedExit; readonly at: Instant }
  | { readonly what: 'removed'; readonly exit: AttachedExit; readonly by: string; readonly at: Instant }

export interface Bus {
  publish<Topic extends keyof Facts>(topic: Topic, fact: Facts[Topic]): void
  /** Answers the unsubscribe function. */
  subscribe<Topic extends keyof Facts>(topic: Topic, listener: (fact: Facts[Topic]) => void): () => void
}

/**
 * Builds a bus.
 *
 * @param onBug  called what a listener threw; the publisher and the other listeners go on undisturbed
 */
export function createBus(onBug: (topic: keyof Facts, error: unknown) => void): Bus {
  const listeners = new Map<keyof Facts, Set<(fact: never) => void>>()

  return {
    publish(topic, fact) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener(fact as never)
        } catch (error) {
          onBug(topic, error)
        }
      }
    },
    subscribe(topic, listener) {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => {
        known.delete(listener)
      }
    },
  }
}
