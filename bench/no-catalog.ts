/** A catalog that knows nothing, for books that are measured alone. */
import type { CatalogActor } from '#engine/markets/catalog.ts'

export const NO_CATALOG: Pick<
  CatalogActor,
  'announce' | 'outcome' | 'market' | 'refresh' | 'complete' | 'learnFacts'
> = {
  announce: () => undefined,
  outcome: () => null,
  market: () => null,
  refresh: () => Promise.resolve(),
  complete: () => Promise.resolve(),
  learnFacts: () => undefined,
}
