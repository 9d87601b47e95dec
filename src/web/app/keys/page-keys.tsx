/** The keys of the whole page: active wherever the focus is. */
import { useEffect } from 'react'
import { useContexts } from '../../contexts/contexts.ts'
import { findCommand, matchKey } from '../../commands/key-map.ts'
import type { Begun } from '../../commands/key-map.ts'
import { COMMANDS, takeStep } from '../../commands/registry.ts'
import type { CommandIn, StepIn } from '../../commands/registry.ts'
import { pageSteps } from './page-commands.ts'
import { topDialog } from '../../ui/overlays/open-dialog.ts'

/** How long a second key is waited for. */
const SEQUENCE_MS = 2_500

/** Listens as long as it is mounted. */
export function PageKeys() {
  const contexts = useContexts()
  useEffect(() => {
    const { keys } = contexts.page
    const steps = pageSteps(contexts)
    const run = (id: CommandIn<'page'>) => takeStep<'page'>(steps, COMMANDS[id].run as StepIn<'page'>)
    let begun: Begun | null = null
    let timer = 0
    function wait(next: Begun | null): void {
      begun = next
      window.clearTimeout(timer)
      if (next !== null) timer = window.setTimeout(() => wait(null), SEQUENCE_MS)
    }

    /** Before everything else: no menu keeps Cancel All to itself, and the second key belongs to no ladder and no list. */
    function onCapture(event: KeyboardEvent): void {
      if (findCommand(keys.get(), 'page', event) === 'cancel_all') {
        // A password may hold a tilde: there the key does both.
        const { target } = event
        const isPassword = target instanceof HTMLInputElement && target.type === 'password'
        if (!isPassword) event.preventDefault()
        event.stopImmediatePropagation()
        wait(null)
        if (!event.repeat) run('cancel_all')
        return
      }
      if (begun === null) return
      const match = matchKey(keys.get(), begun, event)
      if (match.kind === 'nothing') return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.repeat) return
      wait(null)
      if (match.kind === 'command') run(match.id)
    }

    function onKeyDown(event: KeyboardEvent): void {
      // A key that sends an order or arms must be pressed each time: a held Enter does nothing more.
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
      if (event.key === 'Escape' && !event.defaultPrevented) leaveGrid()
      const match = matchKey(keys.get(), null, event)
      if (match.kind === 'begun') {
        if (takesText(event.target) || topDialog() !== null || event.repeat) return
        event.preventDefault()
        wait(match.begun)
      }
      if (match.kind !== 'command' || !isFor(match.id, event)) return
      event.preventDefault()
      if (!event.repeat || COMMANDS[match.id].repeats === true) run(match.id)
    }

    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('keydown', onCapture, { capture: true, signal })
    window.addEventListener('keydown', onKeyDown, { signal })
    window.addEventListener('pointerdown', () => wait(null), { capture: true, signal })
    return () => {
      wait(null)
      listening.abort()
    }
  }, [contexts])
  return null
}

function isFor(id: CommandIn<'page'>, event: KeyboardEvent): boolean {
  if (topDialog() !== null && COMMANDS[id].overDialogs !== true) return false
  return !(typesText(event) && takesText(event.target))
}

/** Escape leaves the grid of a ladder that has nothing to abort. */
function leaveGrid(): void {
  const at = document.activeElement
  if (at instanceof HTMLElement && at.matches('[role="grid"]')) at.blur()
}

/** True if it puts a character into a text field; with Ctrl and Alt together some layouts type signs. */
function typesText({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return (key.length === 1 || key === 'Dead') && ctrlKey === altKey && !metaKey
}

/** True if letters typed there are text; number fields and boxes to tick take none. */
function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) {
    return target.type !== 'checkbox' && target.inputMode !== 'decimal' && target.inputMode !== 'numeric'
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
