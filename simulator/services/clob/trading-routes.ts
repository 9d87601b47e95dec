// Placing and cancelling at the order-book service. A batch is answered row by row in the order of the request; a
// cancel always answers for every id that it was given.
import { z } from 'zod'

import type { Parts } from '../../parts.ts'
import { fieldOf, jsonOf, ok } from '../../answers.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import { amountText } from '../../text.ts'
import type { Route, VenueAnswer, VenueRequest } from '../../http-server.ts'
import type { CancelAnswer, PlaceAnswer } from '../../types.ts'
import { fail } from './answers.ts'
import type { CancelFaults } from './cancel-faults.ts'
import type { EngineGate, EngineModes } from './engine-modes.ts'
import { EMPTY_ROW, type OrderFaults, type PlacingChoice } from './order-faults.ts'
import type { Intake } from './order-intake.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Sessions } from './session.ts'

type TradingDeps = Pick<Parts, 'exchange' | 'log'> & {
  readonly sessions: Sessions
  readonly intake: Intake
  readonly modes: EngineModes
  readonly limits: RateLimits
  readonly orderFaults: OrderFaults
  readonly cancelFaults: CancelFaults
}

const MAX_ORDERS = 15
const MAX_CANCELS = 1_000

const orderId = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const cancelOne = z.object({ orderID: z.string() })
const cancelMany = z.array(z.string())
const cancelMarket = z.object({ market: z.string().optional(), asset_id: z.string().optional() })

/** The routes that place and cancel. */
export function tradingRoutes(deps: TradingDeps): readonly Route[] {
  const { exchange, sessions, modes, limits, log } = deps

  function trading(
    request: VenueRequest,
    kind: 'place' | 'cancel',
    act: (key: ApiKey, gate: EngineGate) => VenueAnswer,
  ): VenueAnswer | Promise<VenueAnswer> {
    const gate = modes.gate(request, kind)
    return gate.refusal ?? sessions.signedIn(request, (key) => act(key, gate))
  }

  /** One order, as the exchange or an earlier check answers it. */
  function placeOne(
    posted: unknown,
    key: ApiKey,
    request: VenueRequest,
    gate: EngineGate,
    choice: PlacingChoice,
  ): { readonly answer: PlaceAnswer; readonly id: string } | { readonly mode: VenueAnswer } {
    const mode = gate.refusalOfOrder(fieldOf(posted, 'postOnly') === true)
    if (mode !== null) return { mode }
    const read = deps.intake.read(posted, key, request.entry)
    if (read.kind === 'refused') return { answer: read, id: '' }
    const id = choice.idOf?.(read.order.id) ?? read.order.id
    const options = choice.delayMs === undefined ? {} : { delayMs: choice.delayMs }
    const answer = exchange.place({ ...read.order, id }, options)
    if (answer.kind === 'refused') noteRefusal(answer.text, request)
    return { answer, id }
  }

  function noteRefusal(text: string, request: VenueRequest): void {
    if (text === 'invalid expiration') log.violation('clob', 'expiration', text, request.entry)
    if (text.includes('tick size rule')) log.violation('clob', 'off_tick', text, request.entry)
    if (text.includes('No orderbook')) log.violation('clob', 'order_after_close', text, request.entry)
  }

  function placeSingle(request: VenueRequest, key: ApiKey, gate: EngineGate): VenueAnswer {
    const limited = limits.spend(key.address, 'order', 1, request)
    if (limited.refusal !== null) return limited.refusal
    const posted = jsonOf(request.body)
    const shaped = deps.orderFaults.shape(request, (choice = {}) => {
      const result = placeOne(posted, key, request, gate, choice)
      if ('mode' in result) return { answer: result.mode, placed: [] }
      if (result.answer.kind === 'refused') {
        return { answer: fail(result.answer.status, result.answer.text), placed: [] }
      }
      return { answer: ok(placedRow(result.answer, result.id)), placed: [result.id] }
    })
    return withHeaders(shaped, limited.headers)
  }

  function placeBatch(request: VenueRequest, key: ApiKey, gate: EngineGate): VenueAnswer {
    const posted = jsonOf(request.body)
    if (!Array.isArray(posted) || posted.length === 0) return fail(400, 'Invalid order payload')
    if (posted.length > MAX_ORDERS) {
      log.violation('clob', 'batch_size', String(posted.length), request.entry)
      return fail(400, `Too many orders in payload: ${posted.length}, max allowed: ${MAX_ORDERS}`)
    }
    const limited = limits.spend(key.address, 'order', posted.length, request)
    if (limited.refusal !== null) return limited.refusal
    const shaped = deps.orderFaults.shape(request, (choice = {}) => {
      const placed: string[] = []
      const rows = posted.map((row: unknown) => {
        const result = placeOne(row, key, request, gate, choice)
        if ('mode' in result)
          return { ...EMPTY_ROW, errorMsg: fieldOf(result.mode.json, 'error'), success: true }
        if (result.answer.kind === 'refused') return { ...EMPTY_ROW, errorMsg: result.answer.text }
        placed.push(result.id)
        return placedRow(result.answer, result.id)
      })
      return { answer: ok(rows), placed }
    })
    return withHeaders(shaped, limited.headers)
  }

  function cancelling(
    request: VenueRequest,
    key: ApiKey,
    ids: readonly string[],
    extraCost = 0,
  ): VenueAnswer {
    const limited = limits.spend(key.address, 'cancel', Math.max(1, ids.length + extraCost), request)
    if (limited.refusal !== null) return limited.refusal
    const shaped = deps.cancelFaults.shape(request, ids, (wanted) =>
      ok(cancelJson(exchange.cancel(wanted, { owner: key.id }))),
    )
    return withHeaders(shaped, limited.headers)
  }

  function cancelSingle(request: VenueRequest, key: ApiKey): VenueAnswer {
    const body = cancelOne.safeParse(jsonOf(request.body))
    if (!body.success) return fail(400, 'Invalid order payload')
    if (!orderId.safeParse(body.data.orderID).success) return fail(400, 'Invalid orderID')
    return cancelling(request, key, [body.data.orderID.toLowerCase()])
  }

  function cancelBatch(request: VenueRequest, key: ApiKey): VenueAnswer {
    const body = cancelMany.safeParse(jsonOf(request.body))
    if (!body.success) return fail(400, 'Invalid order payload')
    if (body.data.length > MAX_CANCELS) {
      return fail(400, `Too many orders in payload, max allowed: ${MAX_CANCELS}`)
    }
    if (body.data.some((id) => !orderId.safeParse(id).success)) return fail(400, 'Invalid orderID')
    return cancelling(request, key, [...new Set(body.data.map((id) => id.toLowerCase()))])
  }

  function cancelOfMarket(request: VenueRequest, key: ApiKey): VenueAnswer {
    const body = cancelMarket.safeParse(jsonOf(request.body))
    const { market = '', asset_id: asset = '' } = body.data ?? {}
    if (!body.success || (market === '' && asset === '')) return fail(400, 'Invalid order payload')
    const ids = exchange
      .openOrders(key.id)
      .filter((order) => asset === '' || order.token === asset)
      .filter(
        (order) => market === '' || exchange.marketOfToken(order.token)?.conditionId === market.toLowerCase(),
      )
      .map((order) => order.id)
    return cancelling(request, key, ids, 1)
  }

  const route = (
    method: string,
    path: string,
    kind: 'place' | 'cancel',
    act: (request: VenueRequest, key: ApiKey, gate: EngineGate) => VenueAnswer,
  ): Route => ({
    method,
    path,
    handler: (request) => trading(request, kind, (key, gate) => act(request, key, gate)),
  })

  return [
    route('POST', '/order', 'place', placeSingle),
    route('POST', '/orders', 'place', placeBatch),
    route('DELETE', '/order', 'cancel', cancelSingle),
    route('DELETE', '/orders', 'cancel', cancelBatch),
    route('DELETE', '/cancel-all', 'cancel', (request, key) =>
      cancelling(
        request,
        key,
        exchange.openOrders(key.id).map((order) => order.id),
        1,
      ),
    ),
    route('DELETE', '/cancel-market-orders', 'cancel', cancelOfMarket),
  ]
}

/** The answer of an order that came in. */
function placedRow(
  answer: Extract<PlaceAnswer, { kind: 'placed' }>,
  id: string,
): Readonly<Record<string, unknown>> {
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

function cancelJson(answer: CancelAnswer): Readonly<Record<string, unknown>> {
  return { canceled: answer.canceled, not_canceled: answer.notCanceled }
}

function withHeaders(answer: VenueAnswer, headers: Readonly<Record<string, string>>): VenueAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}
