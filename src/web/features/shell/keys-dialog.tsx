/** The sheet of keys. */
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { Dialog } from '../../ui/dialog.tsx'

const SHEET = [
  [
    'Everywhere',
    [
      ['Ctrl K', 'Palette: markets and commands'],
      ['/', 'Search'],
      ['n', 'Notifications'],
      ['c', 'Selected outcome into the combo, or out of it'],
      ['Shift A', 'Arm...'],
      ['Shift S', 'Go SAFE now'],
      ['Shift `', 'Cancel all'],
      ['?', 'This sheet'],
    ],
  ],
  ['Watchlist', [['Alt Up, Alt Down', 'Move the focused outcome']]],
  [
    'Search results',
    [
      ['j k, arrows', 'Next, previous'],
      ['Enter', 'Open'],
      ['w', 'Watch'],
    ],
  ],
  [
    'Focused ladder',
    [
      ['Arrows, PgUp PgDn', 'Move the cursor by 1 or 10 rows'],
      ['Home, End', 'Cursor to best bid, best ask'],
      ['Space', 'Centre'],
      ['1 to 6', 'Quick size'],
      ['b, s', 'Buy, sell at the cursor'],
      ['q, w', 'Join best bid, join best ask'],
      ['x', 'Cancel my orders at the cursor'],
      ['m', 'Take up my order; arrows aim, Enter moves, Esc keeps'],
      ['`', 'Cancel all orders of this outcome'],
      ['a, Alt click', 'Alert at the cursor, at a price'],
      ['e, Shift E, h', 'Exit by joining, exit by walking, hedge: shows what it would send'],
      ['r', 'Read the inside market aloud'],
    ],
  ],
] as const

/** The dialog, when it is open. */
export function KeysDialog() {
  const terminal = useTerminal()
  const open = useStore(terminal.dialog)
  if (open !== 'keys') return null
  return (
    <Dialog title="Keys" onClose={() => terminal.dialog.set(null)}>
      <div className="key-sheet">
        {SHEET.map(([scope, keys]) => (
          <section key={scope}>
            <h3>{scope}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={() => terminal.dialog.set(null)}>
          Close
        </button>
      </div>
    </Dialog>
  )
}
