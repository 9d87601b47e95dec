/** The bell in the bar: how much is unread, and whether sounds can be played. */
import { BellIcon, VolumeXIcon } from 'lucide-react'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { usePage, useTitleWithKey } from '../../contexts/contexts.ts'
import { soundText } from '../../data/alerts/sound-player.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './notification.module.css'

/** Opens the page; says the number of unread ones. */
export function Bell() {
  const { notifications, router } = usePage()
  const unread = useStore(notifications.unread)
  const title = useTitleWithKey('Notifications', 'go_notifications')
  return (
    <div className="row gap-6 push">
      <SoundLock />
      <Button
        className={styles.bell}
        data-unread={unread > 0 ? '' : undefined}
        aria-label={unread === 0 ? 'Notifications, none unread' : `Notifications, ${unread} unread`}
        {...tip(title)}
        onClick={() => router.go('/notifications')}
      >
        <BellIcon />
        {unread > 0 && <b>{unread > 99 ? '99+' : unread}</b>}
      </Button>
    </div>
  )
}

/** Shown only while a sound that the rules ask for cannot be played. */
function SoundLock() {
  const { notifications } = usePage()
  const state = useStore(notifications.player.state)
  const isWanted = useSelected(notifications.settings, (settings) => (settings?.soundVolume ?? 0) > 0)
  if (state !== 'locked' || !isWanted) return null
  return (
    <span
      className={`chip warn ${styles.soundLock}`}
      role="img"
      aria-label="Sound locked"
      {...tip(soundText(state, 1))}
    >
      <VolumeXIcon /> <span>click</span>
    </span>
  )
}
