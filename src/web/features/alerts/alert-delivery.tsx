/** The channels that deliver an alert under the current rules, each with what blocks it. */
import type { NotificationSettings } from '../../platform/api/wire.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'
import { CHANNEL_NAMES } from '../../model/notifications/kinds.ts'
import styles from './alert.module.css'

/** One line: `Delivered in-app, sound, chat.` */
export function AlertDelivery() {
  const { notifications } = usePage()
  const settings = useStore(notifications.settings)
  return settings === null ? null : <p className={`dim ${styles.alertDelivery}`}>{deliveryText(settings)}</p>
}

function deliveryText({
  rules,
  telegram_configured: hasChat,
  sound_volume: volume,
}: NotificationSettings): string {
  const names = (['toast', 'sound', 'desktop', 'chat'] as const)
    .filter((channel) => rules.alert[channel])
    .map((channel) => {
      const name = CHANNEL_NAMES[channel].toLowerCase()
      if (channel === 'chat' && !hasChat) return `${name} (not set up)`
      return channel === 'sound' && volume === 0 ? `${name} (volume 0)` : name
    })
  return names.length === 0 ? 'Listed in notifications only.' : `Delivered ${names.join(', ')}.`
}
