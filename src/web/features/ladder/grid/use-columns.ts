/** The columns of a ladder as they are shown: what the user chose, as far as there is room. */
import { useMemo } from 'react'
import { priceFromSteps } from '#core/price.ts'
import { useSelected } from '../../../platform/state/use-store.ts'
import { usePage } from '../../../model/contexts/page.ts'
import type { LadderGrid } from '../../../model/ladder/ladder-grid.ts'
import { columnsOf } from './ladder-columns.ts'
import type { LadderColumns } from './ladder-columns.ts'
import type { ShowPrice } from './ladder-row.tsx'

/** Of one figure of a price, and of what stands beside it in its cell, in pixels. */
const PRICE_WIDTH = { figure: 7.4, rest: 20, least: 58 }

/** The same value for as long as nothing that it rests on changes. */
export function useColumns(grid: LadderGrid, width: number, show: ShowPrice): LadderColumns {
  const { settings } = usePage()
  const wanted = useSelected(settings, (chosen) => chosen.ladder_columns)
  return useMemo(() => {
    const { tick, group } = grid
    const figures = (steps: number) => show(priceFromSteps(steps)).length
    const one = Math.max(figures(tick), figures(5_000 - (5_000 % tick)), figures(10_000 - tick))
    const needed = (group === 1 ? one : 2 * one + 1) * PRICE_WIDTH.figure + PRICE_WIDTH.rest
    return columnsOf(wanted, width, Math.max(PRICE_WIDTH.least, Math.ceil(needed)))
  }, [wanted, grid, width, show])
}
