/** The sheet of keys over any view: searched, and always what the keys are now. */
import { useState } from 'react'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../contexts/page.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Link } from '../../widgets/link.tsx'
import { sheetSections } from './sheet.ts'
import styles from './key-sheet.module.css'
import { Button } from '../../ui/button.tsx'

/** The dialog. */
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
        className={`field ${styles.sheetSearch}`}
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
              <h3>{name}</h3>
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
        <span className="more-links" onClickCapture={close}>
          <Link to="/settings">Change keys</Link>
        </span>
        <Button className="button" onClick={close}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
