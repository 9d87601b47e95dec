/** The sheet of keys over any view: searched, and always what the keys are now. */
import { useState } from 'react'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Link } from '../../widgets/link.tsx'
import styles from './key-sheet.module.css'
import { Button } from '../../ui/controls.tsx'
import type { KeyMap } from '../../commands/key-map.ts'
import { KEY_COMMANDS, SCOPES } from '../../commands/registry.ts'
import type { Scope } from '../../commands/registry.ts'
import { showStroke } from '../../commands/strokes.ts'

export function KeysDialog() {
  const { dialog, ...page } = usePage()
  const keys = useStore(page.keys)
  const [typed, setTyped] = useState('')
  const sections = sheetSections(keys, typed)
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
        <p className="soft">
          Single letters, digits and signs are switched off in the settings; what stops trading works all the
          same.
        </p>
      )}
      <div className={styles.keySheet} tabIndex={0} role="region" aria-label="Keys">
        <div className={styles.keyColumns}>
          {sections.map(({ id, name, lines }) => (
            <section key={id} aria-label={name}>
              <h3 className="fine text-3">{name}</h3>
              <dl>
                {lines.map((line) => (
                  <div key={line.id}>
                    <dt>
                      {line.strokes.length === 0 && <span className="dim">no key</span>}
                      {line.strokes.map((stroke) => (
                        <kbd key={stroke}>{stroke}</kbd>
                      ))}
                    </dt>
                    <dd>{line.title}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {sections.length === 0 && <p className="empty">No key does that. Try a shorter word.</p>}
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

type SheetLine = { readonly id: string; readonly title: string; readonly strokes: readonly string[] }
type SheetSection = {
  readonly id: string
  readonly name: string
  readonly lines: readonly SheetLine[]
}

/** Keys that are the same for everybody: no command, or a fixed key. */
const FIXED: readonly SheetSection[] = [
  {
    id: 'fixed',
    name: 'Always the same',
    lines: [
      { id: 'tab', title: 'Next control, previous control', strokes: ['Tab', 'Shift Tab'] },
      {
        id: 'escape',
        title: 'Cancels a drag, closes what lies over the page, leaves the ladder; never trades',
        strokes: ['Esc'],
      },
      { id: 'wheel', title: 'Scrolls a ladder', strokes: ['Wheel'] },
      {
        id: 'shift_click',
        title: 'Price and side into the ticket, nothing is sent',
        strokes: ['Shift click'],
      },
      { id: 'alt_click', title: 'Alert at the price', strokes: ['Alt click'] },
    ],
  },
]

const WORDS: Readonly<Record<Scope, string>> = {
  page: 'everywhere page',
  ladder: 'ladder trade order price',
  ticket: 'ticket order',
  results: 'search results find',
  watchlist: 'watchlist stars',
}

/** The sections that hold something of what was typed. */
function sheetSections(map: KeyMap, typed: string): readonly SheetSection[] {
  const sections = SCOPES.map(([scope, name]) => ({
    id: scope,
    name,
    words: WORDS[scope],
    lines: KEY_COMMANDS.filter((command) => command.scope === scope).map(({ id, title }) => ({
      id,
      title,
      strokes: map.strokes[id].map(showStroke),
    })),
  }))
  return [...sections, ...FIXED.map((section) => ({ ...section, words: 'mouse fixed' }))]
    .map(({ words, ...section }) => ({
      ...section,
      lines: section.lines.filter((line) => isFound(`${line.title} ${words}`, line.strokes, typed)),
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** A stroke is found as it is written; words by their beginnings. */
function isFound(text: string, strokes: readonly string[], typed: string): boolean {
  const asked = typed.trim().toLowerCase()
  if (strokes.some((stroke) => stroke.toLowerCase() === asked)) return true
  const there = text.toLowerCase().split(/[\s:;,]+/)
  return asked.split(/\s+/).every((word) => there.some((one) => one.startsWith(word)))
}
