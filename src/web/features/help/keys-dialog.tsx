/** The sheet of keys over any view. */
import { usePage } from '../../model/contexts/page.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { Link } from '../../widgets/link.tsx'
import { KeySheet } from './key-sheet.tsx'
import styles from './help.module.css'

/** The dialog. */
export function KeysDialog() {
  const { dialog } = usePage()
  const close = () => dialog.set(null)
  return (
    <Dialog title="Keys" className={styles.keysDialog} onClose={close}>
      <KeySheet isFirst />
      <div className="dialog-foot">
        <span className="more-links" onClickCapture={close}>
          <Link to="/help">Help</Link>
          <Link to="/settings">Change keys</Link>
        </span>
        <button type="button" className="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  )
}
