/** Exits and hedges of positions: the order that the quote describes, or why there is none. */
import { roundSizeDown } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Aimed } from '../data/account/intent.ts'
import { fittingSize, notional } from '#core/order/order-amounts.ts'
import type { Position } from '../platform/api/client.ts'
import { showSize } from '../platform/format/figures.ts'
import type { ExitFigures, Quoted } from '../words/position-text.ts'
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
export type ExitTerms = Aimed &
  ExitFigures & {
    readonly mode: ExitMode
    /** Held; the order itself may be on the other outcome. */
    readonly heldOutcomeId: string
    readonly timeInForce: 'FAK' | 'GTC'
    readonly postOnly: boolean
    /** The part that was asked for; null for all. */
    readonly asked: Micros | null
  }

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
): Quoted<ExitTerms> {
  const quote = mode === 'walk' ? position.exit : position[mode]
  const none = (why: string): Quoted<ExitTerms> => ({ terms: null, why })
  if (quote === null) return none(unavailable(position, mode, prices))
  const { price, size: most } = quote
  const hedge = mode === 'hedge' ? position.hedge : null
  const wanted = asked === null || hedge !== null ? most : roundSizeDown(asked)
  const least = wanted < most ? wanted : most
  const timeInForce = mode === 'join' ? 'GTC' : 'FAK'
  const size = fittingSize({ timeInForce, price }, least)
  if (least <= 0n) return none('Enter a size.')
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
  return code?.replaceAll('_', ' ') ?? 'No quote right now.'
}

/** Why this much of a position cannot rest; null when it can, or when its market is not known. */
function tooSmallToRest(position: Position, size: Micros | null = null): string | null {
  const { size: held, sellable, minOrderSize: minimum } = position
  const offered = size ?? (sellable === null || held < sellable ? held : sellable)
  return minimum !== null && offered > 0n && offered < minimum
    ? `Below the ${showSize(minimum)}-share minimum for a limit order: sell at market.`
    : null
}
