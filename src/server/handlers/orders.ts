/** Orders and fills (API-5, API-6). Every refusal by risk or venue is an answer, not a problem. */
import type { z } from 'zod'
import type { CoreOf } from '#contract/codec/codec.ts'
import { instant } from '#contract/codec/fields.ts'
import type { placeBody } from '#contract/orders.ts'
import type {
  cancelAllResult,
  cancelResult,
  FillRow,
  OrderRow,
  placeResult,
} from '#contract/records/orders.ts'
import type { previewResult } from '#contract/records/previews.ts'
import { mayStillSell, restOf } from '#core/order/attached-exit.ts'
import { legsText } from '#core/order/exit-legs.ts'
import { NO_PREVIEW } from '#core/order/order-preview.ts'
import {
  fillKey,
  labelsOf,
  newestFillsFirst,
  remaining,
  type Fill,
  type Order,
  type OrderIntent,
  type OrderTerms,
} from '#core/order/order.ts'
import { complementPrice, type Price } from '#core/price.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Engine } from '#engine/engine.ts'
import type { Attaching } from '#engine/exits/exit-commands.ts'
import { titlesOf } from '#engine/markets/titles.ts'
import type { CancelResult, PlaceResult } from '#engine/orders/contract.ts'
import type { PreviewedOrder } from '#engine/quotes/contract.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { mapped, newestPage, pageAfter } from '../http/cursors.ts'
import { CONFLICT, type Problem } from '../http/replies.ts'
import { exitsAsked, exitsOfEach, legsOf } from './attached-exits.ts'
import type { Handlers, Services } from './handler.ts'
import { invalidRequest } from '../http/validation.ts'
import { notFound } from './markets.ts'
import { credentialsProblem, ownState, type OwnState } from './own-state.ts'

export function orderHandlers(services: Services) {
  const { engine } = services
  const { orders, catalog } = engine

  return {
    async placeOrder({ body }) {
      const { price } = body
      const legs = exitsAsked(services, body)
      if (!legs.ok) return legs
      const placed =
        typeof price === 'string'
          ? await orders.unpriced({ action: 'place', intent: { ...intentOf(body), price, ...exitsOf(body) } })
          : legs.value !== null
            ? await engine.attachedExits.place({ ...intentOf(body), price }, legs.value)
            : await orders.place({ ...intentOf(body), price })
      return placed.ok ? ok(placeAnswer(placed.value, catalog)) : err(CONFLICT)
    },

    async placeOrders({ body }) {
      const priced: Attaching[] = []
      const results = new Map<string, PlaceResult>()
      const legs = exitsOfEach(services, body.orders)
      if (!legs.ok) return legs
      for (const [at, one] of body.orders.entries()) {
        const { price } = one
        const groupSize = one.group && body.orders.filter(({ group }) => group === one.group).length
        const intent = { ...intentOf(one), ...labelsOf({ groupSize }) }
        if (typeof price !== 'string') {
          priced.push({ intent: { ...intent, price }, legs: legs.value[at] ?? null })
          continue
        }
        const refused = await orders.unpriced({
          action: 'place',
          intent: { ...intent, price, ...exitsOf(one) },
        })
        if (!refused.ok) return err(CONFLICT)
        results.set(intent.clientOrderId, refused.value)
      }
      const placed = await engine.attachedExits.placeMany(priced)
      if (!placed.ok) return err(CONFLICT)
      for (const result of placed.value) results.set(result.clientOrderId, result)
      return ok({
        results: body.orders.flatMap(({ client_order_id: id }) => {
          const result = results.get(id)
          return result === undefined ? [] : placeAnswer(result, catalog)
        }),
      })
    },

    async previewOrder({ body }) {
      const { price } = body
      if (typeof price === 'string') return ok({ ...WITHOUT_PRICE, ifWins: [] })
      const terms = { ...termsOf(body), price }
      const preview = await engine.preview(terms)
      return ok({ ...preview, ifWins: ifWinsAfter(engine, [{ terms, preview }]) })
    },

    async placeBothSides({ body }) {
      const pair = pairOf(body, catalog)
      if (!pair.ok) return pair
      const [sale, purchase] = [intentOf(body.sale, 'taking'), intentOf(body.purchase)]
      const placed = await orders.placeBothSides(
        { ...sale, price: pair.value.salePrice },
        { ...purchase, price: pair.value.purchasePrice },
      )
      if (!placed.ok) return err(CONFLICT)
      return ok({
        sale: placeAnswer(placed.value.sale, catalog),
        purchase: placeAnswer(placed.value.purchase, catalog),
      })
    },

    async previewBothSides({ body }) {
      const pair = pairOf(body, catalog)
      if (!pair.ok) return pair
      const saleTerms = { ...termsOf(body.sale, 'taking'), price: pair.value.salePrice }
      const purchaseTerms = { ...termsOf(body.purchase), price: pair.value.purchasePrice }
      const { sale, purchase } = await engine.previewBothSides(saleTerms, purchaseTerms)
      const sold = { terms: saleTerms, preview: sale }
      const bought = { terms: purchaseTerms, preview: purchase }
      return ok({
        sale: { ...sale, ifWins: ifWinsAfter(engine, [sold]) },
        purchase: { ...purchase, ifWins: ifWinsAfter(engine, [sold, bought]) },
      })
    },

    async replaceOrder({ params, body }) {
      const { client_order_id: clientOrderId, price, size, post_only: postOnly } = body
      const intent = { clientOrderId, orderId: params.order_id, size, postOnly }
      const replaced =
        typeof price === 'string'
          ? await orders.unpriced({ action: 'replace', intent: { ...intent, price } })
          : await orders.replace({ ...intent, price })
      return replaced.ok
        ? ok({ ...placeAnswer(replaced.value, catalog), cancelled: replaced.value.cancelled === true })
        : err(CONFLICT)
    },

    async cancelOrders({ body }) {
      return ok(cancelAnswer(await orders.cancel(body.order_ids)))
    },

    async cancelMarket({ body }) {
      return ok(
        cancelAnswer(
          await orders.cancelMarket(
            'market_id' in body ? { marketId: body.market_id } : { outcomeId: body.outcome_id },
          ),
        ),
      )
    },

    async cancelAll() {
      const result = await orders.cancelAll()
      return ok({
        ...cancelAnswer(result),
        inFlight: result.inFlight,
        workingStops: workingStops(engine),
      })
    },

    listOrders({ query }) {
      const problem = credentialsProblem(engine)
      if (problem !== null) return err(problem)
      const page = newestPage(
        orders.open(),
        (order) => [order.createdAt, order.clientOrderId ?? order.id ?? ''],
        query,
      )
      return withOwnState(
        engine,
        mapped(page, (order) => orderRow(order, catalog)),
      )
    },

    async readOrder({ params }) {
      const order = await orders.find(params.order_id)
      if (order === null) return err(notFound('order'))
      const rows = order.clientOrderId === null ? [] : engine.audit.orderHistory(order.clientOrderId)
      return ok({ order: orderRow(order, catalog), audit: rows })
    },

    async listFills({ query }) {
      const problem = credentialsProblem(engine)
      if (problem !== null) return err(problem)
      const wanted = newestFillsFirst(orders.fills()).filter(
        (fill) => query.outcome_id === undefined || fill.outcomeId === query.outcome_id,
      )
      const page = pageAfter(wanted, (fill) => `${instant.encode(fill.at)} ${fillKey(fill)}`, query)
      if (page.ok) await catalog.learn(page.value.items.map(({ outcomeId }) => outcomeId))
      return withOwnState(
        engine,
        mapped(page, (fill) => fillRow(fill, orders, catalog)),
      )
    },
  } satisfies Partial<Handlers>
}

/** An order with the names that the catalog has. */
export function orderRow(order: Order, catalog: Pick<Engine['catalog'], 'outcome'>): OrderRow {
  return { ...order, ...titlesOf(catalog, order), remainingSize: remaining(order) }
}

/** A fill with its order's id and the names that the catalog has. */
export function fillRow(
  fill: Fill,
  orders: Pick<Engine['orders'], 'order'>,
  catalog: Pick<Engine['catalog'], 'outcome'>,
): FillRow {
  const clientOrderId = orders.order(fill.orderId)?.clientOrderId ?? null
  return { ...fill, ...titlesOf(catalog, fill), id: fillKey(fill), clientOrderId }
}

/** An answer to a command, with its order's names. */
export function placeAnswer(
  { order, ...result }: PlaceResult,
  catalog: Pick<Engine['catalog'], 'outcome'>,
): CoreOf<typeof placeResult> {
  return { ...result, order: order && orderRow(order, catalog) }
}

/** An answer to a cancel, with the codes of what failed. */
export function cancelAnswer(result: CancelResult): CoreOf<typeof cancelResult> {
  return { ...result, failed: result.failed.map(({ id, rejection }) => ({ id, ...rejection })) }
}

/** Exits that no cancel ends: what they sell with rests nowhere. */
function workingStops({ attachedExits, catalog }: Pick<Engine, 'attachedExits' | 'catalog'>): WorkingStops {
  return attachedExits.list().flatMap(({ exit }) => {
    if (!mayStillSell(exit)) return []
    const known = catalog.outcome(exit.outcomeId)
    return {
      exitId: exit.id,
      outcomeId: exit.outcomeId,
      marketTitle: known?.market.groupTitle ?? known?.market.question ?? exit.outcomeId,
      outcomeName: known?.outcome.name ?? '',
      covered: restOf(exit),
    }
  })
}

type WorkingStops = CoreOf<typeof cancelAllResult>['workingStops']

function withOwnState<Page>(engine: Engine, page: Result<Page, Problem>): Result<Page & OwnState, Problem> {
  return page.ok ? ok({ ...page.value, ...ownState(engine) }) : page
}

type PlaceInput = z.output<typeof placeBody>

/** @param frees  which own sales are cancelled first where the body does not say */
function termsOf(
  body: Omit<PlaceInput, 'client_order_id'>,
  frees?: OrderTerms['frees'],
): Omit<OrderTerms, 'price'> {
  const asked = body.cancels_sales === undefined ? frees : body.cancels_sales ? 'always' : undefined
  return {
    ...(body.side === 'SELL' && asked !== undefined && { frees: asked }),
    outcomeId: body.outcome_id,
    side: body.side,
    size: body.size,
    timeInForce: body.time_in_force,
    postOnly: body.post_only,
    expiresAt: body.expires_at ?? null,
  }
}

function intentOf(body: PlaceInput, frees?: OrderTerms['frees']): Omit<OrderIntent, 'price'> {
  const evidence = body.evidence ?? null
  return {
    ...termsOf(body, frees),
    ...labelsOf(body),
    clientOrderId: body.client_order_id,
    evidence: evidence && {
      bestBid: typeof evidence.best_bid === 'string' ? null : evidence.best_bid,
      bestAsk: typeof evidence.best_ask === 'string' ? null : evidence.best_ask,
      bookSequence: evidence.book_seq,
      bookAgeMs: evidence.book_age_ms,
    },
  }
}

/** As text, where there are any: part of what makes it the same order. */
function exitsOf({ exits }: PlaceInput): Pick<OrderIntent, 'exits'> {
  return exits ? { exits: legsText(legsOf(exits)) } : {}
}

type PairInput = Pick<PlaceInput, 'outcome_id' | 'price'>

/** The prices of a sale and of the purchase that is the same offer; a problem when they are not. */
function pairOf(
  { sale, purchase }: { readonly sale: PairInput; readonly purchase: PairInput },
  catalog: Pick<Services['engine']['catalog'], 'outcome'>,
): Result<{ readonly salePrice: Price; readonly purchasePrice: Price }, Problem> {
  const outcomes = catalog.outcome(sale.outcome_id)?.market.outcomes ?? []
  const isOther = sale.outcome_id !== purchase.outcome_id
  if (outcomes.length !== 2 || !isOther || outcomes.every(({ id }) => id !== purchase.outcome_id)) {
    const message = 'is not the other outcome of the market'
    return err(invalidRequest([{ path: 'purchase.outcome_id', message }]))
  }
  if (typeof sale.price === 'string') {
    return err(invalidRequest([{ path: 'sale.price', message: 'is not a price' }]))
  }
  const purchasePrice = complementPrice(sale.price)
  return purchase.price === purchasePrice
    ? ok({ salePrice: sale.price, purchasePrice })
    : err(invalidRequest([{ path: 'purchase.price', message: 'is not 1 less the price of the sale' }]))
}

const WITHOUT_PRICE: PreviewedOrder = {
  ...NO_PREVIEW,
  reject: rejection('invalid_price'),
  cancelsFirst: [],
}

/**
 * Results of each outcome once these orders, one after the other, have traded; none where they cannot be calculated.
 */
function ifWinsAfter(
  { portfolio, catalog }: Pick<Engine, 'portfolio' | 'catalog'>,
  orders: readonly { readonly terms: OrderTerms; readonly preview: PreviewedOrder }[],
): CoreOf<typeof previewResult>['ifWins'] {
  if (orders.some(({ preview }) => preview.after === null)) return []
  return portfolio
    .resolutionAfter(
      orders.map(({ terms: { outcomeId, side }, preview: { trades, fee } }) => ({
        outcomeId,
        side,
        ...trades,
        fee,
      })),
    )
    .map((change) => ({
      ...change,
      outcomeName: catalog.outcome(change.outcomeId)?.outcome.name ?? change.outcomeId,
    }))
}
