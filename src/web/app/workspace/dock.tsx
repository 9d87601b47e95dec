/** The panels where they stand. Every panel lives in an element of its own that moves with it, so it keeps what it shows. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isElement } from '../../platform/page/is-element.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { arrange } from '../../model/workspace/arrange.ts'
import type { Arranged, PlacedGroup } from '../../model/workspace/arrange.ts'
import { DockContext } from './dock-context.ts'
import type { Dock as DockValue } from './dock-context.ts'
import { FloatingGroups } from './floating-groups.tsx'
import { GroupFrame, hasHead } from './group-frame.tsx'
import { OVERLAY_PANEL, withOverlay } from '../../model/workspace/overlay-panel.ts'
import type { OverlayPage } from '../../model/workspace/overlay-panel.ts'
import { originOf, returnToOrigin } from '../../model/workspace/panel-origin.ts'
import type { PanelOrigin } from '../../model/workspace/panel-origin.ts'
import type { Visit } from './visit.ts'
import { PanelBody } from './panel-body.tsx'
import { isLadder, isLinked, minSizeOfKind } from '../../model/workspace/panel-kinds.ts'
import { PanelWindows } from './panel-windows.tsx'
import type { Room } from '../../model/workspace/presets.ts'
import { Sashes } from './sashes.tsx'
import { noteScrolls } from './scroll-places.ts'
import { allTabs, movePanel, placeOf } from '../../model/workspace/tree.ts'
import type { Box, Layout } from '../../model/workspace/tree.ts'
import { usePanelDrag } from './use-panel-drag.ts'

export type Routed = { readonly id: string; readonly page: string }
/** The dock. */
export function Dock(props: {
  /** The layout that is kept. */
  readonly layout: Layout
  readonly room: Room
  readonly isEditing: boolean
  /** The page of the address, if it stands in the workspace as an overlay panel. */
  readonly overlay: Visit | null
  /** The panel that the address is about. */
  readonly routed: Routed | null
  readonly change: (change: (layout: Layout) => Layout) => void
}) {
  const { layout: kept, change, overlay } = props
  const { links } = useWorkspace().workspace
  const { activeLink: link } = useStore(links)
  const isEditing = props.isEditing && overlay === null
  const area = useRef<HTMLDivElement | null>(null)
  const { width, height } = props.room
  const room = useMemo(() => ({ x: 0, y: 0, width, height }), [width, height])
  const own = useArranged(kept, room)
  const isVisited = overlay !== null
  const hasMarket = links.isKnown(link)
  const layout = useMemo(
    () => (isVisited ? withOverlay(kept, own.groups, room, { link, hasMarket }) : kept),
    [kept, own, room, isVisited, link, hasMarket],
  )
  const arranged = useArranged(layout, room)
  const page = overlay?.page ?? null
  const { maximised, maximise } = useMaximised(layout, page)
  const hostOf = useHosts(layout)
  useRouted(props.routed, hostOf)
  const focusLater = useFocusLater(hostOf)
  const onDrop = useCallback(
    (id: string, target: Parameters<typeof movePanel>[2]) => change((old) => movePanel(old, id, target)),
    [change],
  )
  const { drop, onTabDown } = usePanelDrag({ area, room, groups: arranged.groups, isEditing, onDrop })
  const origins = useOrigins(kept, own.groups)
  const [windows] = useState(() => new Map<string, Window>())
  const dock = useMemo<DockValue>(
    () => ({
      layout,
      arranged,
      own,
      overlay: page,
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
      own,
      page,
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
  // A page that is opened shows its ladders first, and the panels around them with the next picture.
  const areLaddersDrawn = useDeferredValue(true, false)

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
        {arranged.groups.map(({ group, box }) => {
          const isFull = maximised !== null && group.panels.includes(maximised)
          return (
            <GroupFrame
              key={group.panels[0]}
              tabs={group}
              box={isFull ? room : box}
              isHidden={maximised !== null && !isFull}
              onTabDown={onTabDown}
            />
          )
        })}
        <Sashes />
        <FloatingGroups onTabDown={onTabDown} />
        <PanelWindows />
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
          const place = placeOf(layout, id)
          const isCovered =
            place === 'tree' && maximised !== null && group?.panels.includes(maximised) !== true
          const isSeen = group?.active === id && !isCovered
          const isHeaded = group === undefined || hasHead(dock, group, place === 'floating')
          return createPortal(
            <PanelBody
              id={id}
              panel={panel}
              isSeen={isSeen}
              isLater={!areLaddersDrawn && !isLadder(panel.kind) && id !== OVERLAY_PANEL}
              hasTools={!isHeaded}
              overlay={id === OVERLAY_PANEL ? overlay : null}
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
function useMaximised(layout: Layout, page: OverlayPage | null): Pick<DockValue, 'maximised' | 'maximise'> {
  const [wish, setWish] = useState<{ readonly id: string; readonly page: OverlayPage | null } | null>(null)
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
