import assert from 'node:assert/strict'
import { test } from 'node:test'
import { price } from '#contract/codec/fields.ts'
import { sampleOrder } from '../features/portfolio/testing/samples.ts'
import { groupTargets, groupText, openGroup } from './order-group.ts'

const GROUP = '01890000-0000-7000-8000-000000000001'
const part = (id: string, at: string, more = {}) =>
  sampleOrder({
    id: `pm:${id}`,
    client_order_id: id,
    price: at,
    group: GROUP,
    group_size: 5,
    status: 'live',
    ...more,
  })

test('a group is its open orders, and counts them in words', () => {
  const all = [part('a', '0.4'), part('b', '0.39'), part('c', '0.38', { status: 'filled' })]
  const other = sampleOrder({ id: 'pm:d', client_order_id: 'd', status: 'live' })
  const open = openGroup([...all, other], part('a', '0.4'))
  assert.deepEqual(
    open.map(({ id }) => id),
    ['pm:a', 'pm:b'],
  )
  assert.deepEqual(openGroup([other], other), [], 'orders without a group are none')
  assert.equal(groupText(open), '2 of 5 open (scaled order)')
  assert.equal(
    groupText([part('a', '0.4'), part('b', '0.3', { outcome_id: 'pm:9' })]),
    '2 of 5 open (basket)',
  )
  assert.equal(groupText(open.slice(1)), '1 of 5 open (group)')
  const reposted = ['e', 'f'].map((id) => part(id, '0.4', { group_size: undefined }))
  assert.equal(groupText(reposted), '2 of 2 open (group)')
})

test('each goes by the tick of its own book, and stays on the ladder', () => {
  const open = [part('a', '0.4'), part('b', '0.99')]
  const targets = groupTargets(open, 1, ({ id }) => (id === 'pm:a' ? 10 : 100))
  assert.deepEqual(
    targets.map(({ orderId, to, tick }) => [orderId, price.encode(to), tick]),
    [
      ['pm:a', '0.401', 10],
      ['pm:b', '0.99', 100],
    ],
  )
})
