/** Notifications as toasts: those that must be seen stay, bursts of one kind are one toast, and what was read elsewhere goes. */
import type { Notification } from '../../platform/api/client.ts'
import { MODE_GROUP } from '../../platform/page/messages.ts'
import type { ToastAction, Toasts } from '../../platform/page/messages.ts'
import type { Prices } from '../settings/prices.ts'
import { KINDS, staysShown, toneOf } from './kinds.ts'
import { formatPricedText } from '../../words/priced-text.ts'

export type ToasterDeps = {
  readonly toasts: Toasts
  readonly isArmed: () => boolean
  /** As the trader reads prices now. */
  readonly prices: () => Prices
  /** Opens what a toast is about; null when there is nothing to open. */
  readonly actionOf: (notification: Notification, page: string | undefined) => ToastAction | null
  readonly markRead: (ids: readonly string[]) => void
}

/** Builds it over the list of toasts. */
export function createToaster(deps: ToasterDeps) {
  const { toasts, markRead } = deps
  /** The notifications behind each toast, by its group. */
  const shown = new Map<string, readonly Notification[]>()

  function isShown(group: string): boolean {
    return toasts.list.get().some((toast) => toast.group === group)
  }

  function put(group: string, members: readonly Notification[], sticky: boolean): void {
    const newest = members.at(-1)
    if (newest === undefined) return
    shown.set(group, members)
    toasts.show({
      tone: toneOf(newest),
      title: members.length === 1 ? newest.title : `${KINDS[newest.kind].name} (${members.length})`,
      text: formatPricedText(newest, deps.prices()),
      sticky,
      group,
      at: newest.at,
      action: deps.actionOf(newest, KINDS[newest.kind].page),
      onDismiss: () => markRead(members.map(({ id }) => id)),
    })
  }

  return {
    show(notification: Notification): void {
      const sticky = staysShown(notification, deps.isArmed())
      const group = groupOf(notification, sticky)
      const before = isShown(group) ? shown.get(group) : undefined
      // The order's own answer is on the screen already: the same news twice is one toast.
      if (before === undefined && group === notification.clientOrderId && isShown(group)) return
      put(group, sticky ? [notification] : [...(before ?? []), notification], sticky)
    },
    /** Takes away the toasts whose cause is over; they stay unread in the list. */
    endOver: (isOver: (notification: Notification) => boolean): void => {
      for (const { group } of toasts.list.get()) {
        const members = group === null ? undefined : shown.get(group)
        if (group === null || members === undefined || !members.every(isOver)) continue
        shown.delete(group)
        toasts.withdraw(group)
      }
    },
    /** It was read, here or elsewhere. */
    seen({ id }: Notification): void {
      for (const [group, members] of shown) {
        if (!members.some((member) => member.id === id)) continue
        const rest = members.filter((member) => member.id !== id)
        if (rest.length === 0) {
          shown.delete(group)
          toasts.withdraw(group)
        } else shown.set(group, rest)
      }
    },
  }
}

/** Replacement group: an order's news each other, news of the mode each other, ordinary ones of a kind each other. */
function groupOf(notification: Notification, sticky: boolean): string {
  const { kind, clientOrderId: orderId, id } = notification
  if ((kind === 'order_rejected' || kind === 'order_unknown') && orderId !== null) return orderId
  if (kind === 'trading_safe') return MODE_GROUP
  return sticky ? id : kind
}
