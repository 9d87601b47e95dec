/**
 * Closing or hedging a position by one press: what was seen is what is sent, or nothing is and the reason is said (PAGE-4). It
 * reduces risk, so one press sends (PAGE-1). The backend quotes again when it sends; its answer has what it sent.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import type { TradingMode } from '#core/trading-state.ts'
import type { Client, Position, TradingState } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import type { Intent } from '../data/account/intent.ts'
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

/** Figures on the button when it was pressed. */
export type ExitPress = {
  readonly outcomeId: string
  readonly mode: ExitMode
  readonly quote: ExitQuote
  readonly armed: TradingMode
  /** The better one of the limit prices that stood there in the last 300 ms; null without a quote. */
  readonly worst: Price | null
}

export type Exits = ReturnType<typeof createExits>

/** Builds them. */
export function createExits(options: {
  readonly client: Pick<Client, 'call'>
  readonly intents: Pick<Intents, 'list' | 'find' | 'send'>
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
  const samePress = createSamePress<Intent | null>()
  const worstSeen = followLimits(positions, now)

  const armed = (): TradingMode => options.trading.get()?.mode ?? 'SAFE'
  const quoteOf = (position: Position, mode: ExitMode): ExitQuote =>
    exitQuote(position, mode, null, pricesIn(options.settings.get().priceFormat))

  /** Why nothing can be sent for this outcome now; null when it can. */
  function locked({ outcomeId, side }: Pick<ExitTerms, 'outcomeId' | 'side'>): string | null {
    if (!isReceiving()) return WHY_NOT.linkLost
    const other = intents.list
      .get()
      .find((one) => one.outcomeId === outcomeId && one.side === side && isOnItsWay(one))
    if (other === undefined) return null
    return other.state === 'sending' ? WHY_NOT.sideInFlight : WHY_NOT.sideUnknown
  }

  /** Why a press would be refused now, as far as the position says; null when it would not. */
  function barred(position: Position, mode: ExitMode): string | null {
    if (!positions.get().current) return WHY_NOT.linkLost
    const stale = staleText(position)
    if (stale !== null && mode !== 'hedge') return stale
    const quote = quoteOf(position, mode)
    return quote.terms === null ? quote.why : locked(quote.terms)
  }

  function ask(terms: ExitTerms, worstPrice: Price): Intent | null {
    const { mode, heldOutcomeId, size, asked } = terms
    const clientOrderId = options.mint()
    const named = { clientOrderId, outcomeId: heldOutcomeId, worstPrice }
    const how = { timeoutMs: WAY_OUT_TIMEOUT_MS }
    const [intent = null] = intents.send(
      [{ ...terms, clientOrderId }],
      () =>
        mode === 'hedge'
          ? client.call('hedgePosition', { body: named }, how)
          : client.call('exitPosition', { body: { ...named, mode, ...(asked !== null && { size }) } }, how),
      (answer) => answer,
    )
    recent.update((old) => new Map(old).set(recentKey(heldOutcomeId, mode), clientOrderId))
    return intent
  }

  /** Asks once, at no worse a price; a second press within 350 ms is the same press. */
  function send(terms: ExitTerms, worst: Price): Sent {
    const { mode, heldOutcomeId, asked } = terms
    const key = JSON.stringify([mode, heldOutcomeId, asked === null ? null : formatMicros(asked)])
    const why = armed() === 'ARMED' ? locked(terms) : WHY_NOT.safe
    const { made } = samePress(key, now(), () => (why === null ? ask(terms, worst) : null))
    if (made === null) return refused(why ?? '')
    return { kind: 'sent', intents: [intents.find(made.clientOrderId) ?? made] }
  }

  return {
    barred,
    locked,
    /** The last intent of each position, by the held outcome and what was done with it. */
    recent: recent as Readable<ReadonlyMap<string, ClientOrderId>>,
    send,
    worstSeen,
    press(position: Position, mode: ExitMode): ExitPress {
      const quote = quoteOf(position, mode)
      const worst = quote.terms === null ? null : worstSeen(position, mode, quote.terms.price)
      return { outcomeId: position.outcomeId, mode, quote, armed: armed(), worst }
    },
    /** Sends what was pressed, or says why not. */
    release({ outcomeId, mode, quote: seen, armed: before, worst }: ExitPress): Sent {
      const position = positions.get().items.find((one) => one.outcomeId === outcomeId)
      if (position?.status !== 'open') return refused(WHY_NOT.notHeld)
      const why = barred(position, mode)
      const { terms } = quoteOf(position, mode)
      if (seen.terms === null) return refused(seen.why)
      if (terms === null || worst === null) return refused(why ?? WHY_NOT.noQuote)
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
      return refusal === null && why === null ? send(terms, worst) : refused(refusal ?? why ?? '')
    },
  }
}

/** Key of a position's last exits, and of its hedges. */
export function recentKey(heldOutcomeId: string, mode: ExitMode): string {
  return `${mode === 'hedge' ? 'hedge' : 'exit'} ${heldOutcomeId}`
}
