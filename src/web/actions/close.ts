/**
 * Closing or hedging a position by one press: what was seen is what is sent, or nothing is and the reason is said (PAGE-4). It
 * reduces risk, so one press sends (PAGE-1). The backend quotes again when it sends; its answer has what it sent.
 */
import type { Micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { Sent } from '../data/account/intent.ts'
import type { Position } from '../platform/api/client.ts'
import { staleText } from '../words/portfolio-text.ts'
import { WHY_NOT } from '../words/why-not.ts'
import { exitQuote } from './exit-quote.ts'
import type { ExitMode, ExitQuote, ExitTerms } from './exit-quote.ts'
import { createSamePress, priceBlock, stateBlock, stateNow } from './guard.ts'
import { WAY_OUT_TIMEOUT_MS } from './place.ts'
import { followLimits } from './seen.ts'
import { isOnItsWay, refused } from './send.ts'
import type { Acting } from './send.ts'

export type Exits = ReturnType<typeof createExits>
/** Figures that were shown when it was pressed. */
export type ExitPress = ReturnType<Exits['press']>

const HOW = { timeoutMs: WAY_OUT_TIMEOUT_MS }

/** Builds them. */
export function createExits(parts: Acting) {
  const { client, intents, positions, now } = parts
  const samePress = createSamePress<Sent>(({ refusals }) => refusals.length === 0)
  const worstSeen = followLimits(positions, now)
  const quoteOf = (position: Position, mode: ExitMode, asked: Micros | null): ExitQuote =>
    exitQuote(position, mode, asked, parts.prices())

  /** Why a press would be refused now, before anybody presses; null when it would not. */
  function barred(position: Position, mode: ExitMode, asked: Micros | null = null): string | null {
    if (!positions.get().current || !parts.live.isReceiving()) return WHY_NOT.linkLost
    const stale = staleText(position)
    if (stale !== null && mode !== 'hedge') return stale
    const { terms, why } = quoteOf(position, mode, asked)
    if (terms === null) return why
    const other = intents.list
      .get()
      .find((one) => one.outcomeId === terms.outcomeId && one.side === terms.side && isOnItsWay(one))
    if (other === undefined) return null
    return other.state === 'sending' ? WHY_NOT.sideInFlight : WHY_NOT.sideUnknown
  }

  function send({ mode, heldOutcomeId, asked, ...order }: ExitTerms, worstPrice: Price): Sent {
    const clientOrderId = parts.mint()
    const named = { clientOrderId, outcomeId: heldOutcomeId, worstPrice }
    const part = asked === null ? {} : { size: order.size }
    const sent = intents.send(
      [{ ...order, clientOrderId, wayOut: wayOutOf(heldOutcomeId, mode) }],
      () =>
        mode === 'hedge'
          ? client.call('hedgePosition', { body: named }, HOW)
          : client.call('exitPosition', { body: { ...named, mode, ...part } }, HOW),
      (answer) => answer,
    )
    return { intents: sent, refusals: [] }
  }

  /** @param asked  the part to close; null for all */
  function press(position: Position, mode: ExitMode, asked: Micros | null = null) {
    const quote = quoteOf(position, mode, asked)
    const worst = quote.terms === null ? null : worstSeen(position, mode, quote.terms.price)
    return { outcomeId: position.outcomeId, mode, asked, quote, armed: stateNow(parts, false).mode, worst }
  }

  /** Sends what was pressed, no worse than it was shown, or says why not. */
  function judge({ outcomeId, mode, asked, quote, armed, worst }: ReturnType<typeof press>): Sent {
    const position = positions.get().items.find((one) => one.outcomeId === outcomeId)
    if (position?.status !== 'open') return refused(WHY_NOT.notHeld)
    const { terms: seen } = quote
    if (seen === null || worst === null) return refused(quote.why ?? WHY_NOT.noQuote)
    const { terms, why } = quoteOf(position, mode, asked)
    const now = stateNow(parts, terms?.postOnly ?? false)
    const block = stateBlock(now, armed) ?? barred(position, mode, asked) ?? why
    if (block !== null || terms === null) return refused(block ?? WHY_NOT.noQuote)
    // The quote represents the book: its limit price is the seen price of either side; `barred` has judged how old it is.
    const sides = (price: Price) => ({ bestBid: price, bestAsk: price })
    const tick = position.tickSize ?? 1
    const moved = priceBlock({ ...seen, ...sides(seen.price) }, { ...now, ...sides(terms.price), tick })
    return moved === null ? send(terms, worst) : refused(moved)
  }

  return {
    barred,
    worstSeen,
    press,
    /** A second press within 350 ms is the same press. */
    release: (made: ReturnType<typeof press>): Sent =>
      samePress(`${made.mode} ${made.outcomeId} ${made.asked}`, now(), () => judge(made)).made,
  }
}

/** Name of the exits of a position, or of its hedges. */
export function wayOutOf(heldOutcomeId: string, mode: ExitMode): string {
  return `${mode === 'hedge' ? 'hedge' : 'exit'} ${heldOutcomeId}`
}
