/** Orders and fills as a page of their own. */
import { Page, Panel } from '../../ui/controls.tsx'
import { FillsTable } from './fills-table.tsx'
import { OrdersTable } from './orders-table.tsx'

/** The orders page. */
export function OrdersPage() {
  return (
    <Page className="split">
      <h1 className="visually-hidden">Orders</h1>
      <Panel title="Open orders">
        <OrdersTable />
      </Panel>
      <Panel title="Fills">
        <FillsTable />
      </Panel>
    </Page>
  )
}
