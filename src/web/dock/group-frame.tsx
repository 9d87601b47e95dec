/** A group of panels: its tabs where it needs them, and the panel in front. */
import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useDock } from './dock-context.ts'
import type { Dock } from './dock-context.ts'
import { TABS_HEIGHT } from './layout/arrange.ts'
import { scrollBack } from './scroll-places.ts'
import { activate } from './layout/tree.ts'
import type { Box, Tabs } from './layout/tree.ts'
import type { TabDrag } from './use-panel-drag.ts'
import styles from './dock.module.css'

/**
 * True if the group has a head: one panel with a head of its own needs no second one, unless panels are dragged by
 * it.
 */
export function hasHead({ parts, isEditing }: Dock, { panels }: Tabs): boolean {
  return isEditing || panels.length > 1 || !parts.hasHead(panels[0] ?? '')
}

export function GroupFrame(props: {
  readonly tabs: Tabs
  readonly box: Box
  readonly isHidden?: boolean
  readonly tabDrag: TabDrag
}) {
  const dock = useDock()
  const { tabs, box } = props
  const isHeaded = hasHead(dock, tabs)
  return (
    <div
      className={styles.dockGroup}
      data-headed={isHeaded ? '' : undefined}
      hidden={props.isHidden === true}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      {isHeaded && (
        <header className={`panel-head ${styles.dockHead}`}>
          <DockTabs tabs={tabs} tabDrag={props.tabDrag} />
          <span className="push" />
          {dock.parts.tools(tabs.active)}
        </header>
      )}
      <GroupBody tabs={tabs} isHeaded={isHeaded} isHidden={isHeaded && box.height <= TABS_HEIGHT} />
    </div>
  )
}

function DockTabs(props: { readonly tabs: Tabs; readonly tabDrag: TabDrag }) {
  const { change, parts, isEditing, pressTab } = useDock()
  const { panels, active } = props.tabs

  function onKeyDown(down: KeyboardEvent<HTMLElement>): void {
    const by = down.key === 'ArrowRight' ? 1 : down.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    down.preventDefault()
    const next = panels[(panels.indexOf(active) + by + panels.length) % panels.length] ?? active
    change((old) => activate(old, next))
    down.currentTarget.querySelector<HTMLElement>(`[id="tab-${next}"]`)?.focus()
  }

  return (
    <div className="tabs" role="tablist" aria-label="Panels" tabIndex={-1} onKeyDown={onKeyDown}>
      {panels.map((id) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === active}
          aria-controls={`panel-${id}`}
          tabIndex={id === active ? 0 : -1}
          data-draggable={isEditing ? '' : undefined}
          {...props.tabDrag(id)}
          onClick={() => pressTab(id, id === active)}
        >
          {parts.title(id)}
        </button>
      ))}
    </div>
  )
}

/** Takes the hosts of its panels in; they come from wherever they stood before. */
function GroupBody(props: {
  readonly tabs: Tabs
  readonly isHeaded: boolean
  /** There is room for the tabs alone. */
  readonly isHidden: boolean
}) {
  const { tabs, isHeaded } = props
  const { hostOf } = useDock()
  const body = useRef<HTMLDivElement | null>(null)
  useLayoutEffect(() => {
    for (const id of tabs.panels) {
      const host = hostOf(id)
      const isMoved = host.parentElement !== body.current
      if (isMoved) body.current?.append(host)
      host.hidden = id !== tabs.active
      if (isMoved) scrollBack(host)
      if (isHeaded) {
        host.setAttribute('role', 'tabpanel')
        host.setAttribute('aria-labelledby', `tab-${id}`)
      } else {
        host.removeAttribute('role')
        host.removeAttribute('aria-labelledby')
      }
    }
  }, [tabs, isHeaded, hostOf])
  return <div className={styles.dockBody} ref={body} hidden={props.isHidden} />
}
