/** Orders, positions, fills and alerts under the event: tabs of one panel. */
import { useState } from 'react'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useMarketData } from '../../contexts/contexts.ts'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { FillsTable } from '../../features/orders/fills-table.tsx'
import { OrdersTable } from '../../features/orders/orders-table.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { AlertsTab, PositionsTab } from '../views.tsx'

const TABS = [
  ['orders', 'Open orders'],
  ['positions', 'Positions'],
  ['fills', 'Fills'],
  ['alerts', 'Alerts'],
] as const

export function Dock() {
  const { positions } = useAccount()
  const [tab, setTab] = useState<(typeof TABS)[number][0]>('orders')
  const open = useSelected(useAccount().orders, (orders) => openOrders(orders.items).length)
  const held = useSelected(positions, ({ items }) => items.filter(({ status }) => status !== 'closed').length)
  const fills = useSelected(useAccount().fills, (list) => list.items.length)
  const alerts = useSelected(useMarketData().alerts.list, ({ items }) => items.length)
  const counts = { orders: open, positions: held, fills, alerts }
  return (
    <Tabs
      shown={tab}
      onShow={setTab}
      render={<section className="panel dock" aria-label="Orders, positions and fills" />}
    >
      <header className="panel-head">
        <TabList
          label="Orders, positions and fills"
          tabs={TABS.map(([name, text]) => [
            name,
            <>
              {text} <b>{counts[name]}</b>
            </>,
          ])}
        />
      </header>
      <TabPanel shown={tab} className="dock-panel">
        {tab === 'orders' && <OrdersTable />}
        {tab === 'positions' && <PositionsTab />}
        {tab === 'fills' && <FillsTable />}
        {tab === 'alerts' && <AlertsTab />}
      </TabPanel>
    </Tabs>
  )
}
