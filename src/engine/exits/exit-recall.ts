/** After a restart: what became of an exit's entries and orders meanwhile. Until all of it is known the exit does nothing (INV-67). */
import type { ClientOrderId } from '#core/ids.ts'
import { ZERO } from '#core/money.ts'
import { openOrders } from '#core/order/attached-exit.ts'
import { isOpen, type Order } from '#core/order/order.ts'
import { cutLater } from './exit-cuts.ts'
import { momentOf, type ExitEntry, type ExitsState } from './exit-actor.ts'
import { lookAt } from './exit-looks.ts'
import { sendOrder, takeOf, takeOrder } from './exit-orders.ts'

/**
 * Asks for each order of the exit that may still trade; what cannot be read is asked again at a later call. Nothing while an
 * earlier call still waits for the venue.
 */
export async function recallExit(state: ExitsState, entry: ExitEntry): Promise<void> {
  if (entry.isAsking) return
  entry.isAsking = true
  try {
    await askForOrders(state, entry)
  } finally {
    entry.isAsking = false
  }
}

async function askForOrders(state: ExitsState, entry: ExitEntry): Promise<void> {
  const before = entry.machine.state()
  const entries = before.entries.filter(({ isOver }) => !isOver)
  let areKnown = true
  for (const { clientOrderId } of [...entries, ...openOrders(before)]) {
    areKnown = (await recallOrder(state, entry, clientOrderId)) && areKnown
  }
  // Orders that replaced one of them meanwhile, or were replacing it when the run ended.
  for (const order of state.orders.open()) if (order.replaces !== null) takeOrder(state, order)
  if (!areKnown) return
  entry.isRecalling = false
  cutLater(state, before.outcomeId)
  state.bus.publish('attached_exit', { exitId: before.id })
  lookAt(state, entry)
}

/** True once it is known: among the orders that are followed, over, or never sent. */
async function recallOrder(
  state: ExitsState,
  entry: ExitEntry,
  clientOrderId: ClientOrderId,
): Promise<boolean> {
  const order: Order | null = await state.orders.findBy(clientOrderId)
  const isForeign = order !== null && !isOf(entry, clientOrderId, order)
  if (order === null || isForeign) {
    if (!isForeign && !(await state.orders.isVoid(clientOrderId))) return false
    takeVoid(state, entry, clientOrderId)
    return true
  }
  takeOf(state, entry, clientOrderId, order)
  if (state.orders.byClientOrderId(clientOrderId) !== null) return true
  if (isOpen(order.status)) return false
  // Only its rows and trades still tell of it: every trade of it has been read.
  sendOrder(state, entry, { ...order, clientOrderId }, true, true)
  return true
}

/** True if an order can be the exit's own: of its outcome and side, and no larger than the sent one. */
function isOf({ machine }: ExitEntry, clientOrderId: ClientOrderId, order: Order): boolean {
  const { outcomeId, orders } = machine.state()
  const own = orders.find((one) => one.clientOrderId === clientOrderId)
  if (order.outcomeId !== outcomeId) return false
  return own === undefined ? order.side === 'BUY' : order.side === 'SELL' && order.size <= own.size
}

/** Nothing of it is at the venue: it was never signed, or refused. */
function takeVoid(state: ExitsState, { machine }: ExitEntry, clientOrderId: ClientOrderId): void {
  const at = momentOf(state)
  // The purchase of a stop entry waits again; any other entry is over.
  if (machine.state().legs.entry === null)
    machine.send({ type: 'entry', clientOrderId, orderId: null, filled: ZERO, isOver: true, at })
  machine.send({ type: 'refused', clientOrderId, code: null, hold: null, at })
}
