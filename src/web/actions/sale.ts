/**
 * A sale as it is pressed: of what is held it sells, beyond that it buys the market's other outcome (INV-62). Ladder, ticket and
 * palette ask here, so that each says and sends the same.
 */
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { isTaking, notional } from '#core/order/order-amounts.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { OrderTerms, TimeInForce } from '#core/order/order.ts'
import { splitSale } from '#core/order/sale-split.ts'
import type { ScalePart } from '#core/order/scaled-order.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Result } from '#lib/result.ts'
import type { ExitLegs } from '#core/order/attached-exit.ts'
import type { Market, Outcome, PlaceBody, Position } from '../platform/api/client.ts'
import { legsOfTemplate } from '#core/order/exit-template.ts'
import type { ExitTemplate } from '#core/order/exit-template.ts'
import { sentLegs } from './drafts/exit-legs.ts'
import { showSize } from '../platform/format/figures.ts'
import type { ListView } from '../platform/live/list-store.ts'
import type { Aimed } from '../data/account/intent.ts'
import { otherOutcome } from '../data/markets/selection.ts'
import { noSizeText, sharesAt } from '../data/settings/order-defaults.ts'
import type { OrderDefaults } from '../data/settings/order-defaults.ts'
import type { Settings } from '../data/settings/settings.ts'
import type { BookTop } from '../platform/live/book-store.ts'
import { evidenceOf } from './seen.ts'
import type { SeenBook } from './seen.ts'
import type { Readable } from '../platform/state/store.ts'

/** An order as it is pressed. */
export type Aim = Aimed & {
  /** The part of a sale beyond the holding, which buys the other outcome; `size` counts it too. */
  readonly other: Omit<Aimed, 'side'> | null
  /** Its shares are offered in own resting sales, which are cancelled first as far as it needs them (INV-81). */
  readonly frees?: boolean
  /** Those of a scaled order, in place of one of the whole size; `price` is that of the first. */
  readonly parts?: readonly ScalePart[]
  /** Exits of what it buys. */
  readonly bracket?: Bracket | null
}

/** Exits that each purchase of a press brings. */
export type Bracket = {
  /** Name of the template; null for exits that were written for this order. */
  readonly template: string | null
  /** Its legs around the limit of a purchase, or why there are none. */
  readonly legsAt: (price: Price, tick: TickSize) => Result<ExitLegs, string>
}

/** The exits of a template; null for none. */
export function bracketOf(template: ExitTemplate | null): Bracket | null {
  if (template === null) return null
  return { template: template.name, legsAt: (price, tick) => legsOfTemplate(template, price, tick) }
}

type AimedSale = Pick<Required<Aim>, 'other' | 'frees'> & {
  /** Why it cannot be sent, as text; null when it can. */
  readonly barred: string | null
}

type Wanted = Pick<OrderTerms, 'side' | 'price' | 'size' | 'timeInForce' | 'postOnly'>

/** A sale of its own outcome, or no sale. */
export const PLAIN_ORDER: AimedSale = { other: null, barred: null, frees: false }

/**
 * Shares that a sale may have now, and with own resting sales cancelled first, as a sale that takes has them; null while that is
 * not known.
 */
export function sharesToSell(
  { items, loaded }: ListView<Position>,
  outcomeId: string,
): { readonly free: Micros | null; readonly sellable: Micros | null } {
  const none = loaded ? ZERO : null
  return items.find((one) => one.outcomeId === outcomeId) ?? { free: none, sellable: none }
}

/**
 * How an order of this size goes out; a buy as it is.
 *
 * @param own  what it may sell, as `sharesToSell` says it; a sale that rests leaves other sales alone
 * @param buysOther  the trader's setting
 */
export function aimSale(
  { side, ...wanted }: Wanted,
  {
    market,
    outcome,
    bestBid,
  }: { readonly market: Market; readonly outcome: Outcome; readonly bestBid: Price | null },
  own: { readonly free: Micros | null; readonly sellable: Micros | null; readonly buysOther: boolean },
): AimedSale {
  if (side === 'BUY' || own.free === null || wanted.size <= own.free) return PLAIN_ORDER
  const takes = isTaking(wanted.timeInForce) || (bestBid !== null && wanted.price <= bestBid)
  const free = takes ? (own.sellable ?? own.free) : own.free
  if (wanted.size <= free) return { ...PLAIN_ORDER, frees: true }
  const other = market.outcomes.length === 2 ? otherOutcome(market, outcome) : null
  if (other === null || !own.buysOther) {
    const held = `${free > 0n ? `only ${showSize(free)}` : 'no'} ${outcome.name} to sell`
    return {
      other: null,
      barred: other === null ? held : `${held} (buying ${other.name} is off in Settings)`,
      frees: false,
    }
  }
  const minOrderSize = market.minOrderSize ?? ZERO
  const { bought, otherPrice } = splitSale({ ...wanted, free, bestBid, minOrderSize })
  return {
    other: { outcomeId: other.id, outcomeName: other.name, price: otherPrice, size: bought },
    barred: null,
    frees: subtractMicros(wanted.size, bought) > own.free,
  }
}

type DefaultsParts = {
  readonly books: { readonly book: (outcomeId: string) => { readonly top: () => Pick<BookTop, 'bestBid'> } }
  readonly positions: Readable<ListView<Position>>
  readonly orderDefaults: Readable<OrderDefaults>
  readonly settings: Readable<Pick<Settings, 'buyOtherSide'>>
}

/** The order of the order defaults at a price; `asked` is its size before the venue's rounding. */
export function aimByDefaults(
  parts: DefaultsParts,
  { market, outcome }: { readonly market: Market; readonly outcome: Outcome },
  { side, price }: Pick<OrderTerms, 'side' | 'price'>,
) {
  const defaults = parts.orderDefaults.get()
  const { timeInForce, postOnly } = defaults
  const { asked, size } = sharesAt(defaults, price)
  const sale = aimSale(
    { side, price, size, timeInForce, postOnly },
    { market, outcome, bestBid: parts.books.book(outcome.id).top().bestBid },
    { ...sharesToSell(parts.positions.get(), outcome.id), buysOther: parts.settings.get().buyOtherSide },
  )
  const noSize = size <= ZERO ? noSizeText({ timeInForce, price }) : null
  const aim = { outcomeId: outcome.id, outcomeName: outcome.name, side, price, size }
  return { ...aim, ...sale, asked, barred: sale.barred ?? noSize }
}

/** One of the orders that a press sends; `isOther` for the purchase of the other outcome. */
export type SalePart = Aimed & { readonly isOther: boolean }

/** The orders of a press, the reducing one first. */
export function partsOf(aim: Aim): readonly SalePart[] {
  const { outcomeId, outcomeName, side, price, size, other } = aim
  const order = { outcomeId, outcomeName, side, price, isOther: false }
  if (aim.parts !== undefined) return aim.parts.map((part) => ({ ...order, ...part }))
  if (other === null) return [{ ...order, size }]
  const sold = subtractMicros(size, other.size)
  const bought: SalePart = { ...other, side: 'BUY', isOther: true }
  return sold > ZERO ? [{ ...order, size: sold }, bought] : [bought]
}

/** Cost and proceeds of all parts together at their limits, rounded down to a micro: the sum of a confirmation. */
export function saleNotional(aim: Aim): Micros {
  return addMicros(...partsOf(aim).map(({ price, size }) => notional(price, size)))
}

/** Exits that an order of a press brings, or why it cannot; null for none: a sale, and the purchase beside one. */
export function exitsOf(
  { bracket, size }: Aim,
  part: SalePart,
  tick: TickSize,
): Result<ExitLegs, string> | null {
  if (part.side === 'SELL' || bracket === undefined || bracket === null) return null
  return part.isOther && part.size < size ? null : bracket.legsAt(part.price, tick)
}

/** Why an order of a press cannot bring its exits; null where all can. */
export function exitFault(aim: Aim, tick: TickSize): string | null {
  const all = partsOf(aim).map((part) => exitsOf(aim, part, tick))
  return all.flatMap((exits) => (exits?.ok === false ? exits.error : []))[0] ?? null
}

/** How the orders of a press go out. */
export type Terms = {
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly expiresAt: number | null
}

export type PressedPart = SalePart & { readonly clientOrderId: ClientOrderId }

/** An order of a press as it is sent, with what was seen of the book. */
export function bodyOf(part: PressedPart, aim: Aim, terms: Terms, seen: SeenBook, tick: TickSize): PlaceBody {
  const { clientOrderId, outcomeId, side, price, size, isOther } = part
  const { timeInForce, postOnly, expiresAt } = terms
  const exits = exitsOf(aim, part, tick)
  const template = aim.bracket?.template ?? null
  const order = { clientOrderId, outcomeId, side, price, size, timeInForce, postOnly }
  return {
    ...order,
    ...(expiresAt !== null && { expiresAt }),
    ...(exits?.ok === true && { exits: sentLegs(exits.value), ...(template !== null && { template }) }),
    ...(side === 'SELL' && aim.frees === true && { cancelsSales: true }),
    evidence: evidenceOf(seen, isOther),
  }
}
