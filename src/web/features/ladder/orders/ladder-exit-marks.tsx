/** Attached exits on a ladder: chips at their prices to pick up and move, and the times at which they sell. Loaded with the first exit. */
import { useTrading } from '../../../contexts/contexts.ts'
import { markText } from '../../../data/account/exit-marks.ts'
import type { ExitMark } from '../../../data/account/exit-marks.ts'
import { chipText, LETTERS, markHelp, timesOf } from '../../../data/account/exit-mark-text.ts'
import { showLocal } from '../../../platform/format/figures.ts'
import { useStore } from '../../../platform/state/hooks.ts'
import { Button, tip } from '../../../ui/controls.tsx'
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
