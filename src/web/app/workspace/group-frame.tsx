/** The tabs of a group of panels, where it needs them. */
import type { KeyboardEvent } from 'react'
import { goAlong } from '../../ui/go-along.ts'
import { useWorkspace } from '../../contexts/contexts.ts'
import { factsOf } from '../../layouts/panel-kinds.ts'
import { panelIn, useDock } from './dock-context.ts'
import { PanelToolsButton } from './docked-panel.tsx'
import { PanelTitle } from './panels.tsx'
import type { Dock } from './dock-context.ts'
import { TABS_HEIGHT } from '../../layouts/arrange.ts'
import { activate } from '../../layouts/tree.ts'
import type { Box, Tabs } from '../../layouts/tree.ts'
import styles from './dock.module.css'

/** True if the group has a head: one panel with a head of its own needs no second one. */
export function hasHead(dock: Dock, { panels, active }: Tabs): boolean {
  return panels.length > 1 || !factsOf(panelIn(dock, active).kind).hasHead
}

/** The head of a group, and the frame around it and the panel in front. */
export function GroupFrame(props: { readonly tabs: Tabs; readonly box: Box; readonly isHidden: boolean }) {
  const dock = useDock()
  const { tabs, box } = props
  return (
    <div
      className={styles.dockGroup}
      data-headed=""
      data-slim={box.height <= TABS_HEIGHT ? '' : undefined}
      hidden={props.isHidden}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <header className={`panel-head ${styles.dockHead}`}>
        <DockTabs tabs={tabs} />
        <span className="push" />
        <PanelToolsButton id={tabs.active} panel={panelIn(dock, tabs.active)} />
      </header>
    </div>
  )
}

function DockTabs({ tabs: { panels, active } }: { readonly tabs: Tabs }) {
  const dock = useDock()
  const { pressTab } = dock
  const { change } = useWorkspace().workspace

  function onKeyDown(down: KeyboardEvent<HTMLButtonElement>): void {
    const next = goAlong(down)?.id.slice('tab-'.length)
    if (next !== undefined) change((old) => activate(old, next))
  }

  return (
    <div className="tabs" role="tablist" aria-label="Panels">
      {panels.map((id) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === active}
          aria-controls={`panel-${id}`}
          tabIndex={id === active ? 0 : -1}
          onKeyDown={onKeyDown}
          onClick={() => pressTab(id, id === active)}
        >
          <PanelTitle panel={panelIn(dock, id)} />
        </button>
      ))}
    </div>
  )
}
