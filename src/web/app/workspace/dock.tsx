/** The panels in their places, with the heads of their groups. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, Activity } from 'react'
import { arrange, moveSash, TABS_HEIGHT } from '../../layouts/arrange.ts'
import { DockContext, panelIn } from './dock-context.ts'
import type { Dock as DockValue } from './dock-context.ts'
import { DockedPanel, failureOf } from './docked-panel.tsx'
import { OverlayPanel } from './overlay-panel.tsx'
import { useWorkspace } from '../../contexts/contexts.ts'
import { placeOverlay } from '../../layouts/overlay-place.ts'
import type { OverlayPage } from '../../layouts/overlay-panel.ts'
import { canPin, factsOf, isLadder } from '../../layouts/panel-kinds.ts'
import type { Box, Layout, Panel } from '../../layouts/tree.ts'
import { GroupFrame, hasHead } from './group-frame.tsx'
import { activate, resize } from '../../layouts/tree.ts'
import styles from './dock.module.css'
import { PanelBoundary } from './panel-boundary.tsx'
import { PanelRoomContext } from '../../widgets/panel-context.tsx'
import type { ReactNode, KeyboardEvent, PointerEvent } from 'react'
import type { Sash } from '../../layouts/arrange.ts'

export function Dock(props: {
  readonly layout: Layout
  /** In CSS pixels. */
  readonly room: { readonly width: number; readonly height: number }
  readonly isEditing: boolean
  /** True for a panel that has nothing to show: its group keeps its tabs alone, except while the layout is edited. */
  readonly isEmpty: (id: string) => boolean
  /** Page above the panels; nothing can be arranged meanwhile. */
  readonly overlay: OverlayPage | null
  /** Content of that page. */
  readonly body: ReactNode
  /** The panel that the address is about, and the page. */
  readonly routed: { readonly id: string; readonly page: string } | null
}) {
  const { layout, overlay, isEmpty } = props
  const { panels } = layout
  const { change, followed } = useWorkspace().workspace
  const isEditing = props.isEditing && overlay === null
  const { width, height } = props.room
  const room = useMemo(() => ({ x: 0, y: 0, width, height }), [width, height])
  const [opened, setOpened] = useState<string | null>(null)
  const isSlim = useCallback(
    (id: string) => !isEditing && id !== opened && isEmpty(id),
    [isEditing, opened, isEmpty],
  )
  const own = useMemo(
    () => arrange(layout.root, room, (id) => factsOf(panelIn(layout, id).kind).least, isSlim),
    [layout, room, isSlim],
  )
  const hasOverlay = overlay !== null
  const place = useMemo(
    () => (hasOverlay ? placeOverlay(layout, own.groups, room) : null),
    [hasOverlay, layout, own, room],
  )
  const groups = place?.groups ?? own.groups
  const focusLater = useFocusLater()
  const dock = useMemo<DockValue>(
    () => ({
      panels,
      hasOverlay,
      focusLater,
      pressTab(id, isActive) {
        setOpened((old) => (old === id && isActive ? null : id))
        change((old) => activate(old, id))
      },
    }),
    [panels, hasOverlay, change, focusLater],
  )
  const areFirstDrawn = useDeferredValue(true, false)

  function onUse({ target }: { readonly target: EventTarget }): void {
    const id =
      target instanceof Element ? target.closest('.panel-host')?.id.slice('panel-'.length) : undefined
    if (id === undefined || panels[id] === undefined) return
    const { kind, pinned } = panels[id]
    if (canPin(kind) || kind === 'event') followed.use(pinned !== null)
  }

  return (
    <DockContext value={dock}>
      <div className="cover" style={{ height }} onPointerDownCapture={onUse} onFocusCapture={onUse}>
        {own.groups.flatMap(({ group, box }) => {
          const placed = groups.find((one) => one.group === group)
          const at = placed?.box ?? box
          const isHeaded = hasHead(dock, group)
          const isShown = placed !== undefined
          return [
            isHeaded && (
              <GroupFrame key={`head of ${group.panels[0]}`} tabs={group} box={at} isHidden={!isShown} />
            ),
            // Beside one another whatever their groups: a panel that is moved stays mounted.
            ...group.panels.map((id) => (
              <PanelHost
                key={id}
                id={id}
                panel={panelIn(layout, id)}
                box={at}
                isHeaded={isHeaded}
                isSeen={isShown && group.active === id}
                isSlim={isHeaded && at.height <= TABS_HEIGHT}
                isLater={!areFirstDrawn && !isLadder(panelIn(layout, id).kind)}
                routed={props.routed?.id === id ? props.routed.page : undefined}
              />
            )),
          ]
        })}
        {isEditing &&
          own.sashes.map((sash) => <OneSash key={`${sash.path.join('.')}:${sash.at}`} sash={sash} />)}
        {overlay !== null && place !== null && (
          <OverlayPanel key={overlay} page={overlay} body={props.body} box={place.box} />
        )}
        {own.groups.length === 0 && (
          <p className="empty">No panel is open. Add one from the workspace menu below.</p>
        )}
      </div>
    </DockContext>
  )
}

/** A panel that a key has moved keeps the focus. */
function useFocusLater(): (id: string) => void {
  const [wanted, setWanted] = useState<{ readonly id: string } | null>(null)
  useEffect(() => {
    if (wanted !== null) document.getElementById(`panel-${wanted.id}`)?.focus()
  }, [wanted])
  return useCallback((id: string) => setWanted({ id }), [])
}

/** An unseen panel stops reading within 10 s (PAGE-10); going back and forth between tabs asks for nothing. */
const AWAKE_MS = 5_000

/** A panel in its place: drawn once it was seen, asleep some seconds after it went out of sight. */
function PanelHost(props: {
  readonly id: string
  readonly panel: Panel
  readonly box: Box
  /** The group has a head, which has its tools. */
  readonly isHeaded: boolean
  readonly isSeen: boolean
  /** There is room for the tabs alone. */
  readonly isSlim: boolean
  /** Others are drawn first. */
  readonly isLater: boolean
  /** The page of the address that it shows, for keys that go there. */
  readonly routed: string | undefined
}) {
  const { id, panel, isHeaded, isSeen } = props
  const { x: left, y: top, width, height } = props.box
  // The head and the frame of its group take theirs (dock.module.css).
  const room = useMemo(
    () => (isHeaded ? { width: width - 2, height: height - 30 } : { width, height }),
    [width, height, isHeaded],
  )
  const isAwake = useAwake(isSeen)
  const [wasSeen, setWasSeen] = useState(isSeen)
  if (isSeen && !wasSeen) setWasSeen(true)
  return (
    <div
      id={`panel-${id}`}
      className={`panel-host clipped ${styles.dockHost}`}
      style={{ left, top, ...room }}
      tabIndex={-1}
      hidden={!isSeen || props.isSlim}
      data-headed={isHeaded ? '' : undefined}
      data-routed={props.routed}
      role={isHeaded ? 'tabpanel' : undefined}
      aria-labelledby={isHeaded ? `tab-${id}` : undefined}
    >
      {wasSeen && !props.isLater && (
        <Activity mode={isAwake ? 'visible' : 'hidden'}>
          <PanelBoundary failure={failureOf(panel.kind)}>
            <PanelRoomContext value={room}>
              <DockedPanel id={id} panel={panel} hasTools={!isHeaded} />
            </PanelRoomContext>
          </PanelBoundary>
        </Activity>
      )}
    </div>
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

const STEP = 16
const BIG_STEP = 80

/** A divider between panels: moved by the pointer or by arrows. */
function OneSash({ sash }: { readonly sash: Sash }) {
  const { change } = useWorkspace().workspace
  const held = useRef<{ readonly from: number; readonly sash: Sash } | null>(null)
  const isRow = sash.direction === 'row'
  const { box, at, extents } = sash
  const pair = (extents[at] ?? 0) + (extents[at + 1] ?? 0)

  function move(from: Sash, by: number): void {
    change((old) => resize(old, from.path, moveSash(from, by)))
  }

  function onPointerDown(down: PointerEvent<HTMLElement>): void {
    if (down.button !== 0) return
    down.currentTarget.setPointerCapture(down.pointerId)
    held.current = { from: isRow ? down.clientX : down.clientY, sash }
  }

  function onPointerMove(moved: PointerEvent<HTMLElement>): void {
    if (held.current === null) return
    move(held.current.sash, (isRow ? moved.clientX : moved.clientY) - held.current.from)
  }

  function onKeyDown(down: KeyboardEvent<HTMLElement>): void {
    const sign =
      down.key === (isRow ? 'ArrowRight' : 'ArrowDown')
        ? 1
        : down.key === (isRow ? 'ArrowLeft' : 'ArrowUp')
          ? -1
          : 0
    if (sign === 0) return
    down.preventDefault()
    move(sash, sign * (down.shiftKey ? BIG_STEP : STEP))
  }

  return (
    <div
      className={styles.dockSash}
      role="separator"
      aria-label="Divider"
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-valuenow={pair === 0 ? 50 : Math.round((100 * (extents[at] ?? 0)) / pair)}
      aria-valuemin={0}
      aria-valuemax={100}
      tabIndex={0}
      data-direction={sash.direction}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        held.current = null
      }}
      onPointerCancel={() => {
        held.current = null
      }}
      onKeyDown={onKeyDown}
    />
  )
}
