/** The registry of panels: existing components in docked panels. What is not known here is named, never a crash. */
import { memo, useCallback } from 'react'
import type { ComponentType } from 'react'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useMarketData, useTrading } from '../../contexts/contexts.ts'
import { SidePanel } from '../panels/side-panel.tsx'
import { EventPanel } from '../panels/event-panel.tsx'
import { InsightPanel } from '../panels/insight-panel.tsx'
import { isShown } from '../../data/account/exit-marks.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { FillsTable, OrdersTable } from '../../features/orders/orders-table.tsx'
import { TicketOrBasket } from '../panels/ticket-or-basket.tsx'
import {
  AccountPage,
  AlertsTab,
  AuditPage,
  CombosPage,
  GamesPage,
  HealthPage,
  NotificationPage,
  PositionsTab,
  RiskPage,
} from '../views.tsx'
import { LadderPanel, LaddersPanel } from './ladder-panels.tsx'
import { PanelTools, useDockedPanel } from '../../widgets/panel-context.tsx'
import { factsOf, isKnownKind } from '../../layouts/panel-kinds.ts'
import type { PanelKind } from '../../layouts/panel-kinds.ts'
import { useTrade } from './use-routed-event.ts'
import type { Layout, Panel } from '../../layouts/tree.ts'
import { useFollowed } from './use-followed.ts'

const PANELS: Readonly<Record<PanelKind, ComponentType>> = {
  discovery: SidePanel,
  event: Event,
  ladders: LaddersPanel,
  ladder: LadderPanel,
  chart: Chart,
  ticket: TicketOrBasket,
  orders: listOf('orders', OrdersTable),
  positions: listOf('positions', PositionsTab),
  fills: listOf('fills', FillsTable),
  alerts: listOf('alerts', AlertsTab),
  combos: CombosPage,
  notifications: () => <NotificationPage page="notifications" />,
  games: GamesPage,
  audit: AuditPage,
  health: HealthPage,
  portfolio: () => <AccountPage page="portfolio" />,
  risk: RiskPage,
}

/** Content of a panel of the kind. */
export const PanelContent = memo(function PanelContent({ kind }: { readonly kind: string }) {
  if (!isKnownKind(kind)) {
    return (
      <p className="empty">
        This version of the page has no panel {'\u201c'}
        {kind.slice(0, 40)}
        {'\u201d'}. Close it, or load a newer version.
      </p>
    )
  }
  const Content = PANELS[kind]
  return <Content />
})

/** Rows of each list, as the caller counts them: it renders again when that changes. */
function useCounts<Count>(of: (rows: number) => Count) {
  const { orders, positions, fills } = useAccount()
  const { alerts } = useMarketData()
  return {
    orders: useSelected(orders, ({ items }) => of(openOrders(items).length)),
    positions: useSelected(positions, ({ items }) =>
      of(items.filter(({ status }) => status !== 'closed').length),
    ),
    fills: useSelected(fills, ({ items }) => of(items.length)),
    alerts: useSelected(alerts.list, ({ items }) => of(items.length)),
  }
}

/** A panel's name, with a count where one counts. */
export function PanelTitle({ panel }: { readonly panel: Panel }) {
  const { kind } = panel
  const counts: Readonly<Record<string, string>> = useCounts(String)
  const count = counts[kind] ?? null
  const { selection } = useFollowed(panel)
  return (
    <>
      {kind === 'ladder' && selection !== null ? selection.outcome.name : factsOf(kind).title}
      {count !== null && <b> {count}</b>}
    </>
  )
}

/** Tells which panels have nothing to show: the same function until that changes. */
export function useEmptyPanels({ panels }: Pick<Layout, 'panels'>): (id: string) => boolean {
  const areEmpty = useCounts((rows) => rows === 0)
  // They are listed under the orders.
  const hasExits = useSelected(useTrading().attachedExits.list, ({ items }) => items.some(isShown))
  const empty = Object.entries(areEmpty)
    .flatMap(([kind, isEmpty]) => (isEmpty && !(kind === 'orders' && hasExits) ? kind : []))
    .join(' ')
  return useCallback((id) => empty.split(' ').includes(panels[id]?.kind ?? ''), [empty, panels])
}

function listOf(kind: PanelKind, Rows: ComponentType): ComponentType {
  return function List() {
    return (
      <section className="panel dock" aria-label={factsOf(kind).title}>
        <div className="dock-panel">
          <Rows />
        </div>
      </section>
    )
  }
}

function Event() {
  return <EventPanel read={useTrade().read} />
}

function Chart() {
  const { selection: shown } = useFollowed(useDockedPanel().panel)
  return shown === null ? (
    <section className="panel insight" aria-label="Market data">
      <header className="panel-head">
        <h2 className="dim">Chart</h2>
        <span className="push" />
        <PanelTools />
      </header>
      <p className="empty">History, depth and trades of the selected outcome.</p>
    </section>
  ) : (
    <InsightPanel selection={shown} />
  )
}
