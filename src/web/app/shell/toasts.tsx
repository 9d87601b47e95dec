/** Toasts: at most three, newest on top, never over Cancel All or what has the focus; on a phone one, on a rail of its own. */
import { useLayoutEffect } from 'react'
import { CheckIcon, TriangleAlertIcon, XIcon } from 'lucide-react'
import { showLocal } from '../../platform/format/figures.ts'
import { MODE_GROUP } from '../../platform/page/messages.ts'
import { PHONE, useMedia } from '../../platform/page/screen-class.ts'
import { leaves, settle } from '../../platform/page/settling.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { useToastPlace } from './toast-place.ts'
import styles from './shell.module.css'
import { Button } from '../../ui/controls.tsx'

const MAX_TOASTS = 3

/** The view becomes lower or higher by the rail: its tools move. */
const settleView = (): void => settle([...document.querySelectorAll('.shell > main')])

/** The stack. The live regions speak for it, so it is none itself. */
export function Toasts() {
  const { toasts } = usePage()
  const list = useStore(toasts.list).filter(({ group }) => group !== MODE_GROUP)
  const stack = useToastPlace()
  const isPhone = useMedia(PHONE)
  const most = isPhone ? 1 : MAX_TOASTS
  const hasRail = isPhone && list.length > 0
  useLayoutEffect(() => {
    if (!hasRail) return undefined
    settleView()
    return settleView
  }, [hasRail])
  if (list.length === 0) return null
  return (
    <section ref={stack} className={`stack gap-6 ${styles.toasts}`} aria-label="Messages">
      {list.slice(0, most).map((toast) => (
        <article key={toast.id} ref={leaves} className={`${styles.toast} ${toast.tone}`}>
          <span className={styles.toastSign}>
            {toast.tone === 'warn' || toast.tone === 'danger' ? <TriangleAlertIcon /> : <CheckIcon />}
          </span>
          <div>
            <h2>
              {toast.title} <time className="dim">{showLocal(toast.at, true)}</time>
            </h2>
            <p>{toast.text}</p>
            {toast.action !== null && (
              <Button
                aria-label={`${toast.action.label}: ${toast.title}`}
                onClick={() => {
                  toasts.dismiss(toast.id)
                  toast.action?.run()
                }}
              >
                {toast.action.label}
              </Button>
            )}
          </div>
          <Button
            className="button quiet small"
            aria-label={`Dismiss: ${toast.title}`}
            onClick={() => toasts.dismiss(toast.id)}
          >
            <XIcon />
          </Button>
        </article>
      ))}
      {list.length > most && <p className="chip">{list.length - most} more</p>}
    </section>
  )
}
