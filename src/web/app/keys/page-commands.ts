/** Steps of the whole page's commands. */
import { legOf } from '../../actions/drafts/combo-draft.ts'
import type { StepsOf } from '../../commands/registry.ts'
import {
  focusLadder,
  focusNextLadder,
  focusPanel,
  focusPanelOf,
  focusWhenThere,
} from '../../contexts/focus-places.ts'
import { draftOfSelection } from '../../contexts/selection-draft.ts'
import { kindOf } from '../../data/settings/brackets.ts'
import { emptyBasket } from '../../data/markets/basket-choice.ts'
import { asKind, ORDER_KINDS } from '../../data/markets/draft.ts'
import { tradeAddress } from '../../data/markets/selection.ts'
import { withActiveTabs } from '../../layouts/tree.ts'
import { panelOfKind } from '../../layouts/overlay-panel.ts'
import { isExclusive } from '../../words/event-text.ts'
import type { Contexts } from '../../contexts/contexts.ts'

/** How the page takes them. */
export function pageSteps(contexts: Contexts): StepsOf<'page'> {
  const { announcer, dialog, router, settings, toasts } = contexts.page
  const { brackets, combos, commands, draft, trading } = contexts.trading
  const { basket, selection, side, workspace } = contexts.workspace
  const { alerts, books } = contexts.marketData

  function goToTrade(): void {
    if (router.get().page !== 'trade') router.go(tradeAddress(selection.get()))
  }

  /** The selected ladder, or the search where there is none. */
  function goToLadder(): void {
    const route = router.get()
    if (route.page !== 'trade' && focusNextLadder()) return
    if (route.page !== 'trade' || route.slug === null) router.go(tradeAddress(selection.get()))
    if (selection.get() === null && router.get().page === 'trade')
      focusWhenThere(() => document.querySelector<HTMLElement>('.ladder [role="grid"], #search'))
    else focusLadder({ router, selection })
  }

  /** The focus goes along: what Tab reaches next is on the page that was asked for. */
  function goTo(address: string): void {
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
    tip: (by) => void import('../../ui/overlays/tips.ts').then(({ stepTip }) => stepTip(by)),
    /** Puts the selected outcome into the combo or takes it out, with a message: the draft is on another page. */
    toggleLeg() {
      const selected = selection.get()
      if (selected === null) return
      const leg = legOf(selected)
      const isBarred = trading.get()?.combosReasons.includes('combos_unavailable') === true
      if (isBarred && !combos.has(leg.outcomeId)) {
        const title = 'Combos are not available'
        toasts.show({ tone: 'warn', title, text: 'The Combos page says why.', group: 'combo' })
        return
      }
      const text = `${combos.toggle(leg)}. ${leg.marketTitle}`
      toasts.show({ tone: 'info', title: 'Combo', text, group: 'combo' })
    },
    newAlert: () => alerts.draft.set(draftOfSelection({ books, selection, settings })),
    orderKind(kind) {
      draft.update((old) => (old === null ? null : asKind(old, old.kind === kind ? 'limit' : kind)))
      const nth = 1 + ORDER_KINDS.indexOf(draft.get()?.kind ?? kind)
      focusWhenThere(() => document.querySelector<HTMLElement>(`.ticket [role="group"] > :nth-child(${nth})`))
    },
    nextTemplate() {
      const event = selection.get()?.event
      if (event !== undefined) announcer.say(`Exits: ${brackets.next(kindOf(event))?.name ?? 'none'}`)
    },
    toggleBasket() {
      const event = selection.get()?.event
      if (event === undefined) return
      if (!isExclusive(event)) {
        announcer.say('No basket: the outcomes of this event are not mutually exclusive')
        return
      }
      basket.update((old) => (old?.eventId === event.id ? null : emptyBasket(event)))
      goToTrade()
      if (basket.get() !== null)
        focusWhenThere(() => document.querySelector<HTMLElement>('.outcomes [data-basket]'))
    },
    panel: focusPanel,
    workspace(nth) {
      const found = workspace.list()[nth - 1]
      if (found === undefined) {
        announcer.say(`There is no workspace ${nth}`)
        return
      }
      workspace.load(found.id)
      announcer.say(`Workspace ${found.name}`)
      if (router.get().page === 'trade') return
      goToTrade()
      goToLadder()
    },
    goToLadder,
    goToWatchlist() {
      side.set('watch')
      goToTrade()
    },
    /** The panel of that kind where the workspace has one; else the page. */
    goToPanel(kind) {
      const id = workspace.room.get() === null ? null : panelOfKind(workspace.layout(), kind)
      if (id === null) {
        goTo(kind === 'positions' ? '/portfolio' : `/${kind}`)
        return
      }
      workspace.change((old) => withActiveTabs(old, [id]))
      goToTrade()
      focusPanelOf(id)
    },
    goTo,
  }
}
