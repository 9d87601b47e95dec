/** The page's two live regions, and there are no others: one polite, one assertive. */
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'

/** Both regions; what they say is decided by the announcer. */
export function LiveRegions() {
  const { announcer } = useTerminal()
  const polite = useStore(announcer.polite)
  const assertive = useStore(announcer.assertive)
  return (
    <>
      <div className="visually-hidden" aria-live="polite" aria-atomic="true" data-region="polite">
        {polite}
      </div>
      <div className="visually-hidden" aria-live="assertive" aria-atomic="true" data-region="assertive">
        {assertive}
      </div>
    </>
  )
}
