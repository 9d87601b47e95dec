/** The contexts of the page, and what most components read from them. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Position } from '../platform/api/client.ts'
import type { BookStore, BookTop } from '../platform/live/book-store.ts'
import { contextOf, useSelected } from '../platform/state/hooks.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { Prices } from '../data/settings/prices.ts'
import type { CommandId } from '../commands/registry.ts'
import { showStroke } from '../commands/strokes.ts'
import type { createContexts } from './create-contexts.ts'

export type Contexts = ReturnType<typeof createContexts>
export type MarketData = Contexts['marketData']
export type Account = Contexts['account']
export type Trading = Contexts['trading']
export type Workspace = Contexts['workspace']
export type Page = Contexts['page']

export const [AllContexts, useContexts] = contextOf<Contexts>()
export const useMarketData = (): MarketData => useContexts().marketData
export const useAccount = (): Account => useContexts().account
export const useTrading = (): Trading => useContexts().trading
export const useWorkspace = (): Workspace => useContexts().workspace
export const usePage = (): Page => useContexts().page

/** Prices in the chosen format; another object only when that changes. */
export function usePrices(): Prices {
  return pricesIn(useSelected(usePage().settings, (settings) => settings.priceFormat))
}

/** Empty for a command without a key. */
export function useKeyText(id: CommandId): string {
  const first = useSelected(usePage().keys, ({ strokes }) => strokes[id][0])
  return first === undefined ? '' : showStroke(first)
}

/** A tooltip that ends with the key of its command. */
export function useTitleWithKey(title: string, id: CommandId): string {
  const text = useKeyText(id)
  return text === '' ? title : `${title} (${text})`
}

/** Position of the outcome; null without one. */
export function usePosition(outcomeId: string): Position | null {
  const { positions } = useAccount()
  return useSelected(
    positions,
    ({ items }) => items.find((one) => one.outcomeId === outcomeId && one.status !== 'closed') ?? null,
  )
}

/** Follows the outcome while `isShown`; the top is of the last flush and says itself whether it is current. */
export function useShownTop(outcomeId: string, isShown: boolean): BookTop {
  const { books, view } = useMarketData()
  useEffect(() => (isShown ? view.show(outcomeId) : undefined), [view, outcomeId, isShown])
  const book = books.book(outcomeId)
  return useSyncExternalStore(book.subscribeTop, book.top)
}

/** One part of a book's top; renders again only when that part changes. `pick` answers the same reference for the same part. */
export function useTopPart<Part>(book: BookStore, pick: (top: BookTop) => Part): Part {
  return useSyncExternalStore(book.subscribeTop, () => pick(book.top()))
}
