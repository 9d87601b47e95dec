/** An order's figures on the wire. */
import { reject } from '#contract/records/errors.ts'
import type { z } from 'zod'
import type { previewResult } from '#contract/orders.ts'
import { formatMicros, type Micros } from '#core/money.ts'
import { formatPrice, type Price } from '#core/price.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import type { OutcomeChange } from '#engine/portfolio/portfolio-types.ts'
import type { PreviewedOrder } from '#engine/quotes/previewed-order.ts'
import { inertText } from '#lib/inert-text.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { namedIds } from './orders.ts'
import { ifWinsView } from './resolution-pnl.ts'

const PRICE_PLACES = 4

export function previewView(
  preview: PreviewedOrder,
  changes: readonly OutcomeChange[],
  catalog: Pick<Catalog, 'outcome'>,
): z.input<typeof previewResult> {
  const { after, slippageSteps } = preview
  return {
    cost: formatMicros(preview.cost),
    fee: amountText(preview.fee),
    fee_state: preview.feeState,
    max_payout: formatMicros(preview.maxPayout),
    average_price: priceText(preview.averagePrice),
    worst_price: priceText(preview.worstPrice),
    fillable_size: formatMicros(preview.fillableSize),
    slippage: slippageSteps === null ? null : formatDecimal(BigInt(slippageSteps), PRICE_PLACES),
    would_cross: preview.wouldCross,
    rounded_away: formatMicros(preview.roundedAway),
    nearest_sizes: preview.nearestSizes && {
      down: amountText(preview.nearestSizes.down),
      up: formatMicros(preview.nearestSizes.up),
    },
    leaves_unsellable: amountText(preview.leavesUnsellable),
    after: after && {
      position: amountText(after.position),
      exposure: formatMicros(after.exposure),
      exposure_outside: formatMicros(after.exposureOutside),
      daily_notional: formatMicros(after.dailyNotional),
      open_orders: after.openOrders,
    },
    if_wins: changes.map(({ outcomeId, before, after: then }) => ({
      outcome_id: outcomeId,
      outcome_name: inertText(catalog.outcome(outcomeId)?.outcome.name ?? outcomeId),
      before: ifWinsView(before),
      after: ifWinsView(then),
    })),
    book_seq: preview.bookSequence,
    ...namedIds({ cancels_first: [...preview.cancelsFirst] }),
    reject: preview.reject === null ? null : reject.encode(preview.reject),
  }
}

function amountText(amount: Micros | null): string | null {
  return amount === null ? null : formatMicros(amount)
}

function priceText(price: Price | null): string | null {
  return price === null ? null : formatPrice(price)
}
