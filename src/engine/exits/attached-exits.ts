/**
 * The actor of attached exits: it follows entries, books, mode and clock for each, and sends through the same paths as
 * the trader does, with all their checks (INV-64 to INV-67, ADR 121).
 */
import type { ClientOrderId, ExitId, OutcomeId } from '#core/ids.ts'
import type { ExitEffect } from '#core/machines/attached-exit-facts.ts'
import type { Micros } from '#core/money.ts'
import { awaitsEntry, isInForce, restOf, resumed } from '#core/order/attached-exit.ts'
import type { ExitLegs } from '#core/order/attached-exit.ts'
import type { Fill, OrderIntent } from '#core/order/order.ts'
import type { Facts } from '../bus.ts'
import { addExit, entryOf, flush, momentOf, unfollow } from './exit-actor.ts'
import { change, note, place, placeMany, put, remove, type Attaching } from './exit-commands.ts'
import { cutHedged, cutLater, cutWhatIsGone, takeWayOut } from './exit-cuts.ts'
import type { ExitEntry, ExitsParts, ExitsState } from './exit-actor.ts'
import {
  lookAt,
  lookAtOutcome,
  measureForTime,
  publishPause,
  statusOf,
  tickOf,
  type ExitStatus,
} from './exit-looks.ts'
import { createExitNotices } from './exit-notices.ts'
import { chaseOrders, performExit, takeOrder } from './exit-orders.ts'
import { recallExit } from './exit-recall.ts'

export type AttachedExitsActor = ReturnType<typeof createAttachedExits>

/** As the edges see it. */
export type AttachedExits = Omit<AttachedExitsActor, 'start' | 'stop' | 'endEntries'>

const LOOK_EVERY_MS = 1_000
const KEPT_MS = 7 * 86_400_000
const JUST_NOW_MS = 60_000
const WARM_EVERY_MS = 15_000

/** Builds the actor; it does nothing before `start`. */
export function createAttachedExits(parts: ExitsParts) {
  const state: ExitsState = {
    ...parts,
    entries: new Map(),
    ofOutcome: new Map(),
    proving: new Set(),
    answering: new Set(),
    lost: new Set(),
    asked: new Set(),
    soldElsewhere: new Set(),
    settling: new Map(),
    hedges: new Map(),
    leaving: new Map(),
    perform: (entry, effect) => perform(state, entry, effect),
    wasArmed: false,
    hasRestored: false,
    isFlushPending: false,
  }
  const notify = createExitNotices(state)
  let ends: readonly (() => void)[] = []

  function tick(): void {
    if (state.entries.size === 0) return
    if (state.orders.isReconciled()) {
      for (const entry of state.entries.values()) if (entry.isRecalling) void recallExit(state, entry)
    }
    cutWhatIsGone(state)
    for (const entry of state.entries.values()) {
      if (!isInForce(entry.machine.state())) continue
      chaseOrders(state, entry)
      warm(state, entry)
      measureForTime(state, entry)
      lookAt(state, entry)
      publishPause(state, entry)
    }
    notify()
    flush(state)
  }

  return {
    /** Loads what is on disk, paused; before own orders are read. */
    start(): void {
      restore(state)
      ends = [
        parts.bus.subscribe('order', (order) => takeOrder(state, order)),
        parts.bus.subscribe('order', (order) => cutHedged(state, order)),
        parts.bus.subscribe('hedge', (one) => state.hedges.set(one.clientOrderId, one.outcomeId)),
        parts.bus.subscribe('fill', (fill) => takeFill(state, fill)),
        parts.bus.subscribe('book', ({ outcomeId }) => lookAtOutcome(state, outcomeId)),
        parts.bus.subscribe('position', ({ outcomeId }) => {
          if (outcomeId !== null) lookAtOutcome(state, outcomeId)
        }),
        parts.bus.subscribe('cancel_asked', ({ target }) => cancelled(state, target)),
        parts.bus.subscribe('way_out', (fact) => takeWayOut(state, fact)),
        parts.bus.subscribe('disarmed', notify),
        parts.bus.subscribe('trading', () => {
          notify()
          for (const entry of state.entries.values()) lookAt(state, entry)
        }),
        parts.clock.every(LOOK_EVERY_MS, tick),
      ]
      notify()
    },
    stop(): void {
      for (const end of ends) end()
      flush(state)
      for (const { release } of state.entries.values()) release?.()
    },
    /** The tick from which the prices of legs on an outcome are made. */
    tickOf: (outcomeId: OutcomeId) => tickOf(state, outcomeId),
    /** Takes off each stop entry that waits. */
    endEntries(): void {
      for (const { machine } of state.entries.values()) {
        const exit = machine.state()
        if (isInForce(exit) && awaitsEntry(exit)) machine.send({ type: 'entry_off', at: momentOf(state) })
      }
    },
    /** Newest first; those that ended are kept for a week. */
    list: (): readonly ExitStatus[] =>
      [...state.entries.values()].toReversed().map((entry) => statusOf(state, entry)),
    get(id: ExitId): ExitStatus | null {
      const entry = state.entries.get(id)
      return entry === undefined ? null : statusOf(state, entry)
    },
    /** Places a buy whose exits are on disk before its first byte; a repeat of the id with other exits is a conflict. */
    place: (intent: OrderIntent, legs: ExitLegs) => place(state, intent, legs),
    /** The same of several orders in one command, where some have exits. */
    placeMany: (asked: readonly Attaching[]) => placeMany(state, asked),
    /** Puts an exit on shares that are held, or one whose stop entry is to buy them; `askedAs` names the command. */
    put: (outcomeId: OutcomeId, size: Micros, legs: ExitLegs, askedAs: ClientOrderId | null = null) =>
      put(state, outcomeId, size, legs, askedAs),
    /** Replaces its legs; what rests follows. */
    change: (id: ExitId, legs: ExitLegs) => change(state, id, legs),
    /** Cancels what rests of it, in every mode, and ends it. */
    remove: (id: ExitId) => remove(state, id),
  }
}

function restore(state: ExitsState): void {
  try {
    state.store.removeEndedBefore(state.clock.now() - KEPT_MS)
    for (const exit of state.store.all()) {
      addExit(state, resumed(exit, state.clock.monotonic()), true)
      if (exit.end?.how === 'restored') {
        state.bus.publish('exit_notice', { what: 'ended', exit, at: exit.end.at })
      }
    }
  } catch (error) {
    state.log.error('exits.read_failed', { error: error instanceof Error ? error.message : 'unknown' })
  }
  for (const entry of state.entries.values()) {
    if (isInForce(entry.machine.state())) state.hasRestored = true
    else entry.isRecalling = false
  }
}

function perform(state: ExitsState, entry: ExitEntry, effect: ExitEffect): void {
  if (effect.type === 'moved') {
    note(state, entry, 'moved')
    return lookAt(state, entry)
  }
  if (effect.type !== 'ended') return performExit(state, entry, effect)
  const exit = entry.machine.state()
  unfollow(state, entry)
  note(state, entry, 'ended')
  const isBad = effect.how === 'refused' || exit.targetCancelled?.by === 'venue'
  if (isBad) state.bus.publish('exit_notice', { what: 'ended', exit, at: state.clock.now() })
}

function cancelled(state: ExitsState, target: Facts['cancel_asked']['target']): void {
  for (const entry of state.entries.values()) {
    const { outcomeId } = entry.machine.state()
    const isMeant =
      target === 'all' ||
      ('outcomeId' in target
        ? target.outcomeId === outcomeId
        : target.marketId === state.catalog.outcome(outcomeId)?.market.id)
    if (isMeant) entry.machine.send({ type: 'cancelled', at: momentOf(state) })
  }
}

/** Shares sold otherwise are no longer covered; settled at the next look, when all fills are in. */
function takeFill(state: ExitsState, fill: Fill): void {
  if (fill.side === 'BUY' || fill.status === 'failed' || !state.ofOutcome.has(fill.outcomeId)) return
  const order = state.orders.order(fill.orderId)
  if (order !== null && entryOf(state, order) !== null) return
  // An order that is not known is of a previous run, or of another program.
  if (order === null || state.clock.now() - fill.at > JUST_NOW_MS) cutLater(state, fill.outcomeId)
  else state.soldElsewhere.add(fill.outcomeId)
}

/** Balances are read ahead, so that a trigger does not wait for them. */
function warm(state: ExitsState, entry: ExitEntry): void {
  const exit = entry.machine.state()
  const now = state.clock.monotonic()
  if (entry.isRecalling || restOf(exit) === 0n || now < entry.warmAt) return
  entry.warmAt = now + WARM_EVERY_MS
  void state.holdings.ensure({ side: 'SELL', outcomeId: exit.outcomeId })
}
