/**
 * Delivers notifications on this page's channels. A toast is shown by every tab; a sound and a desktop notification are given by one
 * tab of the browser: the first that can, and when it closes the next. A page that has just opened shows no toast that any page has
 * shown.
 */
import type { Channel, Client, Notification } from '../../platform/api/client.ts'
import type { Announcer } from '../../platform/page/messages.ts'
import { DESKTOP_WORDS } from './desktop.ts'
import type { Desktop } from './desktop.ts'
import { isCauseOver, KINDS } from './kinds.ts'
import type { CausesNow } from './kinds.ts'
import { formatPricedText } from '../../words/priced-text.ts'
import { createToaster } from './toaster.ts'
import type { ToasterDeps } from './toaster.ts'
import { soundText } from './sound-player.ts'
import type { SoundPlayer } from './sound-player.ts'

export type DeliverDeps = ToasterDeps & {
  readonly client: Pick<Client, 'call'>
  readonly player: Pick<SoundPlayer, 'play' | 'state'>
  readonly desktop: Pick<Desktop, 'show' | 'state'>
  readonly announcer: Announcer
  readonly volume: () => number
  readonly isHidden: () => boolean
  /** Calls once no other tab of this browser leads the channel; this one then does until it closes. */
  readonly lead: (channel: Loud, then: () => void) => void
  readonly after: (ms: number, task: () => void) => void
}

export type Loud = 'sound' | 'desktop'

/** After this long without any page that could, this one says why it cannot. */
const COMPLAIN_MS = 8_000
/** Sounds of a burst are one sound. */
const BURST_MS = 500

/** Announced where they happen (actions/reports.ts). */
const SPOKEN = new Set<Notification['kind']>(['fill', 'trading_safe', 'order_rejected', 'order_unknown'])

/** Builds the delivery of one tab. */
export function createDeliver(deps: DeliverDeps, now: () => number) {
  const { client, player, desktop } = deps
  const known = new Map<string, Notification>()
  const waiting = new Map<string, Notification>()
  const asked = new Set<Loud>()
  const led = new Set<Loud>()
  /** Given by this tab; the topic says so later. */
  const given = new Set<string>()
  const toaster = createToaster(deps)
  let hasSnapshot = false
  let lastSound = { name: '', at: -Infinity }

  function report(id: string, channel: Exclude<Channel, 'chat'>, reason: string | null): void {
    void client.call('reportDelivery', {
      params: { notificationId: id },
      body: reason === null ? { channel, state: 'sent' } : { channel, state: 'not_sent', reason },
    })
  }

  function isQueued(id: string, channel: Channel): boolean {
    const deliveries = known.get(id)?.deliveries ?? []
    return deliveries.some((one) => one.channel === channel && one.state === 'queued')
  }

  /** Why this page cannot give it; null when it can. */
  function obstacle(channel: Loud): string | null {
    if (channel === 'desktop') {
      return desktop.state.get() === 'granted' ? null : DESKTOP_WORDS[desktop.state.get()]
    }
    const [volume, state] = [deps.volume(), player.state.get()]
    return volume > 0 && state === 'ready' ? null : soundText(state, volume)
  }

  /** Leads the channel if it can, and gives what is due on it. */
  function giveDue(channel: Loud): void {
    if (obstacle(channel) !== null) return
    if (led.has(channel)) for (const notification of known.values()) give(notification, channel)
    if (asked.has(channel)) return
    asked.add(channel)
    deps.lead(channel, () => {
      led.add(channel)
      giveDue(channel)
    })
  }

  function give(notification: Notification, channel: Loud): void {
    const { id } = notification
    if (!isQueued(id, channel) || given.has(`${id} ${channel}`)) return
    given.add(`${id} ${channel}`)
    report(id, channel, null)
    if (channel === 'sound') {
      const name = KINDS[notification.kind].sound
      if (name === lastSound.name && now() - lastSound.at < BURST_MS) return
      lastSound = { name, at: now() }
      player.play(name, deps.volume())
      return
    }
    const { title, severity } = notification
    const text = formatPricedText(notification, deps.prices())
    void desktop.show({ id, title, text }, severity === 'urgent')
  }

  function complain(id: string, channel: Loud): void {
    const reason = obstacle(channel)
    if (reason !== null && isQueued(id, channel)) report(id, channel, reason)
  }

  function louden(notification: Notification): void {
    for (const channel of ['sound', 'desktop'] as const) {
      if (!isQueued(notification.id, channel)) continue
      giveDue(channel)
      deps.after(COMPLAIN_MS, () => complain(notification.id, channel))
    }
  }

  function showToast(notification: Notification): void {
    if (deps.isHidden()) {
      waiting.set(notification.id, notification)
      return
    }
    toaster.show(notification)
    if (isQueued(notification.id, 'toast')) report(notification.id, 'toast', null)
  }

  function speak(notification: Notification): void {
    if (SPOKEN.has(notification.kind)) return
    const words = `${notification.title}. ${formatPricedText(notification, deps.prices())}`
    if (notification.severity === 'urgent') deps.announcer.alert(words)
    else deps.announcer.report(words)
  }

  /** True if a page has reported it as shown; where the rule asks for no toast, if everything it asks for is done. */
  function wasToasted(notification: Notification): boolean {
    if (!hasToast(notification)) return !notification.deliveries.some(isDue)
    return !isQueued(notification.id, 'toast')
  }

  /** One that this tab has not seen before. */
  function arrive(notification: Notification): void {
    if (hasToast(notification)) showToast(notification)
    speak(notification)
    louden(notification)
  }

  function take(notification: Notification): boolean {
    const isNew = !known.has(notification.id)
    known.set(notification.id, notification)
    if (notification.read) {
      waiting.delete(notification.id)
      toaster.seen(notification)
    }
    return isNew
  }

  // A click or a permission has just made possible what was not.
  player.state.subscribe(() => giveDue('sound'))
  desktop.state.subscribe(() => giveDue('desktop'))

  return {
    /** Takes away the messages about a state that is over. */
    endOver: (causes: CausesNow): void => toaster.endOver((one) => isCauseOver(one, causes)),
    snapshot(notifications: readonly Notification[]): void {
      const isFirst = !hasSnapshot
      hasSnapshot = true
      for (const notification of notifications.filter(take).toReversed()) {
        if (isFirst && wasToasted(notification)) louden(notification)
        else arrive(notification)
      }
    },
    delta(notifications: readonly Notification[]): void {
      for (const notification of notifications) if (take(notification)) arrive(notification)
    },
    /** The tab has come into view: shows the toasts that waited for it. */
    visible(): void {
      const shown = [...waiting.values()]
      waiting.clear()
      for (const notification of shown) showToast(notification)
    },
  }
}

function hasToast({ deliveries }: Notification): boolean {
  return deliveries.some(({ channel }) => channel === 'toast')
}

function isDue({ channel, state }: Notification['deliveries'][number]): boolean {
  return channel !== 'chat' && state === 'queued'
}
