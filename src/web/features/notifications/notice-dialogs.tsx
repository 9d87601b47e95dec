/** What opens over the views: an alert being written, the drawer of notifications, orders to be placed again. */
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { AlertDialog } from '../alerts/alert-dialog.tsx'
import { Drawer } from './drawer.tsx'
import { RepostDialog } from './repost-dialog.tsx'

/** Whichever of them is open. */
export function NoticeDialogs() {
  const { notices } = useTerminal()
  const isDrawerOpen = useStore(notices.isDrawerOpen)
  const reposting = useStore(notices.reposting)
  return (
    <>
      {isDrawerOpen && <Drawer />}
      <AlertDialog />
      {reposting !== null && <RepostDialog key={reposting.id} notification={reposting} />}
    </>
  )
}
