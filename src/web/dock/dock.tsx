/** The panels where they stand. Every panel lives in an element of its own that moves with it, so it keeps what it shows. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, Activity } from 'react'
import { createPortal } from 'react-dom'
import { arrange, moveSash } from './layout/arrange.ts'
import { DockContext, useDock } from './dock-context.ts'
import type { Dock as DockValue } from './dock-context.ts'
import type { DockOverlay, DockParts } from './dock-parts.ts'
import { GroupFrame, hasHead } from './group-frame.tsx'
import { noteScrolls } from './scroll-places.ts'
import { activate, groupsOf, movePanel, resize } from './layout/tree.ts'
import type { Box, Change, Layout, Tabs, Target } from './layout/tree.ts'
import { usePanelDrag } from './use-panel-drag.ts'
import styles from './dock.module.css'
import { PanelBoundary } from './panel-boundary.tsx'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Sash } from './layout/arrange.ts'

export function Dock(props: {
  readonly layout: Layout
  readonly parts: DockParts
  /** In CSS pixels. */
  readonly room: { readonly width: number; readonly height: number }
  readonly isEditing: boolean
  /** True for a panel that has nothing to show: its group keeps its tabs alone, except while the layout is edited. */
  readonly isEmpty: (id: string) => boolean
  /** Overlay above the panels; nothing can be arranged meanwhile. */
  readonly overlay: DockOverlay | null
  /** The panel that the address is about, and the page. */
  readonly routed: { readonly id: string; readonly page: string } | null
  readonly change: (change: Change) => void
}) {
  const { layout, parts, change, overlay, isEmpty } = props
  const isEditing = props.isEditing && overlay === null
  const area = useRef<HTMLDivElement | null>(null)
  const { width, height } = props.room
  const room = useMemo(() => ({ x: 0, y: 0, width, height }), [width, height])
  const [opened, setOpened] = useState<string | null>(null)
  const isSlim = useCallback(
    (id: string) => !isEditing && id !== opened && isEmpty(id),
    [isEditing, opened, isEmpty],
  )
  const own = useMemo(() => arrange(layout.root, room, parts.minSize, isSlim), [layout, room, parts, isSlim])
  const hasOverlay = overlay !== null
  const place = useMemo(() => overlay?.place(own.groups, room) ?? null, [overlay, own, room])
  const arranged = useMemo(() => (place === null ? own : { groups: place.groups, sashes: [] }), [own, place])
  const hostOf = useHosts(layout)
  useRouted(props.routed, hostOf)
  const focusLater = useFocusLater(hostOf)
  const onDrop = (id: string, target: Target) => change((old) => movePanel(old, id, target))
  const { drop, tabDrag } = usePanelDrag({ area, room, groups: arranged.groups, isEditing, onDrop })
  const dock = useMemo<DockValue>(
    () => ({
      layout,
      parts,
      arranged,
      hasOverlay,
      change,
      isEditing,
      hostOf,
      focusLater,
      pressTab(id, isActive) {
        setOpened((old) => (old === id && isActive ? null : id))
        change((old) => activate(old, id))
      },
    }),
    [layout, parts, arranged, hasOverlay, change, isEditing, hostOf, focusLater],
  )
  const tabs = groupsOf(layout.root)
  const boxOf = (tabs: Tabs): Box | undefined => arranged.groups.find(({ group }) => group === tabs)?.box
  const areFirstDrawn = useDeferredValue(true, false)
  const isHidden = (tabs: Tabs): boolean => boxOf(tabs) === undefined

  function onUse({ target }: { readonly target: EventTarget }): void {
    const id =
      target instanceof Element ? target.closest('.panel-host')?.id.slice('panel-'.length) : undefined
    if (id !== undefined && layout.panels[id] !== undefined) parts.onUse(id)
  }

  return (
    <DockContext value={dock}>
      <div
        className={`cover ${styles.dockArea}`}
        ref={area}
        data-editing={isEditing ? '' : undefined}
        onPointerDownCapture={onUse}
        onFocusCapture={onUse}
      >
        {own.groups.map(({ group, box }) => (
          <GroupFrame
            key={group.panels[0]}
            tabs={group}
            box={boxOf(group) ?? box}
            isHidden={isHidden(group)}
            tabDrag={tabDrag}
          />
        ))}
        <Sashes />
        {overlay !== null && place !== null && overlay.body(place.box)}
        {drop !== null && (
          <div
            className={styles.dockDrop}
            style={{ left: drop.box.x, top: drop.box.y, width: drop.box.width, height: drop.box.height }}
          />
        )}
        {tabs.length === 0 && (
          <p className="empty">No panel is open. Add one from the workspace menu below.</p>
        )}
        {Object.keys(layout.panels).map((id) => {
          const group = tabs.find(({ panels }) => panels.includes(id))
          const isSeen = group?.active === id && !isHidden(group)
          const isHeaded = group === undefined || hasHead(dock, group)
          return createPortal(
            <PanelBody
              id={id}
              isSeen={isSeen}
              isLater={!areFirstDrawn && !parts.isFirst(id)}
              hasTools={!isHeaded}
            />,
            hostOf(id),
            id,
          )
        })}
      </div>
    </DockContext>
  )
}

/** Marks the panel that the address is about, for keys that go there. */
function useRouted(
  routed: { readonly id: string; readonly page: string } | null,
  hostOf: (id: string) => HTMLElement,
): void {
  const { id = null, page = '' } = routed ?? {}
  useEffect(() => {
    if (id === null) return undefined
    const host = hostOf(id)
    host.dataset['routed'] = page
    return () => {
      delete host.dataset['routed']
    }
  }, [id, page, hostOf])
}

/** An element for each panel, made when it is first asked for, forgotten with the panel. */
function useHosts(layout: Layout): (id: string) => HTMLElement {
  const hosts = useRef(new Map<string, HTMLElement>())
  useEffect(() => {
    for (const [id, host] of hosts.current) {
      if (layout.panels[id] !== undefined) continue
      host.remove()
      hosts.current.delete(id)
    }
  }, [layout])
  return useCallback((id: string) => {
    const known = hosts.current.get(id)
    if (known !== undefined) return known
    const made = document.createElement('div')
    made.id = `panel-${id}`
    made.className = 'panel-host'
    made.tabIndex = -1
    noteScrolls(made)
    hosts.current.set(id, made)
    return made
  }, [])
}

/** A panel that a key has moved keeps the focus. */
function useFocusLater(hostOf: (id: string) => HTMLElement): (id: string) => void {
  const [wanted, setWanted] = useState<{ readonly id: string } | null>(null)
  useEffect(() => {
    if (wanted !== null) hostOf(wanted.id).focus()
  }, [wanted, hostOf])
  return useCallback((id: string) => setWanted({ id }), [])
}

/** An unseen panel stops reading within 10 s (PAGE-10); going back and forth between tabs asks for nothing. */
const AWAKE_MS = 5_000

/** The inside of a panel: drawn once it was seen, asleep some seconds after it went out of sight. */
function PanelBody(props: {
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

const STEP = 16
const BIG_STEP = 80

/** The dividers between panels, while the layout is edited: moved by the pointer or by arrows. */
function Sashes() {
  const { arranged, isEditing } = useDock()
  if (!isEditing) return null
  return arranged.sashes.map((sash) => <OneSash key={`${sash.path.join('.')}:${sash.at}`} sash={sash} />)
}

function OneSash({ sash }: { readonly sash: Sash }) {
  const { change } = useDock()
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
