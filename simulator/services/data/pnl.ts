/** The profit line of a wallet: what it has made up to each point of an interval, from its entries alone. */
import ROWS from '../../world/data/rows.json' with { type: 'json' }
import type { Parts } from '../../parts.ts'
import { amountNumber, secondsOf } from '../../text.ts'
import type { MarketEntry } from '../../world/entries.ts'
import type { World } from '../../world/world.ts'
import type { PriceSamples } from '../clob/price-samples.ts'
import LIMITS from '../limits.json' with { type: 'json' }
import { positionsOf, type Entry } from './book.ts'
import { currentPrice, rounded, type DataRow } from './rows.ts'

const HOUR_MS = 3_600_000
export const INTERVALS: Readonly<Record<string, number>> = LIMITS.profits.intervals
export const FIDELITIES: Readonly<Record<string, number>> = LIMITS.profits.fidelities
const MAX_POINTS = 1000

type PnlDeps = Pick<Parts, 'world' | 'exchange'> & {
  readonly samples: PriceSamples
}

/** Points from the wallet's start (or the interval's) to now, the last one at this moment. */
export function pnlPoints(
  deps: PnlDeps,
  entries: readonly Entry[],
  now: number,
  interval: string,
  fidelity: string,
): DataRow[] {
  const [first] = entries
  if (first === undefined) return []
  const length = INTERVALS[interval] ?? 0
  const step = FIDELITIES[fidelity] ?? HOUR_MS
  const start = length === 0 ? first.at : Math.max(now - length, first.at)
  const times: number[] = []
  for (let at = Math.ceil(start / step) * step; at < now && times.length < MAX_POINTS; at += step)
    times.push(at)
  return [...times, now].map((at) =>
    point(
      entries.filter((entry) => entry.at <= at),
      at,
      (market, index) =>
        at < now ? pastPrice(deps, market, index, at) : currentPrice(deps.exchange, market, index),
      deps.world,
    ),
  )
}

/** Value of a share at a past time, in steps of 0.0001. */
function pastPrice({ exchange, samples }: PnlDeps, market: MarketEntry, index: 0 | 1, at: number): number {
  const first = market.listed === null ? null : samples.at(market.listed.conditionId, secondsOf(at))
  if (first === null) return currentPrice(exchange, market, index)
  return index === 0 ? first : 10_000 - first
}

/** Profit of combos, in micro-pUSD: sales go at the average cost, and the rest ends with its legs. */
function comboRealized(entries: readonly Entry[]): bigint {
  const held = new Map<string, { size: bigint; cost: bigint }>()
  let realized = 0n
  for (const entry of entries) {
    if (entry.kind !== 'combo' && entry.kind !== 'combo_end') continue
    const combo = held.get(entry.conditionId) ?? { size: 0n, cost: 0n }
    held.set(entry.conditionId, combo)
    if (entry.kind === 'combo' && entry.side === 'BUY') {
      combo.size += entry.size
      combo.cost += entry.cash
      continue
    }
    const size = entry.kind === 'combo' ? entry.size : combo.size
    const cost = combo.size === 0n ? 0n : (combo.cost * size) / combo.size
    combo.size -= size
    combo.cost -= cost
    realized += entry.cash - cost
  }
  return realized
}

/** @see venue reference, section 4.4 */
function point(
  entries: readonly Entry[],
  at: number,
  priceOf: (market: MarketEntry, index: 0 | 1) => number,
  world: World,
): DataRow {
  let realizedInMarkets = 0
  let unrealized = 0
  for (const position of positionsOf('', entries)) {
    const market = world.marketOfToken(position.token)
    realizedInMarkets += amountNumber(position.realized)
    if (market === undefined || position.size === 0n) continue
    const index = market.listed?.tokens[1] === position.token ? 1 : 0
    unrealized +=
      (amountNumber(position.size) * priceOf(market, index)) / 10_000 - amountNumber(position.cost)
  }
  const realizedInCombos = amountNumber(comboRealized(entries))
  const realized = realizedInMarkets + realizedInCombos
  const cash = (type: string): number =>
    entries.reduce(
      (sum, entry) => (entry.kind === 'cash' && entry.type === type ? sum + amountNumber(entry.amount) : sum),
      0,
    )
  const fees = entries.reduce((sum, entry) => ('fee' in entry ? sum + amountNumber(entry.fee) : sum), 0)
  const volume = entries.reduce(
    (sum, entry) => (entry.kind === 'fill' ? sum + amountNumber(entry.cash) : sum),
    0,
  )
  const income = cash('REWARD') + cash('YIELD')
  const position = rounded(realized + unrealized)
  return {
    ...ROWS.point,
    timestamp: secondsOf(at),
    source_block: 93_000_000 + (Math.floor(secondsOf(at) / 2) % 10_000_000),
    realized_market_pnl: rounded(realizedInMarkets),
    realized_combo_pnl: rounded(realizedInCombos),
    unrealized_pnl: rounded(unrealized),
    reward_income: cash('REWARD'),
    yield_income: cash('YIELD'),
    deposits: cash('DEPOSIT'),
    withdrawals: cash('WITHDRAWAL'),
    realized_pnl: rounded(realized),
    wallet_income: income,
    position_pnl: position,
    settled_pnl: rounded(realized + income - fees),
    economic_pnl: rounded(position + income - fees),
    trade_pnl: position,
    fees: rounded(fees),
    fees_paid: rounded(fees),
    volume: rounded(volume),
    volume_usdc: rounded(volume),
    trade_count: entries.filter((entry) => entry.kind === 'fill' || entry.kind === 'combo').length,
  }
}
