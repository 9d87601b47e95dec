/**
 * The orders actor: the only writer of own orders and fills. Commands of the trader, frames of the user feed and reads
 * of the account meet here; the parts they go through are built here and nowhere else.
 */
import type { OrderId } from '#core/ids.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { VenueOrder, VenueTrade } from '#ports/venue-account.ts'
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import { createCancels } from './cancel-orders.ts'
import { createCancelQueue } from './cancel-queue.ts'
import type { CancelQueue } from './cancel-queue.ts'
import { createOrderCheck } from './order-check.ts'
import { createOrderIdentity } from './order-identity.ts'
import { createOrderLedger } from './order-ledger.ts'
import { tellsNothing } from './ledger-entry.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { createPlacements } from './order-placement.ts'
import { correction } from './placement-request.ts'
import type { Placements } from './order-placement.ts'
import { createOrderRecorder } from './order-recorder.ts'
import { createReplace, replaceBody } from './order-replace.ts'
import { createOrderReplay } from './order-replay.ts'
import { intentDetails, placeBody, readStory } from './order-stories.ts'
import type { OrdersActor, OrdersParts } from './orders-parts.ts'
import { createQuotedOrders } from './quoted-orders.ts'
import { createOrderUsage, startOfDay } from './order-usage.ts'
import { createReconciliation } from './reconciliation.ts'

const STOP_WITHIN_MS = 5_000
const STOP_STEP_MS = 50
const MINUTE_MS = 60_000
const CANCEL_ALL = 'Cancel All came in between: nothing that was asked for before it is placed.'

/** Builds the actor; nothing happens before `restore` and `start`. */
export function createOrders(parts: OrdersParts): OrdersActor {
  const { clock, random, log, bus, audit, point } = parts
  let isStopping = false
  let feedLiveSince: number | null = null
  const lookedUp = new Set<OrderId>()

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
    hooks: {
      onCorrection(entry, from) {
        // A rejected order that lives is the placement's own correction, with SAFE.
        if (from === 'rejected') return
        recorder.after([correction(random.uuidV7(), entry)])
        log.warn('order.corrected', { order_id: entry.order.id, from, to: entry.order.status })
      },
      onNeedsRead: () => {
        reconciliation.request(0)
      },
      onChange(entry) {
        // Whatever moved it past these three proves that the venue has, or had, the order.
        const { status } = entry.order
        if (status !== 'pending' && status !== 'unknown' && status !== 'rejected') placements.seen(entry)
        cancels.observe(entry)
        reconciliation.watch()
        if (entry.order.delayEndsAt !== null) {
          reconciliation.request(Math.max(0, entry.order.delayEndsAt - clock.now()) + 500)
        }
        parts.onChange()
      },
    },
  })
  const usage = createOrderUsage({ clock, ledger })
  const identity = createOrderIdentity({ clock, audit, ledger, placements: () => placements })
  const check = createOrderCheck({
    clock,
    catalog: parts.catalog,
    books: parts.books,
    usage,
    funds: parts.funds,
    limits: parts.limits,
    gate: openGate,
    venue: parts.venueRefusal,
  })
  const reconciliation = createReconciliation({
    clock,
    log,
    reads: parts.reads,
    ledger,
    placements: () => placements,
    isFeedLiveSince: (at) => parts.isFeedLive() && feedLiveSince !== null && feedLiveSince <= at,
    onOrders: (rows, source) => {
      takeOrders(rows, source)
    },
    onTrade: takeTrade,
    onReconciled: parts.onChange,
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
    onOutcome: parts.onOutcome,
    credentialGeneration: parts.credentialGeneration,
    onCorrection: () => {
      parts.disarm('correction')
    },
    requestRead: reconciliation.request,
    point,
  })
  const queue: CancelQueue = createCancelQueue({
    clock,
    log,
    store: parts.cancelQueue,
    ledger,
    send: (id) => cancels.cancelOne(id),
    point,
  })
  const cancels = createCancels({
    clock,
    random,
    trading: parts.trading,
    ledger,
    recorder,
    queue: () => queue,
    recover: parts.recover,
    credentialGeneration: parts.credentialGeneration,
    readNow: reconciliation.readNow,
    requestRead: reconciliation.request,
    point,
  })
  const runReplace = createReplace({
    clock,
    ledger,
    check,
    gate,
    recorder,
    placements,
    cancels,
    reads: parts.reads,
    ensureFunds: parts.funds.ensure,
    point,
  })
  const replay = createOrderReplay({
    audit,
    async currentOrder(id, story) {
      const known = ledger.byClientOrderId(id)
      const orderId = story?.signed?.orderId ?? null
      if (known !== null || orderId === null) return known?.order ?? null
      const row = await parts.reads.order(orderId)
      if (row.ok && row.value !== null) takeOrders([row.value], 'lookup')
      return ledger.byClientOrderId(id)?.order ?? null
    },
  })

  /** `epoch`: the Cancel Alls before the order was received. */
  function gate(epoch: number): Rejection | null {
    if (isStopping) return rejection('safe_mode', { message: 'The terminal is stopping.' })
    const closed = parts.gate()
    if (closed !== null) return closed
    if (!reconciliation.isReconciled()) {
      return rejection('safe_mode', { message: 'Own orders have not been read yet.' })
    }
    return cancels.isBarrierUp() || cancels.epoch() !== epoch
      ? rejection('safe_mode', { message: CANCEL_ALL })
      : null
  }

  function openGate(): Rejection | null {
    return gate(cancels.epoch())
  }

  function takeOrders(rows: readonly VenueOrder[], source: 'feed' | 'open_orders' | 'lookup'): void {
    const foreign = identity.place(rows, source === 'open_orders')
    for (const row of rows) {
      if (tellsNothing(ledger.entry(row.id), row, placements)) continue
      const entry = ledger.seen(row, source)
      if (entry !== null) placements.seen(entry)
      // It may be ours under a name of the venue's own: only the whole list tells.
      else if (source === 'feed') reconciliation.request(0)
    }
    for (const entry of foreign) tellForeign(entry)
  }

  function tellForeign({ key }: LedgerEntry): void {
    const entry = ledger.entry(key)
    if (entry === null) return
    log.warn('order.foreign', { order_id: key })
    bus.publish('order', entry.order)
    bus.publish('foreign_activity', { order: entry.order, at: clock.now() })
    parts.disarm('foreign_activity')
  }

  function takeTrade(trade: VenueTrade): void {
    const sides = [trade.taker, ...trade.makers].map((side) => side.orderId)
    for (const id of sides) {
      const entry = ledger.entry(id)
      // A late trade is how an order that was taken for rejected may show itself after a restart.
      if (entry === null && identity.wasRejected(id)) identity.adopt(id)
    }
    const count = ledger.trade(trade, identity.isOurs)
    for (const id of sides) {
      const entry = ledger.entry(id)
      if (entry !== null) placements.seen(entry)
    }
    if (count === 0 && reconciliation.isReconciled()) void lookForForeign(sides)
  }

  /** A trade of ours without an order of ours: the venue answers only the ids that are this account's. */
  async function lookForForeign(sides: readonly OrderId[]): Promise<void> {
    for (const id of sides) {
      if (lookedUp.has(id)) continue
      lookedUp.add(id)
      const row = await parts.reads.order(id)
      if (row.ok && row.value !== null) takeOrders([row.value], 'lookup')
      if (!row.ok) lookedUp.delete(id)
    }
    if (lookedUp.size > 10_000) lookedUp.clear()
  }

  function onFeed(event: UserFeedEvent): void {
    switch (event.type) {
      case 'order':
        takeOrders([event.order], 'feed')
        return
      case 'trade':
        takeTrade(event.trade)
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
    identity.load()
    usage.restore(audit.since(Math.min(startOfDay(clock.now()), clock.now() - MINUTE_MS)))
    for (const id of audit.unfinished()) {
      const story = readStory(audit.story(id))
      if (story !== null && story.signed !== null) placements.restoreUnknown(story.signed, story.action)
    }
    queue.start()
  }

  async function stop(): Promise<void> {
    isStopping = true
    const deadline = clock.monotonic() + STOP_WITHIN_MS
    while (placements.inFlight() > 0 && clock.monotonic() < deadline) {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      clock.after(STOP_STEP_MS, () => {
        resolve(undefined)
      })
      await promise
    }
    reconciliation.stop()
    queue.stop()
    recorder.stop()
  }

  return {
    async place(intent) {
      point('place.received')
      const body = placeBody(intent)
      const epoch = cancels.epoch()
      return replay.once(intent.clientOrderId, body, async () => {
        await parts.funds.ensure(intent)
        const details = intentDetails(intent, body)
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
    cancel: cancels.cancel,
    cancelMarket: cancels.cancelMarket,
    cancelAll: cancels.cancelAll,
    open: () =>
      ledger
        .openEntries()
        .map(({ order }) => order)
        .toSorted((a, b) => b.createdAt - a.createdAt),
    order: (id) => ledger.entry(id)?.order ?? null,
    byClientOrderId: (id) => ledger.byClientOrderId(id)?.order ?? null,
    fills: ledger.fills,
    isReconciled: reconciliation.isReconciled,
    isComplete: reconciliation.isComplete,
    health: reconciliation.health,
    readNow: reconciliation.readNow,
    doubt: reconciliation.doubt,
    usage,
    judge: check.check,
    quoted: createQuotedOrders({ replay, recorder, placements, gate, epoch: cancels.epoch }),
    restore,
    start: () => {
      reconciliation.request(0)
    },
    onFeed,
    stop,
  }
}
