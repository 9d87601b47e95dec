/**
 * The alerts actor: judges every active alert on each change of its book or game, and has each firing written, with
 * the alert's new state, in one transaction before it is published (INV-27). It holds the books that it needs.
 */
import { distanceTo, readBook, readGame, type AlertReading } from '#core/alert/alert-reading.ts'
import type { Alert, AlertTarget, BlockedReason } from '#core/alert/alert.ts'
import type { AlertId, GameId, OutcomeId } from '#core/ids.ts'
import { stepAlert, type AlertEvent } from '#core/machines/alert.ts'
import type { Instant } from '#core/market/market.ts'
import { isOnTick, priceFromSteps, type TickSize } from '#core/price.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { AlertStore } from '#ports/notification-stores.ts'
import type { Tools } from '../tools.ts'
import { alertDraft } from './alert-texts.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Games } from '../markets/games.ts'
import type { NotificationDraft } from './notification-draft.ts'

export const MAX_ALERTS = 200
const LOOK_EVERY_MS = 1_000

/** An alert and how it was last judged. */
export type AlertStatus = {
  readonly alert: Alert
  readonly blockedReason: BlockedReason | null
  /** In the unit of the threshold, as last judged; null before, and where nothing is compared. */
  readonly value: number | null
  readonly distance: number | null
  /** In the same unit; null while it is not known. */
  readonly tick: TickSize | null
  readonly checkedAt: Instant | null
}

type AlertChange = {
  readonly state?: 'active' | 'paused' | undefined
  readonly direction?: 'above' | 'below' | undefined
  readonly threshold?: number | undefined
  readonly repeat?: boolean | undefined
  readonly note?: string | undefined
}

export type AlertFault =
  | 'too_many_alerts'
  | 'unknown_outcome'
  | 'unknown_game'
  | 'off_tick'
  | 'not_found'
  | 'storage_refused'

export type Alerts = ReturnType<typeof createAlerts>

type AlertsParts = Pick<Tools, 'clock' | 'random' | 'log' | 'bus'> & {
  readonly store: AlertStore
  readonly catalog: Pick<Catalog, 'outcome' | 'event'>
  readonly books: Pick<Books, 'hold' | 'top'>
  readonly games: Pick<Games, 'game' | 'health'>
  /** Writes notifications together with the alerts that fired, then publishes them; false when the disk refused. */
  readonly record: (drafts: readonly NotificationDraft[], alerts: readonly Alert[]) => boolean
}

type Entry = {
  alert: Alert
  reading: AlertReading | null
  checkedAt: Instant | null
  /** Ends the hold on the book; null while none is needed. */
  release: (() => void) | null
}

type AlertsState = AlertsParts & {
  readonly entries: Map<AlertId, Entry>
  /** Active alerts by what moves them. */
  readonly movedBy: Map<OutcomeId | GameId, Set<Entry>>
  /** Changed, and not on disk yet. */
  readonly unwritten: Set<AlertId>
  drafts: NotificationDraft[]
  isFlushPending: boolean
  ends: (() => void)[]
}

/** Builds the actor; it judges nothing before `start`. */
export function createAlerts(parts: AlertsParts) {
  const actor: AlertsState = {
    ...parts,
    entries: new Map(),
    movedBy: new Map(),
    unwritten: new Set(),
    drafts: [],
    isFlushPending: false,
    ends: [],
  }

  return {
    /** Loads what is on disk and begins to judge. */
    start(): void {
      for (const alert of actor.store.all()) add(actor, alert)
      actor.ends = [
        actor.bus.subscribe('book', ({ outcomeId }) => judgeMoved(actor, outcomeId)),
        actor.bus.subscribe('game', ({ gameId }) => judgeMoved(actor, gameId)),
        actor.clock.every(LOOK_EVERY_MS, () => lookAtAll(actor)),
      ]
      lookAtAll(actor)
    },
    stop(): void {
      for (const end of actor.ends) end()
      flush(actor)
      for (const { release } of actor.entries.values()) release?.()
    },
    /** Newest first. */
    list: (): readonly AlertStatus[] =>
      [...actor.entries.values()].toReversed().map((entry) => statusOf(actor, entry)),
    get(id: AlertId): AlertStatus | null {
      const entry = actor.entries.get(id)
      return entry === undefined ? null : statusOf(actor, entry)
    },
    create(target: AlertTarget, repeat: boolean, note: string): Result<AlertStatus, AlertFault> {
      if (actor.entries.size >= MAX_ALERTS) return err('too_many_alerts')
      const fault = faultOf(actor, target)
      if (fault !== null) return err(fault)
      const alert: Alert = {
        id: actor.random.uuidV7() as AlertId,
        target,
        repeat,
        note,
        state: 'active',
        phase: 'new',
        baseline: null,
        createdAt: actor.clock.now(),
        armedAt: null,
        lastFiredAt: null,
      }
      const entry = add(actor, alert)
      actor.unwritten.add(alert.id)
      judge(actor, entry)
      flush(actor)
      publish(actor, alert.id)
      return ok(statusOf(actor, entry))
    },
    change(id: AlertId, change: AlertChange): Result<AlertStatus, AlertFault> {
      const entry = actor.entries.get(id)
      if (entry === undefined) return err('not_found')
      const target = changedTarget(entry.alert.target, change)
      if (target === null) return err('off_tick')
      const fault = change.threshold === undefined ? null : faultOf(actor, target)
      if (fault !== null) return err(fault)
      const { repeat = entry.alert.repeat, note = entry.alert.note } = change
      step(actor, entry, { type: 'change', target, repeat, note })
      if (change.state === 'paused') step(actor, entry, { type: 'pause' })
      if (change.state === 'active') step(actor, entry, { type: 'resume' })
      judge(actor, entry)
      flush(actor)
      return ok(statusOf(actor, entry))
    },
    /** `storage_refused`: the disk did not take it, and the alert stays as it is. */
    remove(id: AlertId): Result<undefined, 'not_found' | 'storage_refused'> {
      const entry = actor.entries.get(id)
      if (entry === undefined) return err('not_found')
      if (!attempt(actor, () => actor.store.remove(id))) return err('storage_refused')
      actor.entries.delete(id)
      actor.unwritten.delete(id)
      step(actor, entry, { type: 'pause' })
      actor.unwritten.delete(id)
      entry.release?.()
      publish(actor, id, true)
      return ok(undefined)
    },
  }
}

function readingOf(actor: AlertsState, { target }: Alert): AlertReading {
  return 'outcomeId' in target
    ? readBook(target, actor.books.top(target.outcomeId))
    : readGame(target, actor.games.game(target.gameId), actor.games.health().state === 'live')
}

function judgeMoved(actor: AlertsState, by: OutcomeId | GameId): void {
  for (const entry of actor.movedBy.get(by) ?? []) judge(actor, entry)
}

/** Judges one active alert now. */
function judge(actor: AlertsState, entry: Entry): void {
  const { alert } = entry
  if (alert.state !== 'active') return
  const at = actor.clock.now()
  const reading = readingOf(actor, alert)
  const wasBlocked = entry.reading?.type === 'blocked' ? entry.reading.reason : null
  const isBlocked = reading.type === 'blocked' ? reading.reason : null
  entry.reading = reading
  if (isBlocked === null) entry.checkedAt = at
  step(actor, entry, { type: 'read', reading, at })
  if (wasBlocked !== isBlocked && entry.alert === alert) publish(actor, alert.id)
}

function step(actor: AlertsState, entry: Entry, event: AlertEvent): void {
  const before = entry.alert
  const { state, effects } = stepAlert(before, event)
  if (state === before) return
  entry.alert = state
  follow(actor, entry)
  for (const { reading } of effects) {
    actor.drafts.push(
      alertDraft(state, reading, { catalog: actor.catalog, game: ({ gameId }) => actor.games.game(gameId) }),
    )
  }
  actor.unwritten.add(state.id)
  publish(actor, state.id)
  flushLater(actor)
}

/** Alerts that fire in one turn, such as one frame of a feed, are written in one transaction. */
function flushLater(actor: AlertsState): void {
  if (actor.isFlushPending) return
  actor.isFlushPending = true
  queueMicrotask(() => flush(actor))
}

function flush(actor: AlertsState): void {
  actor.isFlushPending = false
  const alerts = [...actor.unwritten].flatMap((id) => actor.entries.get(id)?.alert ?? [])
  const fired = actor.drafts
  actor.drafts = []
  const isWritten = fired.length > 0 ? actor.record(fired, alerts) : save(actor, alerts)
  if (isWritten) for (const { id } of alerts) actor.unwritten.delete(id)
}

function save(actor: AlertsState, alerts: readonly Alert[]): boolean {
  return alerts.length === 0 || attempt(actor, () => actor.store.save(alerts))
}

function attempt(actor: AlertsState, work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    actor.log.error('alerts.write_failed', { error: error instanceof Error ? error.message : 'unknown' })
    return false
  }
}

function publish(actor: AlertsState, alertId: AlertId, isRemoved = false): void {
  actor.bus.publish('alert', { alertId, isRemoved })
}

/** Keeps the hold and the index as the alert's state asks. */
function follow({ movedBy, books }: AlertsState, entry: Entry): void {
  const { target, state } = entry.alert
  const mover = 'outcomeId' in target ? target.outcomeId : target.gameId
  const moved = movedBy.get(mover) ?? new Set()
  if (state === 'active') {
    movedBy.set(mover, moved.add(entry))
    if ('outcomeId' in target) entry.release ??= books.hold(target.outcomeId)
    return
  }
  moved.delete(entry)
  if (moved.size === 0) movedBy.delete(mover)
  entry.release?.()
  entry.release = null
  entry.reading = null
}

function add(actor: AlertsState, alert: Alert): Entry {
  const entry: Entry = { alert, reading: null, checkedAt: null, release: null }
  actor.entries.set(alert.id, entry)
  follow(actor, entry)
  return entry
}

function lookAtAll(actor: AlertsState): void {
  for (const entry of actor.entries.values()) judge(actor, entry)
  if (actor.unwritten.size > 0) flushLater(actor)
}

function statusOf(actor: AlertsState, { alert, reading, checkedAt }: Entry): AlertStatus {
  const value = reading?.type === 'value' ? reading.value : null
  return {
    alert,
    blockedReason: reading?.type === 'blocked' ? reading.reason : null,
    value,
    distance: value === null ? null : distanceTo(alert.target, value),
    tick: tickOf(actor, alert.target),
    checkedAt,
  }
}

function tickOf(actor: AlertsState, target: AlertTarget): TickSize | null {
  if (target.kind === 'score') return 1
  if (!('outcomeId' in target)) return null
  return (
    actor.books.top(target.outcomeId)?.tickSize ??
    actor.catalog.outcome(target.outcomeId)?.market.tickSize ??
    null
  )
}

function faultOf(actor: AlertsState, target: AlertTarget): AlertFault | null {
  if (!('outcomeId' in target)) return actor.games.game(target.gameId) === null ? 'unknown_game' : null
  const tick = tickOf(actor, target)
  if (tick === null || actor.catalog.outcome(target.outcomeId) === null) return 'unknown_outcome'
  const price = priceFromSteps(target.threshold)
  if (price === null) return 'off_tick'
  const isOn = target.kind === 'price' ? isOnTick(price, tick) : target.threshold % tick === 0
  return isOn ? null : 'off_tick'
}

/** Null when the alert has no such threshold or direction. */
function changedTarget(target: AlertTarget, change: AlertChange): AlertTarget | null {
  const { direction, threshold } = change
  if (direction === undefined && threshold === undefined) return target
  if ('outcomeId' in target) {
    return { ...target, direction: direction ?? target.direction, threshold: threshold ?? target.threshold }
  }
  if (target.kind !== 'score' || direction === 'below') return null
  return { ...target, threshold: threshold ?? target.threshold }
}
