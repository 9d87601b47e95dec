/** Attached exits on the wire. */
import { nullable } from '#contract/codec/codec.ts'
import { tickSize } from '#contract/codec/fields.ts'
import { inertText } from '#lib/inert-text.ts'
import type { Wire } from '#contract/live.ts'
import { formatMicros, micros } from '#core/money.ts'
import { coveredShares, openOrders, soldShares, trailingPrice } from '#core/order/attached-exit.ts'
import { formatPrice, priceFromSteps, type Price } from '#core/price.ts'
import type { Engine } from '#engine/engine.ts'
import type { ExitStatus } from '#engine/exits/contract.ts'
import { knownFigures, timeOrNull, timeText } from './values.ts'

const MINUTE_MS = 60_000

export function attachedExitView(
  { exit, state, pause, offeredBy }: ExitStatus,
  { catalog, orders }: Pick<Engine, 'catalog' | 'orders'>,
): Wire['AttachedExit'] {
  const known = catalog.outcome(exit.outcomeId)
  const { target, stop, trailing, time } = exit.legs
  const startsAt = known?.market.gameStartTime ?? known?.event.startTime ?? null
  const trailingSteps = trailingPrice(exit)
  return {
    id: exit.id,
    outcome_id: exit.outcomeId,
    event_id: known?.event.id ?? null,
    event_title: inertText(known?.event.title ?? exit.outcomeId),
    market_title: inertText(known?.market.groupTitle ?? known?.market.question ?? ''),
    outcome_name: inertText(known?.outcome.name ?? ''),
    tick_size: known === null ? null : nullable(tickSize).encode(knownFigures(known.market).tickSize),
    entry_client_order_id: exit.entries.at(-1)?.clientOrderId ?? null,
    state,
    pause,
    covered: formatMicros(coveredShares(exit)),
    sold: formatMicros(soldShares(exit)),
    target_price: priceOrNull(target?.price ?? null),
    target_cancelled_by: exit.targetCancelled?.by ?? null,
    stop_price: priceOrNull(stop?.price ?? null),
    stop_slippage_ticks: stop?.slippageTicks ?? null,
    stop_slippage: distanceOrNull(exit.slippage.stop),
    trailing_distance: trailing === null ? null : priceOrNull(priceFromSteps(trailing.distance)),
    trailing_slippage_ticks: trailing?.slippageTicks ?? null,
    trailing_slippage: distanceOrNull(exit.slippage.trailing),
    trailing_price: trailingSteps === null ? null : priceOrNull(priceFromSteps(trailingSteps)),
    minutes_before_start: time?.minutesBefore ?? null,
    sells_at: timeOrNull(
      time === null || startsAt === null ? null : startsAt - time.minutesBefore * MINUTE_MS,
    ),
    order_ids: openOrders(exit).flatMap(
      ({ clientOrderId, orderId }) => orders.byClientOrderId(clientOrderId)?.id ?? orderId ?? [],
    ),
    offered_by: [...offeredBy],
    trigger:
      exit.trigger === null
        ? null
        : {
            leg: exit.trigger.leg,
            best_bid: formatPrice(exit.trigger.price),
            book_seq: exit.trigger.evidence.bookSequence,
            book_age_ms: exit.trigger.evidence.bookAgeMs,
            at: timeText(exit.trigger.at),
          },
    end: exit.end?.how ?? null,
    created_at: timeText(exit.createdAt),
  }
}

/** A distance may be zero, or more than a price can be. */
function distanceOrNull(steps: number | null): string | null {
  return steps === null ? null : formatMicros(micros(BigInt(steps) * 100n))
}

function priceOrNull(price: Price | null): string | null {
  return price === null ? null : formatPrice(price)
}
