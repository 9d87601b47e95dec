/** The frame around every view: top bar, strips, the view, status bar, toasts, dialogs and the keys of the whole page. */
import { useEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { Route } from '../../platform/page/route.ts'
import { DOCKED, PHONE, ROOMY, useMedia } from '../../platform/page/screen-class.ts'
import type { Store } from '../../platform/state/store.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useMarketData, usePage, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { tabTitle } from '../../layouts/tab-title.ts'
import { PanelBar, PanelPage } from '../workspace/panel-page.tsx'
import { Workspace } from '../workspace/workspace.tsx'
import { PageKeys } from '../keys/page-keys.tsx'
import { OrdersPage } from '../../features/orders/orders-table.tsx'
import { useStandIn } from '../../widgets/mode-chip.tsx'
import { Link } from '../../widgets/link.tsx'
import { Page } from '../../ui/controls.tsx'
import {
  AccountPage,
  AlertDialog,
  ArmDialog,
  AuditPage,
  CombosPage,
  FlattenDialog,
  GamesPage,
  HealthPage,
  KeysDialog,
  TemplatesDialog,
  JournalPage,
  NotificationPage,
  OrderDialog,
  Palette,
  PositionPopover,
  ReplayPage,
  RepostDialog,
  RiskPage,
  SettingsPage,
} from '../views.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { StatusBar } from './status-bar.tsx'
import { Strips } from './strips.tsx'
import { Toasts } from './toasts.tsx'
import { TopBar } from './top-bar.tsx'
import { PhoneWorkspace } from '../phone/phone-workspace.tsx'

/** Everything behind the login. */
export function Shell() {
  const { router, live } = usePage()
  const { openedOrder, openedPosition } = useWorkspace()
  const route = useStore(router)
  const isPhone = useMedia(PHONE)
  const mode = useSelected(useTrading().trading, (trading) => trading?.mode ?? 'SAFE')
  const standIn = useStandIn()
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  useTabLook(mode, standIn === 'PAPER', route)

  return (
    <div
      className="shell"
      data-mode={mode}
      data-simulated={standIn === null ? undefined : ''}
      data-link={isLinkLive ? undefined : 'lost'}
      data-panel={route.page === 'panel' ? '' : undefined}
    >
      {route.page === 'panel' ? (
        <>
          <PanelBar kind={route.kind} />
          <Strips />
          <PanelPage key={route.kind} kind={route.kind} />
          <Toasts />
        </>
      ) : (
        <>
          <TopBar isPhone={isPhone} />
          <Strips />
          <Main page={route.page} />
          <Toasts />
          {isPhone ? <PhoneBar /> : <StatusBar />}
        </>
      )}
      <PageKeys />
      <OpenDialog />
      <Opened by={openedPosition} View={PositionPopover} />
      <Opened by={openedOrder} View={OrderDialog} />
      <Opened by={useMarketData().alerts.draft} View={AlertDialog} />
      <Opened by={usePage().notifications.reposting} View={RepostDialog} />
    </div>
  )
}

/** Drawn while its store has something. */
function Opened<Value>(props: {
  readonly by: Store<Value | null>
  readonly View: ComponentType<{ readonly onClose: () => void }>
}) {
  const { by, View } = props
  return useSelected(by, (opened) => opened !== null) ? <View onClose={() => by.set(null)} /> : null
}

const DIALOGS = {
  arm: ArmDialog,
  flatten: FlattenDialog,
  keys: KeysDialog,
  templates: TemplatesDialog,
  palette: Palette,
} as const

function OpenDialog() {
  const { dialog } = usePage()
  const open = useStore(dialog)
  const Opened = open === null ? null : DIALOGS[open]
  return Opened === null ? null : <Opened onClose={() => dialog.set(null)} />
}

type WorkspacePage = Exclude<Route['page'], 'panel'>

/** Where there is room, the workspace with any other view as an overlay panel; elsewhere one view at a time. */
function Main({ page }: { readonly page: WorkspacePage }) {
  const isDocked = useMedia(page === 'trade' ? DOCKED : ROOMY)
  const view = <View key={page} page={page} />
  return isDocked ? <Workspace page={page} body={view} /> : view
}

const VIEWS: Readonly<Record<Exclude<WorkspacePage, 'notification_settings' | 'not_found'>, ReactNode>> = {
  trade: <PhoneWorkspace />,
  games: <GamesPage />,
  portfolio: <AccountPage page="portfolio" />,
  fills: <AccountPage page="fills" />,
  activity: <AccountPage page="activity" />,
  journal: <JournalPage />,
  combos: <CombosPage />,
  alerts: <NotificationPage page="alerts" />,
  notifications: <NotificationPage page="notifications" />,
  orders: <OrdersPage />,
  audit: <AuditPage />,
  health: <HealthPage />,
  replay: <ReplayPage />,
  risk: <RiskPage />,
  settings: <SettingsPage />,
}

function View({ page }: { readonly page: WorkspacePage }) {
  if (page === 'notification_settings') return <NotificationPage page={page} />
  if (page !== 'not_found') return VIEWS[page]
  return (
    <Page>
      <header className="page-head">
        <h1>There is no such page</h1>
        <p className="soft">
          Search for a market, choose a view, or go to the <Link to="/">markets</Link>.
        </p>
      </header>
    </Page>
  )
}

/** Title and icon of the browser tab say the mode, the title the page and the market as well. */
function useTabLook(mode: 'SAFE' | 'ARMED', isPaper: boolean, route: Route): void {
  const selection = useStore(useWorkspace().selection)
  const title = tabTitle({ mode, isPaper, route, selection })
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    document
      .querySelector('link[rel="icon"]')
      ?.setAttribute('href', mode === 'ARMED' ? '/armed.svg' : '/safe.svg')
  }, [mode])
}
