// Price of every market since the start: the mid of its book, at most once a minute.
import type { Exchange } from '../../exchange/exchange.ts'
import { countLeading } from '../../sorted.ts'
import type { ListedMarket } from '../../types.ts'

/** Unix seconds, and the price of the first outcome in steps of 0.0001 (halves allowed). */
export type Point = { readonly t: number; readonly p: number }

export type PriceSamples = ReturnType<typeof createPriceSamples>

const MINUTE = 60
const MAX_KEPT = 3_000

/** Nothing seen yet; listens to the exchange from now on. */
export function createPriceSamples(exchange: Exchange) {
  const samples = new Map<string, Point[]>()

  exchange.subscribe(({ type, market, at }) => {
    const t = Math.floor(at / 1000)
    if (type === 'levels') sample(market, t)
    else if (type === 'dropped') samples.delete(market.conditionId)
  })

  function sample(market: ListedMarket, t: number): void {
    const { conditionId } = market
    const list = samples.get(conditionId) ?? []
    const last = list.at(-1)
    if (last !== undefined && t - last.t < MINUTE) return
    const p = midOf(exchange, market.tokens[0])
    if (p === null) return
    samples.set(conditionId, list)
    list.push({ t, p })
    if (list.length > MAX_KEPT)
      samples.set(
        conditionId,
        list.filter((_point, index) => index % 2 === 0),
      )
  }

  /** The price at a second: the last one seen by then, else the first one seen; null when none was. */
  function at(conditionId: string, second: number): number | null {
    const known = samples.get(conditionId) ?? []
    const seen = countLeading(known, ({ t }) => t <= second)
    return known[Math.max(seen - 1, 0)]?.p ?? null
  }

  return {
    /** Samples of one market, oldest first. */
    of: (conditionId: string): readonly Point[] => samples.get(conditionId) ?? [],
    at,
  }
}

/** The middle of an outcome's book, in steps of 0.0001; null when a side is empty. */
export function midOf(exchange: Exchange, token: string): number | null {
  const { bid, ask } = exchange.best(token)
  return bid === null || ask === null ? null : (bid + ask) / 2
}
