/** Listens to the bus and has each thing notified once (VEN-14). */
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Fill, Order } from '#core/order/order.ts'
import { readPrices, type PricedText } from '#core/priced-text.ts'
import type { CredentialStatus, FeedHealth, FeedName } from '#core/trading-state.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Tools } from '../tools.ts'
import type { Facts } from '../bus.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Orders } from '../orders/contract.ts'
import { CLOCKS_DIFFER_MS } from '#core/order/account-rows.ts'
import { exitDraft, unsoldDraft } from './exit-texts.ts'
import type { NotificationDraft } from './notification-draft.ts'
import type { Notifications } from './notifications.ts'
import {
  earlierDraft,
  endedDraft,
  fillDraft,
  foreignDraft,
  gameStartDraft,
  heartbeatDraft,
  ignoredDraft,
  lateDraft,
  overdueDraft,
  rejectedDraft,
  unknownDraft,
} from './order-texts.ts'
import {
  auditProblemDraft,
  BACKGROUND_FAILED,
  comboDraft,
  credentialsDraft,
  feedDownDraft,
  keyExpiringDraft,
  lossDraft,
  recordingDraft,
  safeDraft,
  type CredentialProblem,
} from './terminal-texts.ts'

const DOWN_AFTER_MS = 30_000
/** How long a message waits for the name of its market. */
const NAMES_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 1_000
const KEPT_MS = 30 * 86_400_000
const SINCE = 'notifications_since'

/** Those whose orders are named together. */
const TOGETHER = (['game_start_orders', 'order_ended'] as const).map((kind) => ({
  words: [],
  unread: null,
  kind,
  before: null,
  limit: 200,
}))

type TriggerParts = Pick<Tools, 'clock' | 'bus' | 'settings'> & {
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly orders: Pick<Orders, 'order'>
  readonly audit: Pick<AuditLog, 'orderHistory'>
  readonly history: Pick<Notifications, 'list'>
  /** Writes them in one transaction, then delivers. */
  readonly record: (drafts: readonly NotificationDraft[]) => void
}

type Unnamed = {
  readonly ids: readonly OutcomeId[]
  readonly make: () => NotificationDraft
  /** Monotonic. */
  readonly until: number
}
type Outage = { readonly since: number; isReported: boolean; detail: string | null }

/** Begins to listen; answers what ends it. */
export function startNotificationTriggers(parts: TriggerParts): () => void {
  const { clock, bus, catalog } = parts
  let waiting: (() => NotificationDraft)[] = []
  let unnamed: Unnamed[] = []
  const since = beginning(parts)
  const outages = new Map<FeedName, Outage>()
  let credentialsOutage: Outage | null = null
  let credentialProblem: CredentialProblem | null = null
  let storageProblem: string | null = null

  /**
   * News of one turn is written in one transaction in the next: the answer to an order does not wait for it. A kill
   * in between loses nothing that carries a key, since the next start reads and publishes it again.
   */
  function notifyLater(draft: () => NotificationDraft): void {
    waiting.push(draft)
    if (waiting.length === 1) clock.after(0, flush)
  }

  /** Waits a while for a catalog that is still being read: a market has a name, a token 78 digits. */
  function notifyWhenNamed(ids: readonly OutcomeId[], make: () => NotificationDraft): void {
    if (ids.every((id) => catalog.outcome(id) !== null)) notifyLater(make)
    else unnamed.push({ ids, make, until: clock.monotonic() + NAMES_WITHIN_MS })
  }

  function notifyWaiting(isOver: boolean): void {
    const now = clock.monotonic()
    const isDue = ({ ids, until }: Unnamed): boolean =>
      isOver || now >= until || ids.every((id) => catalog.outcome(id) !== null)
    const due = unnamed.filter(isDue)
    if (due.length === 0) return
    unnamed = unnamed.filter((one) => !due.includes(one))
    for (const { make } of due) notifyLater(make)
  }

  function flush(): void {
    const drafts = waiting
    waiting = []
    if (drafts.length > 0) parts.record(drafts.map((make) => make()))
  }

  function notify(draft: NotificationDraft): void {
    notifyLater(() => draft)
  }

  function onFill(fill: Fill): void {
    // Events from before this terminal notified anybody, or older than the history, are no news.
    if (fill.at < since - CLOCKS_DIFFER_MS || fill.at < clock.now() - KEPT_MS) return
    notifyWhenNamed([fill.outcomeId], () => fillDraft(fill, clientOrderIdOf(fill), catalog))
  }

  function onOverdue({ fill }: Facts['trade_overdue']): void {
    if (fill.at < clock.now() - KEPT_MS) return
    notifyWhenNamed([fill.outcomeId], () => overdueDraft(fill, clientOrderIdOf(fill), catalog))
  }

  function clientOrderIdOf({ orderId }: Fill): ClientOrderId | null {
    return parts.orders.order(orderId)?.clientOrderId ?? null
  }

  function onOrder(order: Order): void {
    if (order.foreign) return
    if (order.status === 'unknown') notify(unknownDraft(order, catalog))
    // The row that says why is written after the order is reported.
    if (order.status === 'rejected') notifyLater(() => rejectedDraft(order, reasonOf(order), catalog))
  }

  /** From the audit rows: the order itself does not carry it. */
  function reasonOf({ clientOrderId }: Order): PricedText | null {
    if (clientOrderId === null) return null
    for (const { details } of parts.audit.orderHistory(clientOrderId).toReversed()) {
      const words = details['message'] ?? details['code']
      if (typeof words === 'string') return { text: words, prices: readPrices(details['prices']) }
    }
    return null
  }

  function onFeeds(feeds: readonly FeedHealth[]): void {
    for (const { name, state, detail } of feeds) {
      if (state === 'live' || state === 'off') outages.delete(name)
      else {
        const known = outages.get(name) ?? { since: clock.monotonic(), isReported: false, detail }
        known.detail = detail
        outages.set(name, known)
      }
    }
  }

  function onCredentials({ state, reason, detail, keyListing }: CredentialStatus): void {
    const refused = state === 'failed' ? (reason ?? 'auth_rejected') : null
    const contradicts = keyListing === 'not_listed' || keyListing === 'other_wallet' ? keyListing : null
    const problem = refused ?? contradicts
    // While credentials are being made the list is unchanged.
    if (problem !== null && problem !== credentialProblem) notify(credentialsDraft(problem, detail))
    credentialProblem = problem
    if (state !== 'pending' || reason !== 'network') credentialsOutage = null
    else credentialsOutage ??= { since: clock.monotonic(), isReported: false, detail }
  }

  function onStorage(problem: string | null): void {
    if (problem !== null && storageProblem === null) notify(auditProblemDraft(problem))
    storageProblem = problem
  }

  function look(): void {
    notifyWaiting(false)
    const now = clock.monotonic()
    for (const [name, outage] of outages) {
      if (outage.isReported || now - outage.since < DOWN_AFTER_MS) continue
      outage.isReported = true
      notify(feedDownDraft(name, Math.floor((now - outage.since) / 1000), outage.detail))
    }
    if (credentialsOutage === null || credentialsOutage.isReported) return
    if (now - credentialsOutage.since < DOWN_AFTER_MS) return
    credentialsOutage.isReported = true
    notify(credentialsDraft('network', credentialsOutage.detail))
  }

  function onEnded(fact: Facts['order_ended']): void {
    if (withoutNotified(parts, [fact.order]).length === 0) return
    notifyWhenNamed([fact.order.outcomeId], () => endedDraft(fact, catalog))
  }

  function notifyIf(draft: NotificationDraft | null): void {
    if (draft !== null) notify(draft)
  }

  const ends = [
    bus.subscribe('fill', onFill),
    bus.subscribe('order', onOrder),
    bus.subscribe('game_start_orders', (fact) =>
      notifyIf(gameStartDraft({ ...fact, orders: withoutNotified(parts, fact.orders) }, catalog)),
    ),
    bus.subscribe('order_ended', onEnded),
    bus.subscribe('heartbeat_lapsed', (fact) =>
      notifyIf(heartbeatDraft({ ...fact, orders: withoutNotified(parts, fact.orders) }, catalog)),
    ),
    bus.subscribe('trade_overdue', onOverdue),
    bus.subscribe('late_order', (fact) => notify(lateDraft(fact, catalog))),
    bus.subscribe('foreign_activity', (fact) =>
      notifyWhenNamed([fact.order.outcomeId], () => foreignDraft(fact, catalog)),
    ),
    bus.subscribe('earlier_activity', (fact) =>
      notifyWhenNamed(outcomesOf(fact.orders), () => earlierDraft(fact, catalog)),
    ),
    bus.subscribe('catalog', () => notifyWaiting(false)),
    bus.subscribe('cancel_ignored', (fact) => notify(ignoredDraft(fact, catalog))),
    bus.subscribe('way_out_unsold', (fact) =>
      notifyWhenNamed([fact.outcomeId], () => unsoldDraft(fact, catalog)),
    ),
    bus.subscribe('exit_notice', (notice) =>
      notifyWhenNamed(outcomesOf('exit' in notice ? [notice.exit] : notice.exits), () =>
        exitDraft(notice, catalog),
      ),
    ),
    bus.subscribe('background_failed', () => notify(BACKGROUND_FAILED)),
    bus.subscribe('disarmed', (fact) => notifyIf(safeDraft(fact))),
    bus.subscribe('loss_limit', (fact) => notify(lossDraft(fact))),
    bus.subscribe('session_key_expiring', ({ validUntil }) => notify(keyExpiringDraft(validUntil))),
    bus.subscribe('recording_stopped', ({ fault }) => notify(recordingDraft(fault))),
    bus.subscribe('combo_ended', (ended) => notify(comboDraft(ended, catalog))),
    bus.subscribe('feeds', onFeeds),
    bus.subscribe('status', ({ credentials, storageProblem: problem }) => {
      onCredentials(credentials)
      onStorage(problem)
    }),
    clock.every(LOOK_EVERY_MS, look),
  ]
  return () => {
    for (const end of ends) end()
    notifyWaiting(true)
    flush()
  }
}

/** An order is reported as ended, or offered for placing again, by one notification only, however many runs find it gone. */
function withoutNotified({ history }: TriggerParts, orders: readonly Order[]): readonly Order[] {
  const earlier = TOGETHER.flatMap((query) => history.list(query)).flatMap((one) => one.orders)
  const notified = new Set(earlier.map(({ orderId }) => orderId))
  return orders.filter(({ id }) => id === null || !notified.has(id))
}

function outcomesOf(things: readonly { readonly outcomeId: OutcomeId }[]): readonly OutcomeId[] {
  return things.map(({ outcomeId }) => outcomeId)
}

/** When this installation first published notifications: the trades of an account's whole past are not reported at the first start. */
function beginning({ clock, settings }: TriggerParts): Instant {
  const known = Number(settings.read(SINCE) ?? 'NaN')
  if (Number.isSafeInteger(known)) return known
  const now = clock.now()
  // Where the disk refuses it, the next start tries again.
  settings.write(SINCE, String(now))
  return now
}
