/** Ladders in docked panels: several of one event side by side and in rows, or one outcome. */
import { useCallback, useContext, useDeferredValue, useMemo, useState } from 'react'
import type { RefCallback } from 'react'
import { useStore } from '../../platform/state/hooks.ts'
import { useWorkspace } from '../../contexts/contexts.ts'
import { chooseLadders, wantedLadders } from '../../data/markets/ladder-choice.ts'
import type { LadderPlace } from '../../data/markets/ladder-choice.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { DefaultsLine, QuickSizes } from '../../features/ladder/order-defaults-bar.tsx'
import { Ladder } from '../../features/ladder/ladder.tsx'
import { useHolding, useRowHeight } from '../../features/ladder/use-ladder-view.ts'
import { ladderRoom, ladderRows, mostIn, widthOf } from '../../layouts/ladder-rows.ts'
import type { LadderRoom, Size } from '../../layouts/ladder-rows.ts'
import { BracketChoice } from '../../widgets/bracket-choice.tsx'
import { PanelContext, PanelRoomContext, PanelTools, useDockedPanel } from '../../widgets/panel-context.tsx'
import { useFollowed } from './use-followed.ts'
import { tip } from '../../ui/controls.tsx'

const NO_SIZE: Size = { width: 0, height: 0 }

/** Both outcomes of the selected market, or those that were chosen of its event: side by side, in rows where that does not do. */
export function LaddersPanel() {
  const { selection, isLoading } = useFollowed(useDockedPanel().panel)
  const chosen = useStore(useWorkspace().ladders)
  const [size, ref] = useSize()
  const room = useRoom(size)
  const ladders =
    selection === null || size === NO_SIZE ? [] : chooseLadders(selection, chosen, mostIn(room), room.across)
  const rows = ladderRows(room, ladders.length)
  const isInRows = rows.length > 1
  const [across = 1] = rows
  const each = ladders.length > 0 ? `${widthOf(size.width, across)}px` : undefined
  const left = selection === null ? 0 : Math.max(0, wantedLadders(selection, chosen).length - ladders.length)
  return (
    <div
      className="ladders docked"
      ref={ref}
      data-rows={isInRows ? rows.length : undefined}
      data-left={!isInRows && left > 0 ? '' : undefined}
      // In pixels: where the panel gets narrower, ladders that will be as wide as before are not laid out again first.
      // No custom property: every element in every ladder would be styled again.
      style={isInRows ? { gridTemplateColumns: `repeat(${across}, ${each})` } : { gridAutoColumns: each }}
    >
      {selection !== null && isInRows && (
        <SharedOrderDefaults selection={selection} left={left} shown={ladders.length} />
      )}
      {!isInRows && left > 0 && (
        <p className="ladders-left">
          <LaddersLeft shown={ladders.length} left={left} />
        </p>
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

/** Order defaults and tools of the panel, once above several rows instead of in each ladder. */
function SharedOrderDefaults(props: {
  readonly selection: Selection
  readonly shown: number
  /** Chosen ladders for which there is no room. */
  readonly left: number
}) {
  const { shown, left } = props
  const { outcome, market, event } = useStore(useWorkspace().selection) ?? props.selection
  const holding = useHolding(outcome.id)
  return (
    <div className="shared-order-defaults" role="group" aria-label="Size for all ladders">
      <span className="dim cut">All ladders</span>
      <QuickSizes holding={holding} of={`${outcome.name}, ${marketTitle(event, market)}`} />
      <BracketChoice event={event} />
      <DefaultsLine holding={holding} />
      <span className="push" />
      {left > 0 && <LaddersLeft shown={shown} left={left} />}
      <PanelTools />
    </div>
  )
}

/** How many of the chosen ladders are shown, where there is no room for all. */
function LaddersLeft({ shown, left }: { readonly shown: number; readonly left: number }) {
  return (
    <span className="dim cut" {...tip('Widen the panel to show all')}>
      {shown} of {shown + left} ladders fit
    </span>
  )
}

/** So many are drawn before the others: the outcomes of one market. */
const FIRST = 2

function SideBySide(props: {
  readonly selection: Selection
  readonly ladders: readonly LadderPlace[]
  readonly rows: readonly number[]
}) {
  const { selection, ladders, rows } = props
  const selected = useStore(useWorkspace().selection)
  const docked = useDockedPanel()
  const withoutTools = useMemo(() => ({ ...docked, tools: null }), [docked])
  const [across = 1] = rows
  const isInRows = rows.length > 1
  const drawn = useDeferredValue(ladders.length, FIRST)
  // One list whatever the rows: a ladder that goes to another row stays the same one.
  return rows.flatMap((count, row) => {
    const from = rows.slice(0, row).reduce((sum, one) => sum + one, 0)
    const inRow = ladders.slice(from, Math.min(from + count, drawn)).map(({ market, outcome }, at) => (
      // The tools of the panel stand once, at its right end.
      <PanelContext key={outcome.id} value={!isInRows && at === across - 1 ? docked : withoutTools}>
        <Ladder
          event={selection.event}
          market={market}
          outcome={outcome}
          isSelected={outcome.id === (selected ?? selection).outcome.id}
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
  const selected = useStore(useWorkspace().selection)
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
          isSelected={selected?.outcome.id === shown.outcome.id}
        />
      )}
    </div>
  )
}

/** In place of a ladder while there is no outcome. */
function EmptyLadder(props: { readonly isLoading: boolean; readonly hasTools?: boolean }) {
  return (
    <div className="panel ladder">
      <header className="panel-head">
        <h2 className="dim">Ladder</h2>
        <span className="push" />
        {props.hasTools === true && <PanelTools />}
      </header>
      <p className="empty">{props.isLoading ? '' : 'Opens with the first outcome you select.'}</p>
    </div>
  )
}

/** How many ladders have room in it; how many rows there are weighs in how many there will be. */
function useRoom(size: Size): LadderRoom {
  const rowHeight = useRowHeight()
  const [down, setDown] = useState(1)
  const room = ladderRoom(size, rowHeight, down)
  if (size.width > 0 && room.down !== down) setDown(room.down)
  return room
}

/** The room that the dock gives; without a dock the size of the element that gets the ref. */
function useSize(): [size: Size, ref: RefCallback<HTMLElement> | undefined] {
  const given = useContext(PanelRoomContext)
  const [size, setSize] = useState(NO_SIZE)
  const measure = useCallback((box: HTMLElement) => {
    const observer = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return given === null ? [size, measure] : [given, undefined]
}
