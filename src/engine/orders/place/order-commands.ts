/** The commands that become orders, each once per client order id. */
import type { OrderId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Orders, UnpricedCommand } from '../contract.ts'
import { intentDetails, placeBody } from '../record/order-history.ts'
import { placeBothSides } from './both-sides.ts'
import { refuseCommand, type PlaceRoom } from './order-placement.ts'
import { proveOver } from './order-proof.ts'
import { replace, replaceBody, replaceDetails } from './order-replace.ts'
import { place, placeQuoted, type QuotedOrders } from './single-orders.ts'

export function createOrderCommands(room: PlaceRoom) {
  const { replay } = room
  const { ledger, cancels } = room.book
  const commands: Pick<Orders, 'place' | 'placeBothSides' | 'replace' | 'unpriced'> = {
    place: (asked, epoch = cancels.epoch()) => place(room, asked, epoch),
    placeBothSides: (sale, purchase) => placeBothSides(room, sale, purchase),
    replace: (intent) => replay.once(intent.clientOrderId, replaceBody(intent), () => replace(room, intent)),
    unpriced: (command) => unpriced(room, command),
  }
  return {
    ...commands,
    isVoid: replay.isVoid,
    findBy: replay.findBy,
    /** Final fill of a cancelled or ended order; null when it could not be proven in time. */
    async proveOver(id: OrderId): Promise<Micros | null> {
      const entry = ledger.entry(id)
      return entry === null ? null : proveOver(room, entry.key)
    },
    /** Orders that the backend quotes. */
    quoted: ((command) => placeQuoted(room, command)) satisfies QuotedOrders,
  }
}

/** Refuses a command whose price is not one: the gates are reported first, as for every order. */
function unpriced(room: PlaceRoom, command: UnpricedCommand): ReturnType<Orders['unpriced']> {
  const { action, intent } = command
  const { clientOrderId, price } = intent
  const body = action === 'place' ? placeBody(command.intent) : replaceBody(command.intent)
  const asked =
    action === 'place' ? intentDetails(command.intent, body) : { body, ...replaceDetails(command.intent) }
  return room.replay.once(clientOrderId, body, async () => {
    const message = `The price ${price} must lie between 0 and 1, with at most 4 decimals.`
    const closed = room.gate(room.book.cancels.epoch())
    const refusal = closed ?? rejection('invalid_price', { message, value: price })
    return refuseCommand(room, { clientOrderId, action }, asked, refusal)
  })
}
