/** The pages that a large screen shows as an overlay panel (PAGE-2), and what can be kept of each. Pure. */
import type { Route } from '../platform/page/route.ts'
import type { PlacedGroup } from '../dock/layout/arrange.ts'
import { isTrading } from './panel-kinds.ts'
import type { PanelKind } from './panel-kinds.ts'
import type { Box, Tabs } from '../dock/layout/tree.ts'
import type { Layout } from './panel.ts'

export type OverlayPage = Exclude<Route['page'], 'trade' | 'panel'>

type Facts = {
  readonly title: string
  /** The panel that can be kept of it; null where there is none. */
  readonly kind: PanelKind | null
  /** True if that panel shows the same page, so that the address goes to it where the workspace has one. */
  readonly isSame: boolean
}

const same = (title: string, kind: PanelKind): Facts => ({ title, kind, isSame: true })
const listed = (title: string, kind: PanelKind): Facts => ({ title, kind, isSame: false })
const passing = (title: string): Facts => ({ title, kind: null, isSame: false })

export const OVERLAY_PAGES: Readonly<Record<OverlayPage, Facts>> = {
  games: same('Games', 'games'),
  portfolio: same('Portfolio', 'portfolio'),
  fills: listed('Fills', 'fills'),
  activity: passing('Activity'),
  journal: passing('Journal'),
  orders: listed('Orders', 'orders'),
  combos: same('Combos', 'combos'),
  alerts: listed('Alerts', 'alerts'),
  notifications: same('Notifications', 'notifications'),
  notification_settings: passing('Notification rules'),
  audit: same('Audit', 'audit'),
  health: same('Health', 'health'),
  replay: passing('Replay'),
  risk: same('Risk limits', 'risk'),
  settings: passing('Settings'),
  not_found: passing('No such page'),
}

/** The first panel of a kind, in any place. */
export function panelOfKind({ panels }: Layout, kind: PanelKind): string | null {
  return Object.keys(panels).find((id) => panels[id]?.kind === kind) ?? null
}

/** The panel of the workspace that shows the page itself; null where the page is shown as an overlay panel. */
export function panelOfPage(layout: Layout, page: OverlayPage): string | null {
  const { kind, isSame } = OVERLAY_PAGES[page]
  return kind === null || !isSame ? null : panelOfKind(layout, kind)
}

/** Where an overlay panel goes that is kept: in front of the largest group of lists; null where there is none. */
export function placeToKeepOverlay(layout: Layout, groups: readonly PlacedGroup[]): string | null {
  const isList = (tabs: Tabs): boolean => !isTrading(layout.panels[tabs.active]?.kind ?? '')
  const found = groups
    .filter(({ group }) => isList(group))
    .toSorted((one, other) => area(other.box) - area(one.box))
  return found[0]?.group.active ?? null
}

function area({ width, height }: Box): number {
  return width * height
}

/** The panel kind under which an overlay panel can be kept, or why it cannot. */
export function keepingOf(
  layout: Layout,
  page: OverlayPage,
): { readonly kind: PanelKind } | { readonly refused: string } {
  const { kind } = OVERLAY_PAGES[page]
  if (kind === null) return { refused: 'It is looked at, not kept: there is no such panel' }
  return panelOfKind(layout, kind) === null ? { kind } : { refused: 'The workspace has this panel' }
}
