/**
 * State of previous runs: their counts, sent orders and cancels, the results of their commands, their orders by id,
 * and those that have ended since.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { AuditLog, AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { SettingsStore } from '#ports/stores.ts'
import type { Bus } from '../../bus.ts'
import type { Catalog } from '../../markets/contract.ts'
import { cancelledOnTheirWay, unansweredCancels } from '../cancel/cancel-recall.ts'
import type { Cancels } from '../cancel/cancel-orders.ts'
import type { CancelRequests } from '../book-of-orders/cancel-requests.ts'
import { DELAY_MARGIN_MS } from '../book-of-orders/ledger-entry.ts'
import { createInterruptedWaysOut } from './interrupted-ways-out.ts'
import { createMissedEndings, MISSED_ENDINGS_BACK_MS } from './missed-endings.ts'
import type { MissedEndings } from './missed-endings.ts'
import type { OrderEndings } from './order-endings.ts'
import type { OrderIdentity } from '../book-of-orders/order-identity.ts'
import type { OrderIntake } from './order-intake.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { Placements } from '../place/order-placement.ts'
import { createOrderReplay } from '../place/order-replay.ts'
import { readOrderHistory, readVerdict } from '../record/order-history.ts'
import { startOfDay, type OrderUsage } from '../book-of-orders/order-usage.ts'
import { createPastOrders } from './past-orders.ts'
import type { AccountReads, Reconciliation } from './reconciliation.ts'

type PreviousRuns = {
  /** Reads the rows: whose each order is, what counts in the limits, what was asked to be cancelled, what has no end yet. */
  readonly recall: () => void
  readonly replay: ReturnType<typeof createOrderReplay>
  readonly find: (id: OrderId) => Promise<Order | null>
  readonly missedEndings: MissedEndings
}

const MINUTE_MS = 60_000

/** Builds them over the rows of the log. */
export function createPreviousRuns(parts: {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Pick<AuditLog, 'rows' | 'orderHistory' | 'since' | 'unfinished'>
  readonly usage: Pick<OrderUsage, 'restore'>
  readonly settings: SettingsStore
  readonly requests: Pick<CancelRequests, 'restore' | 'covers'>
  readonly cancels: Pick<Cancels, 'restore'>
  readonly placements: Pick<Placements, 'restoreUnknown'>
  readonly ledger: OrderLedger
  readonly identity: OrderIdentity
  readonly intake: OrderIntake
  readonly reads: Pick<AccountReads, 'order'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly endings: OrderEndings
  readonly reconciliation: Pick<Reconciliation, 'tradesKnownSince'>
}): PreviousRuns {
  const { clock, audit, ledger } = parts
  const find = createPastOrders({ ...parts, tradesKnownSince: parts.reconciliation.tradesKnownSince })
  const replay = createOrderReplay({
    audit,
    find,
    onReceived: (clientOrderId) => parts.bus.publish('order_received', { clientOrderId }),
    async currentOrder(id, history) {
      const known = ledger.byClientOrderId(id)
      const orderId = history?.signed?.orderId ?? null
      return known !== null || orderId === null ? (known?.order ?? null) : find(orderId)
    },
  })
  const endings = createMissedEndings({
    ...parts,
    wasAsked: parts.requests.covers,
    find,
    onGone: parts.endings.missed,
  })
  const interrupted = createInterruptedWaysOut({ ...parts, find })

  function recall(): void {
    parts.identity.load()
    const now = clock.now()
    parts.usage.restore(audit.since(Math.min(startOfDay(now), now - MINUTE_MS)))
    const unknown = audit.unfinished().flatMap((id) => {
      const history = readOrderHistory(audit.orderHistory(id))
      return history === null || history.signed === null
        ? []
        : { signed: history.signed, action: history.action }
    })
    // A cancel of an order whose end is still open counts however long ago it was.
    const rows = audit.since(
      Math.min(now - MISSED_ENDINGS_BACK_MS, ...unknown.map(({ signed }) => signed.at)),
    )
    parts.requests.restore(rows)
    parts.cancels.restore(cancelledOnTheirWay(rows), unansweredCancels(rows))
    for (const { signed, action } of unknown) parts.placements.restoreUnknown(signed, action)
    for (const row of rows) takeDelayed(row, now)
  }

  /** No list of the venue shows an order in its matching delay: unknown here, it would rest after a cancel that means it. */
  function takeDelayed({ kind, details, at, clientOrderId }: AuditRow, now: Instant): void {
    if ((kind !== 'response' && kind !== 'reconcile') || details['status'] !== 'delayed') return
    const id = readVerdict(details)?.orderId ?? null
    const outcomeId = readOrderHistory(audit.orderHistory(clientOrderId))?.signed?.outcomeId ?? null
    if (id === null || outcomeId === null) return
    const market = parts.catalog.outcome(outcomeId)?.market
    const delayMs = market === undefined ? MINUTE_MS : market.secondsDelay * 1_000
    if (now - at > delayMs + DELAY_MARGIN_MS || !parts.identity.adopt(id)) return
    ledger.apply(id, { type: 'answered', status: 'delayed' })
  }

  const missedEndings: MissedEndings = {
    ...endings,
    look() {
      endings.look()
      void interrupted.look()
    },
  }
  return { recall, replay, find, missedEndings }
}
