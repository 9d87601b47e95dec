/** The order in the ticket as it is being written. It belongs to one outcome; another selection starts anew but keeps size and type. */
import { formatMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order.ts'
import { formatFixed } from '#lib/decimal.ts'
import { priceDecimals } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { createStore } from '../../state/store.ts'
import type { Readable, Store } from '../../state/store.ts'
import type { Selection } from '../event/selection.ts'

export type Draft = {
  readonly outcomeId: string
  readonly side: Side
  readonly priceText: string
  readonly sizeText: string
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** Minutes from now for GTD. */
  readonly minutesText: string
  /** Grows when something outside the ticket fills it in. */
  readonly filledIn: number
}

/** Builds the draft store; it follows the selection. */
export function createDraft(selection: Readable<Selection | null>): Store<Draft | null> {
  const draft = createStore<Draft | null>(null)
  selection.subscribe(() => {
    const outcomeId = selection.get()?.outcome.id
    const old = draft.get()
    if (outcomeId === undefined || outcomeId === old?.outcomeId) return
    draft.set({
      outcomeId,
      side: old?.side ?? 'BUY',
      priceText: '',
      sizeText: old?.sizeText ?? '10',
      timeInForce: old?.timeInForce ?? 'GTC',
      postOnly: old?.postOnly ?? false,
      minutesText: old?.minutesText ?? '60',
      filledIn: 0,
    })
  })
  return draft
}

/** The draft with side, price and size put in from a ladder. */
export function fillIn(
  draft: Draft | null,
  outcomeId: string,
  part: { readonly side?: Side; readonly price: Price; readonly size?: Micros },
  tick: TickSize,
): Draft {
  return {
    outcomeId,
    side: part.side ?? draft?.side ?? 'BUY',
    priceText: priceText(part.price, tick),
    sizeText: part.size === undefined ? (draft?.sizeText ?? '10') : formatMicros(part.size),
    timeInForce: draft?.timeInForce ?? 'GTC',
    postOnly: draft?.postOnly ?? false,
    minutesText: draft?.minutesText ?? '60',
    filledIn: (draft?.filledIn ?? 0) + 1,
  }
}

/** A price as text of the price field. */
export function priceText(price: Price, tick: TickSize): string {
  return formatFixed(BigInt(price), 4, priceDecimals(tick))
}
