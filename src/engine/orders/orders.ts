/**
 * The orders actor: the only writer of own orders and fills. Commands of the trader, frames of the user feed and reads
 * of the account meet here; the parts they go through are built here and nowhere else.
 */
import type { OrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import { pause } from './cancel/cancel-calls.ts'
import { createCancelBarriers, type CancelBarriers } from './book-of-orders/cancel-barriers.ts'
import { createCancels, type Cancels } from './cancel/cancel-orders.ts'
import { createCancelQueue, type CancelQueue } from './cancel/cancel-queue.ts'
import { createCancelRequests, type CancelRequests } from './book-of-orders/cancel-requests.ts'
import { createPreviousRuns } from './reconcile/previous-runs.ts'
import { createIgnoredCancels } from './cancel/ignored-cancels.ts'
import { createOrderCheck } from './place/order-check.ts'
import { createOrderEndings } from './reconcile/order-endings.ts'
import { isLiveSince, takeFeed, type OrderFeed } from './reconcile/order-feed.ts'
import { watchLedger } from './order-changes.ts'
import { createOrderGate } from './place/order-gate.ts'
import { createOrderIdentity } from './book-of-orders/order-identity.ts'
import { createOrderIntake } from './reconcile/order-intake.ts'
import { createLateOrders, type ReportLateOrder } from './reconcile/late-orders.ts'
import { createLedgerEvents } from './book-of-orders/book-events.ts'
import { createOrderLedger, type LedgerHooks, type OrderLedger } from './book-of-orders/order-ledger.ts'
import { createOrderCommands } from './place/order-commands.ts'
import { createPlacements, type Placements } from './place/order-placement.ts'
import { createOrderRecorder, type OrderRecorder } from './record/order-recorder.ts'
import type { OrdersActor, OrdersParts } from './orders-parts.ts'
import { createSubmissions } from './record/submissions.ts'
import { createOrderUsage } from './book-of-orders/order-usage.ts'
import { createSettlingShares } from './book-of-orders/settling-shares.ts'
import { completedReads } from './reconcile/own-rows.ts'
import { createReconciliation, type Reconciliation } from './reconcile/reconciliation.ts'

const STOP_STEP_MS = 50

/** Builds the actor; nothing happens before `restore` and `start`. */
export function createOrders(given: OrdersParts): OrdersActor {
  const parts = { ...given, reads: completedReads(given.reads, (id) => identity.termsOf(id)) }
  const { clock } = parts
  let isStopping = false
  const feed: OrderFeed = { liveSince: null }
  const recorder = createOrderRecorder({ ...parts, onUnavailable: () => parts.disarm('audit') })
  const changes = createLedgerEvents()
  const ledger = createLedger(parts, changes.hooks)
  const reportLate = createLateOrders(parts)
  const requests = createCancelRequests(clock)
  const barriers = createCancelBarriers()
  parts.bus.subscribe('disarmed', () => barriers.raise({ type: 'safe' }))
  const endings = createOrderEndings({
    ...parts,
    ledger,
    wasAsked: requests.covers,
    isResolved: (outcomeId) => parts.books.view(outcomeId)?.staleReason === 'resolved',
    onOutside: (order) => intake.foreign('cancel', order),
    pastSince: () => missedEndings.since(),
  })
  const gate = createOrderGate({
    isStopping: () => isStopping,
    outer: parts.gate,
    isReconciled: () => reconciliation.isReconciled(),
    barriers,
    catalog: parts.catalog,
  })
  const usage = createOrderUsage({ clock, ledger, reads: () => reconciliation })
  const identity = createOrderIdentity({ ...parts, ledger, placements: () => placements })
  const settling = createSettlingShares({ clock, usage, fills: ledger.fills, doubted: parts.funds.doubted })
  const reads = readLedger(ledger)
  const check = createOrderCheck({
    ...parts,
    usage,
    open: reads.open,
    settling,
    gate: () => gate(barriers.epoch()),
    venue: parts.venueRefusal,
  })
  const submissions = createSubmissions({ ...parts, recorder })
  const base = { recorder, submissions, ledger, requests, barriers, gate }
  const own = { ...base, usage, identity, check, open: reads.open }
  const ignored = createIgnoredCancels({
    ...parts,
    ledger,
    cancelOne: (id) => cancels.cancelOne(id, 'ignored'),
    onRow: takeLookedUp,
    requestRead: (afterMs) => reconciliation.request(afterMs),
  })
  const reconciliation = createReconciliation({
    ...parts,
    reads: { ...parts.reads, openOrders: ignored.openOrders },
    ledger,
    placements: () => placements,
    isFeedLiveSince: (at) => parts.isFeedLive() && isLiveSince(feed, at),
    onOrders: (rows, source) => intake.orders(rows, source),
    onTrade: (trade) => intake.trade(trade, 'list'),
    isOurs: identity.isOurs,
    onReconciled() {
      parts.onChange()
      missedEndings.look()
      void intake.reconciled()
    },
  })
  const readSoon = (): void => reconciliation.request(0)
  const placements: Placements = createPlacements({
    ...parts,
    ...own,
    onSigned: identity.signed,
    onNamed: identity.named,
    onOutcome: (...ending) => takeOutcome(parts, queue, ending),
    onCorrection(entry) {
      parts.disarm('correction')
      reportLate('found', entry)
    },
    requestRead: reconciliation.request,
  })
  const intake = createOrderIntake({
    ...parts,
    ...own,
    placements,
    isReconciled: reconciliation.isReconciled,
    onDoubt: () => reconciliation.request(0),
  })
  const { queue, cancels } = createCancelsAndQueue(parts, {
    ...own,
    reconciliation,
    onRow: takeLookedUp,
    onLate: reportLate,
  })
  const { recall, replay, find, missedEndings } = createPreviousRuns({
    ...parts,
    ...own,
    cancels,
    placements,
    intake,
    endings,
    reconciliation,
  })
  const commands = createOrderCommands({
    ...parts,
    ...own,
    epoch: barriers.epoch,
    replay,
    placements,
    cancels,
  })
  watchLedger(changes, {
    ...parts,
    ...own,
    placements,
    cancels,
    endings,
    ignored,
    reconciliation,
  })

  function takeLookedUp(row: VenueOrder): void {
    intake.orders([row], 'lookup')
  }

  return {
    ...commands,
    cancel: cancels.cancel,
    ...announced(parts.bus, cancels),
    ...reads,
    unknown: () => unknownIn(ledger, reconciliation),
    find,
    ...readsOf(reconciliation),
    usage,
    settling,
    submissions,
    judge: check,
    gate,
    epoch: barriers.epoch,
    restore() {
      cancels.standing.restore(queue.start())
      recall()
    },
    start: readSoon,
    onFeed: (event) => takeFeed(feed, { ...parts, identity, intake, reconciliation }, event),
    async stop(withinMs) {
      isStopping = true
      const deadline = clock.monotonic() + withinMs
      const dueBy = clock.now() + withinMs
      const isBusy = (): boolean => submissions.inFlight() > 0 || cancels.isChasing() || queue.isDueBy(dueBy)
      while (isBusy() && clock.monotonic() < deadline) await pause(clock, STOP_STEP_MS)
      for (const part of [reconciliation, endings, missedEndings, queue, cancels.standing, recorder])
        part.stop()
    },
  }
}

/** An order that the venue takes is a sign that it takes cancels. */
function takeOutcome(
  parts: Pick<OrdersParts, 'onOutcome'>,
  queue: Pick<CancelQueue, 'wake'>,
  ending: Parameters<OrdersParts['onOutcome']>,
): void {
  if (ending[0].kind === 'accepted') queue.wake()
  parts.onOutcome(...ending)
}

/** A cancel of many orders is published once its request is on its way, which nothing may hold up (INV-16). */
function announced(
  bus: OrdersParts['bus'],
  cancels: Cancels,
): Pick<OrdersActor, 'cancelMarket' | 'cancelAll'> {
  return {
    cancelMarket(target) {
      const result = cancels.cancelMarket(target)
      bus.publish('cancel_asked', { target })
      return result
    },
    cancelAll() {
      const result = cancels.cancelAll()
      bus.publish('cancel_asked', { target: 'all' })
      return result
    },
  }
}

function createLedger(
  { clock, bus, catalog }: Pick<OrdersParts, 'clock' | 'bus' | 'catalog'>,
  hooks: LedgerHooks,
): OrderLedger {
  return createOrderLedger({
    clock,
    bus,
    delayMs: (outcomeId) => (catalog.outcome(outcomeId)?.market.secondsDelay ?? 0) * 1_000,
    feeCurve: (outcomeId) => {
      const known = catalog.outcome(outcomeId)
      return known === null ? 'unknown' : known.market.fee
    },
    hooks,
  })
}

/** They need each other: a cancel of an order in its matching delay waits in the queue, which sends it as a cancel. */
function createCancelsAndQueue(
  parts: OrdersParts,
  own: {
    readonly ledger: OrderLedger
    readonly recorder: OrderRecorder
    readonly requests: CancelRequests
    readonly barriers: CancelBarriers
    readonly reconciliation: Reconciliation
    readonly onRow: (row: VenueOrder) => void
    readonly onLate: ReportLateOrder
  },
): { readonly queue: CancelQueue; readonly cancels: Cancels } {
  const { reconciliation, onLate } = own
  const queue: CancelQueue = createCancelQueue({
    ...parts,
    ...own,
    store: parts.cancelQueue,
    send: (ids, isRepeat) => cancels.cancelQueued(ids, isRepeat),
    isReconciled: reconciliation.isReconciled,
    onTooLate: (entry) => onLate('cancel_too_late', entry),
    onStuck: (entry) => onLate('not_cancelled', entry),
  })
  const cancels = createCancels({
    ...parts,
    ...own,
    queue: () => queue,
    store: parts.cancelQueue,
    isReconciled: reconciliation.isReconciled,
    isReadSince: reconciliation.isReadSince,
    onCancelAnswer(outcome) {
      if (outcome.kind === 'answered') queue.wake()
      parts.onCancelAnswer(outcome)
    },
    readNow: reconciliation.readNow,
    requestRead: reconciliation.request,
  })
  return { queue, cancels }
}

type Reads = Pick<OrdersActor, 'isReconciled' | 'isReadSince' | 'isComplete' | 'health' | 'readNow' | 'doubt'>

function readsOf(reconciliation: Reconciliation): Reads {
  const { isReconciled, isReadSince, isComplete, health, readNow, doubt } = reconciliation
  return { isReconciled, isReadSince, isComplete, health, readNow, doubt }
}

function unknownIn(
  ledger: Pick<OrderLedger, 'openEntries'>,
  { mayBeUnread }: Pick<Reconciliation, 'mayBeUnread'>,
): readonly OrderId[] {
  const unknown = ledger.openEntries().filter(({ order }) => order.status === 'unknown')
  return unknown.flatMap((entry) => (mayBeUnread(entry) ? [] : entry.key))
}

type LedgerReads = Pick<OrdersActor, 'open' | 'order' | 'byClientOrderId' | 'fills' | 'feesLearnt'>

function readLedger(ledger: OrderLedger): LedgerReads {
  return {
    open: () =>
      ledger
        .openEntries()
        .flatMap(({ order }) => (isOpen(order.status) ? order : []))
        .toSorted((a, b) => b.createdAt - a.createdAt),
    order: (id) => ledger.entry(id)?.order ?? null,
    byClientOrderId: (id) => ledger.byClientOrderId(id)?.order ?? null,
    fills: ledger.fills,
    feesLearnt: ledger.feesLearnt,
  }
}
