/**
 * The actor of attached exits: it follows entries, books, mode and clock for each, and sends through the same paths as
 * the trader does, with all their checks (INV-64 to INV-67, ADR 121).
 */
import { parseExitId, type ExitId, type OutcomeId } from '#core/ids.ts'
import { stepAttachedExit } from '#core/machines/attached-exit.ts'
import type { ExitEffect } from '#core/machines/attached-exit-facts.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { isFewer, isInForce, newExit, restOf, resumed } from '#core/order/attached-exit.ts'
import type { ExitLegs } from '#core/order/attached-exit.ts'
import type { Fill, OrderIntent } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Facts } from '../bus.ts'
import type { PlaceResult } from '../orders/contract.ts'
import { addExit, entryOf, flush, fresh, momentOf, unfollow, write } from './exit-actor.ts'
import { cutLater, cutWhatIsGone, takeWayOut } from './exit-cuts.ts'
import type { ExitEntry, ExitsParts, ExitsState } from './exit-actor.ts'
import {
  faultOf,
  lookAt,
  lookAtOutcome,
  measureForTime,
  publishPause,
  statusOf,
  tickOf,
  type ExitStatus,
} from './exit-looks.ts'
import { FAULT_TEXT, MAX_EXITS, type ExitFault } from './exit-faults.ts'
import { createExitNotices } from './exit-notices.ts'
import { chaseOrders, exitDetails, performExit, takeOrder } from './exit-orders.ts'
import { recallExit } from './exit-recall.ts'

export type AttachedExitsActor = ReturnType<typeof createAttachedExits>

/** As the edges see it. */
export type AttachedExits = Omit<AttachedExitsActor, 'start' | 'stop'>

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
    leaving: new Map(),
    perform: (entry, effect) => perform(state, entry, effect),
    wasArmed: false,
    hasRestored: false,
    isFlushPending: false,
  }
  const notify = createExitNotices(state)
  let ends: readonly (() => void)[] = []

  function lookAtAll(): void {
    for (const entry of state.entries.values()) lookAt(state, entry)
  }

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
          lookAtAll()
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
    /** Newest first; those that ended are kept for a week. */
    list: (): readonly ExitStatus[] =>
      [...state.entries.values()].toReversed().map((entry) => statusOf(state, entry)),
    get(id: ExitId): ExitStatus | null {
      const entry = state.entries.get(id)
      return entry === undefined ? null : statusOf(state, entry)
    },
    /** Places a buy whose exits are on disk before its first byte; a repeat of the id with other exits is a conflict. */
    place: (intent: OrderIntent, legs: ExitLegs) => place(state, intent, legs),
    /** Puts an exit on shares that are held. */
    put: (outcomeId: OutcomeId, size: Micros, legs: ExitLegs) => put(state, outcomeId, size, legs),
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
  if (effect.type !== 'ended') return performExit(state, entry, effect)
  const exit = entry.machine.state()
  unfollow(state, entry)
  note(state, entry, 'ended')
  const isBad = effect.how === 'refused' || exit.targetCancelled?.by === 'venue'
  if (isBad) state.bus.publish('exit_notice', { what: 'ended', exit, at: state.clock.now() })
}

/** A row of its own about an exit, with the program that asked for it, once what it tells of has been sent (INV-59). */
function note(state: ExitsState, entry: ExitEntry, event: 'created' | 'changed' | 'removed' | 'ended'): void {
  const by = state.commandBy?.() ?? null
  const [clientOrderId, about] = [state.random.uuidV7(), exitDetails(entry, event)]
  const details = by === null ? about : { ...about, by }
  state.clock.after(0, () => {
    state.audit.append([{ clientOrderId, kind: 'intent', action: 'attached_exit', details }])
  })
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

function isFull(state: ExitsState): boolean {
  return [...state.entries.values()].filter(({ machine }) => isInForce(machine.state())).length >= MAX_EXITS
}

/** On disk, then followed; null when the disk refused. */
function create(
  state: ExitsState,
  outcomeId: OutcomeId,
  source: Parameters<typeof newExit>[2],
  legs: ExitLegs,
): ExitEntry | null {
  const tick = tickOf(state, outcomeId)
  const exit = newExit(fresh(state, parseExitId), outcomeId, source, legs, tick, state.clock.now())
  const entry = addExit(state, exit, false)
  if (!write(state, entry, exit)) {
    unfollow(state, entry)
    state.entries.delete(exit.id)
    return null
  }
  note(state, entry, 'created')
  state.bus.publish('attached_exit', { exitId: exit.id })
  return entry
}

async function place(
  state: ExitsState,
  asked: OrderIntent,
  legs: ExitLegs,
): Promise<Result<PlaceResult, 'idempotency_conflict'>> {
  const intent = { ...asked, exits: JSON.stringify(legs) }
  const { clientOrderId, outcomeId } = intent
  const known = [...state.entries.values()].find(
    ({ machine }) => machine.state().entries[0]?.clientOrderId === clientOrderId,
  )
  if (known !== undefined) {
    const isSame = JSON.stringify(known.machine.state().asked) === JSON.stringify(legs)
    return isSame ? state.orders.place(intent) : err('idempotency_conflict')
  }
  // Used before: the first result again, or a conflict, and no exit for either.
  if (state.audit.orderHistory(clientOrderId).length > 0) return state.orders.place(intent)
  const fault = intent.side === 'SELL' ? 'not_free' : faultOf(state, outcomeId, legs)
  if (fault !== null || isFull(state)) return ok(refused(intent, fault ?? 'too_many'))
  const entry = create(state, outcomeId, { entry: clientOrderId }, legs)
  if (entry === null) return ok(refused(intent, 'storage_refused'))
  state.point('exit.attached')
  const placed = await state.orders.place(intent)
  // The id is another command's: so is its order.
  if (!placed.ok) remove(state, entry.machine.state().id)
  if (placed.ok && placed.value.result === 'rejected') {
    const at = momentOf(state)
    entry.machine.send({ type: 'entry', clientOrderId, orderId: null, filled: ZERO, isOver: true, at })
  }
  return placed
}

function refused({ clientOrderId }: OrderIntent, fault: ExitFault): PlaceResult {
  const reject =
    fault === 'storage_refused'
      ? rejection('audit_unavailable', {
          message: 'The exits could not be written to disk: nothing was placed.',
        })
      : rejection(fault === 'off_tick' ? 'off_tick' : 'invalid_exit', { message: FAULT_TEXT[fault] })
  return { clientOrderId, result: 'rejected', order: null, reject, replayed: false }
}

async function put(
  state: ExitsState,
  outcomeId: OutcomeId,
  size: Micros,
  legs: ExitLegs,
): Promise<Result<ExitStatus, ExitFault>> {
  const fault = faultOf(state, outcomeId, legs)
  if (fault !== null) return err(fault)
  await state.holdings.ensure({ side: 'SELL', outcomeId })
  const held = state.holdings.held(outcomeId)
  if (held === null) return err('not_known')
  if (isFull(state)) return err('too_many')
  const exits = [...(state.ofOutcome.get(outcomeId) ?? [])].map(({ machine }) => machine.state())
  const free = exits.reduce<Micros>((rest, exit) => subtractMicros(rest, restOf(exit)), held)
  if (size <= 0n || size > addMicros(free, state.holdings.settling(outcomeId))) return err('not_free')
  if (size > free) return err('not_settled')
  const entry = create(state, outcomeId, { size }, legs)
  if (entry === null) return err('storage_refused')
  lookAt(state, entry)
  return ok(statusOf(state, entry))
}

function inForce(state: ExitsState, id: ExitId): Result<ExitEntry, ExitFault> {
  const entry = state.entries.get(id)
  if (entry === undefined) return err('not_found')
  return isInForce(entry.machine.state()) ? ok(entry) : err('over')
}

function change(state: ExitsState, id: ExitId, legs: ExitLegs): Result<ExitStatus, ExitFault> {
  const found = inForce(state, id)
  if (!found.ok) return found
  const entry = found.value
  const { outcomeId, legs: before } = entry.machine.state()
  const fault = isFewer(legs, before) ? null : faultOf(state, outcomeId, legs)
  if (fault !== null) return err(fault)
  const event = { type: 'change', legs, tick: tickOf(state, outcomeId) } as const
  if (!write(state, entry, stepAttachedExit(entry.machine.state(), event).state))
    return err('storage_refused')
  entry.machine.send(event)
  note(state, entry, 'changed')
  lookAt(state, entry)
  return ok(statusOf(state, entry))
}

/** Nothing local stops it: what rests is cancelled whatever the disk says. */
function remove(state: ExitsState, id: ExitId): Result<ExitStatus, ExitFault> {
  const found = inForce(state, id)
  if (!found.ok) return found
  const entry = found.value
  entry.machine.send({ type: 'remove' })
  lookAt(state, entry)
  const isStored = write(state, entry, entry.machine.state())
  note(state, entry, 'removed')
  const by = state.commandBy?.() ?? null
  const exit = entry.machine.state()
  if (by !== null) state.bus.publish('exit_notice', { what: 'removed', exit, by, at: state.clock.now() })
  return isStored ? ok(statusOf(state, entry)) : err('end_not_stored')
}
