/** One order: its state, what it filled, and its audit rows as a timeline. Opened from rows of orders and of fills. */
import type { AuditRow, Client, Order } from '../../platform/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { ReadError, useReadAgain, valueOf } from '../../platform/api/queries.ts'
import { showAmount, showDay, showLocal } from '../../platform/format/figures.ts'
import { useAccount, usePage, usePrices, useWorkspace } from '../../contexts/contexts.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { CloseFoot, Dialog } from '../../widgets/dialog.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { ReplayLink } from '../../widgets/replay-link.tsx'
import { CopyText } from '../../widgets/copy-text.tsx'
import { Timeline } from '../../widgets/timeline.tsx'
import { OrderLink, OrderState } from './order-state.tsx'
import type { OpenedOrder } from '../../data/account/opened-order.ts'
import { fillText, isOverfilled, OVERFILLED } from '../../words/order-text.ts'
import { Fact, tip } from '../../ui/controls.tsx'
import styles from './order.module.css'

type OrderHistory = { readonly order: Order | null; readonly rows: readonly AuditRow[] }

/** The dialog, when an order is opened. */
export function OrderDialog() {
  const { openedOrder } = useWorkspace()
  const opened = useStore(openedOrder)
  if (opened === null) return null
  return (
    <Dialog key={opened.id} title="Order" onClose={() => openedOrder.set(null)}>
      <OrderHistoryView opened={opened} />
      <CloseFoot onClose={() => openedOrder.set(null)} />
    </Dialog>
  )
}

function OrderHistoryView({ opened }: { readonly opened: OpenedOrder }) {
  const { orders } = useAccount()
  const { client } = usePage()
  const { openedOrder } = useWorkspace()
  const listed = useSelected(
    orders,
    ({ items }) =>
      items.find(
        (order) =>
          (opened.id !== null && order.id === opened.id) ||
          (opened.id === null && order.clientOrderId === opened.clientOrderId),
      ) ?? null,
  )
  const read = useQuery({
    queryKey: ['order', opened.id, opened.clientOrderId],
    queryFn: ({ signal }) => readOrderHistory(client, opened, signal),
  })
  useReadAgain(read, `${listed?.updatedAt} ${listed?.status}`)
  const order = listed ?? read.data?.order ?? null
  const rows = read.data?.rows ?? []
  const fill = useStore(useAccount().fills).items.find(({ orderId: id }) => id === opened.id)
  const at = fill?.at ?? order?.createdAt ?? rows[0]?.at
  const outcomeId = fill?.outcomeId ?? order?.outcomeId ?? null
  return (
    <div className={styles.orderHistory}>
      {order !== null && <OrderFacts order={order} />}
      <h3>
        Timeline{' '}
        {at !== undefined && (
          <ReplayLink at={at} outcomeId={outcomeId} onOpen={() => openedOrder.set(null)} />
        )}
      </h3>
      <ReadFault read={read} />
      {rows.length > 0 ? (
        <Timeline rows={rows} />
      ) : (
        <p className="empty">
          {read.isFetching
            ? 'Reading\u2026'
            : order?.foreign === true
              ? 'Placed outside this terminal: the audit log has no rows of it.'
              : 'The audit log has no rows of it.'}
        </p>
      )}
    </div>
  )
}

function OrderFacts({ order }: { readonly order: Order }) {
  const { orders } = useAccount()
  const prices = usePrices()
  const now = useNow(order.status === 'delayed' ? 100 : 1_000)
  const fills = useStore(useAccount().fills).items.filter((fill) => fill.orderId === order.id)
  const next = useSelected(
    orders,
    ({ items }) => items.find((one) => one.replaces !== null && one.replaces === order.id) ?? null,
  )
  const price = prices.price(order.price, order.tickSize)
  return (
    <>
      <p className="row wraps gap-6">
        <b className={order.side === 'BUY' ? 'pos' : 'neg'}>
          {order.side === 'BUY' ? '+ BUY' : '\u2212 SELL'} {showAmount(order.size, 0)}
        </b>{' '}
        <b>{order.outcomeName}</b> @ <b>{price}</b> <OrderState order={order} now={now} />
        {order.foreign && <span className="chip warn">placed outside</span>}
      </p>
      <p className="soft">
        {order.eventTitle}
        {order.marketTitle === order.eventTitle ? '' : ` - ${order.marketTitle}`}
      </p>
      <dl className="facts usual">
        <Fact name="Filled">
          {showAmount(order.filledSize, 0)} of {showAmount(order.size, 0)}
          {isOverfilled(order) && <p className="soft">{OVERFILLED}</p>}
        </Fact>
        <Fact name="Type">
          {order.timeInForce}
          {order.postOnly ? ', post-only' : ''}
          {order.expiresAt === null ? '' : `, until ${showDay(order.expiresAt)}`}
        </Fact>
        {order.id !== null && (
          <Fact name="Order id">
            <CopyText text={order.id} name="order id" />
          </Fact>
        )}
        {order.clientOrderId !== null && (
          <Fact name="Client order id">
            <CopyText text={order.clientOrderId} name="client order id" />
          </Fact>
        )}
        {order.replaces !== null && (
          <Fact name="Replaces">
            <OrderLink id={order.replaces} />
          </Fact>
        )}
        {next !== null && next.id !== null && (
          <Fact name="Replaced by">
            <OrderLink id={next.id} /> @ {prices.price(next.price, next.tickSize)}
          </Fact>
        )}
      </dl>
      {fills.length > 0 && (
        <>
          <h3>Fills</h3>
          <ul>
            {fills.map((fill) => {
              const words = fillText(fill.status)
              return (
                <li key={fill.id} className="row wraps tap gap-8 usual">
                  <span className="dim">{showLocal(fill.at, true)}</span>
                  <b>{showAmount(fill.size, 0)}</b> @ {prices.price(fill.price, fill.tickSize)}
                  <span className="soft">{fill.role}</span>
                  <span className={words.tone === 'danger' ? 'danger' : 'soft'} {...tip(words.title)}>
                    {words.text}
                  </span>
                  {fill.txHash !== null && <CopyText text={fill.txHash} name="transaction hash" />}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </>
  )
}

/** The order with its rows; the rows alone when the terminal no longer keeps the order. */
async function readOrderHistory(
  client: Client,
  opened: OpenedOrder,
  signal: AbortSignal,
): Promise<OrderHistory> {
  const { id, clientOrderId } = opened
  if (id !== null) {
    const answer = await client.call('readOrder', { params: { orderId: id } }, { signal })
    if (answer.ok) return { order: answer.value.order, rows: answer.value.audit }
    if (clientOrderId === null) throw new ReadError(answer.error)
  }
  if (clientOrderId === null) return { order: null, rows: [] }
  const query = { clientOrderId: clientOrderId, limit: 200 }
  return { order: null, rows: valueOf(await client.call('listAudit', { query }, { signal })).items }
}
