/**
 * Closing or hedging a position by one press: what was seen is what is sent, or nothing is and the reason is said (PAGE-4). It
 * reduces risk, so one press sends (PAGE-1). The backend quotes again when it sends; its answer has what it sent.
 */
import type { ClientOrderId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { TradingMode } from '#core/trading-state.ts'
import type { Client, Position, TradingState } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { Settings } from '../data/settings/settings.ts'
import { venueBlock } from '../words/venue-text.ts'
import { staleText } from '../words/portfolio-text.ts'
import { WHY_NOT } from '../words/why-not.ts'
import { exitQuote } from './exit-quote.ts'
import type { ExitMode, ExitQuote, ExitTerms } from './exit-quote.ts'
import { createSamePress, guard } from './guard.ts'
import { WAY_OUT_TIMEOUT_MS } from './place.ts'
import { followLimits } from './seen.ts'
import { isOnItsWay, refused } from './send.ts'
import type { Intents, Sent } from './send.ts'

/** Figures that were shown when it was pressed. */
export type ExitPress = {
  readonly outcomeId: string
  readonly mode: ExitMode
  /** The part to exit; null for all. */
  readonly asked: Micros | null
  readonly quote: ExitQuote
  readonly armed: TradingMode
  /** The better one of the limit prices of the last 300 ms; null without a quote. */
  readonly worst: Price | null
}

export type Exits = ReturnType<typeof createExits>

/** Builds them. */
export function createExits(options: {
  readonly client: Pick<Client, 'call'>
  readonly intents: Pick<Intents, 'list' | 'send'>
  readonly positions: Readable<{ readonly items: readonly Position[]; readonly current: boolean }>
  readonly trading: Readable<TradingState | null>
  readonly settings: Readable<Pick<Settings, 'clickJumpTicks' | 'priceFormat'>>
  /** True if the link is receiving (live/socket.ts). */
  readonly isReceiving: () => boolean
  readonly mint: () => ClientOrderId
  readonly now: () => number
}) {
  const { client, intents, positions, isReceiving, now } = options
  const recent = createStore<ReadonlyMap<string, ClientOrderId>>(new Map())
  const samePress = createSamePress<Sent>(({ kind }) => kind === 'sent')
  const worstSeen = followLimits(positions, now)

  const armed = (): TradingMode => options.trading.get()?.mode ?? 'SAFE'
  const quoteOf = (position: Position, mode: ExitMode, asked: Micros | null): ExitQuote =>
    exitQuote(position, mode, asked, pricesIn(options.settings.get().priceFormat))

  /** Why a press would be refused now, before anybody presses; null when it would not. */
  function barred(position: Position, mode: ExitMode, asked: Micros | null = null): string | null {
    if (!positions.get().current || !isReceiving()) return WHY_NOT.linkLost
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
    const clientOrderId = options.mint()
    const named = { clientOrderId, outcomeId: heldOutcomeId, worstPrice }
    const how = { timeoutMs: WAY_OUT_TIMEOUT_MS }
    const part = asked === null ? {} : { size: order.size }
    const sent = intents.send(
      [{ ...order, clientOrderId }],
      () =>
        mode === 'hedge'
          ? client.call('hedgePosition', { body: named }, how)
          : client.call('exitPosition', { body: { ...named, mode, ...part } }, how),
      (answer) => answer,
    )
    recent.update((old) => new Map(old).set(recentKey(heldOutcomeId, mode), clientOrderId))
    return { kind: 'sent', intents: sent }
  }

  /** Sends what was pressed, no worse than it was shown, or says why not. */
  function judge({ outcomeId, mode, asked, quote: seen, armed: before, worst }: ExitPress): Sent {
    const position = positions.get().items.find((one) => one.outcomeId === outcomeId)
    if (position?.status !== 'open') return refused(WHY_NOT.notHeld)
    if (seen.terms === null || worst === null) return refused(seen.why ?? WHY_NOT.noQuote)
    const why = barred(position, mode, asked)
    const { terms } = quoteOf(position, mode, asked)
    if (terms === null) return refused(why ?? WHY_NOT.noQuote)
    // The quote represents the book: its limit price is the seen price of either side.
    const sides = (price: Price) => ({ bestBid: price, bestAsk: price })
    const { side, price } = seen.terms
    const refusal = guard(
      { side, price, ...sides(price), reused: false, mode: before, epoch: 0 },
      {
        ...sides(terms.price),
        isLinkLive: isReceiving(),
        mode: armed(),
        stale: null,
        epoch: 0,
        tick: position.tickSize ?? 1,
        jumpTicks: options.settings.get().clickJumpTicks,
        sinceMoveMs: Infinity,
        busy: null,
        venueBlock: venueBlock(options.trading.get()?.venue ?? null, terms.postOnly),
      },
    )
    const text = refusal ?? why
    return text === null ? send(terms, worst) : refused(text)
  }

  return {
    barred,
    /** The last intent of each position, by the held outcome and what was done with it. */
    recent: recent as Readable<ReadonlyMap<string, ClientOrderId>>,
    worstSeen,
    press(position: Position, mode: ExitMode, asked: Micros | null = null): ExitPress {
      const quote = quoteOf(position, mode, asked)
      const worst = quote.terms === null ? null : worstSeen(position, mode, quote.terms.price)
      return { outcomeId: position.outcomeId, mode, asked, quote, armed: armed(), worst }
    },
    /** A second press within 350 ms is the same press. */
    release: (press: ExitPress): Sent =>
      samePress(`${press.mode} ${press.outcomeId} ${press.asked}`, now(), () => judge(press)).made,
  }
}

/** Key of a position's last exits, and of its hedges. */
export function recentKey(heldOutcomeId: string, mode: ExitMode): string {
  return `${mode === 'hedge' ? 'hedge' : 'exit'} ${heldOutcomeId}`
}
