/** Exits and hedges of positions: the order that the quote describes, or why there is none, and the text on its button. */
import { addMicros, micros, roundSizeDown, subtractMicros, ZERO } from '#core/money.ts'
import { floorDivide } from '#lib/decimal.ts'
import type { Micros } from '#core/money.ts'
import type { Aimed } from '../data/account/intent.ts'
import { fittingSize, notional } from '#core/order/order-amounts.ts'
import type { Position } from '../platform/api/client.ts'
import { NONE, showAmount, showSize } from '../platform/format/figures.ts'
import { countOfSales } from './sale.ts'
import { formatPricedText } from '../words/priced-text.ts'
import type { Prices } from '../data/settings/prices.ts'
import { noSizeText } from '../data/settings/order-defaults.ts'

export type ExitMode = 'walk' | 'join' | 'hedge'

/** Dialog that a press on a position opens. */
export type OpenedPosition = {
  /** As it was when it was opened; the live one is shown while there is one. */
  readonly position: Position
  readonly view: 'facts' | ExitMode
  /** Element beside which it opens; null for a command without a place. */
  readonly anchor: HTMLElement | null
}

/** The order that would be sent. */
export type ExitTerms = Aimed & {
  readonly mode: ExitMode
  /** Held; the order itself may be on the other outcome. */
  readonly heldOutcomeId: string
  readonly timeInForce: 'FAK' | 'GTC'
  readonly postOnly: boolean
  /** Price times size: what a sale brings at least and a buy costs at most, before fees. */
  readonly cash: Micros
  /** As the book is now: by its levels where all of it is sold at once, else the same as `cash`. */
  readonly about: Micros
  /** The part that was asked for; null for all. */
  readonly asked: Micros | null
  /** Own sales that are cancelled first, by id: as many as all of it needs, fewer may do for a part. */
  readonly cancelsFirst: readonly string[]
}

export type ExitQuote =
  | { readonly terms: ExitTerms; readonly why: null }
  /** Why there is nothing to send. */
  | { readonly terms: null; readonly why: string }

/**
 * The order of a mode as the position's quotes stand.
 *
 * @param asked  shares to exit; null for all, which is all that a hedge can be
 */
export function exitQuote(
  position: Position,
  mode: ExitMode,
  asked: Micros | null,
  prices: Prices,
): ExitQuote {
  const quote = mode === 'walk' ? position.exit : position[mode]
  const none = (why: string): ExitQuote => ({ terms: null, why })
  if (quote === null) return none(unavailable(position, mode, prices))
  const { price, size: most } = quote
  const hedge = mode === 'hedge' ? position.hedge : null
  const wanted = asked === null || hedge !== null ? most : roundSizeDown(asked)
  const least = wanted < most ? wanted : most
  const timeInForce = mode === 'join' ? 'GTC' : 'FAK'
  const size = fittingSize({ timeInForce, price }, least)
  if (least <= 0n) return none('Type how many shares to sell.')
  if (size <= 0n) {
    return none(`At ${prices.price(price, position.tickSize)} that is ${noSizeText({ timeInForce, price })}.`)
  }
  const tooSmall = mode === 'join' ? tooSmallToRest(position, size) : null
  if (tooSmall !== null) return none(tooSmall)
  const { outcomeId, outcomeName } = hedge ?? position
  const cash = notional(price, size)
  return {
    terms: {
      mode,
      heldOutcomeId: position.outcomeId,
      outcomeId,
      outcomeName,
      side: hedge === null ? 'SELL' : 'BUY',
      price,
      size,
      timeInForce,
      postOnly: mode === 'join',
      cash,
      about: mode === 'walk' && asked === null ? (position.exit?.cash ?? cash) : cash,
      asked: hedge === null ? asked : null,
      cancelsFirst: quote.cancelsFirst ?? [],
    },
    why: null,
  }
}

function unavailable(position: Position, mode: ExitMode, prices: Prices): string {
  if (position.status === 'redeemable')
    return 'The market is resolved: claim the payout outside this terminal.'
  if (mode === 'join') {
    const tooSmall = tooSmallToRest(position)
    if (tooSmall !== null) return tooSmall
    // The walk judges whether there are bids.
    if (position.exit !== null || position.exitUnavailable === 'no_liquidity')
      return 'There is no ask to join.'
  }
  const [text, at, code] =
    mode === 'hedge'
      ? [position.hedgeUnavailableMessage, position.hedgeUnavailablePrices, position.hedgeUnavailable]
      : [position.exitUnavailableMessage, position.exitUnavailablePrices, position.exitUnavailable]
  if (text !== null) return formatPricedText({ text, prices: at }, prices)
  return code?.replaceAll('_', ' ') ?? 'There is no quote now.'
}

/** Why this much of a position cannot rest; null when it can, or when its market is not known. */
function tooSmallToRest(position: Position, size: Micros | null = null): string | null {
  const { size: held, sellable, minOrderSize: minimum } = position
  const offered = size ?? (sellable === null || held < sellable ? held : sellable)
  return minimum !== null && offered > 0n && offered < minimum
    ? `Below the ${showSize(minimum)}-share minimum for a limit order: sell at market.`
    : null
}

/** Cash for narrow places, cut downwards: cents below 10,000, else whole. */
function short(value: Micros, signed = false): string {
  const step = value < 10_000_000_000n && value > -10_000_000_000n ? 10_000n : 1_000_000n
  return showAmount(micros(floorDivide(value, step) * step), step === 10_000n ? 2 : 0, signed)
}

/**
 * Text on the button of all that can be sent now: the action, what an exit brings or a hedge leaves if the held outcome wins, and
 * the least of the one or the result of the other if it loses; both short, and exact in the sentence. Figures are before the fee of
 * an exit and after that of a hedge, as far as it is known.
 *
 * @param other  what is held of the market's other outcome
 */
export function exitLabel(position: Position, mode: ExitMode, other: Position | null, prices: Prices) {
  const verb = mode === 'hedge' ? 'Hedge' : 'Exit'
  const none = (sentence: string) => ({ verb, first: NONE, second: NONE, sentence })
  const { terms, why } = exitQuote(position, mode, null, prices)
  if (terms === null) return none(why)
  const order = `${showSize(terms.size)} ${terms.outcomeName}`
  const limit = prices.price(terms.price, position.tickSize)
  const freed = terms.cancelsFirst
  const before = freed.length === 0 ? '' : `Cancels ${countOfSales(freed)} first, then: `
  if (mode !== 'hedge') {
    const [about, least] = [showAmount(terms.about), showAmount(terms.cash)]
    return {
      verb: `${verb} ${showSize(terms.size)}`,
      first: `\u2248${short(terms.about)}`,
      second: `\u2265${short(terms.cash)}`,
      sentence: `${before}Sells ${order} down to ${limit}: about ${about}, at least ${least} for what is sold, before fees.`,
    }
  }
  const expected = hedgeResult(position, other, position.hedge?.cash ?? ZERO, position.hedge?.covers ?? ZERO)
  const least = hedgeResult(position, other, terms.cash, terms.size)
  if (expected === null || least === null)
    return none(`Buys ${order} up to ${limit}: what is held has no known cost, so the result is not known.`)
  const sides = ({ wins, loses }: typeof least): string =>
    `${showAmount(wins, 2, true)} if ${position.outcomeName} wins, ${showAmount(loses, 2, true)} if it loses`
  return {
    verb,
    first: `${short(expected.wins, true)} /`,
    second: short(expected.loses, true),
    sentence: `${before}Buys ${order} up to ${limit}: ${sides(expected)}; at the least ${sides(least)}.`,
  }
}

/** Result of the whole market once so many shares of the other outcome are bought for this cash; est. Null without a known cost. */
function hedgeResult(
  { size, costBasis, hedge }: Position,
  other: Position | null,
  cash: Micros,
  bought: Micros,
): { readonly wins: Micros; readonly loses: Micros } | null {
  const otherCost = other === null ? ZERO : other.costBasis
  if (costBasis === null || otherCost === null) return null
  const spent = addMicros(costBasis, otherCost, hedge?.fee ?? ZERO, cash)
  return {
    wins: subtractMicros(size, spent),
    loses: subtractMicros(addMicros(other?.size ?? ZERO, bought), spent),
  }
}
