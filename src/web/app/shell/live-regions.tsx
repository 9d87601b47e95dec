/** The two live regions, and there are no others: one polite, one assertive. */
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'

/** Both regions; what they say is decided by the announcer. */
export function LiveRegions() {
  const { announcer } = usePage()
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
