/**
 * Ways out of a previous run that had own sales cancelled, or were about to, and had not come to their own order when the run
 * ended: the trader learns which orders that concerns and that nothing was sold for them (INV-81).
 */
import { parseClientOrderId, parseOutcomeId } from '#core/ids.ts'
import type { ClientOrderId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import type { AuditLog, AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Bus } from '../../bus.ts'
import { readCancelledFirst } from '../record/order-history.ts'

type InterruptedWaysOut = {
  /** Own state has been read once. */
  readonly look: () => Promise<void>
}

type Interrupted = {
  readonly clientOrderId: ClientOrderId
  /** The outcome whose shares were to be freed. */
  readonly outcomeId: OutcomeId
  readonly orderIds: readonly OrderId[]
}

/** How long a notification is surely kept, which keeps it from being made twice. */
const BACK_MS = 7 * 86_400_000
const MAX_ROWS = 1_000

/**
 * Builds the look back.
 *
 * @param find  an order of a previous run, by the venue or else by its rows and trades
 */
export function createInterruptedWaysOut(parts: {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly audit: Pick<AuditLog, 'rows' | 'orderHistory'>
  readonly find: (id: OrderId) => Promise<Order | null>
}): InterruptedWaysOut {
  const { clock, audit, bus } = parts
  const begunAt = clock.now()
  let hasLooked = false

  function read(row: AuditRow): readonly Interrupted[] {
    const orderIds = readCancelledFirst(row)
    if (orderIds.length === 0 || row.at > begunAt) return []
    const isDecided = audit.orderHistory(row.clientOrderId).some(({ kind }) => kind === 'decision')
    const clientOrderId = parseClientOrderId(row.clientOrderId)
    const outcomeId = parseOutcomeId(heldOutcome(row))
    return isDecided || clientOrderId === null || outcomeId === null
      ? []
      : [{ clientOrderId, outcomeId, orderIds }]
  }

  return {
    async look() {
      if (hasLooked) return
      hasLooked = true
      const rows = audit.rows({ kind: 'intent', from: begunAt - BACK_MS, limit: MAX_ROWS })
      for (const { orderIds, ...wayOut } of rows.flatMap(read)) {
        const found = await Promise.all(orderIds.map(parts.find))
        const orders = found.flatMap((order) => order ?? [])
        bus.publish('way_out_unsold', { ...wayOut, orders, why: null, at: clock.now() })
      }
    },
  }
}

/** A hedge names the outcome that it buys as its own. */
function heldOutcome({ details }: AuditRow): string {
  const held = details['held_outcome_id'] ?? details['outcome_id']
  return typeof held === 'string' ? held : ''
}
