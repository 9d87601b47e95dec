/** Attached exits on a ladder: chips at their prices to pick up and move, the times at which they sell, and what is out of sight. Loaded with the first exit. */
import { useEffect, useRef, useState } from 'react'
import { useTrading } from '../../../contexts/contexts.ts'
import { LEG_NAMES, markText } from '../../../data/account/exit-marks.ts'
import type { ExitMark } from '../../../data/account/exit-marks.ts'
import { chipText, LETTERS, markHelp, timesOf } from '../../../data/account/exit-mark-text.ts'
import { rowOfPrice } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { showLocal } from '../../../platform/format/figures.ts'
import { useStore } from '../../../platform/state/hooks.ts'
import { Button, tip } from '../../../ui/controls.tsx'
import type { ShowPrice } from '../grid/ladder-row.tsx'
import { HEAD_HEIGHT } from '../grid/use-viewport.ts'
import type { GridScroll } from '../grid/use-viewport.ts'
import { useHolding } from './use-holding.ts'
import styles from '../ladder.module.css'

/** One leg at one price; a short one leaves out its size and its cross, which the menu of the row has. */
export function ExitChip({
  mark,
  text,
  isShort,
  isDragged,
}: {
  readonly mark: ExitMark
  /** Its price. */
  readonly text: string
  readonly isShort: boolean
  readonly isDragged: boolean
}) {
  const { attachedExits } = useTrading()
  const help = markHelp(mark, useHolding(mark.exits[0]?.outcomeId ?? ''))
  const shown = isShort ? LETTERS[mark.leg] : chipText(mark)
  const name = `${markText(mark)} at ${text}, ${help.state}`
  return (
    <span
      className={styles.ownChip}
      data-exit={mark.leg}
      data-paused={help.isPaused ? '' : undefined}
      data-short={isShort ? '' : undefined}
      data-mirrored={mark.side === 'BUY' ? '' : undefined}
      data-dragged={isDragged ? '' : undefined}
    >
      <Button
        tabIndex={-1}
        className={styles.ownGrip}
        data-side={mark.side}
        data-leg={mark.leg}
        aria-label={`Move ${name}, shown as ${shown}`}
        {...tip(
          `${help.text} Now: ${help.state}. Drag to another price, or press and use the arrows and Enter.`,
        )}
      >
        {shown}
      </Button>
      {!isShort && (
        <Button
          tabIndex={-1}
          className={styles.ownCancel}
          aria-label={`Cancel ${name}`}
          {...tip('Cancel')}
          onClick={() => attachedExits.cancel(mark)}
        >
          {'\u00d7'}
        </Button>
      )}
    </span>
  )
}

/** Time-based exits have no price; shown beside the position. */
export function ExitTimes({ outcomeId }: { readonly outcomeId: string }) {
  const { attachedExits } = useTrading()
  const { items } = useStore(attachedExits.list)
  return timesOf(items, outcomeId).map(({ exit, text, help }) => {
    const at = exit.sellsAt === null ? '' : ` ${showLocal(exit.sellsAt).slice(0, 5)}`
    return (
      <span key={exit.id} className={`${styles.ownChip} ${styles.exitTime}`} data-exit="time">
        <span className={styles.ownGrip} {...tip(help)}>
          Time{at}
          <span className="visually-hidden"> {text}</span>
        </span>
        <Button
          className={styles.ownCancel}
          aria-label={`Cancel time exit ${text}`}
          {...tip(`Cancel. ${help}`)}
          onClick={() => attachedExits.cancel({ outcomeId, leg: 'time', exits: [exit] })}
        >
          {'\u00d7'}
        </Button>
      </span>
    )
  })
}

export type BeyondProps = {
  readonly outcomeId: string
  readonly grid: LadderGrid
  readonly rowHeight: number
  readonly scroll: Pick<GridScroll, 'reveal'>
  readonly show: ShowPrice
}

/** Rows that are whole in sight. */
type Sight = { readonly first: number; readonly last: number }

/** Both edges of one ladder, beside the grid. */
export function ExitsBeyond({ outcomeId, grid, rowHeight, scroll, show }: BeyondProps) {
  const marks = useStore(useTrading().attachedExits.marks)
  const place = useRef<HTMLSpanElement>(null)
  const [sight, setSight] = useState<Sight | null>(null)
  useEffect(() => {
    const box = place.current?.parentElement?.querySelector<HTMLElement>('[role="grid"]') ?? null
    if (box === null) return undefined
    const look = () => {
      const first = Math.ceil((box.scrollTop - 1) / rowHeight)
      const last = Math.floor((box.scrollTop + box.clientHeight - HEAD_HEIGHT + 1) / rowHeight) - 1
      setSight((old) => (old?.first === first && old.last === last ? old : { first, last }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [rowHeight])
  const all = [...marks.values()].filter((mark) => mark.outcomeId === outcomeId)
  const rowOf = ({ price }: ExitMark) => rowOfPrice(price, grid)
  const above = sight === null ? [] : all.filter((mark) => rowOf(mark) < sight.first)
  const below = sight === null ? [] : all.filter((mark) => rowOf(mark) > sight.last)
  return (
    <span ref={place}>
      {[
        ['above', above.toSorted((a, b) => a.price - b.price)] as const,
        ['below', below.toSorted((a, b) => b.price - a.price)] as const,
      ].map(([edge, [nearest, ...more]]) =>
        nearest === undefined ? null : (
          <Button
            key={edge}
            tabIndex={-1}
            className={`${styles.exitBeyond} ${edge}`}
            {...tip(
              [nearest, ...more].map(({ leg, price }) => `${LEG_NAMES[leg]} ${show(price)}`).join(', '),
            )}
            onClick={() => scroll.reveal(nearest.price)}
          >
            {edge === 'above' ? '\u2191' : '\u2193'} {LETTERS[nearest.leg]} {show(nearest.price)}
            {more.length > 0 && ` +${more.length}`}
          </Button>
        ),
      )}
    </span>
  )
}
