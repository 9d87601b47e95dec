// Rules shown here: PAGE-6.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../../platform/api/client.ts'
import { createEndedOrders, ENDED_SHOWN_MS } from './ended-orders.ts'
import { endText } from '../../words/order-text.ts'
import { sampleOrder } from '../../features/portfolio/testing/samples.ts'
import type { WireOrder } from '../../features/portfolio/testing/samples.ts'

const order = (status: Order['status'], part: Partial<WireOrder> = {}): Order =>
  sampleOrder({
    id: 'pm:0x1',
    client_order_id: 'a',
    status,
    filled_size: '0',
    remaining_size: '10',
    ...part,
  })

function build() {
  const timers: { readonly ms: number; readonly task: () => void }[] = []
  const forgotten: string[] = []
  const ended = createEndedOrders(
    (ms, task) => timers.push({ ms, task }),
    ({ id }) => forgotten.push(id ?? ''),
  )
  const shown = () => ended.list.get().map((one) => [one.order.status, one.isReported])
  return { ended, timers, forgotten, shown }
}

test('an end stays a minute, with its latest news and one timer, and is then forgotten', () => {
  const { ended, timers, forgotten, shown } = build()
  ended.seen(order('live'))
  assert.deepEqual(shown(), [])
  ended.seen(order('cancelled'))
  ended.seen(order('cancelled', { filled_size: '4' }))
  assert.deepEqual(shown(), [['cancelled', true]])
  assert.equal(
    endText(order('cancelled', { filled_size: '4' }), true, false).text,
    'filled 4, the rest cancelled',
  )
  assert.deepEqual(
    timers.map(({ ms }) => ms),
    [ENDED_SHOWN_MS],
  )
  timers[0]?.task()
  assert.deepEqual([shown(), forgotten], [[], ['pm:0x1']])
})

test('an order that is open again, as one that the venue took after all, is no ended one', () => {
  const { ended, shown, forgotten, timers } = build()
  ended.seen(order('rejected'))
  ended.seen(order('live'))
  timers[0]?.task()
  assert.deepEqual([shown(), forgotten], [[], []])
})

test('one that was gone after a lost link is not given an end that was not reported', () => {
  const { ended, shown } = build()
  ended.gone(order('filled'))
  assert.deepEqual(shown(), [])
  ended.gone(order('live'))
  assert.deepEqual(shown(), [['live', false]])
  assert.equal(endText(order('live'), false, false).text, 'ended unseen')
})
