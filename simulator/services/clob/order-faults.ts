// The `order.` family of faults: orders that are booked although the answer refuses them, or the other way round.
// The answer is what the terminal sees; what really happened is in the exchange and the ledger.
import type { Parts } from '../../parts.ts'
import { fieldOf, jsonOf, ok } from '../../answers.ts'
import type { FiredFault } from '../../faults/types.ts'
import type { VenueAnswer, VenueRequest } from '../../http-server.ts'
import type { BookOrder } from '../../types.ts'
import type { VenueControls } from '../../venue-controls.ts'
import { fail } from './answers.ts'

/** How the posted orders are placed: a forced delay, and other ids than their hashes. */
export type PlacingChoice = { readonly delayMs?: number; readonly idOf?: (hash: string) => string }

/** Places the posted orders. Returns the answer and the ids of accepted orders. */
type Act = (choice?: PlacingChoice) => {
  readonly answer: VenueAnswer
  readonly placed: readonly string[]
}

export type OrderFaults = ReturnType<typeof createOrderFaults>

type OrderFaultDeps = Pick<Parts, 'exchange' | 'clock' | 'random' | 'faults'> & {
  readonly controls: VenueControls
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

/** Faults on placing. */
export function createOrderFaults(deps: OrderFaultDeps) {
  const { exchange, controls, clock, random } = deps

  /** Deeds behind the back of an account after it has placed an order. */
  function followUp(order: BookOrder, fault: FiredFault): void {
    const { id, owner, wallet, token, side, price, size, filled, status } = order
    if (fault.name === 'order.foreign') {
      controls.foreignPlace({ owner, wallet, token, side, price, size })
    } else if (fault.name === 'trade.multi_maker_same_id') {
      const open = exchange.openOrders(owner)
      const same = open.filter((other) => other.token === token && other.side === side)
      exchange.fillTogether(same.map((other) => other.id))
    } else if (status === 'LIVE') {
      const rest = size - filled
      const millionths = BigInt(Math.round(fault.number('fraction', 0.5) * 1_000_000))
      controls.fill(
        id,
        fault.name === 'order.rounding_residual' ? rest - 3n : (rest * millionths) / 1_000_000n,
      )
    }
  }

  function shaped(fault: FiredFault, request: VenueRequest, act: Act): VenueAnswer {
    switch (fault.name) {
      case 'order.accept_then_timeout':
        return { ...act().answer, instead: 'hang' }
      case 'order.accept_then_reset':
        return { ...act().answer, instead: 'reset' }
      case 'order.accept_late':
        clock.after(fault.number('ms', 5_000), () => void act())
        return { status: 200, instead: 'hang' }
      case 'auth.revoked':
        return fail(400, 'invalid signature: session signer is not authorized')
      case 'order.reject':
        return fail(fault.number('code', 400), fault.text('text', 'not enough balance / allowance'))
      case 'order.error_but_booked':
        act()
        return fail(fault.number('code', 500), fault.text('text', 'order timed out'))
      case 'order.duplicated': {
        const [id = ''] = act().placed
        return fail(400, `order ${id} is invalid. Duplicated.`)
      }
      case 'order.answered_late':
        return { ...act().answer, afterMs: fault.number('ms', 1_000) }
      case 'order.success_true_with_error':
        return ok(
          eachRow(jsonOf(request.body), () => ({
            ...EMPTY_ROW,
            errorMsg: fault.text('text', 'order timed out'),
            success: true,
          })),
        )
      case 'order.success_false_with_id': {
        const errorMsg = fault.text('text', 'could not insert order')
        return ok(
          eachRow(act().answer.json, (row) => ({
            ...EMPTY_ROW,
            errorMsg,
            orderID: fieldOf(row, 'orderID') ?? '',
          })),
        )
      }
      case 'order.delayed':
        return act({ delayMs: fault.number('s', 3) * 1000 }).answer
      case 'order.unmatched':
        return withStatus(act().answer, 'unmatched')
      case 'order.opaque_id':
        return act({ idOf: () => `0x${Buffer.from(random.bytes(32)).toString('hex')}` }).answer
      case 'order.partial_fill':
      case 'order.rounding_residual':
      case 'order.foreign':
      case 'trade.multi_maker_same_id': {
        const { answer, placed } = act()
        for (const order of placed.flatMap((id) => exchange.order(id) ?? [])) followUp(order, fault)
        return answer
      }
      default:
        return act().answer
    }
  }

  return {
    /** Runs `act` as the first `order.` rule that fires has it. */
    shape(request: VenueRequest, act: Act): VenueAnswer {
      const fault = deps.faults.first(request.subject, 'auth.revoked', 'order.', 'trade.multi_maker_same_id')
      if (fault === null) return act().answer
      request.entry.faults.push(fault.name)
      return shaped(fault, request, act)
    },
  }
}

/** A batch row by row, anything else as one. */
function eachRow(rows: unknown, change: (row: unknown) => unknown): unknown {
  return Array.isArray(rows) ? rows.map((row) => change(row)) : change(rows)
}

/** The answer with another status in every row that was placed. */
function withStatus(answer: VenueAnswer, status: string): VenueAnswer {
  const change = (row: unknown): unknown => (fieldOf(row, 'orderID') ? { ...(row as object), status } : row)
  if (answer.status !== 200) return answer
  return { ...answer, json: eachRow(answer.json, change) }
}
