/** Ladders in docked panels: several of one event side by side and in rows, or one outcome. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, RefObject } from 'react'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { chooseLadders, wantedLadders } from '../event/ladder-choice.ts'
import type { LadderPlace } from '../event/ladder-choice.ts'
import { marketTitle } from '../event/selection.ts'
import type { Selection } from '../event/selection.ts'
import { HandBar } from '../ladder/hand-bar.tsx'
import { Ladder } from '../ladder/ladder.tsx'
import { useHolding } from '../ladder/use-holding.ts'
import { useRowHeight } from '../ladder/use-row-height.ts'
import { ladderRoom, ladderRows, mostIn } from './ladder-rows.ts'
import type { LadderRoom } from './ladder-rows.ts'
import { PanelContext, PanelTools, useDockedPanel } from './panel-context.tsx'
import { useFollowed } from './use-followed.ts'

/** Both outcomes of the market in hand, or those that were chosen of its event: side by side, in rows where that does not do. */
export function LaddersPanel() {
  const { selection, isLoading } = useFollowed(useDockedPanel().panel)
  const chosen = useStore(useTerminal().ladders)
  const element = useRef<HTMLDivElement | null>(null)
  const room = useRoom(element, useRowHeight())
  const ladders = selection === null ? [] : chooseLadders(selection, chosen, mostIn(room))
  const rows = ladderRows(room, ladders.length)
  const isInRows = rows.length > 1
  return (
    <div
      className="ladders docked"
      ref={element}
      data-rows={isInRows ? rows.length : undefined}
      style={isInRows ? ({ '--across': rows[0] } as CSSProperties) : undefined}
    >
      {selection !== null && isInRows && (
        <HandOfAll
          selection={selection}
          left={wantedLadders(selection, chosen).length - ladders.length}
          shown={ladders.length}
        />
      )}
      {selection !== null ? (
        <SideBySide selection={selection} ladders={ladders} rows={rows} />
      ) : (
        // As many as will be there, so that nothing moves when they come.
        <>
          <EmptyLadder isLoading={isLoading} hasTools />
          {room.across >= 2 && <EmptyLadder isLoading />}
        </>
      )}
    </div>
  )
}

/** Above several rows, once instead of in each ladder: what a click is worth, and the tools of the panel. */
function HandOfAll(props: {
  readonly selection: Selection
  readonly shown: number
  /** Chosen ladders for which there is no room. */
  readonly left: number
}) {
  const { shown, left } = props
  const { outcome, market, event } = useStore(useTerminal().selection) ?? props.selection
  return (
    <div className="hand-of-all" role="group" aria-label="Hand of all ladders">
      <span className="dim cut">All ladders</span>
      <HandBar holding={useHolding(outcome.id)} of={`${outcome.name}, ${marketTitle(event, market)}`} />
      <span className="push" />
      {left > 0 && (
        <span
          className="dim cut"
          title="The ladders chosen first give way: make the panel larger, or take some away"
        >
          {shown} of {shown + left} fit
        </span>
      )}
      <PanelTools />
    </div>
  )
}

function SideBySide(props: {
  readonly selection: Selection
  readonly ladders: readonly LadderPlace[]
  readonly rows: readonly number[]
}) {
  const { selection, ladders, rows } = props
  const inHand = useStore(useTerminal().selection)
  const docked = useDockedPanel()
  const withoutTools = useMemo(() => ({ ...docked, tools: null }), [docked])
  const [across = 1] = rows
  const isInRows = rows.length > 1
  // One list whatever the rows: a ladder that goes to another row stays the same one.
  return rows.flatMap((count, row) => {
    const from = rows.slice(0, row).reduce((sum, one) => sum + one, 0)
    const inRow = ladders.slice(from, from + count).map(({ market, outcome }, at) => (
      // The tools of the panel stand once, at its right end.
      <PanelContext key={outcome.id} value={!isInRows && at === across - 1 ? docked : withoutTools}>
        <Ladder
          event={selection.event}
          market={market}
          outcome={outcome}
          isSelected={outcome.id === (inHand ?? selection).outcome.id}
          isLow={isInRows}
        />
      </PanelContext>
    ))
    return count < across ? [...inRow, <span key={`end of ${row}`} />] : inRow
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

/** How many ladders an element has room for, measured before it is painted. */
function useRoom(element: RefObject<HTMLElement | null>, rowHeight: number): LadderRoom {
  const [room, setRoom] = useState<LadderRoom>({ across: 1, down: 1 })
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return undefined
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = box
      // A hidden panel keeps its last room, so that it comes back as it was.
      if (width === 0) return
      setRoom((old) => {
        const now = ladderRoom({ width, height }, rowHeight, old.down)
        return old.across === now.across && old.down === now.down ? old : now
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, rowHeight])
  return room
}
