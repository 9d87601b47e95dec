/** The way to the summary of everything that can be sold. */
import { usePage, useTitleWithKey } from '../../contexts/contexts.ts'
import { Button, tip } from '../../ui/controls.tsx'

/** Opens the summary that one more press sends. */
export function FlattenAll() {
  const { dialog } = usePage()
  const title = useTitleWithKey('Cancels all orders and sells every position, after a summary', 'flatten_all')
  return (
    <Button aria-haspopup="dialog" {...tip(title)} onClick={() => dialog.set('flatten')}>
      Flatten all{'\u2026'}
    </Button>
  )
}
