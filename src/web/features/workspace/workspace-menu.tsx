/** Which workspace is open, and what can be done with it. */
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { MenuButton } from '../../ui/pop-menu.tsx'
import type { MenuItem } from '../../ui/pop-menu.tsx'
import type { Terminal } from '../../terminal.ts'
import { PANEL_KINDS } from './panel-kinds.ts'
import type { PanelKind } from './panel-kinds.ts'
import { addPanel, freeId } from './tree.ts'

/** The picker, and the switch that lets panels be dragged. */
export function WorkspaceMenu() {
  const terminal = useTerminal()
  const { workspace } = terminal
  const { active } = useStore(workspace.state)
  const isEditing = useStore(workspace.isEditing)
  const name = workspace.list().find(({ id }) => id === active)?.name ?? ''
  return (
    <span className="workspace-menu">
      <MenuButton
        className="plain"
        label={`Workspace ${name}`}
        title="Workspaces and their panels"
        items={() => items(terminal)}
      >
        {name} <span aria-hidden="true">{'\u25b4'}</span>
      </MenuButton>
      {isEditing && (
        <button
          type="button"
          className="plain"
          aria-pressed
          title="Panels and dividers can be dragged. Press to lock the layout."
          onClick={() => workspace.isEditing.set(false)}
        >
          Editing layout
        </button>
      )}
    </span>
  )
}

function items(terminal: Terminal): readonly MenuItem[] {
  const { workspace, router } = terminal
  const { active, canUndo } = workspace.state.get()
  const list = workspace.list()
  return [
    ...list.map(({ id, name, isShipped, isChanged }, at) => ({
      key: id,
      text: isShipped && isChanged ? `${name} (changed)` : name,
      isChosen: id === active,
      ...(at < 9 ? { hint: `Alt ${at + 1}` } : {}),
      run: () => {
        workspace.load(id)
        if (router.get().page !== 'trade') router.go('/')
      },
    })),
    {
      key: 'edit',
      part: '',
      text: workspace.isEditing.get() ? 'Lock the layout' : 'Edit layout',
      hint: 'drag panels, dividers',
      run: () => workspace.isEditing.update((isOn) => !isOn),
    },
    { key: 'add', text: 'Add panel\u2026', run: () => kinds(terminal) },
    {
      key: 'undo',
      text: 'Undo layout change',
      refused: canUndo ? null : 'No layout has been changed',
      run: () => void workspace.undo(),
    },
    {
      key: 'reset',
      text: 'Reset this workspace',
      refused: list.some(({ id, isChanged }) => id === active && isChanged) ? null : 'It is as it came',
      run: workspace.reset,
    },
  ]
}

function kinds({ workspace }: Terminal): readonly MenuItem[] {
  const { panels } = workspace.layout()
  return (Object.keys(PANEL_KINDS) as PanelKind[]).map((kind) => {
    const { title, about, isMany } = PANEL_KINDS[kind]
    const isThere = !isMany && Object.values(panels).some((panel) => panel.kind === kind)
    return {
      key: kind,
      text: title,
      hint: about,
      refused: isThere ? 'It is open' : null,
      run: () =>
        workspace.change((old) => addPanel(old, freeId(old, kind), { kind }, { to: 'edge', side: 'right' })),
    }
  })
}
