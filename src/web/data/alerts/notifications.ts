/** Notifications in this tab: the newest 200 and the count of unread ones from the topic, the rules, and their delivery. */
import type { Prices } from '../settings/prices.ts'
import { notification, unreadAnswer } from '#contract/records/notifications.ts'
import { faultText } from '../../platform/api/client.ts'
import type { Client, Notification, NotificationSettings } from '../../platform/api/client.ts'
import { createListStore } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Announcer, ToastAction, Toasts } from '../../platform/page/messages.ts'
import type { Frame } from '../../platform/page/frame.ts'
import { createStore } from '../../platform/state/store.ts'
import type { createDeliver } from './deliver.ts'
import { createDesktop } from './desktop.ts'
import type { CausesNow } from './kinds.ts'
import { createSoundPlayer } from './sound-player.ts'

export type Notifications = ReturnType<typeof createNotifications>

export type NotificationsDeps = {
  readonly view: Window & typeof globalThis
  readonly client: Client
  readonly live: Live
  readonly frame: Frame
  readonly toasts: Toasts
  readonly announcer: Announcer
  readonly isArmed: () => boolean
  /** As the trader reads prices now. */
  readonly prices: () => Prices
  readonly after: (ms: number, task: () => void) => void
  readonly now: () => number
  readonly go: (address: string) => void
  readonly actionOf: (notification: Notification, page: string | undefined) => ToastAction | null
}

const MAX_IDS = 200
const AGAIN_MS = 1_000

type Deliver = ReturnType<typeof createDeliver>

/** Builds them and follows the topic. */
export function createNotifications(deps: NotificationsDeps) {
  const { view, client, frame, toasts } = deps
  const { document } = view
  /** Unread ones, also those that the list does not hold. */
  const unread = createStore(0)
  const settings = createStore<NotificationSettings | null>(null)
  /** The one whose orders are to be placed again. */
  const reposting = createStore<Notification | null>(null)
  /** The one that was clicked on the desktop. */
  const clicked = createStore<string | null>(null)
  const player = createSoundPlayer(view)
  const desktop = createDesktop(view, (id) => {
    clicked.set(id)
    deps.go('/notifications')
  })

  /** Marks as read for every page; the topic tells how it went. */
  function markRead(ids: readonly string[] | 'all'): void {
    const body = ids === 'all' ? { all: true as const } : { ids: ids.slice(0, MAX_IDS) }
    void client.call('readNotifications', { body }).then((answer) => {
      if (answer.ok) unread.set(answer.value.unreadCount)
      else
        toasts.show({
          tone: 'warn',
          title: 'Not marked as read',
          text: faultText(answer.error),
          group: 'read',
        })
    })
  }

  async function readSettings(): Promise<void> {
    const answer = await client.call('readNotificationSettings', {})
    if (answer.ok) settings.set(answer.value)
  }

  async function load(): Promise<Deliver> {
    const module = await import('./deliver.ts')
    return module.createDeliver(
      {
        ...deps,
        player,
        desktop,
        volume: () => settings.get()?.soundVolume ?? 0,
        isHidden: () => document.visibilityState === 'hidden',
        lead(channel, then) {
          // Browsers have locks over HTTPS and on this machine only.
          if (!('locks' in view.navigator)) then()
          else {
            void view.navigator.locks.request(`sesame.${channel}`, () => {
              then()
              return new Promise(() => undefined)
            })
          }
        },
        markRead,
      },
      deps.now,
    )
  }

  /** Loaded beside the first view, which needs none of it; messages wait for it, in their order. */
  let loading: Promise<Deliver> | null = null
  function deliver(task: (deliver: Deliver) => void): void {
    loading ??= load()
    loading.then(task, () => {
      loading = null
      deps.after(AGAIN_MS, () => deliver(task))
    })
  }

  /** The newest 200, newest first. */
  const list = createListStore<Notification>({
    decode: notification.decode,
    keyOf: ({ id }) => id,
    order: (a, b) => (a.id < b.id ? 1 : -1),
    onChange: () => frame.mark(list.flush),
  })
  // Not by frames: a hidden tab draws none, and it is the one whose sounds are needed.
  const put = (part: 'snapshot' | 'delta') => (data: unknown) => {
    const taken = list[part](data)
    unread.set(unreadAnswer.decode(data as never).unreadCount)
    deliver((to) => to[part](taken))
  }
  deps.live.watch('notifications', { snapshot: put('snapshot'), delta: put('delta'), lost: list.lost })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') return
    deliver((to) => to.visible())
    // A second page may have changed the volume meanwhile.
    if (settings.get() !== null) void readSettings()
  })

  return {
    list,
    unread,
    settings,
    player,
    desktop,
    reposting,
    clicked,
    /** Reads the rules, opens the sound device. */
    start(): void {
      player.start()
      void readSettings()
    },
    markRead,
    endOver: (causes: CausesNow): void => deliver((to) => to.endOver(causes)),
  }
}
