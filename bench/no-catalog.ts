/** A catalog that knows nothing, for books that are measured alone. */
import type { CatalogActor } from '#engine/markets/catalog.ts'

export const NO_CATALOG: Pick<
  CatalogActor,
  | 'announce'
  | 'outcome'
  | 'market'
  | 'setStreamedTick'
  | 'releaseTick'
  | 'refresh'
  | 'complete'
  | 'readTick'
  | 'learnFacts'
> = {
  announce: () => undefined,
  outcome: () => null,
  market: () => null,
  setStreamedTick: () => undefined,
  releaseTick: () => undefined,
  refresh: () => Promise.resolve(),
  complete: () => Promise.resolve(),
  readTick: () => null,
  learnFacts: () => undefined,
}
