// Past prices of every outcome: what was seen since the start, and before that a seeded walk that ends there, so that a
// chart has a past. Points are mid prices in steps of half a tenth of a cent. A line starts with its market and stays for
// some days after it.
import { createHash } from 'node:crypto'

import { get, ok } from '../../answers.ts'
import { outcomeIndex } from '../../exchange/book.ts'
import { secondsOf } from '../../text.ts'
import type { ListedMarket } from '../../types.ts'
import { Refusal, type Route } from '../../http-server.ts'
import LIMITS from '../limits.json' with { type: 'json' }
import type { ClobParts } from './parts.ts'
import { midOf, type Point } from './price-samples.ts'

type Window = { readonly from: number; readonly to: number; readonly fidelity: number }

const MINUTE = 60
const DAY = 86_400
const MAX_WINDOW = 15 * DAY
const MAX_POINTS = 4_300
/** A market that has closed keeps its line for so long, in seconds. */
const SHOWN_AFTER_CLOSING = 7 * DAY
const INTERVALS: Readonly<
  Record<string, { readonly seconds: number; readonly fidelity: number; readonly least: number }>
> = LIMITS.histories

/** The price-history route. */
export function priceHistoryRoutes({ exchange, clock, samples }: ClobParts): readonly Route[] {
  /** The price of the first outcome at a second. */
  function priceAt(market: ListedMarket, end: number, second: number): number {
    const { conditionId } = market
    const [first] = samples.of(conditionId)
    if (first !== undefined && second >= first.t) return samples.at(conditionId, second) ?? first.p
    return walk(conditionId, first ?? { t: end, p: midOf(exchange, market.tokens[0]) ?? 5_000 }, second)
  }

  function history(token: string, window: Window): readonly Point[] {
    const market = exchange.marketOfToken(token)
    if (market === undefined) return []
    const now = Math.floor(clock.now() / 1000)
    const end = market.closed ? secondsOf(market.closedAt ?? 0) : now
    if (now - end > SHOWN_AFTER_CLOSING) return []
    const index = outcomeIndex(market, token)
    const shown = (steps: number): number => {
      const own = index === 0 ? steps : 10_000 - steps
      return Math.round(own) / 10_000
    }
    const step = Math.max(window.fidelity * MINUTE, Math.ceil((window.to - window.from) / MAX_POINTS))
    const from = Math.max(window.from, Math.ceil((market.createdAt ?? 0) / 1000))
    const points: Point[] = []
    for (let t = Math.ceil(from / step) * step; t <= Math.min(window.to, end); t += step) {
      points.push({ t, p: shown(priceAt(market, end, t)) })
    }
    if (window.to >= end && from <= end) {
      points.push({ t: end, p: shown(midOf(exchange, market.tokens[0]) ?? priceAt(market, end, end)) })
    }
    return points
  }

  function windowOf(query: URLSearchParams): Window {
    const [start, end, asked] = [query.get('startTs'), query.get('endTs'), query.get('fidelity')]
    const name = query.get('interval') ?? '1d'
    const now = Math.floor(clock.now() / 1000)
    if ([start, end, asked].some((text) => text !== null && !/^\d{1,12}$/.test(text)))
      throw new Refusal(400, 'invalid filters')
    const fidelity = asked === null ? null : Math.max(1, Number(asked))
    if (start !== null || end !== null) {
      const to = end === null ? now : Number(end)
      const from = start === null ? to - DAY : Number(start)
      if (to - from > MAX_WINDOW) throw new Refusal(400, "'startTs' and 'endTs' interval is too long")
      return { from, to: Math.min(to, now), fidelity: fidelity ?? 1 }
    }
    const interval = Object.entries(INTERVALS).find(([known]) => known === name)?.[1]
    if (interval === undefined) throw new Refusal(400, 'invalid filters')
    if (fidelity !== null && fidelity < interval.least) {
      throw new Refusal(400, `invalid filters: minimum 'fidelity' for '${name}' range is ${interval.least}`)
    }
    return { from: now - interval.seconds, to: now, fidelity: fidelity ?? interval.fidelity }
  }

  return [
    get('/prices-history', ({ query }) => {
      const token = query.get('market') ?? ''
      if (!/^\d{1,78}$/.test(token)) throw new Refusal(400, 'Invalid token id')
      return ok({ history: history(token, windowOf(query)) })
    }),
  ]
}

/** A seeded path back from an anchor: smooth waves whose distance from the anchor grows with time. */
function walk(seed: string, anchor: Point, second: number): number {
  const age = anchor.t - second
  const digest = createHash('sha256').update(seed).digest()
  let offset = 0
  for (let wave = 0; wave < 6; wave += 1) {
    const period = 1_800 * 3 ** wave * (1 + (digest[wave] ?? 0) / 256)
    const phase = ((digest[wave + 8] ?? 0) / 256) * 2 * Math.PI
    const height = 40 * 1.7 ** wave
    offset += height * (Math.sin(phase + (2 * Math.PI * age) / period) - Math.sin(phase))
  }
  return Math.min(9_950, Math.max(50, Math.round(anchor.p + offset)))
}
