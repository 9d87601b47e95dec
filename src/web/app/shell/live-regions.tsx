/** The two live regions of a window, and there are no others: one polite, one assertive. Only the window in use speaks. */
import { useState } from 'react'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'

/** Both regions; what they say is decided by the announcer. */
export function LiveRegions({ window }: { readonly window: string }) {
  const { announcer } = usePage()
  const polite = useSaid(useStore(announcer.polite), window)
  const assertive = useSaid(useStore(announcer.assertive), window)
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

/** What was said while the window was in use; it stays there until the next message of that window. */
function useSaid(text: string, window: string): string {
  const inUse = usePage().windows.inUse.get()
  const [spoken, setSpoken] = useState({ text: '', said: '' })
  if (spoken.text === text) return spoken.said
  const said = inUse === window ? text : spoken.said
  setSpoken({ text, said })
  return said
}
