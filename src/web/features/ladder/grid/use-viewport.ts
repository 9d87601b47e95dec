/** Scrolling of one ladder: which rows are drawn, when they last moved on the screen, and the moves that are allowed. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { BookStore } from '../../../platform/live/book-store.ts'
import { priceAtRow, rowCount, rowOfPrice } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'

export const HEAD_HEIGHT = 22
/** Auto-centring waits until the pointer has been outside for this long, */
const AWAY_MS = 600
/** and where the focus stays inside, for this long after the last key. */
const REST_MS = 5_000

export type GridScroll = ReturnType<typeof useViewport>

/** Scrolling state over a grid element whose rows are `rowHeight` high. */
export function useViewport(book: BookStore, grid: LadderGrid, rowHeight: number, isAutoCentre: boolean) {
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
    /** The width of the grid in pixels; 0 before it is measured. */
    width,
    /** Ticks by which the market is out of sight, positive above. */
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
      (price: number) => {
        const now = view()
        if (now !== null) scrollTo(revealingTop(rowOfPrice(price, grid), now))
      },
      [view, grid, scrollTo],
    ),
    /** Milliseconds since the rows last moved on the screen. */
    sinceMoveMs: useCallback(() => {
      shifted()
      return performance.now() - movedAt.current
    }, [shifted]),
    /** The pointer or the focus has come into the grid or has left it, or a key was pressed there. */
    touch: useCallback(
      (what: 'pointer' | 'focus' | 'key', isInside: boolean) => {
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

/** Use of a grid: the pointer is in it, or keys were pressed in it until some seconds ago. At first neither. */
export function createPresence() {
  const inside = new Set<'pointer' | 'focus'>()
  let changedAt = Number.NEGATIVE_INFINITY
  let actedAt = Number.NEGATIVE_INFINITY
  return {
    /** Notes an entry, a leave, or a key that was pressed there; `now` in milliseconds of a clock that does not run back. */
    set(what: 'pointer' | 'focus' | 'key', isInside: boolean, now: number): void {
      if (what === 'key') {
        actedAt = now
        return
      }
      if (isInside) inside.add(what)
      else inside.delete(what)
      changedAt = now
    },
    /**
     * The pointer has not been inside for longer than `awayMs`, nor has anything been done there for `restMs` while the focus
     * is inside (PAGE-4: what scrolls automatically waits for that).
     */
    isAway(now: number, awayMs: number, restMs: number): boolean {
      const since = now - changedAt
      if (inside.has('pointer') || since <= awayMs) return false
      return !inside.has('focus') || Math.min(since, now - actedAt) > restMs
    },
  }
}

// Rows never move on their own; only the functions from here on say where to go.

/** The visible part of the grid, in pixels; `height` excludes the header row. */
type Viewport = { readonly top: number; readonly height: number; readonly rowHeight: number }

/** Rows drawn above and below the visible ones: each costs at every change, seen or not, so a ladder at rest has few. */
export const AT_REST = 2
/** While it is scrolled: the browser moves the rows that are there before the page is notified. */
export const SCROLLED = 8
const SPARE = 1
/** In rows: more than all lines together that come and go above and below them. */
const LINES = 8

/** First row and number of rows to draw, with `beyond` rows above and below the visible ones. */
export function drawnRows(
  view: Viewport,
  grid: LadderGrid,
  beyond: number,
): { readonly first: number; readonly count: number } {
  const first = Math.max(0, Math.floor(view.top / view.rowHeight) - beyond)
  const last = Math.min(rowCount(grid), Math.ceil((view.top + view.height) / view.rowHeight) + beyond)
  return { first, count: Math.max(0, last - first) }
}

/**
 * True if rows drawn before still cover the view with some to spare, and not far more than it, so that nothing has to
 * be drawn.
 */
export function stillCovers(
  drawn: { readonly first: number; readonly count: number },
  view: Viewport,
  grid: LadderGrid,
): boolean {
  const first = Math.max(0, Math.floor(view.top / view.rowHeight) - SPARE)
  const last = Math.min(rowCount(grid), Math.ceil((view.top + view.height) / view.rowHeight) + SPARE)
  const most = Math.ceil(view.height / view.rowHeight) + 2 * (SCROLLED + SPARE)
  return (
    drawn.first <= first &&
    drawn.first + drawn.count >= last &&
    drawn.first + drawn.count <= rowCount(grid) &&
    drawn.count <= most
  )
}

/** The middle of the inside market in steps; with one side only, that side; with none, the last trade or one half. */
export function middleSteps(bestBid: number | null, bestAsk: number | null, last: number | null): number {
  if (bestBid !== null && bestAsk !== null) return (bestBid + bestAsk) / 2
  return bestBid ?? bestAsk ?? last ?? 5_000
}

/** Scroll position, on a whole row, that puts a price into the middle. */
export function centredTop(steps: number, grid: LadderGrid, view: Viewport): number {
  const row = rowOfPrice(steps, grid)
  const rows = Math.floor(view.height / view.rowHeight)
  const most = Math.max(0, rowCount(grid) * view.rowHeight - view.height)
  return Math.min(most, Math.max(0, (row - Math.floor(rows / 2)) * view.rowHeight))
}

/** Scroll position that brings a row into sight with two rows to spare; the present one when it is in sight. */
export function revealingTop(row: number, view: Viewport): number {
  const spare = 2 * view.rowHeight
  const top = row * view.rowHeight
  if (top - spare < view.top) return Math.max(0, top - spare)
  const bottom = top + view.rowHeight + spare
  return bottom > view.top + view.height ? bottom - view.height : view.top
}

/** True if the market has left the middle half of the visible rows. */
export function hasLeftMiddle(steps: number, grid: LadderGrid, view: Viewport): boolean {
  const at = (rowOfPrice(steps, grid) + 0.5) * view.rowHeight - view.top
  return at < view.height / 4 || at > (view.height * 3) / 4
}

/** How many ticks the market lies beyond the visible rows: positive above, negative below, 0 in sight. A grouped row counts for all its ticks. */
export function ticksOutOfView(steps: number, grid: LadderGrid, view: Viewport): number {
  const row = rowOfPrice(steps, grid)
  const first = Math.ceil(view.top / view.rowHeight)
  const last = Math.floor((view.top + view.height) / view.rowHeight) - 1
  if (row < first) return (first - row) * grid.group
  return row > last ? (last - row) * grid.group : 0
}

/** The lowest price of the row in the middle of the view: what stays there when rows become wider or narrower. */
export function middlePrice(grid: LadderGrid, view: Viewport): number {
  const row = Math.floor((view.top + view.height / 2) / view.rowHeight)
  return priceAtRow(Math.min(rowCount(grid) - 1, Math.max(0, row)), grid) ?? 5_000
}

/**
 * Scroll position after the view became higher or lower: a ladder that was put elsewhere keeps the price in its middle; a line
 * that came or went above or below the rows moves none of them on the screen, as far as there are rows to scroll.
 *
 * @param shift  pixels by which the view's upper edge moved down on the screen
 */
export function resizedTop(before: Viewport, now: Viewport, grid: LadderGrid, shift: number): number {
  const most = LINES * now.rowHeight
  if (Math.abs(now.height - before.height) > most || Math.abs(shift) > most) {
    return centredTop(middlePrice(grid, before), grid, now)
  }
  const end = Math.max(0, rowCount(grid) * now.rowHeight - now.height)
  return Math.min(end, Math.max(0, now.top + shift))
}
