/** What earlier lives left: the results of their commands, their orders by id, and those that a game's start took since. */
import type { OrderId } from '#core/ids.ts'
import type { Order } from '#core/order.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Catalog } from './engine.ts'
import { createMissedStarts } from './missed-starts.ts'
import type { MissedStarts } from './missed-starts.ts'
import type { OrderEndings } from './order-endings.ts'
import type { OrderIdentity } from './order-identity.ts'
import type { OrderIntake } from './order-intake.ts'
import type { OrderLedger } from './order-ledger.ts'
import { createOrderReplay } from './order-replay.ts'
import { createPastOrders } from './past-orders.ts'
import type { AccountReads, Reconciliation } from './reconciliation.ts'

export type EarlierLives = {
  readonly replay: ReturnType<typeof createOrderReplay>
  readonly find: (id: OrderId) => Promise<Order | null>
  readonly missedStarts: MissedStarts
}

/** Builds the three over the rows of the log. */
export function createEarlierLives(parts: {
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'rows' | 'story'>
  readonly ledger: OrderLedger
  readonly identity: OrderIdentity
  readonly intake: OrderIntake
  readonly reads: Pick<AccountReads, 'order'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly endings: OrderEndings
  readonly reconciliation: Pick<Reconciliation, 'tradesKnownSince'>
}): EarlierLives {
  const { audit, ledger } = parts
  const find = createPastOrders({ ...parts, tradesKnownSince: parts.reconciliation.tradesKnownSince })
  const replay = createOrderReplay({
    audit,
    async currentOrder(id, story) {
      const known = ledger.byClientOrderId(id)
      const orderId = story?.signed?.orderId ?? null
      return known !== null || orderId === null ? (known?.order ?? null) : find(orderId)
    },
  })
  const missedStarts = createMissedStarts({ ...parts, find, onGone: parts.endings.missed })
  return { replay, find, missedStarts }
}
