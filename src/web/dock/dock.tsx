/** The panels where they stand. Every panel lives in an element of its own that moves with it, so it keeps what it shows. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isElement } from '../platform/page/is-element.ts'
import { useWorkspace } from '../model/contexts/workspace.ts'
import { useStore } from '../platform/state/use-store.ts'
import { arrange } from './layout/arrange.ts'
import type { Arranged, PlacedGroup } from './layout/arrange.ts'
import { DockContext } from './dock-context.ts'
import type { Dock as DockValue } from './dock-context.ts'
import { FloatingGroups } from './floating-groups.tsx'
import { GroupFrame, hasHead } from './group-frame.tsx'
import { placeOverlay, staysBeside } from '../model/workspace/overlay-place.ts'
import { originOf, returnToOrigin } from './layout/panel-origin.ts'
import type { PanelOrigin } from './layout/panel-origin.ts'
import { OverlayPanel } from '../app/workspace/overlay-panel.tsx'
import type { Visit } from '../app/workspace/visit.ts'
import { PanelBody } from './panel-body.tsx'
import { isLadder, isLinked, minSizeOfKind } from '../model/workspace/panel-kinds.ts'
import { PanelWindows } from './panel-windows.tsx'
import type { Room } from '../model/workspace/presets.ts'
import { Sashes } from './sashes.tsx'
import { noteScrolls } from './scroll-places.ts'
import { allTabs, movePanel, placeOf } from './layout/tree.ts'
import type { Box, Layout, Tabs } from './layout/tree.ts'
import { usePanelDrag } from './use-panel-drag.ts'

export type Routed = { readonly id: string; readonly page: string }
/** The dock. */
export function Dock(props: {
  readonly layout: Layout
  readonly room: Room
  readonly isEditing: boolean
  /** The page of the address, if it stands over the workspace. */
  readonly overlay: Visit | null
  /** The panel that the address is about. */
  readonly routed: Routed | null
  readonly change: (change: (layout: Layout) => Layout) => void
}) {
  const { layout, change, overlay } = props
  const { links } = useWorkspace().workspace
  const { activeLink: link } = useStore(links)
  const isEditing = props.isEditing && overlay === null
  const area = useRef<HTMLDivElement | null>(null)
  const { width, height } = props.room
  const room = useMemo(() => ({ x: 0, y: 0, width, height }), [width, height])
  const own = useArranged(layout, room)
  const hasOverlay = overlay !== null
  const hasMarket = links.isKnown(link)
  const place = useMemo(
    () => (hasOverlay ? placeOverlay(layout, own.groups, room, { link, hasMarket }) : null),
    [layout, own, room, hasOverlay, link, hasMarket],
  )
  const arranged = useMemo(() => (place === null ? own : { groups: place.groups, sashes: [] }), [own, place])
  const { maximised, maximise } = useMaximised(layout, overlay?.page ?? null)
  const hostOf = useHosts(layout)
  useRouted(props.routed, hostOf)
  const focusLater = useFocusLater(hostOf)
  const onDrop = useCallback(
    (id: string, target: Parameters<typeof movePanel>[2]) => change((old) => movePanel(old, id, target)),
    [change],
  )
  const { drop, onTabDown } = usePanelDrag({ area, room, groups: arranged.groups, isEditing, onDrop })
  const origins = useOrigins(layout, own.groups)
  const [windows] = useState(() => new Map<string, Window>())
  const dock = useMemo<DockValue>(
    () => ({
      layout,
      arranged,
      hasOverlay,
      change,
      isEditing,
      maximised,
      maximise,
      hostOf,
      room,
      focusLater,
      windows,
      ...origins,
    }),
    [
      layout,
      arranged,
      hasOverlay,
      change,
      isEditing,
      maximised,
      maximise,
      hostOf,
      room,
      focusLater,
      windows,
      origins,
    ],
  )
  const tabs = allTabs(layout)
  const floating = hasOverlay
    ? layout.floating.filter((loose) => staysBeside(layout, loose, { link, hasMarket }))
    : layout.floating
  const boxOf = (tabs: Tabs): Box | undefined => arranged.groups.find(({ group }) => group === tabs)?.box
  // A page that is opened shows its ladders first, and the panels around them with the next picture.
  const areLaddersDrawn = useDeferredValue(true, false)
  const isFull = ({ panels }: Tabs): boolean => maximised !== null && panels.includes(maximised)
  const isHidden = (tabs: Tabs): boolean => (maximised === null ? boxOf(tabs) === undefined : !isFull(tabs))

  /** The link group of the panel in use takes the next choice. */
  function onUse({ target }: { readonly target: EventTarget }): void {
    const id = isElement(target) ? target.closest('.panel-host')?.id.slice('panel-'.length) : undefined
    const panel = id === undefined ? undefined : layout.panels[id]
    if (panel !== undefined && isLinked(panel.kind)) links.use(panel.link)
    else if (panel?.kind === 'event') links.use(links.get().activeLink)
  }

  return (
    <DockContext value={dock}>
      <div
        className="dock-area"
        ref={area}
        data-editing={isEditing ? '' : undefined}
        onPointerDownCapture={onUse}
        onFocusCapture={onUse}
      >
        {own.groups.map(({ group, box }) => (
          <GroupFrame
            key={group.panels[0]}
            tabs={group}
            box={isFull(group) ? room : (boxOf(group) ?? box)}
            isHidden={isHidden(group)}
            onTabDown={onTabDown}
          />
        ))}
        <Sashes />
        <FloatingGroups floating={floating} onTabDown={onTabDown} />
        <PanelWindows />
        {overlay !== null && place !== null && maximised === null && (
          <OverlayPanel key={overlay.page} visit={overlay} box={place.box} groups={own.groups} />
        )}
        {drop !== null && (
          <div
            className="dock-drop"
            style={{ left: drop.box.x, top: drop.box.y, width: drop.box.width, height: drop.box.height }}
          />
        )}
        {tabs.length === 0 && (
          <p className="empty">No panel is open. Add one from the workspace menu below.</p>
        )}
        {Object.entries(layout.panels).map(([id, panel]) => {
          const group = tabs.find(({ panels }) => panels.includes(id))
          const stands = placeOf(layout, id)
          const isCovered =
            stands === 'floating'
              ? !floating.some((loose) => loose === group)
              : stands === 'tree' && group !== undefined && isHidden(group)
          const isSeen = group?.active === id && !isCovered
          const isHeaded = group === undefined || hasHead(dock, group, stands === 'floating')
          return createPortal(
            <PanelBody
              id={id}
              panel={panel}
              isSeen={isSeen}
              isLater={!areLaddersDrawn && !isLadder(panel.kind)}
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

function useArranged(layout: Layout, room: Box): Arranged {
  return useMemo(
    () => arrange(layout.root, room, (id) => minSizeOfKind(layout.panels[id]?.kind ?? '')),
    [layout, room],
  )
}

/** The maximised panel; an overlay panel does not change it. */
function useMaximised(layout: Layout, page: string | null): Pick<DockValue, 'maximised' | 'maximise'> {
  const [wish, setWish] = useState<{ readonly id: string; readonly page: string | null } | null>(null)
  const maximise = useCallback((id: string | null) => setWish(id === null ? null : { id, page }), [page])
  const isHeld = wish !== null && wish.page === page && placeOf(layout, wish.id) !== null
  return { maximised: isHeld ? wish.id : null, maximise }
}

/** Marks the panel that the address is about, for keys that go there. */
function useRouted(routed: Routed | null, hostOf: (id: string) => HTMLElement): void {
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

/** Where panels came from that went into windows. */
function useOrigins(
  layout: Layout,
  groups: readonly PlacedGroup[],
): Pick<DockValue, 'returnToOrigin' | 'rememberOrigin'> {
  const [origins] = useState(() => new Map<string, PanelOrigin>())
  const now = useRef({ layout, groups })
  useEffect(() => {
    now.current = { layout, groups }
  }, [layout, groups])
  return useMemo(
    () => ({
      returnToOrigin: (old, id) => returnToOrigin(old, id, origins.get(id) ?? null),
      rememberOrigin: (id) => void origins.set(id, originOf(now.current.layout, now.current.groups, id)),
    }),
    [origins],
  )
}

/** A panel that a key has moved keeps the focus. */
function useFocusLater(hostOf: (id: string) => HTMLElement): (id: string) => void {
  const [wanted, setWanted] = useState<{ readonly id: string } | null>(null)
  useEffect(() => {
    if (wanted !== null) hostOf(wanted.id).focus()
  }, [wanted, hostOf])
  return useCallback((id: string) => setWanted({ id }), [])
}
