/** The two live regions, and there are no others: one polite, one assertive. */
import { useEffect, useRef } from 'react'
import { usePage } from '../../contexts/page.ts'

/** Both regions; what they say is decided by the announcer. */
export function LiveRegions() {
  return (['polite', 'assertive'] as const).map((name) => <LiveRegion key={name} name={name} />)
}

/** Its text is set at once: drawn with a busy page, one message would come late and the next too soon after it. */
function LiveRegion({ name }: { readonly name: 'polite' | 'assertive' }) {
  const said = usePage().announcer[name]
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => said.subscribe(() => region.current?.replaceChildren(said.get())), [said])
  return <div ref={region} className="visually-hidden" aria-live={name} aria-atomic data-region={name} />
}
