// The `order.` family of faults: orders that are booked although the answer refuses them, or the other way round.
// The answer is what the terminal sees; what really happened is in the exchange and the ledger.
import { setTimeout as wait } from 'node:timers/promises'

import { fieldOf, jsonOf, ok } from '../../answers.ts'
import type { FiredFault } from '../../faults/types.ts'
import { Refusal, type VenueAnswer, type VenueRequest } from '../../http-server.ts'
import type { BookOrder } from '../../types.ts'
import type { ClobParts } from './parts.ts'

/** How the posted orders are placed: a forced delay, and other ids than their hashes. */
export type PlacingChoice = { readonly delayMs?: number; readonly newId?: () => string }

/** Places the posted orders. Returns the answer and the ids of accepted orders. */
type Act = (choice?: PlacingChoice) => {
  readonly answer: VenueAnswer
  readonly placed: readonly string[]
}

/** The row of an order that did not come in. */
export const EMPTY_ROW = {
  errorMsg: '',
  orderID: '',
  takingAmount: '',
  makingAmount: '',
  status: '',
  success: false,
}

/** Runs `act` as the first rule that fires has it. */
export function placeWithFaults(
  deps: ClobParts,
  request: VenueRequest,
  act: Act,
): VenueAnswer | Promise<VenueAnswer> {
  const fault = deps.faults.first(request.subject, 'auth.revoked', 'order.', 'trade.multi_maker_same_id')
  if (fault === null) return act().answer
  request.entry.faults.push(fault.called)
  switch (fault.name) {
    case 'order.accept_late':
      deps.clock.after(fault.number('ms', 5_000), () => {
        try {
          act()
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      })
      return new Promise(() => {})
    case 'auth.revoked':
      throw new Refusal(400, 'invalid signature: session signer is not authorized')
    case 'order.duplicated': {
      const [id = ''] = act().placed
      throw new Refusal(400, `order ${id} is invalid. Duplicated.`)
    }
    case 'order.answered_late':
      return wait(fault.number('ms', 1_000), act().answer)
    case 'order.success_true_with_error': {
      const errorMsg = fault.text('text', 'order timed out')
      return ok(eachRow(jsonOf(request.body), () => ({ ...EMPTY_ROW, errorMsg, success: true })))
    }
    case 'order.success_false_with_id': {
      const errorMsg = fault.text('text', 'could not insert order')
      const refused = (row: unknown): object => ({
        ...EMPTY_ROW,
        errorMsg,
        orderID: fieldOf(row, 'orderID') ?? '',
      })
      return ok(eachRow(act().answer.json, refused))
    }
    case 'order.delayed':
      return act({ delayMs: fault.number('s', 3) * 1000 }).answer
    case 'order.unmatched': {
      const unmatched = (row: unknown): unknown =>
        fieldOf(row, 'orderID') ? { ...(row as object), status: 'unmatched' } : row
      return ok(eachRow(act().answer.json, unmatched))
    }
    case 'order.opaque_id':
      return act({ newId: () => `0x${Buffer.from(deps.random.bytes(32)).toString('hex')}` }).answer
    case 'order.foreign':
    case 'order.partial_fill':
    case 'order.rounding_residual':
    case 'trade.multi_maker_same_id': {
      const { answer, placed } = act()
      for (const order of placed.flatMap((id) => deps.exchange.order(id) ?? [])) followUp(deps, order, fault)
      return answer
    }
    default:
      return act().answer
  }
}

/** Deeds behind the back of an account after it has placed an order. */
function followUp({ exchange }: ClobParts, order: BookOrder, fault: FiredFault): void {
  const { id, owner, wallet, token, side, price, size, filled, status } = order
  if (fault.name === 'order.foreign') {
    exchange.placeForeign({ owner, wallet, token, side, price, size })
  } else if (fault.name === 'trade.multi_maker_same_id') {
    const open = exchange.openOrders(owner)
    const same = open.filter((other) => other.token === token && other.side === side)
    exchange.fillTogether(same.map((other) => other.id))
  } else if (status === 'LIVE') {
    const rest = size - filled
    const millionths = BigInt(Math.round(fault.number('fraction', 0.5) * 1_000_000))
    const isResidue = fault.name === 'order.rounding_residual'
    exchange.fill(id, isResidue ? rest - 3n : (rest * millionths) / 1_000_000n)
  }
}

/** A batch row by row, anything else as one. */
function eachRow(rows: unknown, change: (row: unknown) => unknown): unknown {
  return Array.isArray(rows) ? rows.map((row) => change(row)) : change(rows)
}
