// Placing and cancelling at the order-book service. A batch is answered row by row in the order of the request; a
// cancel always answers for every id that it was given.
import { z } from 'zod'

import { fieldOf, jsonOf, ok } from '../../answers.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import { signedKey } from '../../auth/signed-key.ts'
import { amountText } from '../../text.ts'
import { Refusal, type Route, type VenueAnswer, type VenueRequest } from '../../http-server.ts'
import type { PlaceAnswer } from '../../types.ts'
import { cancelWithFaults } from './cancel-faults.ts'
import type { OrderGate } from './engine-modes.ts'
import { EMPTY_ROW, placeWithFaults, type PlacingChoice } from './order-faults.ts'
import { createIntake } from './order-intake.ts'
import type { ClobParts } from './parts.ts'

type Answer = VenueAnswer | Promise<VenueAnswer>

const MAX_ORDERS = 15
const MAX_CANCELS = 1_000

const orderId = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const cancelOne = z.object({ orderID: z.string() })
const cancelMany = z.array(z.string())
const cancelMarket = z.object({ market: z.string().optional(), asset_id: z.string().optional() })

/** The routes that place and cancel. */
export function tradingRoutes(deps: ClobParts): readonly Route[] {
  const { exchange, limits, log } = deps
  const intake = createIntake(deps)

  /** One order's row and id. @throws Refusal of the exchange or an earlier check */
  function placeOne(
    posted: unknown,
    key: ApiKey,
    request: VenueRequest,
    gate: OrderGate,
    { newId, delayMs }: PlacingChoice,
  ): { readonly row: object; readonly id: string } {
    gate(fieldOf(posted, 'postOnly') === true)
    const order = intake.read(posted, key, request.entry)
    const id = newId?.() ?? order.id
    const answer = exchange.place({ ...order, id }, delayMs === undefined ? {} : { delayMs })
    if (answer.kind === 'placed') return { row: placedRow(answer, id), id }
    const { text } = answer
    if (text === 'invalid expiration') log.violation('clob', 'expiration', text, request.entry)
    if (text.includes('tick size rule')) log.violation('clob', 'off_tick', text, request.entry)
    if (text.includes('No orderbook')) log.violation('clob', 'order_after_close', text, request.entry)
    throw new Refusal(answer.status, text)
  }

  function placeSingle(request: VenueRequest, key: ApiKey, gate: OrderGate): Answer {
    limits.spend(key.address, 'order', 1, request)
    return placeWithFaults(deps, request, (choice = {}) => {
      const { row, id } = placeOne(jsonOf(request.body), key, request, gate, choice)
      return { answer: ok(row), placed: [id] }
    })
  }

  function placeBatch(request: VenueRequest, key: ApiKey, gate: OrderGate): Answer {
    const posted = jsonOf(request.body)
    if (!Array.isArray(posted) || posted.length === 0) throw new Refusal(400, 'Invalid order payload')
    if (posted.length > MAX_ORDERS) {
      log.violation('clob', 'batch_size', String(posted.length), request.entry)
      throw new Refusal(400, `Too many orders in payload: ${posted.length}, max allowed: ${MAX_ORDERS}`)
    }
    limits.spend(key.address, 'order', posted.length, request)
    return placeWithFaults(deps, request, (choice = {}) => {
      const placed: string[] = []
      const rows = posted.map((one: unknown) => {
        try {
          const { row, id } = placeOne(one, key, request, gate, choice)
          placed.push(id)
          return row
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          // In a mode of the engine the order itself is not at fault.
          return { ...EMPTY_ROW, errorMsg: error.message, success: 'code' in error.fields }
        }
      })
      return { answer: ok(rows), placed }
    })
  }

  function cancel(request: VenueRequest, key: ApiKey, ids: readonly string[], extraCost = 0): VenueAnswer {
    limits.spend(key.address, 'cancel', Math.max(1, ids.length + extraCost), request)
    return cancelWithFaults(deps, request, ids, (wanted) => {
      const { canceled, notCanceled } = exchange.cancel(wanted, { owner: key.id })
      return ok({ canceled, not_canceled: notCanceled })
    })
  }

  function cancelSingle(request: VenueRequest, key: ApiKey): Answer {
    const { orderID } = bodyOf(request, cancelOne)
    if (!orderId.safeParse(orderID).success) throw new Refusal(400, 'Invalid orderID')
    return cancel(request, key, [orderID.toLowerCase()])
  }

  function cancelBatch(request: VenueRequest, key: ApiKey): Answer {
    const ids = bodyOf(request, cancelMany)
    if (ids.length > MAX_CANCELS) {
      throw new Refusal(400, `Too many orders in payload, max allowed: ${MAX_CANCELS}`)
    }
    if (ids.some((id) => !orderId.safeParse(id).success)) throw new Refusal(400, 'Invalid orderID')
    return cancel(request, key, [...new Set(ids.map((id) => id.toLowerCase()))])
  }

  function cancelOfMarket(request: VenueRequest, key: ApiKey): Answer {
    const { market = '', asset_id: asset = '' } = bodyOf(request, cancelMarket)
    if (market === '' && asset === '') throw new Refusal(400, 'Invalid order payload')
    const ids = exchange
      .openOrders(key.id)
      .filter((order) => asset === '' || order.token === asset)
      .filter(
        (order) => market === '' || exchange.marketOfToken(order.token)?.conditionId === market.toLowerCase(),
      )
      .map((order) => order.id)
    return cancel(request, key, ids, 1)
  }

  function cancelAll(request: VenueRequest, key: ApiKey): Answer {
    const ids = exchange.openOrders(key.id).map((order) => order.id)
    return cancel(request, key, ids, 1)
  }

  const route = (
    method: string,
    path: string,
    act: (request: VenueRequest, key: ApiKey, gate: OrderGate) => Answer,
  ): Route => ({
    method,
    path,
    handler: (request) => {
      const gate = deps.modes.gate(request, method === 'POST' ? 'place' : 'cancel')
      return act(request, signedKey(deps, request), gate)
    },
  })

  return [
    route('POST', '/order', placeSingle),
    route('POST', '/orders', placeBatch),
    route('DELETE', '/order', cancelSingle),
    route('DELETE', '/orders', cancelBatch),
    route('DELETE', '/cancel-all', cancelAll),
    route('DELETE', '/cancel-market-orders', cancelOfMarket),
  ]
}

function bodyOf<T extends z.ZodType>(request: VenueRequest, shape: T): z.infer<T> {
  const body = shape.safeParse(jsonOf(request.body))
  if (!body.success) throw new Refusal(400, 'Invalid order payload')
  return body.data
}

/** The answer of an order that came in. */
function placedRow(answer: Extract<PlaceAnswer, { kind: 'placed' }>, id: string): object {
  const isMatched = answer.tradeIds.length > 0
  return {
    errorMsg: '',
    orderID: id,
    takingAmount: isMatched ? amountText(answer.taking) : '',
    makingAmount: isMatched ? amountText(answer.making) : '',
    status: answer.status,
    ...(isMatched ? { tradeIDs: answer.tradeIds } : {}),
    success: true,
  }
}
