import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOrderId } from '#core/ids.ts'
import type { Notification } from '#core/notification/notification.ts'
import { ok } from '#lib/result.ts'
import { createBus } from '../bus.ts'
import { createNotifications } from './notifications.ts'
import { createManualClock, silentLog } from '../testing/market-fakes.ts'
import { CANCELLED, createMemoryNotifications } from '../testing/memory-notifications.ts'

const CLIENT = '01890a5d-ac96-774b-bcce-b302099a8057' as ClientOrderId

const ALL = { words: [], unread: null, kind: null, before: null, limit: 200 } as const
const published = { kind: 'fill', key: null, title: 'Hawks', text: 'Filled.' } as const

test('what the disk refuses is taken by one page for each channel, and listed so once it is written', async () => {
  const memory = createMemoryNotifications()
  const clock = createManualClock()
  const bus = createBus((_, error) => {
    throw error
  })
  const received: Notification[] = []
  bus.subscribe('notification', (notification) => received.push(notification))
  let ids = 0
  const notifications = createNotifications({
    clock,
    bus,
    settings: { read: () => null, write: () => ok(undefined) },
    chat: null,
    random: { bytes: (length) => new Uint8Array(length), uuidV7: () => String((ids += 1)) },
    log: silentLog,
    store: memory.notifications,
    point() {},
  })
  notifications.start()
  notifications.notify(published)
  await clock.advance(1_000)
  memory.isRefusing = true
  notifications.notify({ ...published, title: 'Owls', orders: [CANCELLED] })
  const titles = () => notifications.list(ALL).map(({ title }) => title)
  const one = received.at(-1)
  assert.ok(one?.title === 'Owls')
  const sent = { channel: 'desktop', state: 'sent', reason: null } as const
  assert.equal(notifications.report(one.id, sent), true)
  assert.equal(notifications.report(one.id, sent), false)
  assert.equal(
    notifications.setReposted(one.id, CANCELLED.orderId, CLIENT),
    false,
    'not on disk: it must not leave',
  )
  memory.isRefusing = false
  await clock.advance(5_000)
  const late = memory.rows.get(one.id)?.notification
  assert.equal(late?.orders[0]?.repostedAs, null)
  assert.equal(notifications.setReposted(one.id, CANCELLED.orderId, CLIENT), true)
  assert.equal(memory.rows.get(one.id)?.notification.orders[0]?.repostedAs, CLIENT)
  assert.equal(late?.deliveries.find(({ channel }) => channel === 'desktop')?.state, 'sent')
  assert.deepEqual([titles(), notifications.unread()], [['Owls', 'Hawks'], 2])
})
