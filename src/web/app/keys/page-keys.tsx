/** The keys of the whole page: active wherever the focus is; after a first key the possible second keys are shown. */
import { useEffect, useState } from 'react'
import { useContexts } from '../contexts.tsx'
import { findCommand, matchKey } from '../../commands/key-map.ts'
import type { Begun } from '../../commands/key-map.ts'
import { COMMANDS, takeStep } from '../../commands/registry.ts'
import type { CommandIn, StepIn } from '../../commands/registry.ts'
import { pageSteps } from './page-commands.ts'
import { showStroke } from '../../commands/strokes.ts'
import { topDialog } from '../../ui/overlays/open-dialog.ts'
import styles from './keys.module.css'

/** How long a second key is waited for. */
const SEQUENCE_MS = 2_500

/** Listens as long as it is mounted. */
export function PageKeys() {
  const { account, marketData, page, trading, workspace } = useContexts()
  const [shown, setShown] = useState<Begun | null>(null)
  useEffect(() => {
    const { keys } = page
    const steps = pageSteps({ account, marketData, page, trading, workspace })
    const run = (id: CommandIn<'page'>) => takeStep<'page'>(steps, COMMANDS[id].run as StepIn<'page'>)
    let begun: Begun | null = null
    let timer = 0
    function wait(next: Begun | null): void {
      begun = next
      setShown(next)
      window.clearTimeout(timer)
      if (next !== null) timer = window.setTimeout(() => wait(null), SEQUENCE_MS)
    }

    /** Before everything else: no menu keeps Cancel All to itself, and the second key belongs to no ladder and no list. */
    function onCapture(event: KeyboardEvent): void {
      if (findCommand(keys.get(), 'page', event) === 'cancel_all') {
        // A password may hold a tilde: there the key does both.
        if (!isPassword(event.target)) event.preventDefault()
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
        if (takesText(event.target) || isDialogOpen() || event.repeat) return
        event.preventDefault()
        wait(match.begun)
      }
      if (match.kind !== 'command' || !isFor(match.id, event)) return
      event.preventDefault()
      if (!event.repeat || COMMANDS[match.id].repeats === true) run(match.id)
    }

    const forget = () => wait(null)
    window.addEventListener('keydown', onCapture, { capture: true })
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      forget()
      window.removeEventListener('keydown', onCapture, { capture: true })
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [account, marketData, page, trading, workspace])
  return shown === null ? null : <SequenceHint begun={shown} />
}

function isFor(id: CommandIn<'page'>, event: KeyboardEvent): boolean {
  if (isDialogOpen() && COMMANDS[id].overDialogs !== true) return false
  return !(typesText(event) && takesText(event.target))
}

function isDialogOpen(): boolean {
  return topDialog() !== null
}

/** Escape leaves the grid of a ladder that has nothing to abort. */
function leaveGrid(): void {
  const at = document.activeElement
  if (at !== null && at.matches('[role="grid"]')) (at as HTMLElement).blur()
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

function isPassword(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password'
}

function SequenceHint({ begun }: { readonly begun: Begun }) {
  return (
    <div className={`row wraps ${styles.sequenceHint}`} role="status">
      <kbd>{begun.shown}</kbd> then
      <ul>
        {[...begun.next].map(([text, id]) => (
          <li key={text}>
            <kbd>{showStroke(text)}</kbd> {COMMANDS[id].title.replace(/^Go to (?:the )?/, '')}
          </li>
        ))}
      </ul>
      <span className="dim">Esc leaves</span>
    </div>
  )
}
