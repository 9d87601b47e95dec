/** Orders, positions, fills and alerts under the event: tabs of one panel. */
import { useState } from 'react'
import { useSelected } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { AlertsTab } from '../alerts/alerts-tab.tsx'
import { PositionsTab } from '../portfolio/positions-panel.tsx'
import { FillsTable } from './fills-table.tsx'
import { OrdersTable } from './orders-table.tsx'
import { openOrders } from './own-levels.ts'
import '../../ui/orders.css'

const TABS = [
  ['orders', 'Open orders'],
  ['positions', 'Positions'],
  ['fills', 'Fills'],
  ['alerts', 'Alerts'],
] as const

/** The dock. */
export function Dock() {
  const terminal = useTerminal()
  const [tab, setTab] = useState<(typeof TABS)[number][0]>('orders')
  const open = useSelected(terminal.orders, (orders) => openOrders(orders.items).length)
  const held = useSelected(
    terminal.positions,
    ({ items }) => items.filter(({ status }) => status !== 'closed').length,
  )
  const fills = useSelected(terminal.fills, (list) => list.items.length)
  const alerts = useSelected(terminal.alerts.list, ({ items }) => items.length)
  const counts = { orders: open, positions: held, fills, alerts }
  return (
    <section className="panel dock" aria-label="Orders, positions and fills">
      <header className="panel-head tabs">
        <div role="tablist" aria-label="Orders, positions and fills">
          {TABS.map(([name, text], at) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`dock-tab-${name}`}
              aria-selected={tab === name}
              aria-controls="dock-panel"
              tabIndex={tab === name ? 0 : -1}
              onClick={() => setTab(name)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                const by = event.key === 'ArrowRight' ? 1 : TABS.length - 1
                const next = TABS[(at + by) % TABS.length]?.[0] ?? name
                setTab(next)
                document.getElementById(`dock-tab-${next}`)?.focus()
              }}
            >
              {text} <b>{counts[name]}</b>
            </button>
          ))}
        </div>
      </header>
      <div id="dock-panel" role="tabpanel" aria-labelledby={`dock-tab-${tab}`} className="dock-panel">
        {tab === 'orders' && <OrdersTable />}
        {tab === 'positions' && <PositionsTab />}
        {tab === 'fills' && <FillsTable />}
        {tab === 'alerts' && <AlertsTab />}
      </div>
    </section>
  )
}
