/** The rows of one ladder: of the tick there is, as wide as they were last at this place. */
import { useCallback, useMemo, useState } from 'react'
import type { TickSize } from '#core/price.ts'
import { useTerminal } from '../../terminal-context.ts'
import { groupsOf, regrouped } from '../trading/ladder-grid.ts'
import type { Group, LadderGrid } from '../trading/ladder-grid.ts'

/** The grid, and how to make its rows finer (-1) or coarser (1). */
export function useGrid(
  tick: TickSize,
  place: string,
): { readonly grid: LadderGrid; readonly regroup: (by: -1 | 1) => void } {
  const { ladderViews } = useTerminal()
  const [group, setGroup] = useState<Group>(() => ladderViews.groupAt(place))
  const grid = useMemo(
    () => ({ tick, group: groupsOf(tick).includes(group) ? group : (1 as const) }),
    [tick, group],
  )
  const regroup = useCallback(
    (by: -1 | 1) => {
      const next = regrouped(grid, by).group
      setGroup(next)
      ladderViews.keepGroup(place, next)
    },
    [grid, ladderViews, place],
  )
  return { grid, regroup }
}
