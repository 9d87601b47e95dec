/** The sheet of keys over any view: searched, and always what the keys are now. */
import { useState } from 'react'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Link } from '../../widgets/link.tsx'
import styles from './key-sheet.module.css'
import { Button } from '../../ui/controls.tsx'
import { isFound } from '../../commands/find.ts'
import type { KeyMap } from '../../commands/key-map.ts'
import { KEY_COMMANDS, SCOPES } from '../../commands/registry.ts'
import type { Scope } from '../../commands/registry.ts'
import { showStroke } from '../../commands/strokes.ts'

export function KeysDialog() {
  const { dialog, ...page } = usePage()
  const keys = useStore(page.keys)
  const [typed, setTyped] = useState('')
  const sections = sectionsOf(keys, typed)
  const close = () => dialog.set(null)
  return (
    <Dialog title="Keys" className={styles.keysDialog} onClose={close}>
      <input
        type="search"
        className="field whole"
        aria-label="Search keys"
        placeholder="What do you want to do?"
        data-first-focus=""
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {!keys.letters && (
        <p className="soft">Single-key shortcuts are off in Settings; Cancel all and SAFE still work.</p>
      )}
      <div className={styles.keySheet} tabIndex={0} role="region" aria-label="Keys">
        <div className={styles.keyColumns}>
          {sections.map(({ name, lines }) => (
            <section key={name} aria-label={name}>
              <h3 className="fine text-3">{name}</h3>
              <dl>
                {lines.map(([title, strokes]) => (
                  <div key={title}>
                    <dt>
                      {strokes.length === 0 && <span className="dim">no key</span>}
                      {strokes.map((stroke) => (
                        <kbd key={stroke}>{stroke}</kbd>
                      ))}
                    </dt>
                    <dd>{title}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {sections.length === 0 && <p className="empty">No match. Try a shorter word.</p>}
      </div>
      <p className="dim">
        Ctrl is also Cmd on a Mac. Letters on a ladder trade only while it has the focus and the terminal is
        ARMED.
      </p>
      <div className="dialog-foot">
        <span className="more-links grows" onClickCapture={close}>
          <Link to="/settings">Change keys</Link>
        </span>
        <Button className="button" onClick={close}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

type Line = readonly [title: string, strokes: readonly string[]]

/** Keys that are the same for everybody. */
const FIXED: readonly Line[] = [
  ['Next control, previous control', ['Tab', 'Shift Tab']],
  ['Cancels a drag, closes a dialog or view, leaves the ladder; never trades', ['Esc']],
  ['Scrolls a ladder', ['Wheel']],
  ['Price and side into the ticket; nothing is sent', ['Shift click']],
  ['Alert at the price', ['Alt click']],
]

/** The lines that have what was typed, by section; a stroke is found as it is written. */
function sectionsOf({ strokes }: KeyMap, typed: string) {
  const asked = typed.trim().toLowerCase()
  const linesIn = (scope: Scope) =>
    KEY_COMMANDS.filter((command) => command.scope === scope).map(({ id, title }): Line => [
      title,
      strokes[id].map(showStroke),
    ])
  const all = SCOPES.map(([scope, name]) => [name, linesIn(scope)] as const)
  return [...all, ['Always the same', FIXED] as const]
    .map(([name, lines]) => ({
      name,
      lines: lines.filter(
        ([title, shown]) =>
          isFound(`${title} ${name}`, typed) || shown.some((stroke) => stroke.toLowerCase() === asked),
      ),
    }))
    .filter(({ lines }) => lines.length > 0)
}
