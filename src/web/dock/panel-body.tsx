/** The inside of a panel: drawn once it was seen, asleep some seconds after it went out of sight. */
import { Activity, useEffect, useState } from 'react'
import { useDock } from './dock-context.ts'
import { PanelBoundary } from './panel-boundary.tsx'

/** An unseen panel stops reading within 10 s (PAGE-10); going back and forth between tabs asks for nothing. */
const AWAKE_MS = 5_000

/** The body. */
export function PanelBody(props: {
  readonly id: string
  readonly isSeen: boolean
  /** Others are drawn first. */
  readonly isLater: boolean
  /** Its tools go into its own head, since the group has none. */
  readonly hasTools: boolean
}) {
  const { id, hasTools } = props
  const { parts } = useDock()
  const isAwake = useAwake(props.isSeen)
  const [wasSeen, setWasSeen] = useState(props.isSeen)
  if (props.isSeen && !wasSeen) setWasSeen(true)
  if (!wasSeen || props.isLater) return null
  return (
    <Activity mode={isAwake ? 'visible' : 'hidden'}>
      <PanelBoundary failure={parts.failure(id)}>{parts.body(id, hasTools)}</PanelBoundary>
    </Activity>
  )
}

function useAwake(isSeen: boolean): boolean {
  const [isAwake, setAwake] = useState(isSeen)
  if (isSeen && !isAwake) setAwake(true)
  useEffect(() => {
    if (isSeen) return undefined
    const timer = window.setTimeout(() => setAwake(false), AWAKE_MS)
    return () => window.clearTimeout(timer)
  }, [isSeen])
  return isAwake
}
