/**
 * A press on an exit or a hedge: what was seen is what is sent, or nothing is and the reason is said (PAGE-4). It reduces
 * risk, so one press sends (PAGE-1).
 */
import type { Price } from '#core/price.ts'
import type { TradingMode } from '#core/trading-state.ts'
import type { Position, TradingState } from '../platform/api/client.ts'
import type { Readable } from '../platform/state/store.ts'
import { clickRefusalText, READ_GUARD_MS, refuseClick } from './click-guard.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { Settings } from '../data/settings/settings.ts'
import { venueBlock } from '../words/venue-text.ts'
import { WHY_NOT } from '../words/why-not.ts'
import { exitQuote } from './exits.ts'
import type { ExitMode, ExitQuote, ExitResult, Exits } from './exits.ts'
import { staleText } from '../words/portfolio-text.ts'

/** Figures on the button when it was pressed. */
export type ExitPress = {
  readonly outcomeId: string
  readonly mode: ExitMode
  readonly quote: ExitQuote
  readonly armed: TradingMode
  /** The better one of the limit prices that stood there in the last 300 ms; null without a quote. */
  readonly worst: Price | null
}

export type ExitPresses = {
  readonly press: (position: Position, mode: ExitMode) => ExitPress
  /** Sends what was pressed, or says why not. */
  readonly release: (press: ExitPress) => ExitResult
  /** Why a press would be refused now, as far as the position says; null when it would not. */
  readonly barred: (position: Position, mode: ExitMode) => string | null
  /** The better one of a limit price and what stood there before it, if that changed in the last 300 ms. */
  readonly worstSeen: (position: Position, mode: ExitMode | 'flat', price: Price) => Price
}

type Positions = Readable<{ readonly items: readonly Position[]; readonly current: boolean }>

type Shown = { readonly price: Price | null; readonly before: Price | null; readonly changedAt: number }

const MODES = ['walk', 'join', 'hedge', 'flat'] as const

/** Builds the presses over the sending. It remembers when the limit price of each quote changed last. */
export function createExitPresses(options: {
  readonly exits: Pick<Exits, 'send' | 'locked'>
  readonly positions: Positions
  readonly trading: Readable<TradingState | null>
  readonly settings: Readable<Pick<Settings, 'clickJumpTicks' | 'priceFormat'>>
  readonly isReceiving: () => boolean
  readonly now: () => number
}): ExitPresses {
  const { exits, positions } = options
  let shown: ReadonlyMap<string, Shown> = new Map()

  positions.subscribe(() => {
    const next = new Map<string, Shown>()
    for (const position of positions.get().items) {
      for (const mode of MODES) {
        const key = `${mode} ${position.outcomeId}`
        const old = shown.get(key)
        const price = limitOf(position, mode)
        const isSame = old !== undefined && old.price === price
        next.set(key, isSame ? old : { price, before: old?.price ?? null, changedAt: options.now() })
      }
    }
    shown = next
  })

  const armed = (): TradingMode => options.trading.get()?.mode ?? 'SAFE'
  const quoteOf = (position: Position, mode: ExitMode): ExitQuote =>
    exitQuote(position, mode, null, pricesIn(options.settings.get().priceFormat))

  /** A label that changed right before the press may not have been read: the better price of both counts. */
  function worstSeen(position: Position, mode: ExitMode | 'flat', price: Price): Price {
    const seen = shown.get(`${mode} ${position.outcomeId}`)
    const old = seen?.before ?? null
    if (seen === undefined || old === null || options.now() - seen.changedAt >= READ_GUARD_MS) return price
    return (mode === 'hedge') === old < price ? old : price
  }

  function barred(position: Position, mode: ExitMode): string | null {
    if (!positions.get().current) return WHY_NOT.linkLost
    const stale = staleText(position)
    if (stale !== null && mode !== 'hedge') return stale
    const quote = quoteOf(position, mode)
    return quote.terms === null ? quote.why : exits.locked(quote.terms)
  }

  return {
    barred,
    worstSeen,
    press(position, mode) {
      const quote = quoteOf(position, mode)
      const worst = quote.terms === null ? null : worstSeen(position, mode, quote.terms.price)
      return { outcomeId: position.outcomeId, mode, quote, armed: armed(), worst }
    },
    release({ outcomeId, mode, quote: seen, armed: before, worst }) {
      const position = positions.get().items.find((one) => one.outcomeId === outcomeId)
      if (position?.status !== 'open') return refused(WHY_NOT.notHeld)
      const why = barred(position, mode)
      const { terms } = quoteOf(position, mode)
      if (seen.terms === null) return refused(seen.why)
      if (terms === null || worst === null) return refused(why ?? WHY_NOT.noQuote)
      const block = venueBlock(options.trading.get()?.venue ?? null, terms.postOnly)
      // The quote represents the book: its limit price is the seen price of either side.
      const sides = (price: Price) => ({ bestBid: price, bestAsk: price })
      const moment = {
        ...sides(terms.price),
        isLinkLive: options.isReceiving(),
        mode: armed(),
        stale: null,
        epoch: 0,
        tick: position.tickSize ?? 1,
        jumpTicks: options.settings.get().clickJumpTicks,
        sinceMoveMs: Infinity,
        busy: null,
        venueBlock: block,
      } as const
      const { side, price } = seen.terms
      const press = { side, price, ...sides(price), reused: false, mode: before, epoch: 0 }
      const refusal = refuseClick(press, moment)
      if (refusal !== null) return refused(clickRefusalText(refusal, moment))
      if (why !== null) return refused(why)
      return exits.send(terms, worst)
    },
  }
}

function refused(text: string): ExitResult {
  return { kind: 'refused', text }
}

function limitOf(position: Position, mode: (typeof MODES)[number]): Price | null {
  return (mode === 'walk' ? position.exit : position[mode])?.price ?? null
}
