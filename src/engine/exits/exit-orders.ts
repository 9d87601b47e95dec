/**
 * Known effects of an exit's orders and entries, and its sent orders. An order that has ended counts as over only
 * once its final fill is proven (INV-64).
 */
import type { ClientOrderId } from '#core/ids.ts'
import type { ExitEffect } from '#core/machines/attached-exit-facts.ts'
import { bestBid } from '#core/book/book.ts'
import { formatMicros, micros, roundSizeDown, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { openOrders } from '#core/order/attached-exit.ts'
import { isOpen, type Order, type OrderIntent } from '#core/order/order.ts'
import { formatPrice, priceFromSteps, type Price } from '#core/price.ts'
import type { RejectCode } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { PlaceResult } from '../orders/contract.ts'
import type { Result } from '#lib/result.ts'
import { entryOf, gatePause, holdOf, momentOf, type ExitEntry, type ExitsState } from './exit-actor.ts'
import { lookAt } from './exit-looks.ts'

/** An own order changed: an exit may have it as its entry or its own, or follow it as the successor of one. */
export function takeOrder(state: ExitsState, order: Order): void {
  if (order.replaces !== null && order.clientOrderId !== null) followSuccessor(state, order)
  const entry = entryOf(state, order)
  if (entry === null || order.clientOrderId === null) return
  takeOf(state, entry, order.clientOrderId, order)
  lookAt(state, entry)
}

function followSuccessor(state: ExitsState, { replaces, clientOrderId, id, price, size }: Order): void {
  if (replaces === null || clientOrderId === null) return
  for (const { machine } of state.entries.values()) {
    machine.send({ type: 'replaced', old: replaces, by: { clientOrderId, orderId: id, price, size } })
  }
}

/** Known state of one order of an exit, its entry or its own. */
export function takeOf(
  state: ExitsState,
  entry: ExitEntry,
  clientOrderId: ClientOrderId,
  order: Order,
): void {
  const exit = entry.machine.state()
  const isIts = (one: { readonly clientOrderId: ClientOrderId }): boolean =>
    one.clientOrderId === clientOrderId
  const [bought, own] = [exit.entries.find(isIts), exit.orders.find(isIts)]
  const known = bought ?? own
  if (known === undefined) return
  if (bought !== undefined && exit.legs.entry !== null && !isThere(order))
    return takeRejected(state, entry, clientOrderId, order)
  if (own !== undefined && order.cancelling && !own.isCancelling) state.asked.add(clientOrderId)
  if (own !== undefined && (order.status === 'unknown' || order.status === 'rejected'))
    takeRejected(state, entry, clientOrderId, order)
  if (own !== undefined && order.status === 'rejected') return
  const hasEnded = !isOpen(order.status)
  const isProven = order.status === 'rejected' || order.filledSize >= order.size || known.isOver
  sendOrder(state, entry, order, hasEnded && isProven)
  if (hasEnded && !isProven) void prove(state, entry, order)
}

/** An order of an exit of which nothing is at the venue, or whose answer was lost. */
function takeRejected(
  state: ExitsState,
  { machine }: ExitEntry,
  clientOrderId: ClientOrderId,
  { status }: Order,
): void {
  if (status === 'unknown') state.lost.add(clientOrderId)
  if (status !== 'rejected' || state.answering.has(clientOrderId)) return
  // No answer came and nothing of it is there: the venue was not reached.
  const hold = state.lost.delete(clientOrderId) ? 'venue_unavailable' : null
  machine.send({ type: 'refused', clientOrderId, code: null, hold, at: momentOf(state) })
}

/** True once the venue has it, or had it. */
function isThere({ status }: Order): boolean {
  return status !== 'pending' && status !== 'unknown' && status !== 'rejected'
}

/** Known state of an entry or of an order of the exit. @param isAsked  the trader asked for its end */
export function sendOrder(
  state: ExitsState,
  { machine }: ExitEntry,
  order: Order,
  isOver: boolean,
  isAsked = order.clientOrderId !== null && state.asked.has(order.clientOrderId),
): void {
  const { clientOrderId, id: orderId, size, filledSize: filled } = order
  if (clientOrderId === null) return
  const known = { clientOrderId, orderId, filled, isOver, at: momentOf(state) } as const
  machine.send({ type: 'entry', ...known })
  machine.send({ type: 'order', ...known, size, isThere: isThere(order), isAsked })
  if (isOver) state.asked.delete(clientOrderId)
}

/** Asks what an order that has ended filled; where no answer comes, the next look asks again. */
async function prove(state: ExitsState, entry: ExitEntry, order: Order): Promise<void> {
  const { clientOrderId, id } = order
  if (clientOrderId === null || id === null || state.proving.has(clientOrderId)) return
  state.proving.add(clientOrderId)
  const filled = await state.orders.proveOver(id)
  state.proving.delete(clientOrderId)
  const now = state.orders.byClientOrderId(clientOrderId) ?? order
  if (filled === null || isOpen(now.status)) return
  sendOrder(state, entry, { ...now, filledSize: filled }, true)
  lookAt(state, entry)
}

/** Asks again for what is not known, and cancels again what should be gone. */
export function chaseOrders(state: ExitsState, entry: ExitEntry): void {
  const exit = entry.machine.state()
  for (const { clientOrderId, isOver } of exit.entries) {
    const now = isOver ? null : state.orders.byClientOrderId(clientOrderId)
    if (now !== null && !isOpen(now.status)) takeOf(state, entry, clientOrderId, now)
  }
  for (const order of openOrders(exit)) {
    const now = state.orders.byClientOrderId(order.clientOrderId)
    if (now === null) continue
    const isElsewhere =
      now.price !== order.price && (now.status === 'live' || now.status === 'partially_filled')
    if (!isOpen(now.status)) takeOf(state, entry, order.clientOrderId, now)
    else if (order.rests && isElsewhere && !order.isCancelling && gatePause(state) === null)
      entry.machine.send({ type: 'gives_way', orders: new Set([order.clientOrderId]) })
    else if (order.isCancelling && !now.cancelling && !now.cancelQueued && now.id !== null) {
      void state.orders.cancel([now.id])
    }
  }
}

/** True if the exit may have sold shares it does not know of yet. */
export function hasUnproven({ orders }: ExitsState, { machine }: ExitEntry): boolean {
  return openOrders(machine.state()).some(({ clientOrderId }) => {
    const now = orders.byClientOrderId(clientOrderId)
    return now === null || !isOpen(now.status)
  })
}

/** Does what a step asks for. */
export function performExit(
  state: ExitsState,
  entry: ExitEntry,
  effect: Exclude<ExitEffect, { readonly type: 'ended' | 'moved' }>,
): void {
  if (effect.type !== 'cancel') {
    state.point(`exit.${effect.type}.pre`)
    return void answered(state, entry, effect)
  }
  const ids = effect.orders.flatMap(({ clientOrderId, orderId }) => {
    const now = state.orders.byClientOrderId(clientOrderId)
    return now === null || isOpen(now.status) ? (now?.id ?? orderId ?? []) : []
  })
  if (ids.length > 0) void state.orders.cancel(ids)
  state.point('exit.cancel_sent')
}

type Sending = Extract<ExitEffect, { readonly type: 'rest' | 'sell' | 'buy' }>

/** Sends, and takes the answer. What throws in between is a bug: what became of the order is asked then. */
async function answered(state: ExitsState, entry: ExitEntry, effect: Sending): Promise<void> {
  const { order } = effect
  state.answering.add(order.clientOrderId)
  try {
    const answer = await send(state, entry, effect)
    state.answering.delete(order.clientOrderId)
    takeAnswer(state, entry, order, answer)
  } catch (error) {
    state.answering.delete(order.clientOrderId)
    entry.isRecalling = true
    throw error
  }
}

type Answer = Result<PlaceResult, 'idempotency_conflict'>

async function send(state: ExitsState, entry: ExitEntry, effect: Sending): Promise<Answer> {
  const { outcomeId } = entry.machine.state()
  const { clientOrderId } = effect.order
  const source = state.quoteBooks.source(outcomeId)
  const book = source.ok ? source.value.book : null
  const best = book === null ? null : bestBid(book)
  const terms = { clientOrderId, outcomeId, timeInForce: 'GTC', expiresAt: null } as const
  const evidence = book === null ? null : state.quoteBooks.evidence(book)
  if (effect.type === 'buy') {
    const { price, size } = effect
    const bought = { ...terms, price, size, side: 'BUY', postOnly: false, evidence } as const
    return state.orders.place({ ...bought, attached: triggerDetails(entry) })
  }
  if (effect.type === 'sell') {
    const { order, worst } = effect
    const size = best === null ? order.size : partOf(state, order.size, best, ZERO)
    const exit = { clientOrderId, outcomeId, mode: 'walk', size, worst } as const
    return state.exit({ ...exit, attached: triggerDetails(entry) })
  }
  const { order, postOnly } = effect
  if (order.price === null) throw new Error('a target without a price')
  // Far below the bid it would be refused for its price.
  const band = book === null ? 0 : state.limits().priceBandTicks * book.tickSize
  const lowest = postOnly || best === null ? null : priceFromSteps(best - band)
  const price = lowest !== null && lowest > order.price ? lowest : order.price
  const size = partOf(state, order.size, price, book?.minOrderSize ?? ZERO)
  return state.orders.place({ ...terms, price, size, side: 'SELL', postOnly, evidence })
}

/** As many shares as one order may be worth; what is left goes in further ones, of which none is below the minimum. */
function partOf(state: ExitsState, size: Micros, price: Price, minimum: Micros): Micros {
  const most = roundSizeDown(micros((state.limits().maxOrderNotional * 10_000n) / BigInt(price)))
  if (most >= size) return size
  const last = size - most < minimum ? subtractMicros(size, minimum) : most
  return last < minimum ? size : last
}

/** Trigger of the order, as its intent row keeps it (INV-65). */
function triggerDetails({ machine }: ExitEntry): NonNullable<OrderIntent['attached']> {
  const { id, trigger } = machine.state()
  if (trigger === null) throw new Error('an order without a trigger')
  const { leg, price, at, evidence } = trigger
  return {
    id,
    leg,
    best_bid: formatPrice(price),
    best_ask: evidence.bestAsk === null ? null : formatPrice(evidence.bestAsk),
    book_seq: evidence.bookSequence,
    book_age_ms: evidence.bookAgeMs,
    at,
  }
}

const CONFLICT = { result: 'rejected', order: null, reject: null } as const

function takeAnswer(
  state: ExitsState,
  entry: ExitEntry,
  { clientOrderId }: Sending['order'],
  placed: Answer,
): void {
  // An id that another command has used is a refused try; the next has another id.
  const { result, order, reject } = placed.ok ? placed.value : CONFLICT
  const code: RejectCode | null = reject?.code ?? null
  if (result === 'rejected' && (order === null || !isThere(order))) {
    state.log.warn('exits.refused', { client_order_id: clientOrderId, code })
    const hold = holdOf(state, entry.machine.state().outcomeId, code)
    entry.machine.send({ type: 'refused', clientOrderId, code, hold, at: momentOf(state) })
  } else if (order !== null) {
    takeOf(state, entry, clientOrderId, order)
    // A cancel that came before the order had its id is sent now.
    chaseOrders(state, entry)
  }
  lookAt(state, entry)
}

/** Details of a row that tells what became of an exit itself. */
export function exitDetails({ machine }: ExitEntry, event: string): AuditDetails {
  const { id, outcomeId, legs, entries, given, end } = machine.state()
  const { target, further, stop, trailing, time, breakEven, entry: buys } = legs
  return {
    event,
    exit_id: id,
    outcome_id: outcomeId,
    entries: entries.map(({ clientOrderId }) => clientOrderId),
    given: formatMicros(given),
    target: target === null ? null : formatPrice(target.price),
    stop: stop === null ? null : { price: formatPrice(stop.price), slippage_ticks: stop.slippageTicks },
    trailing:
      trailing === null ? null : { distance: trailing.distance, slippage_ticks: trailing.slippageTicks },
    minutes_before_start: time?.minutesBefore ?? null,
    ...(further.length > 0 && {
      further_targets: further.map(({ price, percent }) => ({ price: formatPrice(price), percent })),
    }),
    ...(breakEven !== null && {
      break_even: { at: formatPrice(breakEven.at), stop: formatPrice(breakEven.stop) },
    }),
    ...(buys !== null && {
      entry: {
        price: formatPrice(buys.price),
        size: formatMicros(buys.size),
        slippage_ticks: buys.slippageTicks,
      },
    }),
    how: end?.how ?? null,
  }
}
