/** Where a panel stood that has a window of its own, and how it comes back. Pure. */
import type { PlacedGroup } from './arrange.ts'
import { arrangementOf, activeTabsOf, withActiveTabs } from './active-tabs.ts'
import { neighbourOf } from './neighbours.ts'
import { closePanel, movePanel } from './tree.ts'
import type { Layout, Target } from './tree.ts'

/** The layout and the place that a panel left. */
export type PanelOrigin = { readonly layout: Layout; readonly target: Target }

/** Where a panel is that is about to leave: the layout as it is, and the place beside its neighbour. */
export function originOf(layout: Layout, groups: readonly PlacedGroup[], id: string): PanelOrigin {
  return { layout, target: targetOf(groups, id) }
}

/**
 * Puts a panel back: where it was and as large as it was if nothing else has been arranged since, otherwise beside what
 * was its neighbour, and at the right without an origin.
 */
export function returnToOrigin<Panel>(
  layout: Layout<Panel>,
  id: string,
  origin: PanelOrigin | null,
): Layout<Panel> {
  const back = movePanel(layout, id, origin?.target ?? { to: 'edge', side: 'right' })
  if (origin === null || arrangementOf(layout.root) !== arrangementOf(closePanel(origin.layout, id).root))
    return back
  // The tabs in front are those of now.
  const before: Layout<Panel> = { ...back, root: origin.layout.root }
  return withActiveTabs(before, activeTabsOf(layout))
}

/** Where a panel would go back to if it left: among its tabs, or beside its neighbour. */
function targetOf(groups: readonly PlacedGroup[], id: string): Target {
  const own = groups.find(({ group }) => group.panels.includes(id))
  const tab = own?.group.panels.find((one) => one !== id)
  if (own === undefined) return { to: 'edge', side: 'right' }
  if (tab !== undefined) return { to: 'tab', beside: tab }
  for (const [from, side] of [
    ['left', 'right'],
    ['right', 'left'],
    ['above', 'below'],
    ['below', 'above'],
  ] as const) {
    const beside = neighbourOf(groups, own.box, from)
    if (beside !== null) return { to: 'side', beside: beside.group.active, side }
  }
  return { to: 'edge', side: 'right' }
}
