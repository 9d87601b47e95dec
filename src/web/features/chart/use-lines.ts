/** The lines of the chart as they are now: history with its live end, own fills, open orders and exits. */
import { useEffect, useMemo } from 'react'
import { micros, ZERO } from '#core/money.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { followAll, useTopValues } from '../../contexts/use-tops.ts'
import { useSelected, useStep, useStore } from '../../platform/state/hooks.ts'
import { useAccount, useMarketData, useTrading } from '../../contexts/contexts.ts'
import { levelsOfOutcome } from '../../data/alerts/alert-levels.ts'
import { useGame } from '../../contexts/use-game.ts'
import { usePlannedExits } from '../../contexts/use-planned-exits.ts'
import { holdingKey, holdingOf } from '../../data/account/holding.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import type { ChartLine } from './chart-line.ts'
import {
  alertLevelsOf,
  entryOf,
  exitLevelsOf,
  gameMarks,
  levelsOf,
  marksOf,
  plannedLevelsOf,
} from './chart-lines.ts'
import type { LineChoice } from './chart-lines.ts'
import type { Point, ReadHistory } from '../../data/markets/history.ts'
import { middleOf, withLiveEnd } from '../../data/markets/history-line.ts'

const MINUTE_MS = 60_000
const UNREAD: Pick<ReadHistory, 'points' | 'step'> = { points: [], step: MINUTE_MS }
/** A chart of hours shows no more by being drawn ten times a second, and each drawing is a whole canvas. */
const CHART_REST_MS = 500

/** Follows the books of the outcomes and builds their lines; made again only when something on them has changed. */
export function useLines(
  drawn: readonly LineChoice[],
  histories: ReadonlyMap<string, ReadHistory>,
  gameId: string | null,
): readonly ChartLine[] {
  const { books } = useMarketData()
  const { positions } = useAccount()
  const fills = useStore(useAccount().fills).items
  const orders = useStore(useAccount().orders).items
  const exits = useStore(useTrading().attachedExits.list).items
  const alerts = useStore(useMarketData().alerts.levels)
  const key = drawn.map(({ outcome }) => outcome.id).join(' ')
  // Marks of positions move all the time, their size and average only with trades.
  const held = useSelected(positions, ({ items }) =>
    key
      .split(' ')
      .map((id) => {
        const position = items.find((one) => one.outcomeId === id) ?? null
        return `${position?.averagePrice ?? ''}/${holdingKey(position)}`
      })
      .join('|'),
  )
  const holdings = useMemo(
    () =>
      held.split('|').map((text) => {
        const [average = '', kept = ''] = text.split('/')
        return { average: average === '' ? null : micros(BigInt(average)), holding: holdingOf(kept) }
      }),
    [held],
  )
  useEffect(() => followAll(books, key), [books, key])
  const middles = useTopValues(key, liveMiddle, CHART_REST_MS)
  const { isReplay } = useTrading()
  const step = Math.min(MINUTE_MS, ...drawn.map(({ outcome }) => (histories.get(outcome.id) ?? UNREAD).step))
  const now = useStep(step)
  const game = useGame(gameId)
  const planned = usePlannedExits(drawn[0]?.outcome.id ?? '', drawn[0]?.market.tickSize ?? 100)
  // Apart from the points: these stay the same things while only the market moves, and are not drawn again.
  const still = useMemo(
    () =>
      drawn.map(({ market, outcome }, look) => {
        const step = (histories.get(outcome.id) ?? UNREAD).step
        return {
          marks: [
            ...marksOf(outcome.id, fills, step),
            ...(look === 0 ? gameMarks(market, game, step) : []),
          ].sort((a, b) => a.at - b.at),
          levels: [
            ...levelsOf(outcome.id, openOrders(orders)),
            ...exitLevelsOf(outcome.id, exits, holdings[look]?.holding ?? null),
            ...entryOf(holdings[look]?.holding?.size ?? ZERO, holdings[look]?.average ?? null),
            ...alertLevelsOf(levelsOfOutcome(alerts, outcome.id)),
            ...(look === 0 ? plannedLevelsOf(planned) : []),
          ],
        }
      }),
    [drawn, histories, fills, orders, exits, alerts, holdings, game, planned],
  )
  return useMemo(
    () =>
      drawn.map(({ outcome, name }, look) => {
        const { points, step } = histories.get(outcome.id) ?? UNREAD
        const middle = middles[look] ?? null
        return {
          id: outcome.id,
          name,
          look,
          points: withLiveEnd(isReplay ? until(points, now) : points, middle, now, step),
          marks: still[look]?.marks ?? [],
          levels: still[look]?.levels ?? [],
        }
      }),
    [drawn, histories, middles, now, still, isReplay],
  )
}

/** A recording knows what came later. */
function until(points: readonly Point[], now: number): readonly Point[] {
  const later = points.findIndex(({ at }) => at > now)
  return later < 0 ? points : points.slice(0, later)
}

function liveMiddle(top: BookTop): number | null {
  return top.stale === null ? middleOf(top.bestBid, top.bestAsk) : null
}
