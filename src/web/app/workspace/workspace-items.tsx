/** The menu of workspaces, and the dialog that saves one. Loaded once the first view is there, with the menu of a panel. */
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWorkspace } from '../../contexts/contexts.ts'
import type { MarketData, Page, Workspace } from '../../contexts/contexts.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import { PANEL_KINDS } from '../../layouts/panel-kinds.ts'
import type { PanelKind } from '../../layouts/panel-kinds.ts'
import { addPanel, freeId } from '../../layouts/tree.ts'
import { Button, TextField } from '../../ui/controls.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { Dialog } from '../../widgets/dialog.tsx'

export { panelItems } from './panel-menu.ts'

/** Items of the picker. */
export function workspaceItems(
  parts: Pick<MarketData, 'events'> & Pick<Workspace, 'workspace' | 'selection'> & Pick<Page, 'router'>,
  save: () => void,
): readonly MenuItem[] {
  const { workspace, router } = parts
  const { active, before } = workspace.state.get()
  const list = workspace.list()
  const open = list.find(({ id }) => id === active)
  return [
    ...list.map(({ id, name, isShipped, isChanged }, at) => ({
      key: id,
      text: isShipped && isChanged ? `${name} (changed)` : name,
      isChosen: id === active,
      ...(at < 9 ? { hint: `Alt ${at + 1}` } : {}),
      run: () => {
        workspace.load(id)
        if (router.get().page !== 'trade') router.go(tradeAddress(parts.selection.get()))
      },
    })),
    {
      key: 'edit',
      part: '',
      text: workspace.isEditing.get() ? 'Lock layout' : 'Edit layout',
      hint: 'drag dividers',
      run: () => workspace.isEditing.update((isOn) => !isOn),
    },
    { key: 'add', text: 'Add panel\u2026', run: () => kinds(parts) },
    { key: 'save_as', part: '', text: 'Save as\u2026', run: save },
    {
      key: 'undo',
      part: '',
      text: 'Undo layout change',
      refused: before === null ? 'Nothing to undo' : null,
      run: workspace.undo,
    },
    {
      key: 'remove',
      text: open?.isShipped === false ? 'Delete this workspace' : 'Reset this workspace',
      refused: open?.isChanged === true ? null : 'Already the default layout',
      run: workspace.remove,
    },
  ]
}

function kinds({
  workspace,
  selection,
  events,
}: Pick<Workspace, 'workspace' | 'selection'> & Pick<MarketData, 'events'>): readonly MenuItem[] {
  const { panels } = workspace.layout()
  const selected = selection.get()
  return (Object.keys(PANEL_KINDS) as PanelKind[]).map((kind) => {
    const { title, about, isMany } = PANEL_KINDS[kind]
    const isThere = !isMany && Object.values(panels).some((panel) => panel.kind === kind)
    // One more ladder stays on the selected outcome, so that several are put side by side one after the other.
    const pinned =
      kind === 'ladder' && selected !== null
        ? { eventId: selected.event.id, outcomeId: selected.outcome.id }
        : null
    return {
      key: kind,
      text: title,
      hint: about,
      refused: isThere ? 'Already open' : null,
      run: () => {
        if (pinned !== null && selected !== null) events.put(selected.event)
        workspace.change((old) =>
          addPanel(old, freeId(old, kind), { kind, pinned }, { to: 'edge', side: 'right' }),
        )
      },
    }
  })
}

const MAX_CHARACTERS = 40

/** Asks for its name. */
export function SaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useWorkspace()
  const [name, setName] = useState('')
  const [refusal, setRefusal] = useState('')

  function submit(submitted: FormEvent): void {
    submitted.preventDefault()
    const given = name.trim()
    if (given === '') setRefusal('Enter a name.')
    else if (workspace.list().some((one) => one.name === given))
      setRefusal('Another workspace has this name.')
    else if (workspace.saveAs(given)) onClose()
    else setRefusal('Too many workspaces: delete or reset one first.')
  }

  return (
    <Dialog title="Save workspace as" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Name"
          data-first-focus=""
          maxLength={MAX_CHARACTERS}
          value={name}
          aria-describedby="workspace-name-refusal"
          onType={(text) => {
            setName(text)
            setRefusal('')
          }}
        />
        <p id="workspace-name-refusal" className="danger" role="status">
          {refusal}
        </p>
        <div className="dialog-foot">
          <Button className="button" onClick={onClose}>
            Cancel
          </Button>
          <button type="submit" className="button">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
