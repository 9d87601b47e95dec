/** The inside of a panel: drawn once it was seen, asleep some seconds after it went out of sight. */
import { Activity, Suspense, useEffect, useMemo, useState } from 'react'
import { InPanelContext } from '../ui/page.tsx'
import { PanelBoundary } from './panel-boundary.tsx'
import { PanelContext } from '../widgets/panel-context.tsx'
import { PanelToolsButton } from '../app/workspace/panel-tools.tsx'
import { titleOfKind } from '../model/workspace/panel-kinds.ts'
import { PanelContent } from '../app/workspace/panels.tsx'
import type { Panel } from './layout/tree.ts'

/** An unseen panel releases its books within 10 s (PAGE-10); going back and forth between tabs asks for nothing. */
const AWAKE_MS = 5_000

/** The body. */
export function PanelBody(props: {
  readonly id: string
  readonly panel: Panel
  readonly isSeen: boolean
  /** Others are drawn first. */
  readonly isLater: boolean
  /** Its tools go into its own head, since the group has none. */
  readonly hasTools: boolean
}) {
  const { id, panel, hasTools } = props
  const isAwake = useAwake(props.isSeen)
  const [wasSeen, setWasSeen] = useState(props.isSeen)
  if (props.isSeen && !wasSeen) setWasSeen(true)
  const docked = useMemo(
    () => ({ id, panel, tools: hasTools ? <PanelToolsButton id={id} /> : null }),
    [id, panel, hasTools],
  )
  if (!wasSeen || props.isLater) return null
  return (
    <PanelContext value={docked}>
      <InPanelContext value>
        <Activity mode={isAwake ? 'visible' : 'hidden'}>
          <PanelBoundary title={titleOfKind(panel.kind)}>
            <Suspense fallback={<p className="empty">Loading{'\u2026'}</p>}>
              <PanelContent kind={panel.kind} />
            </Suspense>
          </PanelBoundary>
        </Activity>
      </InPanelContext>
    </PanelContext>
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
