/** The panels of the workspace for the dock, which knows their ids alone. */
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { DockParts } from '../../dock/dock-parts.ts'
import { useMarketData, useWorkspace } from '../../contexts/contexts.ts'
import {
  isKnownKind,
  isLadder,
  isLinked,
  minSizeOfKind,
  PANEL_KINDS,
  titleOfKind,
} from '../../layouts/panel-kinds.ts'
import { LINKS } from '../../layouts/panel.ts'
import type { Layout, Panel } from '../../layouts/panel.ts'
import { InPanelContext } from '../../ui/controls.tsx'
import { PanelContext } from '../../widgets/panel-context.tsx'
import { PanelContent, PanelTitle } from './panels.tsx'
import { useSelected } from '../../platform/state/hooks.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { useDock } from '../../dock/dock-context.ts'
import { panelItems } from './panel-menu.ts'
import { linkTitle } from './use-followed.ts'
import styles from './workspace.module.css'

const NO_PANEL: Panel = { kind: '', link: null, pinned: null }

/** Shown in place of a panel that fails. */
export function failureOf(kind: string): string {
  return `${titleOfKind(kind)} failed. Your orders are untouched.`
}

/** The parts; the same as long as the panels are. */
export function useDockParts({ panels }: Pick<Layout, 'panels'>): DockParts {
  const { links } = useWorkspace().workspace
  return useMemo(() => {
    const panelOf = (id: string): Panel => panels[id] ?? NO_PANEL
    const kindOf = (id: string): string => panelOf(id).kind
    return {
      minSize: (id) => minSizeOfKind(kindOf(id)),
      name: (id) => titleOfKind(kindOf(id)),
      failure: (id) => failureOf(kindOf(id)),
      title: (id) => <PanelTitle panel={panelOf(id)} />,
      hasHead(id) {
        const kind = kindOf(id)
        return isKnownKind(kind) && PANEL_KINDS[kind].hasHead
      },
      isFirst: (id) => isLadder(kindOf(id)),
      tools: (id) => <PanelToolsButton id={id} panel={panelOf(id)} />,
      body: (id, hasTools) => <Body id={id} panel={panelOf(id)} hasTools={hasTools} />,
      /** The link group of the panel in use takes the next choice. */
      onUse(id) {
        const { kind, link } = panelOf(id)
        if (isLinked(kind)) links.use(link)
        else if (kind === 'event') links.use(links.get().activeLink)
      },
    }
  }, [panels, links])
}

function Body(props: { readonly id: string; readonly panel: Panel; readonly hasTools: boolean }): ReactNode {
  const { id, panel, hasTools } = props
  const docked = useMemo(
    () => ({ id, panel, tools: hasTools ? <PanelToolsButton id={id} panel={panel} /> : null }),
    [id, panel, hasTools],
  )
  return (
    <PanelContext value={docked}>
      <InPanelContext value>
        <PanelContent kind={panel.kind} />
      </InPanelContext>
    </PanelContext>
  )
}

/** The button with both. */
function PanelToolsButton({ id, panel }: { readonly id: string; readonly panel: Panel }) {
  const dock = useDock()
  const { workspace } = useWorkspace()
  const { events } = useMarketData()
  const { kind, link } = panel
  const isActive = useSelected(workspace.links, ({ activeLink }) => activeLink === link)
  const title = titleOfKind(kind)
  return (
    <MenuButton
      className={`head-tool ${styles.panelMenu}`}
      label={isLinked(kind) ? `Panel ${title}, ${linkTitle(link)}` : `Panel ${title}`}
      tip={
        isLinked(kind)
          ? `${linkTitle(link)}${isActive ? ', which takes what you choose' : ''}: link, move, close`
          : 'Move or close this panel'
      }
      items={() => panelItems(dock, { events, workspace }, id)}
    >
      {isLinked(kind) && (
        <span
          className={styles.linkMark}
          data-link={link ?? 'pin'}
          data-active={isActive ? '' : undefined}
          style={link === null ? undefined : { borderColor: `var(--series-${LINKS.indexOf(link) + 2})` }}
          aria-hidden="true"
        >
          {link ?? '\u2022'}
        </span>
      )}
      <span aria-hidden="true">{'\u22ee'}</span>
    </MenuButton>
  )
}
