/** New alerts on the selected outcome, or on the game of its event. */
import type { Price } from '#core/price.ts'
import type { Event, Market, Outcome } from '../platform/api/client.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { MarketData, Page, Workspace } from './contexts.ts'
import { marketTitle } from '../data/markets/selection.ts'
import { draftForGame, draftForOutcome } from '../data/alerts/alert-draft.ts'
import type { AlertDraft } from '../data/alerts/alert-draft.ts'

/** An alert on an outcome at a price of its book; without a price the field stays open. */
export function draftAt(
  parts: Pick<MarketData, 'books'> & Pick<Page, 'settings'>,
  place: { readonly event: Event; readonly market: Market; readonly outcome: Outcome },
  price: Price | null,
): AlertDraft {
  const { event, market, outcome } = place
  const top = parts.books.book(outcome.id).top()
  const title = marketTitle(event, market)
  return draftForOutcome(
    {
      kind: 'outcome',
      id: outcome.id,
      name: outcome.name,
      title: title === event.title ? title : `${title} \u2013 ${event.title}`,
      tick: top.tick ?? market.tickSize ?? 100,
    },
    top,
    price,
    pricesIn(parts.settings.get().priceFormat),
  )
}

/** An alert on the chosen outcome; null when nothing is chosen. */
export function draftOfSelection(
  parts: Pick<MarketData, 'books'> & Pick<Workspace, 'selection'> & Pick<Page, 'settings'>,
): AlertDraft | null {
  const selection = parts.selection.get()
  return selection === null ? null : draftAt(parts, selection, null)
}

/** An alert on the game of an event; null for an event that is no game. */
export function draftOfGame(event: Event): AlertDraft | null {
  return event.gameId === null ? null : draftForGame({ kind: 'game', id: event.gameId, title: event.title })
}
