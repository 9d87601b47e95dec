/** Why a press sends nothing: the one list of reasons. Ladder, ticket, exits, moves and flatten say the same of the same. */
import type { StaleCause } from '../platform/live/book-store.ts'

export const WHY_NOT = {
  linkLost: 'link to the terminal lost',
  safe: 'the terminal is SAFE',
  modeChanged: 'mode changed since the click',
  bookStale: 'feed stale',
  newEpoch: 'book restarted since the click',
  offTick: 'tick size changed, this price no longer exists',
  rowsMoved: 'rows moved under the pointer',
  bookPulled: 'best price was pulled',
  marketMoved: 'market moved since the click',
  inFlight: 'an order at this price is being sent',
  fateUnknown: 'an order at this price is still unresolved',
  sideInFlight: 'an order on this side is being sent',
  sideUnknown: 'an order on this side is unknown; it is being checked and never sent again',
  orderGone: 'the order is no longer open',
  orderUnknown: 'the order is still unresolved',
  orderPending: 'the order is still being sent',
  orderDelayed: 'the venue is delaying the order',
  orderCancelling: 'the order is being cancelled',
  orderMoving: 'the order is already being moved',
  samePrice: 'already at that price',
  notOnTick: 'not on the tick',
  exitGone: 'the exit is gone',
  exitMoved: 'the exit moved or ended meanwhile',
  nothingLeft: 'nothing left to move: filled or cancelled meanwhile',
  noSide: 'go to the bid or ask column first',
  nothingHere: 'no order or exit of mine here',
  notHeld: 'position already closed',
  noQuote: 'no quote right now',
  lossLimit: 'loss limit reached',
  nothingSellable: 'no position here to sell',
  onlyCancelled: 'cancels orders, sells nothing',
} as const

/** While a loss limit is locked, of a press that buys: one that pairs with what is held goes through. */
export const LOSS_LOCKED = {
  why: WHY_NOT.lossLimit,
  meanwhile: 'New risk is refused; closing, hedging and cancels work.',
} as const

/** While an order at the same price has no outcome. */
export const BUSY = { sending: WHY_NOT.inFlight, unknown: WHY_NOT.fateUnknown } as const

const STALE: Record<StaleCause, string> = {
  no_snapshot: 'waiting for the book',
  feed_down: 'market feed down',
  no_pong: 'market feed silent',
  frozen: 'feed stale',
  gap: 'book being read again',
  crossed: 'book crossed, being read again',
  tick_change: 'tick size changed, waiting for a new book',
  resolved: 'market resolved',
  unknown: 'feed stale',
  link: WHY_NOT.linkLost,
  resync: 'being read again',
}

/** Why a book is stale, as text; of a reason that this page does not know, that it is stale. */
export function staleText(cause: string): string {
  return Object.hasOwn(STALE, cause) ? STALE[cause as StaleCause] : STALE.unknown
}

/** Why no press would send now, before anybody presses, and what then; ladder and ticket say the same. Null where one may. */
export function whyNotNow(now: {
  readonly notTradable: string | null
  readonly stale: StaleCause | null
  readonly venueBlock: string | null
}): { readonly why: string; readonly meanwhile: string } | null {
  const { notTradable, stale, venueBlock } = now
  if (notTradable !== null) return { why: 'not tradable here', meanwhile: notTradable }
  if (stale === 'resolved') return { why: staleText(stale), meanwhile: 'Read-only. Cancels work.' }
  if (stale !== null)
    return { why: staleText(stale), meanwhile: 'Cancels work; clicks resume when the book is live.' }
  if (venueBlock === null) return null
  return { why: venueBlock, meanwhile: 'Nothing is sent by a click. Cancels are still attempted.' }
}
