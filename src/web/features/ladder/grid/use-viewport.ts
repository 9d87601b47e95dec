/** Scrolling of one ladder: which rows are drawn, when they last moved on the screen, and the moves that are allowed. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { BookStore } from '../../../platform/live/book-store.ts'
import { rowOfPrice } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { createPresence } from './presence.ts'
import {
  AT_REST,
  SCROLLED,
  centredTop,
  drawnRows,
  hasLeftMiddle,
  middlePrice,
  middleSteps,
  resizedTop,
  revealingTop,
  stillCovers,
  ticksOutOfView,
} from '../viewport.ts'
import type { Viewport } from '../viewport.ts'

export const HEAD_HEIGHT = 22
/** Auto-centring waits until the pointer has been outside for this long, */
const AWAY_MS = 600
/** and where the focus stays inside, for this long after the last key. */
const REST_MS = 5_000

export type GridScroll = {
  readonly attach: (element: HTMLDivElement | null) => void
  readonly first: number
  readonly count: number
  /** Size of the grid in pixels; 0 before it is measured. */
  readonly width: number
  /** Ticks by which the market is out of sight, positive above. */
  readonly outOfView: number
  readonly onScroll: () => void
  readonly onScrollEnd: () => void
  readonly centre: () => void
  readonly reveal: (price: number) => void
  /** Milliseconds since the rows last moved on the screen. */
  readonly sinceMoveMs: () => number
  /** The pointer or the focus has come into the grid or has left it, or a key was pressed there. */
  readonly touch: (what: 'pointer' | 'focus' | 'key', isInside: boolean) => void
}

/** Scrolling state over a grid element whose rows are `rowHeight` high. */
export function useViewport(
  book: BookStore,
  grid: LadderGrid,
  rowHeight: number,
  isAutoCentre: boolean,
): GridScroll {
  const element = useRef<HTMLDivElement | null>(null)
  const [drawn, setDrawn] = useState({ first: 0, count: 0 })
  const [outOfView, setOutOfView] = useState(0)
  const [width, setWidth] = useState(0)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  /** Upper edge of the grid on the screen, in pixels; null before it is known. */
  const edge = useRef<number | null>(null)
  const [presence] = useState(createPresence)
  const isCentred = useRef(false)
  /** The view as it was last seen: while rows become wider or narrower the browser moves it. */
  const lastView = useRef<{ readonly grid: LadderGrid; readonly view: Viewport } | null>(null)

  const attach = useCallback((box: HTMLDivElement | null) => {
    element.current = box
  }, [])

  const view = useCallback((): Viewport | null => {
    const box = element.current
    return box === null || box.clientHeight === 0
      ? null
      : { top: box.scrollTop, height: box.clientHeight - HEAD_HEIGHT, rowHeight }
  }, [rowHeight])

  /** A book that is gone for the moment says nothing about where the market is: the ladder stays where it was. */
  const isKnown = useCallback(() => {
    const { ready, stale, bestBid, bestAsk } = book.top()
    return ready && (stale === null || bestBid !== null || bestAsk !== null)
  }, [book])

  const middle = useCallback(() => {
    const { bestBid, bestAsk, last } = book.top()
    return middleSteps(bestBid, bestAsk, last)
  }, [book])

  const scrollTo = useCallback(
    (top: number, beyond = AT_REST) => {
      const box = element.current
      if (box === null) return
      if (box.scrollTop !== top) {
        box.scrollTop = top
        movedAt.current = performance.now()
      }
      const now = view()
      if (now === null) return
      lastView.current = { grid, view: now }
      setDrawn((old) => (stillCovers(old, now, grid) ? old : drawnRows(now, grid, beyond)))
      setOutOfView(isKnown() ? ticksOutOfView(middle(), grid, now) : 0)
    },
    [view, grid, isKnown, middle],
  )

  /** Pixels by which the grid moved down on the screen since this was last asked. */
  const shifted = useCallback((): number => {
    const before = edge.current
    const now = element.current?.getBoundingClientRect().top ?? null
    edge.current = now
    const shift = before === null || now === null ? 0 : now - before
    if (Math.abs(shift) < 1) return 0
    movedAt.current = performance.now()
    return shift
  }, [])

  /** After a scroll or another size that was not ours. */
  const measure = useCallback(
    (beyond = AT_REST) => {
      const now = view()
      if (now === null) return
      const before = lastView.current
      const shift = shifted()
      const isSame = isCentred.current && before?.grid === grid
      scrollTo(isSame ? resizedTop(before.view, now, grid, shift) : now.top, beyond)
    },
    [view, grid, scrollTo, shifted],
  )

  const centre = useCallback(() => {
    const now = view()
    if (now === null) return
    isCentred.current = true
    scrollTo(centredTop(middle(), grid, now))
  }, [view, middle, grid, scrollTo])

  useLayoutEffect(() => {
    const box = element.current
    const before = lastView.current
    const now = view()
    // Other rows lie under a resting pointer: as after a scroll, no click counts for a moment.
    if (before !== null && before.grid !== grid) movedAt.current = performance.now()
    // Coarser or finer rows keep the price that was in the middle; another book or tick starts in the middle.
    if (isCentred.current && before !== null && now !== null && isRegrouped(before.grid, grid)) {
      scrollTo(centredTop(middlePrice(before.grid, before.view), grid, now))
    } else if (before?.grid !== grid) isCentred.current = false
    if (box === null) return undefined
    const centreFirst = () => {
      if (isCentred.current || !book.top().ready) return false
      centre()
      isCentred.current = isKnown()
      return true
    }
    const settle = () => {
      setWidth(widthOf(box, movedAt))
      centreFirst()
      measure()
    }
    const observer = new ResizeObserver(settle)
    observer.observe(box)
    const stop = book.subscribeTop(() => {
      // The view as it was measured: to measure it here would lay the page out once for every ladder.
      const now = lastView.current?.grid === grid ? lastView.current.view : view()
      if (now === null) return
      if (centreFirst()) return
      if (!isKnown()) {
        setOutOfView(0)
        return
      }
      const isAway = presence.isAway(performance.now(), AWAY_MS, REST_MS)
      if (isAutoCentre && isAway && hasLeftMiddle(middle(), grid, now)) centre()
      else setOutOfView(ticksOutOfView(middle(), grid, now))
    })
    settle()
    return () => {
      observer.disconnect()
      stop()
    }
  }, [book, grid, isAutoCentre, presence, centre, isKnown, measure, middle, scrollTo, view])

  return {
    attach,
    ...drawn,
    width,
    outOfView,
    onScroll: useCallback(() => {
      movedAt.current = performance.now()
      measure(SCROLLED)
    }, [measure]),
    onScrollEnd: useCallback(() => {
      const now = view()
      if (now === null) return
      const wanted = drawnRows(now, grid, AT_REST)
      setDrawn((old) => (old.first === wanted.first && old.count === wanted.count ? old : wanted))
    }, [view, grid]),
    centre,
    reveal: useCallback(
      (price) => {
        const now = view()
        if (now !== null) scrollTo(revealingTop(rowOfPrice(price, grid), now))
      },
      [view, grid, scrollTo],
    ),
    sinceMoveMs: useCallback(() => {
      shifted()
      return performance.now() - movedAt.current
    }, [shifted]),
    touch: useCallback(
      (what, isInside) => {
        if (what === 'pointer' && isInside) shifted()
        presence.set(what, isInside, performance.now())
      },
      [presence, shifted],
    ),
  }
}

const widths = new WeakMap<HTMLElement, number>()

/** Its width; where it is another one than before, other columns may lie under the pointer. */
function widthOf(box: HTMLElement, movedAt: RefObject<number>): number {
  const { clientWidth } = box
  if (widths.get(box) !== clientWidth) movedAt.current = performance.now()
  widths.set(box, clientWidth)
  return clientWidth
}

function isRegrouped(before: LadderGrid, after: LadderGrid): boolean {
  return before.tick === after.tick && before.group !== after.group
}
