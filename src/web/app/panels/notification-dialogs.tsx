/** Dialogs over the views: an alert being written, the drawer of notifications, orders to be placed again. */
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { AlertDialog } from '../../features/alerts/alert-dialog.tsx'
import { Drawer } from '../../features/notifications/drawer.tsx'
import { RepostDialog } from '../../features/notifications/repost-dialog.tsx'

/** Whichever of them is open. */
export function NotificationDialogs() {
  const { notifications } = usePage()
  const isDrawerOpen = useStore(notifications.isDrawerOpen)
  const reposting = useStore(notifications.reposting)
  return (
    <>
      {isDrawerOpen && <Drawer />}
      <AlertDialog />
      {reposting !== null && <RepostDialog key={reposting.id} notification={reposting} />}
    </>
  )
}
