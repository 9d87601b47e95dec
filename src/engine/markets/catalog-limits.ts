/** Bounds of the catalog in memory, and the use of one event (INV-52). */
import type { Market, MarketEvent } from '#core/market/market.ts'

export type CatalogLimits = {
  readonly events: number
  readonly markets: number
  /** Characters of all texts together. */
  readonly textLength: number
}

export type CatalogUse = CatalogLimits

/** The venue was seen with some 6,000 open events, 73,000 markets and 25 million characters. */
export const CATALOG_LIMITS: CatalogLimits = {
  events: 20_000,
  markets: 200_000,
  textLength: 128 * 1024 * 1024,
}

export const NOTHING_USED: CatalogUse = { events: 0, markets: 0, textLength: 0 }

/** Memory use of an event. */
export function useOf(event: MarketEvent): CatalogUse {
  let textLength = event.title.length + event.slug.length + event.description.length
  for (const { label, slug } of event.tags) textLength += label.length + slug.length
  for (const { name, alias, abbreviation } of event.teams) {
    textLength += name.length + (alias?.length ?? 0) + abbreviation.length
  }
  for (const market of event.markets) textLength += marketTextLength(market)
  return { events: 1, markets: event.markets.length, textLength }
}

function marketTextLength({ slug, question, groupTitle, outcomes }: Market): number {
  const [first, second] = outcomes
  return slug.length + question.length + (groupTitle?.length ?? 0) + first.name.length + second.name.length
}

/** Use once `added` has replaced `removed`. */
export function useAfter(used: CatalogUse, removed: CatalogUse, added: CatalogUse): CatalogUse {
  return {
    events: used.events - removed.events + added.events,
    markets: used.markets - removed.markets + added.markets,
    textLength: used.textLength - removed.textLength + added.textLength,
  }
}

/** Which limit it is beyond, with the figure and the limit; null when it is within all. */
export function excessOf(use: CatalogUse, limits: CatalogLimits): string | null {
  if (use.events > limits.events) return `more than ${limits.events} events`
  if (use.markets > limits.markets) return `more than ${limits.markets} markets`
  return use.textLength > limits.textLength ? `more than ${limits.textLength} characters of text` : null
}
