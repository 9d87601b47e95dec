/** A scaled order before the press, as the ticket writes it and as a drag over rows aims it: its parts and sums, or why there are none. */
import { addMicros, micros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { feeAhead } from '#core/order/order-preview.ts'
import type { Side } from '#core/order/order.ts'
import { MOST_PARTS, scaledOrder } from '#core/order/scaled-order.ts'
import type { ScaleFault, ScaleTerms } from '#core/order/scaled-order.ts'
import type { Price, TickSize } from '#core/price.ts'
import { divideNearest } from '#lib/decimal.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { priceFor, rowOfPrice } from '../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'
import { sharesAt } from '../../data/settings/order-defaults.ts'
import type { OrderDefaults } from '../../data/settings/order-defaults.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { Market, Outcome } from '../../platform/api/client.ts'
import { showCents, showSize } from '../../platform/format/figures.ts'
import { saleNotional } from '../sale.ts'
import type { Aim } from '../sale.ts'

/** Rows of a ladder over which an order is dragged, by their lowest prices. */
export type ScaleDrag = {
  readonly grid: LadderGrid
  readonly side: Side
  readonly from: Price
  readonly to: Price
  /** `pointer` follows a held pointer, `keys` waits for Enter. */
  readonly by: 'pointer' | 'keys'
}

type Place = {
  readonly market: Pick<Market, 'minOrderSize'>
  readonly outcome: Pick<Outcome, 'id' | 'name'>
  /** Shares that it may sell; null while that is not known. */
  readonly free: Micros | null
}

/** The aim of one press that places all parts. */
export function scaledAim(
  { market, outcome, free }: Place,
  { side, ...terms }: Omit<ScaleTerms, 'minimum'> & { readonly side: Side },
): Result<Aim, string> {
  const { from: price, size } = terms
  if (side === 'SELL' && free !== null && size > free)
    return err(
      `only ${showSize(free)} ${outcome.name} free to sell; a scaled order cannot buy the other outcome`,
    )
  const minimum = market.minOrderSize
  const made = scaledOrder({ ...terms, minimum })
  return made.ok
    ? ok({
        outcomeId: outcome.id,
        outcomeName: outcome.name,
        side,
        price,
        size,
        other: null,
        parts: made.value,
      })
    : err(faultText(made.error, minimum))
}

function faultText(fault: ScaleFault, minimum: Micros | null): string {
  switch (fault.kind) {
    case 'count':
      return `a scaled order has 2 to ${MOST_PARTS} orders`
    case 'off_tick':
      return 'both ends must be on the tick'
    case 'size':
      return 'the size must be above 0'
    case 'too_narrow':
      return `only ${fault.most} ${fault.most === 1 ? 'price' : 'prices'} in this range`
    case 'below_minimum':
      return `smallest order ${showSize(fault.smallest)}, minimum ${showSize(minimum ?? ZERO)}`
  }
}

/** The order of a drag: one part a row, and fewer where the size is too small for as many. */
export function dragAim(
  place: Place,
  { grid, side, from, to }: ScaleDrag,
  defaults: OrderDefaults,
  shape: ScaleTerms['shape'],
): Result<Aim, string> {
  if (defaults.timeInForce !== 'GTC') return err('a scaled order rests: choose GTC')
  const rows = Math.abs(rowOfPrice(from, grid) - rowOfPrice(to, grid)) + 1
  if (rows === 1) return err('aim at another row')
  const first = priceFor(from, side, grid)
  const { size } = sharesAt(defaults, first)
  const terms = { side, from: first, to: priceFor(to, side, grid), shape, size, tick: grid.tick }
  for (let parts = Math.min(rows, MOST_PARTS); parts > 2; parts -= 1) {
    const made = scaledAim(place, { ...terms, parts })
    if (made.ok) return made
  }
  return scaledAim(place, { ...terms, parts: 2 })
}

/** Sums of all parts. */
export function scaleSums(aim: Aim, fees: Market['fees'], postOnly: boolean, prices: Prices) {
  const parts = aim.parts ?? []
  const cash = saleNotional(aim)
  const each = parts.map(({ price, size }) =>
    feeAhead({ side: aim.side, price, postOnly }, size, fees?.known === false ? 'unknown' : fees),
  )
  const known = each.flatMap(({ fee }) => fee ?? [])
  return {
    cash,
    /** Price of a share if all parts fill at their limits. */
    average: prices.micros(divideNearest(cash * 10_000n, aim.size) * 100n, 4),
    /** As the ticket of one order has it. */
    fee: {
      fee: known.length < each.length ? null : addMicros(ZERO, ...known),
      feeState: each[0]?.feeState ?? 'unknown',
    },
    smallest: parts.reduce((least, { size }) => (size < least ? size : least), aim.size),
    largest: parts.reduce((most, { size }) => (size > most ? size : most), micros(0n)),
  }
}

/** `buy 10 Yes in 5 orders @ 0.44 to 0.40`. */
export function scaleWords(aim: Aim, tick: TickSize, prices: Prices): string {
  const { side, size, outcomeName, parts = [] } = aim
  const [first, last] = [parts[0], parts.at(-1)].map((part) => prices.price(part?.price ?? null, tick))
  const verb = side === 'BUY' ? 'Buy' : 'Sell'
  return `${verb} ${showSize(size)} ${outcomeName} in ${parts.length} orders @ ${first} to ${last}`
}

/** Beside marks that show the prices: `buy 10 in 5, cost 4.20, avg 0.4200`; without sums where they come in the ticket. */
export function scaleLabel(aim: Aim, prices: Prices, isSent: boolean): string {
  const { cash, average } = scaleSums(aim, null, false, prices)
  const [verb, effect] = aim.side === 'BUY' ? ['buy', 'cost'] : ['sell', 'receive']
  const what = `${verb} ${showSize(aim.size)} in ${aim.parts?.length ?? 0}`
  return isSent ? `${what}, ${effect} ${showCents(cash)}, avg ${average}` : `${what} into the ticket`
}
