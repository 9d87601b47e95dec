/** The outcome of the last order of the ticket: the venue's word, or that there is none yet. There is no retry. */
import type { Order } from '../platform/api/client.ts'
import { useNow, useSelected } from '../platform/state/hooks.ts'
import { useAccount, useTrading, useWorkspace } from '../contexts/contexts.ts'
import { orderText, placedText } from '../words/order-text.ts'
import { rejectFix } from '../words/reject-text.ts'
import { showAge } from '../platform/format/figures.ts'
import styles from './receipt.module.css'
import { Button } from '../ui/controls.tsx'

/** The result line; it follows the order for as long as it is listed. */
export function TicketResult(props: {
  readonly clientOrderId: string | null
  /** One of several results: each names its order. */
  readonly isNamed?: boolean
}) {
  const { clientOrderId, isNamed = false } = props
  const { intents } = useTrading()
  const { orders } = useAccount()
  const { openedOrder } = useWorkspace()
  const now = useNow()
  const intent = useSelected(
    intents.list,
    (list) => list.find((one) => one.clientOrderId === clientOrderId) ?? null,
  )
  const listed = useSelected(
    orders,
    ({ items }) => items.find((order) => order.clientOrderId === clientOrderId) ?? null,
  )
  if (intent === null) return null
  const name = isNamed ? `${intent.side === 'SELL' ? 'Sale' : 'Purchase'} of ${intent.outcomeName}: ` : ''
  if (intent.state === 'sending') {
    return (
      <p className="soft">
        {name}Sending{'\u2026'}
      </p>
    )
  }
  const open = (
    <Button
      className="plain-link"
      onClick={() => openedOrder.set({ id: listed?.id ?? intent.order?.id ?? null, clientOrderId })}
    >
      Timeline
    </Button>
  )
  if (intent.state === 'unknown') {
    return (
      <p className={styles.resultUnknown}>
        {name}
        <b>Unknown</b> - checking, {showAge(now - intent.at)}. {intent.text} {open}
      </p>
    )
  }
  if (intent.state === 'rejected') {
    return (
      <p className="danger">
        {name}
        <b>Refused</b>: {intent.text} {rejectFix(intent.code, intent.text)}{' '}
        {intent.code !== null && <code>{intent.code}</code>} {open}
      </p>
    )
  }
  return (
    <p className="soft">
      {name}
      <b>Accepted</b>:{' '}
      {listed === null ? (
        intent.text
      ) : listed.status === 'delayed' ? (
        <Delayed order={listed} />
      ) : (
        placedText(listed)
      )}{' '}
      {open}
    </p>
  )
}

/** Its tenths run while it is shown. */
function Delayed({ order }: { readonly order: Order }) {
  const now = useNow(100)
  return orderText(order, now).text
}
