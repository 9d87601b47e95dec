/** State of one outcome's ladder: its book with the reason why it is not current, and the rows of its grid. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import {
  useAccount,
  useMarketData,
  usePage,
  usePrices,
  useTopPart,
  useTrading,
  useWorkspace,
} from '../../contexts/contexts.ts'
import { PHONE, REDUCED_MOTION, useMedia } from '../../platform/page/screen-class.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { sharesToSell } from '../../actions/sale.ts'
import { holdingKey, holdingOf } from '../../data/account/holding.ts'
import type { Holding } from '../../data/account/holding.ts'
import type { OrderDefaults } from '../../data/settings/order-defaults.ts'
import { useViewport } from './grid/use-viewport.ts'
import { groupsOf, regrouped } from '../../data/markets/ladder-grid.ts'
import type { Group, LadderGrid } from '../../data/markets/ladder-grid.ts'
import { columnsOf } from './grid/ladder-columns.ts'
import type { LadderColumns } from './grid/ladder-columns.ts'

/** How a price is written in this ladder. */
export type ShowPrice = (price: Price | null) => string

/** With the line of one pixel below each: what a finger presses is 44 high. */
const ROW_HEIGHT = { compact: 22, normal: 26, touch: 45 } as const

/** Height of one price in CSS pixels, of the density that is set; on a phone always for a finger. */
export function useRowHeight(): number {
  const density = useSelected(usePage().settings, (settings) => settings.density)
  const isPhone = useMedia(PHONE)
  return ROW_HEIGHT[isPhone ? 'touch' : density]
}

/** Outcome of a ladder in its market. */
export type LadderSubject = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  /** The market's other outcome, to flip to; null when it has not two. */
  readonly other: Outcome | null
}

/** Follows the outcome while it is shown. `place` is where the view is kept. */
export function useLadderView({ event, market, outcome, other }: LadderSubject, place: string) {
  const { books, volumeAndQueue } = useMarketData()
  const { live } = usePage()
  const book = books.book(outcome.id)
  useEffect(() => books.follow(outcome.id), [books, outcome.id])
  useEffect(() => volumeAndQueue.follow(outcome.id), [volumeAndQueue, outcome.id])
  const staleCause = useTopPart(book, (top) => top.stale)
  const bookTick = useTopPart(book, (top) => top.tick)
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  const isAutoCentre = useSelected(usePage().settings, (settings) => settings.autoCentre)
  const prices = usePrices()
  const isCalm = useMedia(REDUCED_MOTION)
  const stale = isLinkLive ? staleCause : 'link'
  const tick: TickSize = bookTick ?? market.tickSize ?? 100
  const { grid, regroup, group } = useGrid(tick, place)
  const rowHeight = useRowHeight()
  const scroll = useViewport(book, grid, rowHeight, isAutoCentre && !isCalm)
  const holding = useHolding(outcome.id)
  const show = useCallback((price: Price | null) => prices.price(price, tick), [prices, tick])
  const columns = useColumns(grid, scroll.width, show)
  return {
    event,
    market,
    outcome,
    other,
    book,
    staleCause,
    stale,
    bookTick,
    tick,
    grid,
    regroup,
    group,
    rowHeight,
    scroll,
    show,
    isRounded: !prices.isExact,
    holding,
    columns,
  } as const
}

export type LadderView = ReturnType<typeof useLadderView>
export type LadderParts = ReturnType<typeof useParts>

/** All that a ladder's orders, menu and keys act on; the same as long as the page is. */
export function useParts() {
  const [page, marketData, account] = [usePage(), useMarketData(), useAccount()]
  const [workspace, trading] = [useWorkspace(), useTrading()]
  return useMemo(
    () => ({ ...page, ...marketData, ...account, ...workspace, ...trading }),
    [page, marketData, account, workspace, trading],
  )
}

/** Width of one digit, and the cell's padding, in px. */
const PRICE_WIDTH = { figure: 7.4, rest: 20, least: 58 }

/** The same value for as long as nothing that it rests on changes. */
function useColumns(grid: LadderGrid, width: number, show: ShowPrice): LadderColumns {
  const { settings } = usePage()
  const wanted = useSelected(settings, (chosen) => chosen.ladderColumns)
  return useMemo(() => {
    const { tick, group } = grid
    const figures = (steps: number) => show(priceFromSteps(steps)).length
    const one = Math.max(figures(tick), figures(5_000 - (5_000 % tick)), figures(10_000 - tick))
    const needed = (group === 1 ? one : 2 * one + 1) * PRICE_WIDTH.figure + PRICE_WIDTH.rest
    return columnsOf(wanted, width, Math.max(PRICE_WIDTH.least, Math.ceil(needed)))
  }, [wanted, grid, width, show])
}

/** The grid, and how to change it: to a group, or to rows that are finer (-1) or coarser (1). */
function useGrid(tick: TickSize, place: string) {
  const { ladderViews } = useWorkspace()
  const [chosen, setChosen] = useState<Group>(() => ladderViews.groupAt(place))
  const grid = useMemo(
    () => ({ tick, group: groupsOf(tick).includes(chosen) ? chosen : (1 as const) }),
    [tick, chosen],
  )
  const group = useCallback(
    (next: Group) => {
      setChosen(next)
      ladderViews.keepGroup(place, next)
    },
    [ladderViews, place],
  )
  const regroup = useCallback((by: -1 | 1) => group(regrouped(grid, by).group), [grid, group])
  return { grid, regroup, group }
}

/** Holding of an outcome, renewed only when it changes; null when no open position is known. */
export function useHolding(outcomeId: string): Holding | null {
  const { positions } = useAccount()
  const key = useSelected(positions, ({ items }) =>
    holdingKey(items.find((one) => one.outcomeId === outcomeId) ?? null),
  )
  return useMemo(() => holdingOf(key), [key])
}

/** The order defaults, for a part that shows an order of the outcome. */
export function useSizing(outcomeId: string): OrderDefaults {
  const { positions } = useAccount()
  const orderDefaults = useStore(useTrading().orderDefaults)
  useSelected(positions, (list) => sharesToSell(list, outcomeId).free)
  useSelected(positions, (list) => sharesToSell(list, outcomeId).sellable)
  return orderDefaults
}
