/** The pages that a large screen shows as an overlay panel (PAGE-2). Pure. */
import type { Route } from '../platform/page/route.ts'
import type { PanelKind } from './panel-kinds.ts'
import type { Layout } from './tree.ts'

export type OverlayPage = Exclude<Route['page'], 'trade' | 'panel'>

/** The title, and the panel that shows the same page, to which the address goes where the workspace has one. */
export const OVERLAY_PAGES: Readonly<Record<OverlayPage, readonly [title: string, same?: PanelKind]>> = {
  games: ['Games', 'games'],
  portfolio: ['Portfolio', 'portfolio'],
  fills: ['Fills'],
  activity: ['Activity'],
  journal: ['Journal'],
  orders: ['Orders'],
  combos: ['Combos', 'combos'],
  alerts: ['Alerts'],
  notifications: ['Notifications', 'notifications'],
  notification_settings: ['Notification rules'],
  audit: ['Audit', 'audit'],
  health: ['Health', 'health'],
  replay: ['Replay'],
  risk: ['Risk limits', 'risk'],
  settings: ['Settings'],
  not_found: ['No such page'],
}

/** The first panel of a kind, in any place. */
export function panelOfKind({ panels }: Layout, kind: PanelKind): string | null {
  return Object.keys(panels).find((id) => panels[id]?.kind === kind) ?? null
}

/** The panel of the workspace that shows the page itself; null where the page is shown as an overlay panel. */
export function panelOfPage(layout: Layout, page: OverlayPage): string | null {
  const [, kind] = OVERLAY_PAGES[page]
  return kind === undefined ? null : panelOfKind(layout, kind)
}
