/** The rows of one ladder: of the tick there is, as wide as they were last at this place. */
import { useCallback, useMemo, useState } from 'react'
import type { TickSize } from '#core/price.ts'
import { useWorkspace } from '../../../contexts/workspace.ts'
import { groupsOf, regrouped } from '../../../data/markets/ladder-grid.ts'
import type { Group, LadderGrid } from '../../../data/markets/ladder-grid.ts'

export type GridControl = {
  readonly grid: LadderGrid
  /** Makes the rows finer (-1) or coarser (1). */
  readonly regroup: (by: -1 | 1) => void
  readonly group: (group: Group) => void
}

/** The grid, and how to change it. */
export function useGrid(tick: TickSize, place: string): GridControl {
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
