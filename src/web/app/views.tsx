/** The views and dialogs that are loaded when they are opened, or once the first view stands. */
import { Fragment } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { later } from '../ui/later.tsx'
import { Page } from '../ui/page.tsx'
import { OpeningDialog } from '../ui/overlays/opening-dialog.tsx'
import { DialogNotLoaded } from '../widgets/dialog.tsx'
import { Button } from '../ui/button.tsx'

/** A view in the frame of a page; `Frame` is another one for what is a part of a view. */
function laterView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Frame: ComponentType<{ readonly children: ReactNode }> = Page,
): ComponentType<Props> {
  return later(load, {
    waiting: () => (
      <Frame>
        <p className="empty">Loading{'\u2026'}</p>
      </Frame>
    ),
    failed: (_, again) => (
      <Frame>
        <div className="empty" role="alert">
          <p className="danger">This view could not be loaded. Your orders are untouched.</p>
          <Button onClick={again}>Load it again</Button>
        </div>
      </Frame>
    ),
  })
}

/** A dialog has the keys before its code has come (PAGE-1). */
function laterDialog(load: () => Promise<() => ReactNode>): ComponentType<{ readonly onClose: () => void }> {
  return later<{ readonly onClose: () => void }>(load, {
    isAhead: true,
    waiting: () => <OpeningDialog title="Loading" />,
    failed: ({ onClose }) => <DialogNotLoaded onClose={onClose} />,
  })
}

export const AccountPage = laterView(() =>
  import('../features/portfolio/account-pages.tsx').then((module) => module.AccountPage),
)
export const AuditPage = laterView(() =>
  import('../features/audit/audit-page.tsx').then((module) => module.AuditPage),
)
export const CombosPage = laterView(() =>
  import('../features/combos/combos-page.tsx').then((module) => module.CombosPage),
)
export const GamesPage = laterView(() =>
  import('../features/games/games-page.tsx').then((module) => module.GamesPage),
)
export const HealthPage = laterView(() =>
  import('../features/health/health-page.tsx').then((module) => module.HealthPage),
)
export const JournalPage = laterView(() =>
  import('../features/journal/journal-page.tsx').then((module) => module.JournalPage),
)
export const NotificationPage = laterView(() =>
  import('./panels/notification-pages.tsx').then((module) => module.NotificationPage),
)
export const ReplayPage = laterView(() =>
  import('./replay/replay-page.tsx').then((module) => module.ReplayPage),
)
export const ReplayOnly = laterView(() =>
  import('./replay/replay-only.tsx').then((module) => module.ReplayOnly),
)
export const RiskPage = laterView(() =>
  import('../features/risk/risk-page.tsx').then((module) => module.RiskPage),
)
export const SettingsPage = laterView(() =>
  import('../features/settings/settings-page.tsx').then((module) => module.SettingsPage),
)
export const ChartPanel = laterView(
  () => import('../features/chart/chart-panel.tsx').then((module) => module.ChartPanel),
  Fragment,
)
export const DepthPanel = laterView(
  () => import('../features/depth/depth-panel.tsx').then((module) => module.DepthPanel),
  Fragment,
)
export const TradesPanel = laterView(
  () => import('../features/depth/trades-panel.tsx').then((module) => module.TradesPanel),
  Fragment,
)

export const PositionsTab = laterView(
  () => import('../features/portfolio/positions-tab.tsx').then((module) => module.PositionsTab),
  Fragment,
)
export const AlertsTab = laterView(
  () => import('../features/alerts/alerts-tab.tsx').then((module) => module.AlertsTab),
  Fragment,
)
export const ArmDialog = laterDialog(() =>
  import('./shell/arm-dialog.tsx').then((module) => module.ArmDialog),
)
export const KeysDialog = laterDialog(() =>
  import('../features/keys/keys-dialog.tsx').then((module) => module.KeysDialog),
)
export const NotificationDialogs = laterDialog(() =>
  import('./panels/notification-dialogs.tsx').then((module) => module.NotificationDialogs),
)
export const OrderDialog = laterDialog(() =>
  import('../features/orders/order-dialog.tsx').then((module) => module.OrderDialog),
)
export const Palette = laterDialog(() => import('./palette/palette.tsx').then((module) => module.Palette))
export const FlattenDialog = laterDialog(() =>
  import('../features/portfolio/flatten-dialog.tsx').then((module) => module.FlattenDialog),
)
export const PositionPopover = laterDialog(() =>
  import('../features/portfolio/position-popover.tsx').then((module) => module.PositionPopover),
)
