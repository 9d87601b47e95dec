/**
 * Exits and hedges of positions: the order that the quote describes, requested once. The backend quotes again when it
 * sends; its answer has what it sent.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { formatMicros, roundSizeDown } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { fittingSize, notional } from '#core/order/order-amounts.ts'
import type { Price } from '#core/price.ts'
import type { Position, TradingState } from '../platform/api/client.ts'
import { showSize } from '../platform/format/figures.ts'
import { formatPricedText } from '../words/priced-text.ts'
import type { Prices } from '../data/settings/prices.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import type { Intents } from './intents.ts'
import type { Intent } from '../data/account/intent.ts'
import { noSizeText } from '../data/settings/order-defaults.ts'
import { isOnItsWay } from './intents.ts'
import { WHY_NOT } from '../words/why-not.ts'
import { createSamePress } from './intent-key.ts'

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
export type ExitTerms = {
  readonly mode: ExitMode
  /** Held; the order itself may be on the other outcome. */
  readonly heldOutcomeId: string
  readonly outcomeId: string
  readonly outcomeName: string
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly timeInForce: 'FAK' | 'GTC'
  readonly postOnly: boolean
  /** Price times size: what a sale brings at least and a buy costs at most, before fees. */
  readonly cash: Micros
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
  const quote = mode === 'walk' ? position.exit : mode === 'join' ? position.join : position.hedge
  if (quote === null) return { terms: null, why: unavailable(position, mode, prices) }
  const { price, size: most } = quote
  const isHedge = mode === 'hedge'
  const wanted = asked === null || isHedge ? most : roundSizeDown(asked)
  const least = wanted < most ? wanted : most
  const rule = { timeInForce: mode === 'join' ? 'GTC' : 'FAK', price } as const
  const size = fittingSize(rule, least)
  if (least <= 0n) return { terms: null, why: 'Type how many shares to sell.' }
  if (size <= 0n)
    return {
      terms: null,
      why: `At ${prices.price(price, position.tickSize)} that is ${noSizeText(rule)}.`,
    }
  const tooSmall = mode === 'join' ? tooSmallToRest(position, size) : null
  if (tooSmall !== null) return { terms: null, why: tooSmall }
  return {
    terms: {
      mode,
      heldOutcomeId: position.outcomeId,
      outcomeId: isHedge && position.hedge !== null ? position.hedge.outcomeId : position.outcomeId,
      outcomeName: isHedge && position.hedge !== null ? position.hedge.outcomeName : position.outcomeName,
      side: isHedge ? 'BUY' : 'SELL',
      price,
      size,
      timeInForce: rule.timeInForce,
      postOnly: mode === 'join',
      cash: notional(price, size),
      asked: isHedge ? null : asked,
      cancelsFirst: quote.cancelsFirst ?? [],
    },
    why: null,
  }
}

function unavailable(position: Position, mode: ExitMode, prices: Prices): string {
  if (position.status === 'redeemable')
    return 'The market is resolved: claim the payout outside this terminal.'
  if (mode === 'hedge') return hedgeReason(position, prices) ?? reason(position.hedgeUnavailable)
  const tooSmall = mode === 'join' ? tooSmallToRest(position) : null
  if (tooSmall !== null) return tooSmall
  // The walk judges whether there are bids.
  if (mode === 'join' && (position.exit !== null || position.exitUnavailable === 'no_liquidity')) {
    return 'There is no ask to join.'
  }
  const { exitUnavailableMessage: text } = position
  return text === null
    ? reason(position.exitUnavailable)
    : formatPricedText({ text, prices: position.exitUnavailablePrices }, prices)
}

/** Why this much of a position cannot rest; null when it can, or when its market is not known. */
function tooSmallToRest(position: Position, size: Micros | null = null): string | null {
  const { size: held, sellable, minOrderSize: minimum } = position
  const offered = size ?? (sellable === null || held < sellable ? held : sellable)
  return minimum !== null && offered > 0n && offered < minimum
    ? `Below the ${showSize(minimum)}-share minimum for a limit order: sell at market.`
    : null
}

/** Why there is no hedge, in the backend's words; null where it has none. */
function hedgeReason(
  {
    hedgeUnavailableMessage: text,
    hedgeUnavailablePrices: prices,
  }: Pick<Position, 'hedgeUnavailableMessage' | 'hedgeUnavailablePrices'>,
  format: Prices,
): string | null {
  return text === null ? null : formatPricedText({ text, prices }, format)
}

function reason(code: string | null): string {
  return code === null ? 'There is no quote now.' : code.replaceAll('_', ' ')
}

export type ExitResult =
  | { readonly kind: 'sent'; readonly intent: Intent }
  | { readonly kind: 'refused'; readonly text: string }

export type Exits = {
  /**
   * Asks for the order once; a second press within 350 ms is the same press.
   *
   * @param worst  the price that the backend keeps to when it quotes again; that of the terms if not said otherwise
   */
  readonly send: (terms: ExitTerms, worst?: Price) => ExitResult
  /** The last intent of each position, by the held outcome and what was done with it. */
  readonly recent: Readable<ReadonlyMap<string, ClientOrderId>>
  /** Why nothing can be sent for this outcome now; null when it can. */
  readonly locked: (terms: Pick<ExitTerms, 'outcomeId' | 'side'>) => string | null
}

/** Builds the sending over the list of intents. */
export function createExits(options: {
  readonly intents: Intents
  readonly trading: Readable<TradingState | null>
  /** True if the link is receiving (live/socket.ts). */
  readonly isReceiving: () => boolean
  readonly mint: () => ClientOrderId
  readonly now: () => number
}): Exits {
  const { intents } = options
  const recent = createStore<ReadonlyMap<string, ClientOrderId>>(new Map())
  const samePress = createSamePress<Intent | null>()

  function locked(terms: Pick<ExitTerms, 'outcomeId' | 'side'>): string | null {
    if (!options.isReceiving()) return WHY_NOT.linkLost
    const other = intents.list
      .get()
      .find((one) => one.outcomeId === terms.outcomeId && one.side === terms.side && isOnItsWay(one))
    if (other === undefined) return null
    return other.state === 'sending' ? WHY_NOT.sideInFlight : WHY_NOT.sideUnknown
  }

  function ask(terms: ExitTerms, worst: Price): Intent {
    const { mode, heldOutcomeId, outcomeId, outcomeName, side, price, size, asked } = terms
    const clientOrderId = options.mint()
    const aim = { clientOrderId, outcomeId, outcomeName, side, price, size }
    const named = { clientOrderId, outcomeId: heldOutcomeId, worstPrice: worst }
    const intent = intents.quoted(
      mode === 'hedge'
        ? { ...aim, kind: 'hedge', body: named }
        : {
            ...aim,
            kind: 'exit',
            body: { ...named, mode, ...(asked !== null && { size }) },
          },
    )
    recent.update((old) => new Map(old).set(recentKey(heldOutcomeId, mode), clientOrderId))
    return intent
  }

  return {
    locked,
    recent,
    send(terms, worst = terms.price) {
      const { mode, heldOutcomeId, asked } = terms
      const key = JSON.stringify([mode, heldOutcomeId, asked === null ? null : formatMicros(asked)])
      const why = options.trading.get()?.mode === 'ARMED' ? locked(terms) : WHY_NOT.safe
      const { made } = samePress(key, options.now(), () => (why === null ? ask(terms, worst) : null))
      if (made === null) return { kind: 'refused', text: why ?? '' }
      return { kind: 'sent', intent: intents.find(made.clientOrderId) ?? made }
    },
  }
}

/** Key of a position's last exits, and of its hedges. */
export function recentKey(heldOutcomeId: string, mode: ExitMode): string {
  return `${mode === 'hedge' ? 'hedge' : 'exit'} ${heldOutcomeId}`
}
