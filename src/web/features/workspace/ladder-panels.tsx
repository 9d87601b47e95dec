/** Ladders in docked panels: several of one event side by side, or one outcome. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { chooseLadders } from '../event/ladder-choice.ts'
import type { Selection } from '../event/selection.ts'
import { Ladder } from '../ladder/ladder.tsx'
import { PanelContext, PanelTools, useDockedPanel } from './panel-context.tsx'
import { useFollowed } from './use-followed.ts'

/** What one ladder needs at least, with the gap beside it, in CSS pixels. */
const LADDER_WIDTH = 270

/** Both outcomes of the market in hand, or those that were chosen of its event. */
export function LaddersPanel() {
  const { selection, isLoading } = useFollowed(useDockedPanel().panel)
  const element = useRef<HTMLDivElement | null>(null)
  const room = Math.max(1, Math.floor((useWidth(element) + 4) / LADDER_WIDTH))
  return (
    <div className="ladders docked" ref={element}>
      {selection !== null ? (
        <SideBySide selection={selection} room={room} />
      ) : (
        // As many as will be there, so that nothing moves when they come.
        <>
          <EmptyLadder isLoading={isLoading} hasTools />
          {room >= 2 && <EmptyLadder isLoading />}
        </>
      )}
    </div>
  )
}

function SideBySide({ selection, room }: { readonly selection: Selection; readonly room: number }) {
  const terminal = useTerminal()
  const chosen = useStore(terminal.ladders)
  const inHand = useStore(terminal.selection)
  const ladders = chooseLadders(selection, chosen, room)
  return ladders.map(({ market, outcome }, at) => {
    const ladder = (
      <Ladder
        key={outcome.id}
        event={selection.event}
        market={market}
        outcome={outcome}
        isSelected={outcome.id === (inHand ?? selection).outcome.id}
      />
    )
    // The tools of the panel stand once, at its right end.
    return at === ladders.length - 1 ? (
      ladder
    ) : (
      <PanelContext key={outcome.id} value={null}>
        {ladder}
      </PanelContext>
    )
  })
}

/** The ladder of one outcome. */
export function LadderPanel() {
  const { selection: shown, isLoading } = useFollowed(useDockedPanel().panel)
  const inHand = useStore(useTerminal().selection)
  return (
    <div className="ladders docked">
      {shown === null ? (
        <EmptyLadder isLoading={isLoading} hasTools />
      ) : (
        <Ladder
          key={shown.outcome.id}
          event={shown.event}
          market={shown.market}
          outcome={shown.outcome}
          isSelected={inHand?.outcome.id === shown.outcome.id}
        />
      )}
    </div>
  )
}

function EmptyLadder(props: { readonly isLoading: boolean; readonly hasTools?: boolean }) {
  return (
    <div className="panel ladder">
      <header className="panel-head">
        <h2 className="dim">Ladder</h2>
        <span className="push" />
        {props.hasTools === true && <PanelTools />}
      </header>
      <p className="empty">{props.isLoading ? '' : 'Opens with the first outcome that you choose.'}</p>
    </div>
  )
}

/** The width of an element, measured before it is painted. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return undefined
    // A hidden panel keeps its last width, so that it comes back as it was.
    const measure = (): void => setWidth((old) => (box.clientWidth === 0 ? old : box.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}
