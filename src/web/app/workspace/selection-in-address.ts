/**
 * The selected market as part of another view's address (PAGE-2: the selected outcome is in the URL): a reload, Back and
 * a shared link restore both.
 */
import { useEffect } from 'react'
import { usePage, useWorkspace } from '../../contexts/contexts.ts'
import { selectedText } from '../../platform/page/route.ts'
import type { Router } from '../../platform/page/route.ts'
import type { Event } from '../../platform/api/client.ts'
import { findOutcome } from '../../layouts/followed.ts'
import type { FollowedMarket } from '../../layouts/followed.ts'

type Needs = {
  readonly router: Router
  readonly followed: FollowedMarket
  /** Null if there is no such event, or no answer. */
  readonly readEvent: (slug: string) => Promise<Event | null>
}

/**
 * Keeps the address of a view and the followed market the same. An address that names a market wins over the selection
 * of this browser; one without gets the selection, or the one from before a reload.
 *
 * @returns what ends it
 */
export function keepSelectionInAddress({ router, followed, readEvent }: Needs): () => void {
  /** The address whose market is being read: nothing is written over it. */
  let reading: string | null = null

  function write(): void {
    const at = followed.get()
    if (router.get().page === 'trade' || reading !== null || at === null) return
    router.putSelected(selectedText(at.event.slug, at.outcome.id))
  }

  function read(): void {
    const inAddress = router.get().page === 'trade' ? null : router.inAddress()
    if (inAddress === null || inAddress.outcomeId === followed.get()?.outcome.id) {
      reading = null
      if (router.get().page !== 'trade') followed.restore()
      write()
      return
    }
    const asked = selectedText(inAddress.slug, inAddress.outcomeId)
    if (asked === reading) return
    reading = asked
    void readEvent(inAddress.slug).then((event) => {
      if (reading !== asked) return
      reading = null
      const found = findOutcome(event, inAddress.outcomeId)
      if (found !== null) followed.choose(found)
      else followed.restore()
      write()
    })
  }

  const ends = [router.subscribe(read), followed.subscribe(write)]
  read()
  return () => {
    reading = null
    for (const end of ends) end()
  }
}

/** Does so as long as the component is mounted. */
export function useSelectionInAddress(): void {
  const { client, router } = usePage()
  const { followed } = useWorkspace().workspace
  useEffect(
    () =>
      keepSelectionInAddress({
        router,
        followed,
        async readEvent(slug) {
          const answer = await client.call('readEventBySlug', { params: { slug } })
          return answer.ok ? answer.value : null
        },
      }),
    [client, router, followed],
  )
}
