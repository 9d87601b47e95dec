/**
 * The orders actor: the only writer of own orders and fills. Commands of the trader, frames of the user feed and reads
 * of the account meet here; the parts they go through are built here and nowhere else.
 */
import { sizedOrder } from '#core/order/order-amounts.ts'
import { isOpen } from '#core/order/order.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import { pause } from './cancel/cancel-calls.ts'
import { createCancelBarriers } from './cancel/cancel-barriers.ts'
import { createCancels } from './cancel/cancel-orders.ts'
import { createCancelQueue } from './cancel/cancel-queue.ts'
import { createCancelRequests } from './cancel/cancel-requests.ts'
import type { CancelQueue } from './cancel/cancel-queue.ts'
import { createEarlierLives } from './earlier-lives.ts'
import { createIgnoredCancels } from './cancel/ignored-cancels.ts'
import { createOrderCheck } from './order-check.ts'
import { createOrderEndings } from './reconcile/order-endings.ts'
import { createOrderGate } from './place/order-gate.ts'
import { createOrderIdentity } from './reconcile/order-identity.ts'
import { createOrderIntake } from './reconcile/order-intake.ts'
import { createLateOrders } from './reconcile/late-orders.ts'
import { createOrderLedger } from './ledger/order-ledger.ts'
import { createPlacements } from './place/order-placement.ts'
import { correction } from './place/placement-request.ts'
import type { Placements } from './place/order-placement.ts'
import { createOrderRecorder } from './place/order-recorder.ts'
import { createReplace, replaceBody } from './place/order-replace.ts'
import { intentDetails, placeBody } from './place/order-stories.ts'
import type { OrdersActor, OrdersParts } from './orders-parts.ts'
import { createQuotedOrders } from '../quotes/quoted-orders.ts'
import { createOrderUsage } from './order-usage.ts'
import { createUnpriced } from './place/refused-commands.ts'
import { createReconciliation } from './reconcile/reconciliation.ts'

const STOP_STEP_MS = 50

/** Builds the actor; nothing happens before `restore` and `start`. */
export function createOrders(parts: OrdersParts): OrdersActor {
  const { clock, random, log, bus, audit, point } = parts
  let isStopping = false
  let feedLiveSince: number | null = null

  const recorder = createOrderRecorder({
    audit,
    clock,
    log,
    onUnavailable: () => {
      parts.disarm('audit')
    },
  })
  const ledger = createOrderLedger({
    clock,
    bus,
    delayMs: (outcomeId) => (parts.catalog.outcome(outcomeId)?.market.secondsDelay ?? 0) * 1_000,
    feeCurve: (outcomeId) => {
      const known = parts.catalog.outcome(outcomeId)
      return known === null ? 'unknown' : known.market.fee
    },
    hooks: {
      onCorrection(entry, from) {
        // A rejected order that lives is the placement's own correction, with SAFE.
        if (from === 'rejected') return
        recorder.after([correction(random.uuidV7(), entry)])
        log.warn('order.corrected', { order_id: entry.order.id, from, to: entry.order.status })
      },
      onCancelled: (entry, how) => {
        endings.cancelled(entry, how)
      },
      onNeedsRead: readSoon,
      onChange(entry) {
        // Whatever moved it past these three proves that the venue has, or had, the order.
        const { status } = entry.order
        if (status !== 'pending' && status !== 'unknown' && status !== 'rejected') placements.seen(entry)
        usage.observe(entry)
        cancels.observe(entry)
        endings.observe(entry)
        ignored.observe(entry)
        reconciliation.watch()
        if (entry.order.delayEndsAt !== null) {
          reconciliation.request(Math.max(0, entry.order.delayEndsAt - clock.now()) + 500)
        }
        parts.onChange()
      },
    },
  })
  const tellLate = createLateOrders(parts)
  const requests = createCancelRequests(clock)
  const barriers = createCancelBarriers()
  bus.subscribe('disarmed', () => barriers.raise({ type: 'safe' }))
  const endings = createOrderEndings({
    ...parts,
    ledger,
    wasAsked: requests.covers,
    isResolved: (outcomeId) => parts.books.view(outcomeId)?.staleReason === 'resolved',
    onOutside: (order) => intake.foreign('cancel', order),
  })
  const gate = createOrderGate({
    isStopping: () => isStopping,
    outer: parts.gate,
    isReconciled: () => reconciliation.isReconciled(),
    barriers,
    catalog: parts.catalog,
  })
  const usage = createOrderUsage({ clock, ledger, reads: () => reconciliation })
  const identity = createOrderIdentity({ log, audit, ledger, placements: () => placements })
  const check = createOrderCheck({
    ...parts,
    usage,
    gate: () => gate(barriers.epoch()),
    venue: parts.venueRefusal,
  })
  const ignored = createIgnoredCancels({
    ...parts,
    ledger,
    cancelOne: (id) => cancels.cancelOne(id, 'ignored'),
    onRow: takeLookedUp,
    requestRead: (afterMs) => reconciliation.request(afterMs),
  })
  const reconciliation = createReconciliation({
    clock,
    log,
    reads: { ...parts.reads, openOrders: ignored.openOrders },
    ledger,
    placements: () => placements,
    isFeedLiveSince: (at) => parts.isFeedLive() && feedLiveSince !== null && feedLiveSince <= at,
    onOrders: (rows, source) => intake.orders(rows, source),
    onTrade: (trade) => intake.trade(trade),
    isOurs: identity.isOurs,
    onReconciled() {
      parts.onChange()
      missedStarts.look()
      void intake.reconciled()
    },
    point,
  })
  const placements: Placements = createPlacements({
    clock,
    random,
    log,
    trading: parts.trading,
    recorder,
    ledger,
    usage,
    check,
    gate,
    onSigned: identity.signed,
    onNamed: identity.named,
    onOutcome: parts.onOutcome,
    credentialGeneration: parts.credentialGeneration,
    onCorrection(entry) {
      parts.disarm('correction')
      tellLate('found', entry)
    },
    requestRead: reconciliation.request,
    point,
  })
  const intake = createOrderIntake({
    ...parts,
    ledger,
    identity,
    placements,
    isReconciled: reconciliation.isReconciled,
    onDoubt: readSoon,
  })
  const queue: CancelQueue = createCancelQueue({
    clock,
    log,
    store: parts.cancelQueue,
    ledger,
    send: (id) => cancels.cancelOne(id, 'queued'),
    reads: parts.reads,
    isReconciled: reconciliation.isReconciled,
    onRow: takeLookedUp,
    onTooLate: (entry) => tellLate('cancel_too_late', entry),
    point,
  })
  const cancels = createCancels({
    clock,
    random,
    trading: parts.trading,
    ledger,
    recorder,
    queue: () => queue,
    requests,
    barriers,
    recover: parts.recover,
    credentialGeneration: parts.credentialGeneration,
    onCancelAnswer: parts.onCancelAnswer,
    readNow: reconciliation.readNow,
    requestRead: reconciliation.request,
    onLate: tellLate,
    point,
  })
  const runReplace = createReplace({
    clock,
    ledger,
    check,
    gate,
    epoch: barriers.epoch,
    recorder,
    placements,
    usage,
    cancels,
    reads: parts.reads,
    ensureFunds: parts.funds.ensure,
    point,
  })
  const { recall, replay, find, missedStarts } = createEarlierLives({
    clock,
    audit,
    usage,
    requests,
    cancels,
    placements,
    ledger,
    identity,
    intake,
    reads: parts.reads,
    catalog: parts.catalog,
    endings,
    reconciliation,
  })

  function takeLookedUp(row: VenueOrder): void {
    intake.orders([row], 'lookup')
  }

  function readSoon(): void {
    reconciliation.request(0)
  }

  function onFeed(event: UserFeedEvent): void {
    switch (event.type) {
      case 'order':
        intake.orders([event.order], 'feed')
        return
      case 'trade':
        intake.trade(event.trade)
        return
      case 'connected':
        feedLiveSince = clock.monotonic()
        reconciliation.doubt()
        parts.onChange()
        return
      case 'disconnected':
        feedLiveSince = null
        parts.onChange()
    }
  }

  function restore(): void {
    recall()
    queue.start()
  }

  async function stop(withinMs: number): Promise<void> {
    isStopping = true
    const deadline = clock.monotonic() + withinMs
    const dueBy = clock.now() + withinMs
    const isBusy = (): boolean => placements.inFlight() > 0 || cancels.isChasing() || queue.isDueBy(dueBy)
    while (isBusy() && clock.monotonic() < deadline) await pause(clock, STOP_STEP_MS)
    for (const part of [reconciliation, endings, missedStarts, queue, recorder]) part.stop()
  }

  return {
    async place(asked, epoch = barriers.epoch()) {
      point('place.received')
      const body = placeBody(asked)
      return replay.once(asked.clientOrderId, body, async () => {
        const intent = sizedOrder(asked)
        // What is refused anyway does not wait for a gate to open.
        if (gate(epoch) === null) await parts.funds.ensure(intent)
        const details = intentDetails(intent, body, asked.size)
        const placed = await placements.place({
          intent,
          action: 'place',
          epoch,
          replaces: null,
          intentEntry: { clientOrderId: intent.clientOrderId, kind: 'intent', action: 'place', details },
        })
        return { ...placed, cancelled: false }
      })
    },
    replace: (intent) => replay.once(intent.clientOrderId, replaceBody(intent), () => runReplace(intent)),
    unpriced: createUnpriced({ replay, recorder, gate, epoch: barriers.epoch }),
    isVoid: replay.isVoid,
    cancel: cancels.cancel,
    cancelMarket: cancels.cancelMarket,
    cancelAll: cancels.cancelAll,
    open: () =>
      ledger
        .openEntries()
        .flatMap(({ order }) => (isOpen(order.status) ? order : []))
        .toSorted((a, b) => b.createdAt - a.createdAt),
    order: (id) => ledger.entry(id)?.order ?? null,
    find,
    byClientOrderId: (id) => ledger.byClientOrderId(id)?.order ?? null,
    fills: ledger.fills,
    feesLearnt: ledger.feesLearnt,
    isReconciled: reconciliation.isReconciled,
    isReadSince: reconciliation.isReadSince,
    isComplete: reconciliation.isComplete,
    health: reconciliation.health,
    readNow: reconciliation.readNow,
    doubt: reconciliation.doubt,
    usage,
    judge: check.check,
    quoted: createQuotedOrders({ replay, recorder, placements, gate, epoch: barriers.epoch }),
    gate,
    epoch: barriers.epoch,
    restore,
    start: readSoon,
    onFeed,
    stop,
  }
}
