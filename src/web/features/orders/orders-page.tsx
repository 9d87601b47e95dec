/** Orders and fills as a page of their own. */
import { Page } from '../../ui/page.tsx'
import { FillsTable } from './fills-table.tsx'
import { OrdersTable } from './orders-table.tsx'

/** The orders page. */
export function OrdersPage() {
  return (
    <Page className="split">
      <h1 className="visually-hidden">Orders</h1>
      <section className="panel" aria-label="Open orders">
        <header className="panel-head">
          <h2>Open orders</h2>
        </header>
        <OrdersTable />
      </section>
      <section className="panel" aria-label="Fills">
        <header className="panel-head">
          <h2>Fills</h2>
        </header>
        <FillsTable />
      </section>
    </Page>
  )
}
