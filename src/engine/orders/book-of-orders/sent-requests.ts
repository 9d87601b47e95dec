/** Requests of today and of the last minute, from this run and from the audit rows: what each has cost, or still may. */
import { startOfDay } from '#core/day.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, micros, parseMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import { read, readSigned, readVerdict, type SignedOrder } from '../record/order-history.ts'
import type { FillLedger } from './fill-ledger.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import type { ReadProofs } from './read-proofs.ts'

type SentOrder = Pick<SignedOrder, 'clientOrderId' | 'orderId' | 'side' | 'price' | 'size' | 'at'>

type Sent = {
  readonly at: Instant
  /** All of it. */
  readonly notional: Micros
  readonly counts: boolean
  /** Null for a combo. */
  readonly order: Pick<SentOrder, 'orderId' | 'price'> | null
  /** As the ledger had it last; null for one of a previous run that it does not know. */
  readonly entry: LedgerEntry | null
  readonly isProved: boolean
}

const JUST_SENT = { counts: true, order: null, entry: null, isProved: false } as const
export const MINUTE_MS = 60_000

export function createSentRequests(clock: Clock, fills: FillLedger, proofs: ReadProofs) {
  const requests = new Map<string, Sent>()
  const combos = new Map<string, Micros>()

  function add(id: string, request: Pick<Sent, 'at' | 'notional'> & Partial<Sent>): void {
    requests.set(id, { ...JUST_SENT, ...request })
  }

  function addOrder({ clientOrderId, orderId, side, price, size, at }: SentOrder): void {
    const all = side === 'BUY' ? notional(price, size) : ZERO
    add(clientOrderId, { at, notional: all, order: { orderId, price } })
  }

  function change(id: string | null, changes: Partial<Sent>): void {
    const known = requests.get(id ?? '')
    if (id !== null && known !== undefined) requests.set(id, { ...known, ...changes })
  }

  function forgetOld(): void {
    const oldest = Math.min(startOfDay(clock.now()), clock.now() - MINUTE_MS)
    for (const [id, { at }] of requests) {
      if (at >= oldest) return
      requests.delete(id)
    }
  }

  /** Cost of a request to the day; of an order that is proven over, only its fills. */
  function costOf({ at, notional: all, order, entry, isProved }: Sent): Micros {
    if (order === null) return all
    const endedAt = entry?.endedAt ?? null
    const isOver =
      entry === null
        ? proofs.isPastOver(order.orderId, at)
        : endedAt !== null && (isProved || proofs.isReadSince(endedAt))
    const filled = entry?.order.filledSize ?? fills.filledOf(order.orderId)
    return isOver ? atMost(all, notional(order.price, filled)) : all
  }

  return {
    /** From the rows since yesterday at least. */
    restore(rows: readonly AuditRow[]): void {
      for (const row of rows) {
        const order = row.kind === 'signed' ? readSigned(row) : null
        if (order !== null) addOrder(order)
        const isCombo = row.kind === 'signed' && row.action === 'combo_accept'
        const combo = isCombo ? read(row.details, 'notional', parseMicros) : null
        if (combo?.ok === true) add(row.clientOrderId, { at: row.at, notional: combo.value })
        const verdict = row.kind === 'response' || row.kind === 'reconcile' ? readVerdict(row.details) : null
        if (verdict === null || verdict.result === 'unknown') continue
        const corrected = row.details['corrects']
        const counts = verdict.result === 'accepted'
        change(typeof corrected === 'string' ? corrected : row.clientOrderId, { counts })
      }
    },
    sent(order: SentOrder): void {
      forgetOld()
      addOrder(order)
    },
    /** An own order changed. */
    observe: (entry: LedgerEntry): void => {
      const { clientOrderId, status } = entry.order
      const isProved = entry.endedAt !== null && requests.get(clientOrderId ?? '')?.isProved === true
      change(clientOrderId, { counts: status !== 'rejected', entry, isProved })
    },
    /** An own order has ended, and all that it traded is known. */
    proved: (id: string | null): void => change(id, { isProved: true }),
    /** An accepted combo quote: one request of the minute, and `counted` of the day; of the cash until it has ended. */
    sentCombo(id: string, counted: Micros, at: Instant): void {
      forgetOld()
      add(id, { at, notional: counted })
      combos.set(id, counted)
    },
    /** One that is not filled does not count. */
    endedCombo(id: string, isFilled: boolean): void {
      combos.delete(id)
      if (!isFilled) change(id, { counts: false })
    },
    /** Cash that accepted combo quotes without a known end may still take. */
    combosUnderWay: (): Micros => addMicros(...combos.values()),
    sentInLastMinute(): readonly Instant[] {
      const [since, recent] = [clock.now() - MINUTE_MS, [] as Instant[]]
      for (const { at } of requests.values()) if (at > since) recent.push(at)
      return recent.toSorted((a, b) => a - b)
    },
    /** Today's buys: filled size, and the size that can still fill as far as is known. */
    dailyNotional(): Micros {
      const today = startOfDay(clock.now())
      let sum = 0n
      for (const request of requests.values())
        if (request.counts && request.at >= today && request.notional > 0n) sum += costOf(request)
      return micros(sum)
    },
    /** Part of it that ends with the order. */
    dailyRest: ({ clientOrderId, price, filledSize }: Order): Micros => {
      const known = requests.get(clientOrderId ?? '')
      if (known === undefined || !known.counts || known.at < startOfDay(clock.now())) return ZERO
      return subtractMicros(costOf(known), atMost(known.notional, notional(price, filledSize)))
    },
  }
}

/** Better prices or more shares than asked cost no more than was signed. */
function atMost(most: Micros, value: Micros): Micros {
  return value < most ? value : most
}
