/** State of an order as a word with its tone, live in the table; its end and its age; and a link that opens an order. */
import { useState } from 'react'
import type { Order } from '../../platform/api/client.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { showAge } from '../../platform/format/figures.ts'
import { clockOf, SECOND_MS } from '../../platform/state/clock.ts'
import { useNow, useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { isOnItsWay } from '../../actions/send.ts'
import type { EndedOrder } from '../../data/account/ended-orders.ts'
import { endText, isSettling, orderText } from '../../words/order-text.ts'
import { Button, tip } from '../../ui/controls.tsx'
import { later } from '../../ui/later.tsx'

const LOOK = { plain: 'soft', chip: 'chip', unknown: 'chip state-unknown', danger: 'chip danger' } as const

/** `now` is the wall clock, for ages and what is left of a delay. */
export function OrderState({ order, now }: { readonly order: Order; readonly now: number }) {
  const words = orderText(order, now)
  return (
    <span className={LOOK[words.tone]} {...tip(words.title)}>
      {words.text}
    </span>
  )
}

/** Opens the timeline of another order; named by the beginning of its id unless by words. */
export function OrderLink({ id, words }: { readonly id: string; readonly words?: string }) {
  const { openedOrder } = useWorkspace()
  return (
    <Button
      className={words === undefined ? 'plain-link mono' : 'plain-link'}
      {...tip(words === undefined ? id : `Opens the order that it replaces, ${id}`)}
      onClick={() => openedOrder.set({ id, clientOrderId: null })}
    >
      {words ?? `${id.replace(/^pm:(0x)?/, '').slice(0, 8)}\u2026`}
    </Button>
  )
}

const Group = later(() => import('./order-group.tsx').then((module) => module.OrderGroup))

/** State of an open order. */
export function State({ order, prices }: { readonly order: Order; readonly prices: Prices }) {
  const { intents } = useTrading()
  const moving = useSelected(
    intents.list,
    (list) =>
      list.find((one) => one.move !== null && one.move.orderId === order.id && isOnItsWay(one)) ?? null,
  )
  return (
    <>
      {moving !== null ? (
        <span className={moving.state === 'unknown' ? 'chip state-unknown' : 'chip'} {...tip(moving.text)}>
          {moving.state === 'unknown' ? 'move unknown, to ' : 'moving to '}
          {moving.move === null ? '' : prices.price(moving.price, moving.move.tick)}
        </span>
      ) : order.status === 'delayed' ? (
        <DelayedState order={order} />
      ) : (
        <TimedState order={order} />
      )}
      {order.group !== undefined && <Group order={order} />}
      {order.replaces !== null && (
        <span className="replaces extra">
          {' '}
          <OrderLink id={order.replaces} words="moved" />
        </span>
      )}
    </>
  )
}

/** How an order has ended. */
export function End({ ended }: { readonly ended: EndedOrder }) {
  const { order, isReported } = ended
  const hasSettling = useSelected(useAccount().fills, ({ items }) => isEndSettling(items, order.id))
  const words = endText(order, isReported, hasSettling)
  return (
    <span className={words.tone === 'danger' ? 'danger' : undefined} {...tip(words.title)}>
      {words.text}
    </span>
  )
}

/** True if a fill of an order is not final yet. */
export function isEndSettling(
  fills: readonly (Parameters<typeof isSettling>[0] & { readonly orderId: string | null })[],
  orderId: string | null,
): boolean {
  return fills.some((fill) => fill.orderId === orderId && isSettling(fill))
}

/** Renders when its text changes: each second for a minute, then each minute. */
export function Age({ from }: { readonly from: number }) {
  return useSelected(clockOf(SECOND_MS), (now) => showAge(now - from))
}

/** The state of an order that is not delayed; the time counts for what is being looked up or waits. */
function TimedState({ order }: { readonly order: Order }) {
  const isTimed = order.status === 'unknown' || order.cancelQueued
  const now = useSelected(clockOf(SECOND_MS), (time) => (isTimed ? time : 0))
  return <OrderState order={order} now={now} />
}

/** A delay is over within seconds, so its tenths are shown, with a bar that has as far to go. */
function DelayedState({ order }: { readonly order: Order }) {
  const [startedAt] = useState(() => Date.now())
  const now = useNow(100)
  const endsAt = order.delayEndsAt ?? now
  const whole = endsAt - (order.submittedAt ?? order.createdAt)
  const left = Math.max(0, endsAt - Math.max(now, startedAt))
  return (
    <span className="delay">
      <OrderState order={order} now={now} />
      <i aria-hidden="true" style={{ transform: `scaleX(${whole <= 0 ? 0 : Math.min(1, left / whole)})` }} />
    </span>
  )
}
