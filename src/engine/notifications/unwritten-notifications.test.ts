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

test('what the disk refuses is listed, read and taken by one page for each channel, and stays so once written', async () => {
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
  const titles = (changes: object = {}) =>
    notifications.list({ ...ALL, ...changes }).map(({ title }) => title)
  assert.deepEqual(titles(), ['Owls', 'Hawks'])
  assert.deepEqual([titles({ limit: 1 }), titles({ words: ['haw'] })], [['Owls'], ['Hawks']])
  const [one, first] = notifications.list(ALL)
  assert.ok(one !== undefined && first !== undefined)
  assert.deepEqual(titles({ before: one }), ['Hawks'])
  assert.equal(notifications.unread(), 2)
  const sent = { channel: 'desktop', state: 'sent', reason: null } as const
  assert.equal(notifications.report(one.id, sent), true)
  assert.equal(notifications.report(one.id, sent), false)
  notifications.markRead([one.id, first.id])
  assert.deepEqual([notifications.unread(), titles({ unread: true })], [1, ['Hawks']])
  assert.equal(received.at(-1)?.read, true)
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
  assert.deepEqual(
    [late?.read, late?.deliveries.find(({ channel }) => channel === 'desktop')?.state],
    [true, 'sent'],
  )
  assert.deepEqual([titles(), notifications.unread()], [['Owls', 'Hawks'], 1])
})
