/** The views and dialogs that are loaded when they are opened, or once the first view is there. */
import { Fragment } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { later } from '../ui/later.tsx'
import { Button, Page } from '../ui/controls.tsx'
import { OpeningDialog } from '../ui/overlays/opening-dialog.tsx'
import { DialogNotLoaded } from '../widgets/dialog.tsx'

/** A view in the frame of a page; `Frame` is another one for what is a part of a view. */
function laterView<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  Frame: ComponentType<{ readonly children: ReactNode }> = Page,
): ComponentType<Props> {
  return later(async () => (await load())[name], {
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
function laterDialog<Name extends string>(
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
): ComponentType<{ readonly onClose: () => void }> {
  return later<{ readonly onClose: () => void }>(async () => (await load())[name], {
    isAhead: true,
    waiting: () => <OpeningDialog title="Loading" />,
    failed: ({ onClose }) => <DialogNotLoaded onClose={onClose} />,
  })
}

export const AccountPage = laterView(() => import('../features/portfolio/account-lists.tsx'), 'AccountPage')
export const AuditPage = laterView(() => import('../features/audit/audit-page.tsx'), 'AuditPage')
export const CombosPage = laterView(() => import('../features/combos/combos-page.tsx'), 'CombosPage')
export const GamesPage = laterView(() => import('../features/games/games-page.tsx'), 'GamesPage')
export const HealthPage = laterView(() => import('../features/health/health-page.tsx'), 'HealthPage')
export const JournalPage = laterView(() => import('../features/journal/journal-page.tsx'), 'JournalPage')
export const LoginPage = laterView(() => import('../features/login/login-page.tsx'), 'LoginPage', Fragment)
export const NotificationPage = laterView(() => import('./panels/notification-pages.tsx'), 'NotificationPage')
export const ReplayPage = laterView(() => import('./replay/replay-page.tsx'), 'ReplayPage')
export const RiskPage = laterView(() => import('../features/risk/risk-page.tsx'), 'RiskPage')
export const SettingsPage = laterView(() => import('../features/settings/settings-page.tsx'), 'SettingsPage')
export const ChartPanel = laterView(() => import('../features/chart/chart-panel.tsx'), 'ChartPanel', Fragment)
export const DepthPanel = laterView(() => import('../features/depth/depth-panel.tsx'), 'DepthPanel', Fragment)
export const TradesPanel = laterView(
  () => import('../features/depth/trades-panel.tsx'),
  'TradesPanel',
  Fragment,
)

export const PositionsTab = laterView<'PositionsTab', object>(
  () => import('../features/portfolio/positions.tsx'),
  'PositionsTab',
  Fragment,
)
export const AlertsTab = laterView(() => import('../features/alerts/alerts-page.tsx'), 'AlertsTab', Fragment)
export const ArmDialog = laterDialog(() => import('./shell/arm-dialog.tsx'), 'ArmDialog')
export const KeysDialog = laterDialog(() => import('../features/keys/keys-dialog.tsx'), 'KeysDialog')
export const TemplatesDialog = laterDialog(
  () => import('../features/templates/templates-dialog.tsx'),
  'TemplatesDialog',
)
export const AlertDialog = laterDialog(() => import('../features/alerts/alert-dialog.tsx'), 'AlertDialog')
export const RepostDialog = laterDialog(
  () => import('../features/notifications/repost-dialog.tsx'),
  'RepostDialog',
)
export const OrderDialog = laterDialog(() => import('../features/orders/order-dialog.tsx'), 'OrderDialog')
export const Palette = laterDialog(() => import('./palette/palette.tsx'), 'Palette')
export const FlattenDialog = laterDialog(
  () => import('../features/portfolio/flatten-dialog.tsx'),
  'FlattenDialog',
)
export const PositionPopover = laterDialog(
  () => import('../features/portfolio/position-popover.tsx'),
  'PositionPopover',
)
