/**
 * Marks on the chart besides prices: own fills, open orders, alerts, start and end of the game; and all of it as text.
 */
import { addMicros, ZERO } from '#core/money.ts'
import { priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import { legResult } from '../../data/account/holding.ts'
import type { Holding } from '../../data/account/holding.ts'
import { groupExits } from '../../data/account/exit-marks.ts'
import { chipText, LETTERS } from '../../data/account/exit-mark-text.ts'
import type { AttachedExit, Event, Fill, Market, Order, Outcome } from '../../platform/api/client.ts'
import { showCents, showSize } from '../../platform/format/figures.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { PlannedExit } from '../../contexts/use-planned-exits.ts'
import type { AlertLevel } from '../../data/alerts/alert-levels.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import { whyNotMovable } from '../../actions/guard.ts'
import type { GameView } from '../../platform/live/game-cache.ts'
import type { ChartLevel, ChartLine, ChartMark } from './chart-line.ts'
import { floorTo } from '../../data/markets/history.ts'
import { extentOf, MICROS_PER_STEP, valueText } from '../../data/markets/history-line.ts'
import type { Micros } from '#core/money.ts'

export type LineChoice = { readonly market: Market; readonly outcome: Outcome; readonly name: string }

/** Every outcome of the event that can be drawn, with a name that tells it from the others. */
export function lineChoices(event: Event): readonly LineChoice[] {
  return event.markets.flatMap((market) =>
    market.outcomes.map((outcome) => {
      const title = marketTitle(event, market)
      const isYes = outcome.name === 'Yes'
      const isWhole = event.markets.length === 1 || title === event.title
      const name = isWhole ? outcome.name : isYes ? title : `${outcome.name} \u2013 ${title}`
      return { market, outcome, name }
    }),
  )
}

/** Lines by default: the selected outcome, and in an event of exclusive outcomes the first ones beside it. */
export function firstLines(event: Event, outcomeId: string): readonly string[] {
  if (!event.negRisk || event.markets.length < 3) return [outcomeId]
  const others = event.markets.flatMap((market) => market.outcomes[0]?.id ?? [])
  const own = event.markets.find((market) => market.outcomes.some(({ id }) => id === outcomeId))
  return [outcomeId, ...others.filter((id) => own?.outcomes.every((one) => one.id !== id) ?? true)].slice(
    0,
    4,
  )
}

/** Own fills of an outcome on the steps of the chart; fills of one side and step are one mark. */
export function marksOf(outcomeId: string, fills: readonly Fill[], step: number): readonly ChartMark[] {
  const own = fills.filter((fill) => fill.outcomeId === outcomeId && fill.status !== 'failed')
  const groups = Map.groupBy(own, (fill) => `${fill.side} ${floorTo(fill.at, step)}`)
  const marks = [...groups.values()].flatMap((members): readonly ChartMark[] => {
    const [first] = members
    if (first === undefined) return []
    const size = addMicros(...members.map((fill) => fill.size))
    const at = floorTo(first.at, step)
    return [{ at, kind: first.side, text: showSize(size), count: members.length }]
  })
  return marks.sort((a, b) => a.at - b.at)
}

/** Start and end of the game; of one step the last. */
export function gameMarks(market: Market, view: GameView, step: number): readonly ChartMark[] {
  const start = view.game?.startedAt ?? market.gameStartTime
  const end = view.game?.endedAt ?? null
  const all = [
    ...(start === null ? [] : [{ at: start, text: 'start' }]),
    ...(end === null ? [] : [{ at: end, text: 'end' }]),
  ]
  const byStep = new Map(all.map(({ at, text }) => [floorTo(at, step), text]))
  return [...byStep]
    .map(([at, text]): ChartMark => ({ at, kind: 'game', text, count: 0 }))
    .sort((a, b) => a.at - b.at)
}

/** Open orders of an outcome; those of one side and price are one level, which a drag moves as a whole. */
export function levelsOf(outcomeId: string, orders: readonly Order[]): readonly ChartLevel[] {
  const own = orders.filter((order) => order.outcomeId === outcomeId)
  return [...Map.groupBy(own, (order) => `${order.side} ${order.price}`).values()].flatMap(
    (members): readonly ChartLevel[] => {
      const [first] = members
      if (first === undefined) return []
      const size = addMicros(...members.map((order) => order.remainingSize))
      return [
        {
          id: first.clientOrderId ?? first.id ?? String(first.price),
          value: first.price * MICROS_PER_STEP,
          side: first.side,
          text: `${first.side} ${showSize(size)}${members.length === 1 ? '' : ` in ${members.length}`}`,
          grip: members.some((order) => whyNotMovable(order) === null)
            ? { outcomeId, side: first.side, leg: null, from: first.price, hasOthers: false }
            : null,
          count: members.length,
        },
      ]
    },
  )
}

/** Exits of an outcome that have a price; a target that rests is among the orders. */
export function exitLevelsOf(
  outcomeId: string,
  exits: readonly AttachedExit[],
  holding: Holding | null,
): readonly ChartLevel[] {
  return [...groupExits(exits).values()].flatMap((mark): readonly ChartLevel[] =>
    mark.outcomeId !== outcomeId || mark.rests
      ? []
      : [
          {
            id: `exit ${mark.leg} ${mark.exits[0]?.id ?? ''}`,
            value: mark.price * MICROS_PER_STEP,
            side: 'EXIT',
            text: `${chipText(mark)}${resultText(legResult(mark, holding))}`,
            grip: { outcomeId, side: mark.side, leg: mark.leg, from: mark.price, hasOthers: false },
          },
        ],
  )
}

/** Exits that the ticket would attach. */
export function plannedLevelsOf(planned: readonly PlannedExit[]): readonly ChartLevel[] {
  return planned.map(({ leg, price, result }) => ({
    id: `planned ${leg}`,
    value: price * MICROS_PER_STEP,
    side: 'PLANNED',
    text: `${LETTERS[leg]} planned${resultText(result)}`,
  }))
}

function resultText(result: Micros | null): string {
  return result === null ? '' : ` ${showCents(result, true)}`
}

/** Price alerts of an outcome that can still fire. */
export function alertLevelsOf(levels: readonly AlertLevel[]): readonly ChartLevel[] {
  return levels.map(({ id, price, direction, isWatching }) => ({
    id,
    value: price * MICROS_PER_STEP,
    side: 'ALERT',
    text: `alert ${direction === 'above' ? '\u2191' : '\u2193'}${isWatching ? '' : ' silent'}`,
  }))
}

/** The average at which what is held of an outcome was entered; nothing while nothing is held, or above 1, which fees can make of it. */
export function entryOf(size: Micros, average: Micros | null): readonly ChartLevel[] {
  return average === null || average > 1_000_000n || size <= ZERO
    ? []
    : [
        {
          id: 'entry',
          value: Number(average),
          side: 'ENTRY',
          text: `entry ${showSize(size)}`,
        },
      ]
}

/** Pixels from a line within which it is taken, by a pointer and by a finger. */
const REACH = { mouse: 5, touch: 22 }

/** The nearest mark within reach of a height; null without one. */
export function gripNear<Of extends { readonly y: number }>(
  marks: readonly Of[],
  height: number,
  by: keyof typeof REACH = 'mouse',
): Of | null {
  const away = ({ y }: Of) => Math.abs(y - height)
  const [nearest] = marks.filter((one) => away(one) <= REACH[by]).toSorted((a, b) => away(a) - away(b))
  return nearest ?? null
}

/** The chart in one sentence, with what is mine on its first line. */
export function summaryOf(
  { name, points, marks, levels }: Pick<ChartLine, 'name' | 'points' | 'marks' | 'levels'>,
  span: string,
  tick: TickSize,
  prices: Prices,
): string {
  const extent = extentOf(points)
  if (extent === null) return `${name}: no prices over ${span}.`
  const show = (value: number, as = prices) => valueText(value, priceDecimals(tick), as)
  const change = extent.last.value - extent.first.value
  const by = show(Math.abs(change), prices.isExact ? prices : pricesIn('price'))
  const moved = change === 0 ? `unchanged over ${span}` : `${change > 0 ? 'up' : 'down'} ${by} over ${span}`
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
  const levelsOn = (...sides: readonly ChartLevel['side'][]) =>
    sum(levels.filter(({ side }) => sides.includes(side)).map(({ count = 1 }) => count))
  const moments = marks.filter(
    ({ kind, at }) => kind === 'game' && at >= extent.first.at && at <= extent.last.at,
  )
  const fills = sum(marks.map(({ count }) => count))
  const mine = [
    fills === 0 ? '' : `${fills} of my fills`,
    countText(levelsOn('BUY', 'SELL'), 'open order'),
    countText(levelsOn('EXIT'), 'exit'),
    countText(levelsOn('ALERT'), 'alert'),
    countText(moments.length, 'mark', ' of the game'),
  ].filter((part) => part !== '')
  return `${name} ${show(extent.last.value)}, ${moved}; low ${show(extent.low)}, high ${show(extent.high)}${
    mine.length === 0 ? '' : `; ${mine.join(', ')}`
  }.`
}

function countText(count: number, name: string, rest = ''): string {
  return count === 0 ? '' : `${count} ${name}${count === 1 ? '' : 's'}${rest}`
}
