/** Preparing, sending and cancelling orders. An order is sent at most once; only cancels may be repeated by the caller. */
import { nativeId, type OrderId } from '#core/ids.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import { pause } from '#lib/pause.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'
import type {
  CancelOutcome,
  OrderRequest,
  PointName,
  PreparedOrder,
  VenueTrading,
} from '#ports/venue-trading.ts'
import type { CredentialHolder } from '../auth/credentials.ts'
import { ENDPOINTS } from '../endpoints.ts'
import type { Http } from '../http.ts'
import type { SignerLimits } from '../signer-limits.ts'
import { orderFields, type OrderSigner } from '../signing/order.ts'
import { cancelOutcome, joinCancels } from './cancel.ts'
import { orderBody } from './order-body.ts'
import { placeOutcome, placeOutcomes, type PlaceReply } from './place.ts'
import { orderIdFromWire } from './translate.ts'

/** Below the smallest burst of the venue's cancel budget, in which every id counts. */
const CANCEL_BATCH = 100
/** Cutting a batch smaller makes more calls than it saves. */
const MIN_CUT = 20
/** How long the batches of one large cancel may be held up by the venue in all. */
const PATIENT_MS = 15_000
const REFUSED_MS = 1_000
const WHOLE_MS = ENDPOINTS.placeOrder.wholeMs

/** Input of signing from the profile and the account; null parts are not configured. */
export type TradingSigner = {
  readonly sign: OrderSigner
  /** False once the key is overwritten: what was under way then is not signed. */
  readonly hasKey: () => boolean
  readonly wallet: string
  /** Domain separators of the two exchanges, and of that of combos. */
  readonly exchange: Uint8Array
  readonly negRiskExchange: Uint8Array
  readonly combosExchange: Uint8Array
}

/** How long the venue asks to wait; null unless it refused for its limits. */
function refusedForMs(outcome: CancelOutcome): number | null {
  if (outcome.kind === 'answered' || outcome.rejection.code !== 'venue_rate_limited') return null
  return outcome.rejection.retryAfterMs ?? REFUSED_MS
}

/** The trading port over the order-book service. */
export function createTrading(parts: {
  readonly http: Http
  readonly limits: Pick<SignerLimits, 'orderWaitMs' | 'orderHeldMs' | 'warning' | 'cancelRoom' | 'costMore'>
  readonly clock: Clock
  readonly random: Random
  readonly holder: CredentialHolder
  readonly signer: TradingSigner | null
  readonly geoblock: VenueGeoblock
  readonly point?: (name: PointName) => void
}): VenueTrading {
  const { http, limits, clock, random, holder, signer } = parts

  function prepare(request: OrderRequest): PreparedOrder | null {
    const held = holder.current()
    if (signer?.hasKey() !== true || held === null) return null
    const amounts = limitAmounts(request.side, request.price, request.size, request.tickSize)
    const timestamp = clock.now()
    const gtd = request.timeInForce === 'GTD' && request.expiresAt !== null
    const expiration = gtd ? Math.floor((request.expiresAt ?? 0) / 1000) : 0
    const fields = orderFields(signer.wallet, random, {
      ...amounts,
      tokenId: BigInt(nativeId(request.outcomeId)),
      side: request.side,
      timestamp: BigInt(timestamp),
    })
    const signed = signer.sign(request.negRisk ? signer.negRiskExchange : signer.exchange, fields)
    const orderId = orderIdFromWire(signed.orderId)
    if (orderId === null) throw new Error('an order hash of ours is not an order id')
    return {
      orderId,
      salt: fields.salt.toString(),
      ...amounts,
      timestamp,
      expiration,
      body: orderBody(fields, signed.signature, {
        owner: held.credentials.apiKey,
        timeInForce: request.timeInForce,
        postOnly: request.postOnly,
        expiration,
      }),
    }
  }

  /** The request, once. A 403 is a geographic refusal only when the check, asked at once, says so. */
  async function post(call: Parameters<Http>[0]): Promise<PlaceReply> {
    const startedAt = clock.monotonic()
    const reply = await http({ ...call, point: parts.point })
    if (reply.kind !== 'answered' || reply.status !== 403) return reply
    const leftMs = Math.max(0, WHOLE_MS - (clock.monotonic() - startedAt))
    const { promise, resolve } = Promise.withResolvers<PlaceReply>()
    const stop = clock.after(leftMs, () => {
      resolve(reply)
    })
    void parts.geoblock.check().then((answer) => {
      stop()
      resolve(answer.kind === 'answered' && answer.blocked ? { kind: 'geoblocked' } : reply)
    })
    return promise
  }

  async function cancelBatch(ids: readonly OrderId[]): Promise<CancelOutcome> {
    const [first] = ids
    const reply =
      ids.length === 1 && first !== undefined
        ? await http({
            endpoint: ENDPOINTS.cancelOrder,
            body: JSON.stringify({ orderID: nativeId(first) }),
          })
        : await http({
            endpoint: ENDPOINTS.cancelOrders,
            body: JSON.stringify(ids.map(nativeId)),
            cost: ids.length,
          })
    return cancelOutcome(reply, ids)
  }

  /** A cancel of many costs one and one more for each: known from its answer. */
  function countCost(outcome: CancelOutcome): CancelOutcome {
    if (outcome.kind === 'answered') limits.costMore('cancels', outcome.cancelled.length)
    return outcome
  }

  /** As many as fit into what the venue has left, so that they need not wait for the rest; else the venue decides. */
  function batchSize(count: number): number {
    const room = limits.cancelRoom()
    return Math.min(count, CANCEL_BATCH, room >= MIN_CUT ? room : count)
  }

  return {
    prepare,
    orderWaitMs: (count) => limits.orderWaitMs(count),
    orderHeldMs: () => limits.orderHeldMs(),
    limitWarning: () => limits.warning(),
    submit: async ({ body }, gate) =>
      placeOutcome(await post({ endpoint: ENDPOINTS.placeOrder, body, gate })),
    async submitMany(orders, gate) {
      const body = `[${orders.map((order) => order.body).join(',')}]`
      const reply = await post({ endpoint: ENDPOINTS.placeOrders, body, cost: orders.length, gate })
      return placeOutcomes(reply, orders)
    },
    async cancel(ids) {
      const done: { ids: readonly OrderId[]; outcome: CancelOutcome | null }[] = []
      const patientUntil = clock.monotonic() + PATIENT_MS
      for (let start = 0; start < ids.length;) {
        const batch = ids.slice(start, start + batchSize(ids.length - start))
        const outcome = await cancelBatch(batch)
        const waitMs = refusedForMs(outcome)
        // Only the venue's own word makes the rest wait, and a lone batch is its caller's to repeat.
        const isWorthWaiting = waitMs !== null && clock.monotonic() + waitMs < patientUntil
        if (isWorthWaiting && ids.length > CANCEL_BATCH) {
          await pause(clock, waitMs)
          continue
        }
        done.push({ ids: batch, outcome })
        start += batch.length
        if (waitMs === null) continue
        done.push({ ids: ids.slice(start), outcome: null })
        break
      }
      return joinCancels(done)
    },
    async cancelMarket(target) {
      const body =
        'marketId' in target
          ? { market: nativeId(target.marketId), asset_id: '' }
          : { market: '', asset_id: nativeId(target.outcomeId) }
      const reply = await http({ endpoint: ENDPOINTS.cancelMarket, body: JSON.stringify(body) })
      return countCost(cancelOutcome(reply, null))
    },
    async cancelAll() {
      return countCost(cancelOutcome(await http({ endpoint: ENDPOINTS.cancelAll }), null))
    },
  }
}
