/** Combos on the wire. */
import { reject } from '#contract/records/errors.ts'
import { inertText } from '#lib/inert-text.ts'
import type { z } from 'zod'
import type { Wire } from '#contract/live.ts'
import type { comboAcceptResult, comboQuoteResult } from '#contract/combos.ts'
import {
  comboFee,
  comboShares,
  comboTotal,
  type ComboActivity,
  type ComboPosition,
  type ComboPositionLeg,
  type ComboQuote,
  type ComboRfq,
} from '#core/combo/combo.ts'
import type { EventId, OutcomeId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { ComboAcceptResult, ComboQuoteResult } from '#engine/combos/combo-types.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import { amountOrNull, timeOrNull, timeText } from './values.ts'

function legView(outcomeId: OutcomeId, catalog: Pick<Catalog, 'outcome'>): Wire['ComboRfq']['legs'][number] {
  const known = catalog.outcome(outcomeId)
  return {
    outcome_id: outcomeId,
    market_id: known?.market.id ?? null,
    event_id: known?.event.id ?? null,
    event_title: inertText(known?.event.title ?? ''),
    market_title: inertText(known?.market.groupTitle ?? known?.market.question ?? ''),
    outcome_name: inertText(known?.outcome.name ?? outcomeId),
  }
}

/** @param remainingMs  time left to accept at the moment of sending */
function quoteView(
  quote: ComboQuote,
  side: Side,
  remainingMs: number,
): NonNullable<Wire['ComboRfq']['quote']> {
  const fee = comboFee(side, quote)
  return {
    rfq_id: quote.rfqId,
    quote_id: quote.quoteId,
    side,
    price: formatMicros(quote.price),
    shares: formatMicros(comboShares(side, quote)),
    total: formatMicros(comboTotal(side, quote)),
    fee: fee === null ? null : formatMicros(fee),
    maker_amount_e6: String(quote.makerAmount),
    taker_amount_e6: String(quote.takerAmount),
    total_required_e6: String(quote.totalRequired),
    net_receive_e6: quote.netReceive === null ? null : String(quote.netReceive),
    expires_in_ms: Math.max(0, Math.floor(remainingMs)),
    expires_at: timeText(quote.expiresAt),
  }
}

export function comboRfqView(rfq: ComboRfq, catalog: Pick<Catalog, 'outcome'>): Wire['ComboRfq'] {
  return {
    id: rfq.clientOrderId,
    legs: rfq.legs.map((leg) => legView(leg, catalog)),
    side: rfq.side,
    size: formatMicros(rfq.size),
    state: rfq.state,
    quote: rfq.quote === null ? null : quoteView(rfq.quote, rfq.side, rfq.remainingMs ?? 0),
    accept_client_order_id: rfq.acceptClientOrderId,
    reject: rfq.reject === null ? null : reject.encode(rfq.reject),
    tx_hash: rfq.txHash,
    asked_at: timeText(rfq.askedAt),
    ended_at: timeOrNull(rfq.endedAt),
  }
}

export function comboQuoteResultView(result: ComboQuoteResult): z.input<typeof comboQuoteResult> {
  const { quote, side, remainingMs } = result
  return {
    client_order_id: result.clientOrderId,
    result: result.result,
    quote: quote === null ? null : quoteView(quote, side, remainingMs),
    reject: result.reject === null ? null : reject.encode(result.reject),
    replayed: result.replayed,
  }
}

export function comboAcceptResultView(result: ComboAcceptResult): z.input<typeof comboAcceptResult> {
  return {
    client_order_id: result.clientOrderId,
    result: result.result,
    reject: result.reject === null ? null : reject.encode(result.reject),
    tx_hash: result.txHash,
    replayed: result.replayed,
  }
}

/** The outcome of a held leg, when the catalog has its event. */
function outcomeOf(
  leg: ComboPositionLeg,
  event: (id: EventId) => ReturnType<Catalog['event']>,
): OutcomeId | null {
  const known = leg.eventId === null ? null : event(leg.eventId)
  const outcomes = known?.markets.flatMap((market) => market.outcomes) ?? []
  return outcomes.find(({ positionId }) => positionId === leg.positionId)?.id ?? null
}

export function comboPositionView(
  position: ComboPosition,
  catalog: Pick<Catalog, 'event'>,
): Wire['ComboPosition'] {
  return {
    id: position.id,
    market_id: position.marketId,
    outcome_name: inertText(position.outcomeName),
    size: formatMicros(position.size),
    average_price: amountOrNull(position.averagePrice),
    cost_basis: amountOrNull(position.costBasis),
    payout: amountOrNull(position.payout),
    status: position.status,
    redeemable: position.redeemable,
    ended: position.ended,
    legs: position.legs.map((leg) => ({
      outcome_id: outcomeOf(leg, catalog.event),
      event_id: leg.eventId,
      event_title: inertText(leg.eventTitle),
      market_title: inertText(leg.marketTitle),
      outcome_name: inertText(leg.outcomeName),
      status: leg.status,
    })),
    opened_at: timeOrNull(position.openedAt),
    updated_at: timeOrNull(position.updatedAt),
  }
}

export function comboActivityView(activity: ComboActivity): Wire['ComboActivity'] {
  return {
    id: activity.id,
    kind: activity.kind,
    market_id: activity.marketId,
    position_id: activity.positionId,
    title: inertText(activity.title),
    side: activity.side,
    size: amountOrNull(activity.size),
    amount: amountOrNull(activity.amount),
    price: amountOrNull(activity.price),
    tx_hash: activity.txHash,
    at: timeText(activity.at),
  }
}
