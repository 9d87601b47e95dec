/** Target and stop of the ticket's order on its ladder, with what each would bring, before the press. Loaded once exits are attached. */
import { usePlannedExits } from '../../../contexts/use-planned-exits.ts'
import { LETTERS } from '../../../data/account/exit-mark-text.ts'
import { rowOfPrice } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { showCents } from '../../../platform/format/figures.ts'
import styles from '../ladder.module.css'

export type PlannedProps = {
  readonly outcomeId: string
  readonly grid: LadderGrid
  readonly rowHeight: number
}

export function PlannedMarks({ outcomeId, grid, rowHeight }: PlannedProps) {
  return usePlannedExits(outcomeId, grid.tick).map(({ leg, price, result }) => (
    // The ticket has the same in words.
    <div
      key={leg}
      aria-hidden="true"
      className={styles.plannedMark}
      style={{ transform: `translateY(${rowOfPrice(price, grid) * rowHeight}px)`, height: rowHeight }}
    >
      <span>
        {LETTERS[leg]}
        {result !== null && ` ${showCents(result, true)}`}
      </span>
    </div>
  ))
}
