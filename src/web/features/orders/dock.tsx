/** Orders and fills under the event: two tabs of one panel. */
import { useState } from 'react'
import { useSelected } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { FillsTable } from './fills-table.tsx'
import { OrdersTable } from './orders-table.tsx'
import { openOrders } from './own-levels.ts'
import '../../ui/orders.css'

/** The dock. */
export function Dock() {
  const terminal = useTerminal()
  const [tab, setTab] = useState<'orders' | 'fills'>('orders')
  const open = useSelected(terminal.orders, (orders) => openOrders(orders.items).length)
  const fills = useSelected(terminal.fills, (list) => list.items.length)
  return (
    <section className="panel dock" aria-label="Orders and fills">
      <header className="panel-head tabs">
        <div role="tablist" aria-label="Orders and fills">
          {(['orders', 'fills'] as const).map((name) => (
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
                const next = name === 'orders' ? 'fills' : 'orders'
                setTab(next)
                document.getElementById(`dock-tab-${next}`)?.focus()
              }}
            >
              {name === 'orders' ? 'Open orders' : 'Fills'} <b>{name === 'orders' ? open : fills}</b>
            </button>
          ))}
        </div>
      </header>
      <div id="dock-panel" role="tabpanel" aria-labelledby={`dock-tab-${tab}`} className="dock-panel">
        {tab === 'orders' ? <OrdersTable /> : <FillsTable />}
      </div>
    </section>
  )
}
