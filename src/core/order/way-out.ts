/**
 * The open sells in the way of an exit, a hedge or a sale that takes: cancels as few shares as needed, of the orders
 * that the market would meet last (INV-81).
 */
import { ok, type Result } from '#lib/result.ts'
import type { OutcomeId } from '../ids.ts'
import { addMicros, ZERO, type Micros } from '../money.ts'
import type { Rejection } from '../reject-codes.ts'
import { isTaking } from './order-amounts.ts'
import { remaining, type Order, type OrderTerms } from './order.ts'

/**
 * Open sells of an outcome that can be cancelled, in that order: highest price first, newest first, those placed
 * outside this terminal last.
 */
export function restingSales(open: readonly Order[], outcomeId: OutcomeId): readonly Order[] {
  return open
    .filter((order) => order.outcomeId === outcomeId && order.side === 'SELL' && order.id !== null)
    .filter(({ status, timeInForce }) => {
      return !isTaking(timeInForce) && (status === 'live' || status === 'partially_filled')
    })
    .toSorted(
      (a, b) => Number(a.foreign) - Number(b.foreign) || b.price - a.price || b.createdAt - a.createdAt,
    )
}

/** Shares that the orders may still take. */
export function offeredIn(sales: readonly Order[]): Micros {
  return addMicros(ZERO, ...sales.map(remaining))
}

/**
 * The first of the sales that free enough, without those that are not needed for it.
 *
 * @param isEnough  whether so many freed shares are
 */
export function salesToCancel(
  sales: readonly Order[],
  isEnough: (freed: Micros) => boolean,
): readonly Order[] {
  let chosen: readonly Order[] = []
  for (const sale of sales) {
    if (isEnough(offeredIn(chosen))) break
    chosen = [...chosen, sale]
  }
  for (const sale of chosen) {
    const others = chosen.filter((one) => one !== sale)
    if (isEnough(offeredIn(others))) chosen = others
  }
  return chosen
}

/**
 * The own sales that a sale may have cancelled first, as far as it needs their shares; none where all of them are too few.
 *
 * @param free  shares that no own sale offers; null when that is not known
 * @param crosses  whether it would match at once
 */
export function salesInTheWay(
  { size, frees, timeInForce }: OrderTerms,
  sales: readonly Order[],
  free: Micros | null,
  crosses: boolean,
): readonly Order[] {
  if (free === null || free >= size || addMicros(free, offeredIn(sales)) < size) return []
  const mayCancel = frees === 'always' || (frees === 'taking' && (crosses || isTaking(timeInForce)))
  return mayCancel ? salesToCancel(sales, (freed) => addMicros(free, freed) >= size) : []
}

/** A quote, and the sales that have to go before it can be sent. */
export type FreedQuote<Terms> = { readonly terms: Terms; readonly cancelsFirst: readonly Order[] }

/**
 * The quote once the fewest necessary open sells are gone.
 *
 * @param quote  with so many shares freed
 */
export function quoteFreeing<Terms extends { readonly size: Micros }>(
  sales: readonly Order[],
  quote: (freed: Micros) => Result<Terms, Rejection>,
): Result<FreedQuote<Terms>, Rejection> {
  const most = quote(offeredIn(sales))
  if (!most.ok || sales.length === 0) return most.ok ? ok({ terms: most.value, cancelsFirst: [] }) : most
  const cancelsFirst = salesToCancel(sales, (freed) => {
    const quoted = quote(freed)
    return quoted.ok && quoted.value.size >= most.value.size
  })
  const terms = quote(offeredIn(cancelsFirst))
  return terms.ok ? ok({ terms: terms.value, cancelsFirst }) : terms
}
