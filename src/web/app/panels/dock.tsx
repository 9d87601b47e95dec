/** The lists of the account: orders, positions, fills and alerts, as tabs of one panel. */
import { useState } from 'react'
import type { ComponentType } from 'react'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useMarketData } from '../../contexts/contexts.ts'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { FillsTable, OrdersTable } from '../../features/orders/orders-table.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { PANEL_KINDS } from '../../layouts/panel-kinds.ts'
import { AlertsTab, PositionsTab } from '../views.tsx'

export type ListKind = 'orders' | 'positions' | 'fills' | 'alerts'

export const LISTS: Readonly<Record<ListKind, ComponentType>> = {
  orders: OrdersTable,
  positions: PositionsTab,
  fills: FillsTable,
  alerts: AlertsTab,
}

/** Rows of each list, as the caller counts them: it renders again when that changes. */
export function useCounts<Count>(of: (rows: number) => Count): Readonly<Record<ListKind, Count>> {
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

export function Dock() {
  const [shown, setShown] = useState<ListKind>('orders')
  const counts = useCounts(String)
  const Shown = LISTS[shown]
  const label = 'Orders, positions and fills'
  return (
    <Tabs shown={shown} onShow={setShown}>
      <section className="panel dock" aria-label={label}>
        <header className="panel-head">
          <TabList
            label={label}
            tabs={(Object.keys(LISTS) as ListKind[]).map((kind) => [
              kind,
              <>
                {PANEL_KINDS[kind].title} <b>{counts[kind]}</b>
              </>,
            ])}
          />
        </header>
        <TabPanel className="dock-panel">
          <Shown />
        </TabPanel>
      </section>
    </Tabs>
  )
}
