import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireOf } from '#contract/codec/codec.ts'
import { notification as record } from '#contract/records/notifications.ts'
import { ok } from '#lib/result.ts'
import type { Channel, Client, Notification } from '../../platform/api/client.ts'
import { pricesIn } from '../settings/prices.ts'
import { createAnnouncer, createToasts } from '../../platform/page/messages.ts'
import { createStore } from '../../platform/state/store.ts'
import { createDeliver } from './deliver.ts'
import type { Loud } from './deliver.ts'
import type { DesktopState } from './desktop.ts'
import type { SoundState } from './sound-player.ts'

/** The terminal as far as deliveries go: the first report per notification and channel is taken. */
function startServer() {
  const taken = new Map<string, string>()
  const call = (name: string, input: object) => {
    assert.equal(name, 'reportDelivery')
    const { params, body } = input as {
      readonly params: { readonly notificationId: string }
      readonly body: { readonly channel: Channel; readonly state: string; readonly reason?: string }
    }
    const key = `${params.notificationId} ${body.channel}`
    const isTaken = !taken.has(key)
    if (isTaken) taken.set(key, body.reason ?? body.state)
    return Promise.resolve(ok({ taken: isTaken }))
  }
  return { taken, client: { call: call as unknown as Client['call'] } }
}

/** The locks of a browser: the first that asks for a channel has it until it closes. */
function createLocks() {
  const queues: Readonly<Record<Loud, (() => void)[]>> = { sound: [], desktop: [] }
  return {
    lead(channel: Loud, then: () => void): void {
      if (queues[channel].push(then) === 1) then()
    },
    closeFirst(): void {
      for (const queue of Object.values(queues)) {
        queue.shift()
        queue[0]?.()
      }
    },
  }
}

type TabParts = {
  readonly sound?: SoundState
  readonly desktop?: DesktopState
  readonly volume?: number
  readonly isHidden?: boolean
  readonly locks?: ReturnType<typeof createLocks>
}

/** A tab with its own clock; `pass` lets time go and the answers arrive. */
function startTab(client: Pick<Client, 'call'>, parts: TabParts = {}) {
  let time = 0
  let isHidden = parts.isHidden ?? false
  const locks = parts.locks ?? createLocks()
  const tasks: { readonly at: number; readonly task: () => void }[] = []
  const after = (ms: number, task: () => void) => void tasks.push({ at: time + ms, task })
  const now = () => time
  const toasts = createToasts(now, after)
  const played: string[] = []
  const sound = createStore<SoundState>(parts.sound ?? 'ready')
  const seen: string[] = []
  const read: string[] = []
  const deliver = createDeliver(
    {
      client,
      toasts,
      announcer: createAnnouncer(now, after),
      player: {
        state: sound,
        play: (sound) => played.push(sound) > 0,
      },
      desktop: {
        state: createStore<DesktopState>(parts.desktop ?? 'granted'),
        show: (message) => Promise.resolve(seen.push(message.title) > 0 ? null : ''),
      },
      volume: () => parts.volume ?? 60,
      isArmed: () => false,
      prices: () => pricesIn('cents'),
      isHidden: () => isHidden,
      lead: (channel, then) => locks.lead(channel, then),
      after,
      actionOf: () => null,
      markRead: (ids) => read.push(...ids),
    },
    now,
  )
  return {
    deliver,
    toasts,
    played,
    seen,
    read,
    sound,
    titles: () => toasts.list.get().map((toast) => toast.title),
    look: () => {
      isHidden = false
      deliver.visible()
    },
    pass: async (ms: number) => {
      time += ms
      for (const { at, task } of tasks.splice(0)) {
        if (at <= time) task()
        else tasks.push({ at, task })
      }
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    },
  }
}

const notification = (id: string, part: Partial<WireOf<typeof record>> = {}): Notification =>
  record.decode({
    id,
    kind: 'alert',
    severity: 'warn',
    title: `Title ${id}`,
    text: 'Text',
    prices: [],
    client_order_id: null,
    outcome_id: null,
    market_id: null,
    game_id: null,
    alert_id: null,
    orders: [],
    read: false,
    at: '2026-11-20T20:00:00.000Z',
    deliveries: (['toast', 'sound', 'desktop', 'chat'] as const).map((channel) => ({
      channel,
      state: 'queued',
      reason: null,
      at: '2026-11-20T20:00:00.000Z',
    })),
    ...part,
  })

const sent = (given: Notification): Notification => ({
  ...given,
  deliveries: given.deliveries.map((delivery) => ({ ...delivery, state: 'sent' })),
})

test('every tab shows the toast; one of them gives sound and desktop, and when it closes another does', async () => {
  const { client, taken } = startServer()
  const locks = createLocks()
  const tabs = [startTab(client, { locks }), startTab(client, { locks, isHidden: true })]
  const counts = () => tabs.map((tab) => [tab.titles().length, tab.played.length, tab.seen.length])
  for (const tab of tabs) {
    tab.deliver.snapshot([])
    tab.deliver.delta([notification('1')])
  }
  for (const tab of tabs) await tab.pass(100)
  assert.deepEqual(counts(), [
    [1, 1, 1],
    [0, 0, 0],
  ])
  assert.deepEqual([...taken.keys()].toSorted(), ['1 desktop', '1 sound', '1 toast'])
  const second = tabs[1] ?? assert.fail()
  second.deliver.delta([sent(notification('1'))])
  locks.closeFirst()
  second.deliver.delta([notification('2')])
  await second.pass(100)
  assert.deepEqual(counts()[1], [0, 1, 1])
})

test('a tab that cannot leaves it to one that can, and says why only when none did', async () => {
  const { client, taken } = startServer()
  const locks = createLocks()
  const locked = startTab(client, { sound: 'locked', desktop: 'denied', locks })
  const able = startTab(client, { isHidden: true, desktop: 'denied', locks })
  for (const tab of [locked, able]) {
    tab.deliver.snapshot([])
    tab.deliver.delta([notification('1')])
  }
  for (const tab of [locked, able]) await tab.pass(400)
  assert.deepEqual([locked.played, able.played], [[], ['alert']])
  assert.equal(taken.get('1 desktop'), undefined)
  for (const tab of [locked, able]) await tab.pass(8_000)
  assert.match(taken.get('1 desktop') ?? '', /^Blocked by the browser/)
  assert.equal(taken.get('1 sound'), 'sent')
})

test('a click that unlocks the sound plays what is due, once', async () => {
  const { client } = startServer()
  const tab = startTab(client, { sound: 'locked' })
  tab.deliver.snapshot([])
  tab.deliver.delta([notification('1')])
  await tab.pass(1_000)
  assert.deepEqual(tab.played, [])
  tab.sound.set('ready')
  tab.sound.set('locked')
  tab.sound.set('ready')
  await tab.pass(1_000)
  assert.deepEqual(tab.played, ['alert'])
})

test('after a reload nothing that was delivered is delivered again', async () => {
  const { client } = startServer()
  const first = startTab(client)
  first.deliver.snapshot([])
  first.deliver.delta([notification('1')])
  await first.pass(10)
  const second = startTab(client)
  second.deliver.snapshot([sent(notification('1'))])
  await second.pass(10_000)
  assert.deepEqual([second.titles(), second.played, second.seen], [[], [], []])
})

/** As the terminal tells it once a page has shown the toast. */
const toastSent = (given: Notification): Notification => ({
  ...given,
  deliveries: given.deliveries.map((delivery) =>
    delivery.channel === 'toast' ? { ...delivery, state: 'sent' } : delivery,
  ),
})

test('a toast that was shown does not come back with a reload while its sound still waits for a click', async () => {
  const { client } = startServer()
  const parts: TabParts = { sound: 'locked', desktop: 'default' }
  const first = startTab(client, parts)
  first.deliver.snapshot([])
  first.deliver.delta([notification('1', { kind: 'fill', severity: 'info' })])
  await first.pass(10)
  assert.deepEqual(first.titles(), ['Title 1'])
  const toasted = toastSent(notification('1', { kind: 'fill', severity: 'info' }))
  for (let load = 0; load < 3; load += 1) {
    const again = startTab(client, parts)
    again.deliver.snapshot([toasted])
    await again.pass(10)
    assert.deepEqual(again.titles(), [])
  }
  const clicked = startTab(client, parts)
  clicked.deliver.snapshot([toasted])
  clicked.sound.set('ready')
  await clicked.pass(10)
  assert.deepEqual([clicked.titles(), clicked.played], [[], ['fill']])
})

test('a toast tells when it happened, not when it was shown', () => {
  const { client } = startServer()
  const tab = startTab(client)
  tab.deliver.snapshot([notification('1')])
  assert.deepEqual(
    tab.toasts.list.get().map(({ at }) => at),
    [Date.parse('2026-11-20T20:00:00.000Z')],
  )
})

test('what came while no page was open is given by the first that opens', async () => {
  const { client } = startServer()
  const tab = startTab(client)
  tab.deliver.snapshot([notification('1')])
  await tab.pass(10)
  assert.deepEqual([tab.titles(), tab.played, tab.seen], [['Title 1'], ['alert'], ['Title 1']])
})

test('what came while the link was lost is shown when it is back, once', async () => {
  const { client } = startServer()
  const tab = startTab(client)
  const old = sent(notification('1'))
  tab.deliver.snapshot([old])
  tab.deliver.snapshot([notification('2'), old])
  await tab.pass(10)
  tab.deliver.snapshot([notification('2'), old])
  await tab.pass(10)
  assert.deepEqual([tab.titles(), tab.played], [['Title 2'], ['alert']])
})

test('a hidden tab keeps its toasts until it is looked at, and drops those that were read elsewhere', async () => {
  const { client } = startServer()
  const tab = startTab(client, { isHidden: true })
  tab.deliver.snapshot([])
  tab.deliver.delta([notification('1', { kind: 'credentials', severity: 'urgent' })])
  tab.deliver.delta([notification('2', { kind: 'credentials', severity: 'urgent' })])
  await tab.pass(60_000)
  tab.deliver.delta([sent(notification('2', { kind: 'credentials', severity: 'urgent', read: true }))])
  assert.deepEqual(tab.titles(), [])
  tab.look()
  assert.deepEqual(tab.titles(), ['Title 1'])
})

test('a burst of one kind is one toast, and dismissing it reads them all', () => {
  const { client } = startServer()
  const tab = startTab(client)
  tab.deliver.snapshot([])
  for (const id of ['1', '2', '3']) tab.deliver.delta([notification(id, { kind: 'fill', severity: 'info' })])
  assert.deepEqual(tab.titles(), ['Fill (3)'])
  const [toast] = tab.toasts.list.get()
  assert.ok(toast !== undefined)
  tab.toasts.dismiss(toast.id)
  assert.deepEqual(tab.read, ['1', '2', '3'])
})

test('an urgent toast stays until it is read, here or in another tab', async () => {
  const { client } = startServer()
  const tab = startTab(client)
  const urgent = notification('1', { kind: 'order_unknown', severity: 'urgent', client_order_id: 'c' })
  tab.deliver.snapshot([])
  tab.deliver.delta([urgent])
  await tab.pass(60_000)
  assert.deepEqual(tab.titles(), ['Title 1'])
  tab.deliver.delta([{ ...sent(urgent), read: true }])
  assert.deepEqual(tab.titles(), [])
})

test("an order's own answer on the screen is not delivered a second time", () => {
  const { client } = startServer()
  const tab = startTab(client)
  tab.deliver.snapshot([])
  tab.toasts.show({ tone: 'danger', title: 'Order refused', text: '', sticky: true, group: 'c' })
  tab.deliver.delta([notification('1', { kind: 'order_rejected', client_order_id: 'c' })])
  assert.deepEqual(tab.titles(), ['Order refused'])
})

test('what was shown before the page was opened is left to the bell', () => {
  const { client } = startServer()
  const tab = startTab(client)
  const left = ['1', '2'].map((id) => sent(notification(id, { kind: 'credentials', severity: 'urgent' })))
  tab.deliver.snapshot(left)
  assert.deepEqual(tab.titles(), [])
})

test('a rule that asks for no channel is silent, and volume 0 says so', async () => {
  const { client, taken } = startServer()
  const tab = startTab(client, { volume: 0 })
  tab.deliver.snapshot([])
  tab.deliver.delta([notification('1', { deliveries: [] }), notification('2')])
  await tab.pass(9_000)
  assert.deepEqual(tab.titles(), [])
  assert.deepEqual(tab.played, [])
  assert.equal(taken.get('2 sound'), 'Off: the volume is 0.')
})
