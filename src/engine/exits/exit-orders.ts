/**
 * Known effects of an exit's orders and entries, and its sent orders. An order that has ended counts as over only
 * once its final fill is proven (INV-64).
 */
import type { ClientOrderId } from '#core/ids.ts'
import type { ExitEffect } from '#core/machines/attached-exit-facts.ts'
import { formatMicros } from '#core/money.ts'
import { openOrders } from '#core/order/attached-exit.ts'
import { isOpen, type Order, type OrderIntent } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import type { RejectCode } from '#core/reject-codes.ts'
import type { AuditDetails } from '#ports/audit-log.ts'
import type { PlaceResult } from '../orders/contract.ts'
import type { Result } from '#lib/result.ts'
import { currentId, entryOf, holdOf, momentOf, type ExitEntry, type ExitsState } from './exit-actor.ts'
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
  const { machine } = entry
  const exit = machine.state()
  const at = momentOf(state)
  const { id: orderId, filledSize: filled } = order
  if (exit.entries.some((one) => one.clientOrderId === clientOrderId)) {
    if (exit.legs.entry !== null && !isThere(order)) return takeRejected(state, entry, clientOrderId, order)
    machine.send({ type: 'entry', clientOrderId, orderId, filled, isOver: !isOpen(order.status), at })
    return
  }
  const own = exit.orders.find((one) => one.clientOrderId === clientOrderId)
  if (own === undefined) return
  if (order.cancelling && !own.isCancelling) state.asked.add(clientOrderId)
  if (order.status === 'unknown' || order.status === 'rejected')
    takeRejected(state, entry, clientOrderId, order)
  if (order.status === 'rejected') return
  const isWhole = !isOpen(order.status) && filled >= order.size
  sendOrder(state, entry, order, isWhole)
  if (!isOpen(order.status) && !isWhole && !own.isOver) void prove(state, entry, order)
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

/** @param isAsked  the trader asked for its end */
export function sendOrder(
  state: ExitsState,
  { machine }: ExitEntry,
  order: Order,
  isOver: boolean,
  isAsked = order.clientOrderId !== null && state.asked.has(order.clientOrderId),
): void {
  const { clientOrderId, id: orderId, size, filledSize: filled } = order
  if (clientOrderId === null) return
  const at = momentOf(state)
  machine.send({
    type: 'order',
    clientOrderId,
    orderId,
    size,
    filled,
    isThere: isThere(order),
    isOver,
    isAsked,
    at,
  })
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
  for (const order of openOrders(entry.machine.state())) {
    const now = state.orders.byClientOrderId(order.clientOrderId)
    if (now === null) continue
    if (!isOpen(now.status)) takeOf(state, entry, order.clientOrderId, now)
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
  const ids = effect.orders.flatMap((order) => currentId(state, order) ?? [])
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
  if (effect.type === 'sell') {
    const { worst } = effect
    const { size } = effect.order
    return state.exit({
      clientOrderId,
      outcomeId,
      mode: 'walk',
      size,
      worst,
      attached: triggerDetails(entry),
    })
  }
  const { price, size } = effect.type === 'buy' ? effect : effect.order
  if (price === null) throw new Error('a target without a price')
  const source = state.quoteBooks.source(outcomeId)
  const terms = { clientOrderId, outcomeId, price, size, timeInForce: 'GTC', expiresAt: null } as const
  const evidence = source.ok ? state.quoteBooks.evidence(source.value.book) : null
  return effect.type === 'rest'
    ? state.orders.place({ ...terms, side: 'SELL', postOnly: effect.postOnly, evidence })
    : state.orders.place({
        ...terms,
        side: 'BUY',
        postOnly: false,
        evidence,
        attached: triggerDetails(entry),
      })
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
  if (result === 'rejected') {
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
