/** Placing and cancelling on paper: every request takes as long as one to a venue would. */
import { parseOrderId, type OrderId } from '#core/ids.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { pause } from '#lib/pause.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import type { CancelOutcome, OrderRequest, VenueTrading } from '#ports/venue-trading.ts'
import { openOrders, type PaperAccount, type PaperOrder } from './account.ts'
import type { PaperExchange } from './exchange.ts'
import type { JournalWriter } from './journal.ts'

type TradingParts = {
  readonly account: PaperAccount
  readonly journal: JournalWriter
  readonly exchange: PaperExchange
  readonly clock: Clock
  readonly random: Random
}

/** An order takes about this long to a venue: it meets the book as it is then. */
const TRAVEL_MS = 100
const MAX_PREPARED = 1_000

/** The trading port: an order travels, then the paper exchange has it. */
export function createPaperTrading(parts: TradingParts): VenueTrading {
  const { account, journal, exchange, clock, random } = parts
  const prepared = new BoundedMap<OrderId, OrderRequest>(MAX_PREPARED)
  return {
    prepare(request) {
      const orderId = nextOrderId(random)
      prepared.set(orderId, request)
      const isDated = request.timeInForce === 'GTD' && request.expiresAt !== null
      return {
        orderId,
        salt: '0',
        ...limitAmounts(request.side, request.price, request.size, request.tickSize),
        timestamp: clock.now(),
        expiration: isDated ? Math.floor((request.expiresAt ?? 0) / 1_000) : 0,
        body: '',
      }
    },
    orderWaitMs: () => 0,
    orderHeldMs: () => 0,
    limitWarning: () => null,
    async submit({ orderId }, gate) {
      const request = prepared.get(orderId)
      prepared.delete(orderId)
      const code = gate()
      if (code !== null || request === undefined)
        return { kind: 'not_sent', code: code ?? 'venue_unavailable' }
      await pause(clock, TRAVEL_MS)
      if (!journal.isWritten()) return { kind: 'not_sent', code: 'audit_unavailable' }
      return exchange.place(orderId, request, clock.now())
    },
    cancel: (ids) => cancel(parts, () => ids),
    cancelMarket: (target) =>
      cancel(parts, () =>
        live(account, (order) =>
          'marketId' in target ? order.marketId === target.marketId : order.outcomeId === target.outcomeId,
        ),
      ),
    cancelAll: () => cancel(parts, () => live(account, () => true)),
  }
}

async function cancel(
  { account, exchange, clock }: TradingParts,
  chosen: () => readonly OrderId[],
): Promise<CancelOutcome> {
  await pause(clock, TRAVEL_MS)
  const cancelled: OrderId[] = []
  const notCancelled: { id: OrderId; reason: string }[] = []
  for (const id of chosen()) {
    if (exchange.cancel(id)) cancelled.push(id)
    else notCancelled.push({ id, reason: whyNot(account.orders.get(id)) })
  }
  return { kind: 'answered', cancelled, notCancelled }
}

function live(account: PaperAccount, isMeant: (order: PaperOrder) => boolean): readonly OrderId[] {
  return openOrders(account)
    .filter((order) => order.state === 'live' && isMeant(order))
    .map(({ id }) => id)
}

function nextOrderId(random: Random): OrderId {
  const id = parseOrderId(`pm:0x${hexOf(random.bytes(32))}`)
  if (id === null) throw new Error('an order id of ours is not one')
  return id
}

function whyNot(order: PaperOrder | undefined): string {
  if (order === undefined) return 'not found'
  return order.state === 'delayed' ? 'the order is delayed' : 'already canceled or matched'
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
