/** Steps of the whole page's commands. */
import type { Contexts } from '../../contexts/contexts.ts'
import type { Page, Workspace } from '../../contexts/contexts.ts'
import { stepTip } from '../../ui/overlays/tips.ts'
import { legOf } from '../../actions/drafts/combo-draft.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import type { PanelKind } from '../../layouts/panel-kinds.ts'
import {
  focusLadder,
  focusNextLadder,
  focusPanel,
  focusPanelOf,
  focusWhenThere,
} from '../../contexts/focus-places.ts'
import { draftOfSelection } from '../../contexts/selection-draft.ts'
import type { StepsOf } from '../../commands/registry.ts'
import { panelOfKind } from '../../layouts/overlay-panel.ts'
import { withActiveTabs } from '../../dock/layout/tree.ts'

/** How the page takes them. */
export function pageSteps(contexts: Contexts): StepsOf<'page'> {
  const { announcer, dialog, router, settings } = contexts.page
  const { commands, trading } = contexts.trading
  const { selection, side, workspace } = contexts.workspace
  const { alerts, books } = contexts.marketData
  const places = { announcer, router, selection, workspace }
  return {
    cancelAll: commands.cancelAll,
    goSafe: commands.disarm,
    arm() {
      if (trading.get()?.mode !== 'ARMED') dialog.set('arm')
    },
    open: dialog.set,
    togglePalette: () => dialog.set(dialog.get() === 'palette' ? null : 'palette'),
    search() {
      // At once: what is typed next must not reach the keys of a ladder.
      const box = document.getElementById('search')
      if (box instanceof HTMLInputElement && box.checkVisibility()) {
        box.focus()
        box.select()
      } else dialog.set('palette')
    },
    tip: stepTip,
    toggleLeg: () => toggleLeg(contexts),
    newAlert: () => alerts.draft.set(draftOfSelection({ books, selection, settings })),
    panel: focusPanel,
    workspace: (nth) => loadWorkspace(places, nth),
    goToLadder: () => goToLadder(places),
    goToWatchlist() {
      side.set('watch')
      if (router.get().page !== 'trade') router.go(tradeAddress(selection.get()))
    },
    goToPanel: (kind) => goToPanel(places, kind, kind === 'positions' ? '/portfolio' : `/${kind}`),
    goTo: (address) => goTo(places, address),
  }
}

/** Puts the selected outcome into the combo or takes it out, with a message: the draft is on another page. */
function toggleLeg({ page, trading, workspace }: Contexts): void {
  const { combos } = trading
  const selected = workspace.selection.get()
  if (selected === null) return
  const show = (tone: 'info' | 'warn', title: string, text: string) =>
    page.toasts.show({ tone, title, text, group: 'combo' })
  const leg = legOf(selected)
  if (
    !combos.has(leg.outcomeId) &&
    trading.trading.get()?.combosReasons.includes('combos_unavailable') === true
  )
    show('warn', 'Combos are not available', 'The page Combos says why.')
  else show('info', 'Combo', `${combos.toggle(leg)}. ${leg.marketTitle}`)
}

type Places = Pick<Page, 'announcer' | 'router'> & Pick<Workspace, 'selection' | 'workspace'>

function loadWorkspace(places: Places, nth: number): void {
  const { announcer, router, selection, workspace } = places
  const found = workspace.list()[nth - 1]
  if (found === undefined) {
    announcer.say(`There is no workspace ${nth}`)
    return
  }
  workspace.load(found.id)
  announcer.say(`Workspace ${found.name}`)
  if (router.get().page === 'trade') return
  router.go(tradeAddress(selection.get()))
  goToLadder(places)
}

/** The focus goes along: what Tab reaches next is on the page that was asked for. */
function goTo({ router }: Pick<Page, 'router'>, address: string): void {
  const before = document.querySelector('main')
  const { page: from } = router.get()
  router.go(address)
  const { page } = router.get()
  focusWhenThere(() => {
    const main = document.querySelector<HTMLElement>('main')
    if (main === null || main.childElementCount === 0) return null
    if (main.matches('.workspace')) return main.querySelector<HTMLElement>(`[data-routed="${page}"]`)
    return page === from || main !== before ? main : null
  })
}

/** The panel of that kind where the workspace has one; else the page. */
function goToPanel(places: Places, kind: PanelKind, address: string): void {
  const id = activatePanel(places, kind)
  if (id === null) {
    goTo(places, address)
    return
  }
  const { router, selection } = places
  if (router.get().page !== 'trade') router.go(tradeAddress(selection.get()))
  focusPanelOf(id)
}

/** The selected ladder, or the search where there is none. */
function goToLadder(places: Pick<Places, 'router' | 'selection'>): void {
  const { router, selection } = places
  const route = router.get()
  const selected = selection.get()
  if (route.page !== 'trade' && focusNextLadder()) return
  if (route.page !== 'trade' || route.slug === null) {
    router.go(tradeAddress(selected))
  }
  if (selected === null && router.get().page === 'trade') {
    focusWhenThere(() => document.querySelector<HTMLElement>('.ladder [role="grid"], #search'))
    return
  }
  focusLadder(places)
}

/** Brings the panel of a kind to the front and answers its id; null if there is no workspace on the screen, or none of the kind. */
function activatePanel({ workspace }: Pick<Workspace, 'workspace'>, kind: PanelKind): string | null {
  const id = workspace.room.get() === null ? null : panelOfKind(workspace.layout(), kind)
  if (id !== null) workspace.change((old) => withActiveTabs(old, [id]))
  return id
}
