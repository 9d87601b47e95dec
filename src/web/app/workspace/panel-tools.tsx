/** The end of a panel's head: which group it follows, and its menu. */
import { useSelected } from '../../platform/state/use-store.ts'
import { useMarketData } from '../../contexts/market-data.ts'
import { useWorkspace } from '../../contexts/workspace.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { useDock } from '../../dock/dock-context.ts'
import { isLinked, titleOfKind } from '../../layouts/panel-kinds.ts'
import type { Panel } from '../../layouts/panel.ts'
import { panelItems } from './panel-menu.ts'
import { linkTitle } from './use-followed.ts'
import styles from './workspace.module.css'

/** The button with both. */
export function PanelToolsButton({ id, panel }: { readonly id: string; readonly panel: Panel }) {
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
          aria-hidden="true"
        >
          {link ?? '\u2022'}
        </span>
      )}
      <span aria-hidden="true">{'\u22ee'}</span>
    </MenuButton>
  )
}
