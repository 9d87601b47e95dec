/** The frame around every view: top bar, strips, the view, status bar, toasts, dialogs and the keys of the whole page. */
import { lazy, Suspense, useEffect } from 'react'
import { unreachable } from '#lib/never.ts'
import { PHONE, useMedia } from '../../state/use-media.ts'
import { useSelected, useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { toggleByKey } from '../combos/by-key.ts'
import { AuditPage } from '../audit/audit-page.tsx'
import { HealthPage } from '../health/health-page.tsx'
import { OrderDialog } from '../orders/order-dialog.tsx'
import { OrdersPage } from '../orders/orders-page.tsx'
import { RiskPage } from '../risk/risk-page.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ArmDialog } from './arm-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { pageKey } from './page-keys.ts'
import { StatusBar } from './status-bar.tsx'
import { Strips } from './strips.tsx'
import { Toasts } from './toasts.tsx'
import { TopBar } from './top-bar.tsx'
import { TradePage } from './trade-page.tsx'
import '../../ui/shell.css'
import '../../ui/pages.css'

const GamesPage = lazy(() =>
  import('../games/games-page.tsx').then((module) => ({ default: module.GamesPage })),
)
const AccountPage = lazy(() =>
  import('../portfolio/account-pages.tsx').then((module) => ({ default: module.AccountPage })),
)
const PositionDialog = lazy(() =>
  import('../portfolio/position-dialog.tsx').then((module) => ({ default: module.PositionDialog })),
)
const CombosPage = lazy(() =>
  import('../combos/combos-page.tsx').then((module) => ({ default: module.CombosPage })),
)
const NoticePage = lazy(() =>
  import('../notifications/notice-pages.tsx').then((module) => ({ default: module.NoticePage })),
)
const NoticeDialogs = lazy(() =>
  import('../notifications/notice-dialogs.tsx').then((module) => ({ default: module.NoticeDialogs })),
)
const Palette = lazy(() => import('../palette/palette.tsx').then((module) => ({ default: module.Palette })))

/** Everything behind the login. */
export function Shell() {
  const terminal = useTerminal()
  const route = useStore(terminal.router)
  const isPhone = useMedia(PHONE)
  const mode = useSelected(terminal.trading, (trading) => trading?.mode ?? 'SAFE')
  const isSimulated = useSelected(terminal.status, (status) => status?.simulated === true)
  const isLinkLive = useSelected(terminal.live.link, (link) => link.state === 'live')
  usePageKeys()
  useTabLook(mode)

  return (
    <div
      className="shell"
      data-mode={mode}
      data-simulated={isSimulated ? '' : undefined}
      data-link={isLinkLive ? undefined : 'lost'}
      data-page={route.page === 'trade' && route.slug === null ? 'search' : route.page}
    >
      <TopBar isPhone={isPhone} />
      <Strips />
      <View page={route.page} />
      {isPhone ? <PhoneBar /> : <StatusBar />}
      <Toasts />
      <ArmDialog />
      <KeysDialog />
      <PaletteDialog />
      <OpenedPositionDialog />
      <OrderDialog />
      <OpenNoticeDialogs />
      <div className="frame" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}

function OpenedPositionDialog() {
  const isOpen = useSelected(useTerminal().openedPosition, (opened) => opened !== null)
  return isOpen ? (
    <Suspense fallback={null}>
      <PositionDialog />
    </Suspense>
  ) : null
}

function PaletteDialog() {
  const isOpen = useStore(useTerminal().dialog) === 'palette'
  return isOpen ? (
    <Suspense fallback={null}>
      <Palette />
    </Suspense>
  ) : null
}

function OpenNoticeDialogs() {
  const { alerts, notices } = useTerminal()
  const isDrafting = useSelected(alerts.draft, (draft) => draft !== null)
  const isReposting = useSelected(notices.reposting, (notification) => notification !== null)
  const isDrawerOpen = useStore(notices.isDrawerOpen)
  return isDrafting || isReposting || isDrawerOpen ? (
    <Suspense fallback={null}>
      <NoticeDialogs />
    </Suspense>
  ) : null
}

function View({
  page,
}: {
  readonly page: ReturnType<ReturnType<typeof useTerminal>['router']['get']>['page']
}) {
  switch (page) {
    case 'trade':
      return <TradePage />
    case 'games':
      return (
        <Suspense fallback={<main className="page" />}>
          <GamesPage />
        </Suspense>
      )
    case 'portfolio':
    case 'fills':
    case 'activity':
      return (
        <Suspense fallback={<main className="page" />}>
          <AccountPage page={page} />
        </Suspense>
      )
    case 'combos':
      return (
        <Suspense fallback={<main className="page" />}>
          <CombosPage />
        </Suspense>
      )
    case 'alerts':
    case 'notifications':
    case 'notification_settings':
      return (
        <Suspense fallback={<main className="page" />}>
          <NoticePage page={page} />
        </Suspense>
      )
    case 'orders':
      return <OrdersPage />
    case 'audit':
      return <AuditPage />
    case 'health':
      return <HealthPage />
    case 'risk':
      return <RiskPage />
    case 'settings':
      return <SettingsPage />
    case 'not_found':
      return (
        <main className="page">
          <h1>There is no such page</h1>
          <p className="soft">Search for a market with the key / or choose a view above.</p>
        </main>
      )
    default:
      return unreachable(page)
  }
}

/** Whether letters typed there are text; number fields and boxes to tick take none. */
function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) {
    return target.type !== 'checkbox' && target.inputMode !== 'decimal' && target.inputMode !== 'numeric'
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function isPassword(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password'
}

/** Keys that work wherever the focus is; those without a modifier not in text fields. */
function usePageKeys(): void {
  const terminal = useTerminal()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // What sends an order or arms must be pressed each time: a held Enter does nothing more.
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
      const action = pageKey(event, takesText(event.target))
      if (action === null) return
      // Single letters can be switched off (WCAG 2.1.4).
      const isLetter = action === 'notifications' || action === 'combo'
      if (isLetter && !terminal.settings.get().letterKeys) return
      // A password may hold a tilde: there the key does both.
      if (action !== 'cancel_all' || !isPassword(event.target)) event.preventDefault()
      switch (action) {
        case 'palette':
          terminal.dialog.set(terminal.dialog.get() === 'palette' ? null : 'palette')
          return
        case 'search': {
          if (terminal.router.get().page !== 'trade') terminal.router.go('/')
          terminal.side.set('markets')
          const box = document.getElementById('search')
          if (box instanceof HTMLInputElement) {
            box.focus()
            box.select()
          }
          return
        }
        case 'arm':
          if (terminal.trading.get()?.mode !== 'ARMED') terminal.dialog.set('arm')
          return
        case 'safe':
          terminal.commands.disarm()
          return
        case 'cancel_all':
          if (!event.repeat) terminal.commands.cancelAll()
          return
        case 'notifications':
          terminal.notices.isDrawerOpen.set(!terminal.notices.isDrawerOpen.get())
          return
        case 'combo':
          toggleByKey(terminal)
          return
        case 'keys':
          terminal.dialog.set('keys')
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [terminal])
}

/** Title and icon of the browser tab say the mode. */
function useTabLook(mode: 'SAFE' | 'ARMED'): void {
  const terminal = useTerminal()
  const title = useSelected(terminal.selection, (selection) => selection?.event.title ?? null)
  useEffect(() => {
    document.title = `${mode} - ${title === null ? '' : `${title} - `}Sesame`
    document
      .querySelector('link[rel="icon"]')
      ?.setAttribute('href', mode === 'ARMED' ? '/armed.svg' : '/safe.svg')
  }, [mode, title])
}
