/** Toasts: at most three, newest on top, never over Cancel All or what has the focus. */
import { CheckIcon, TriangleAlertIcon, XIcon } from 'lucide-react'
import { showLocal } from '../../platform/format/figures.ts'
import { MODE_GROUP } from '../../platform/page/messages.ts'
import { leaves } from '../../platform/page/settling.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { useToastPlace } from './toast-place.ts'
import styles from './shell.module.css'
import { Button } from '../../ui/controls.tsx'

const MAX_TOASTS = 3

/** The stack. The live regions speak for it, so it is none itself. */
export function Toasts() {
  const { toasts } = usePage()
  const list = useStore(toasts.list).filter(({ group }) => group !== MODE_GROUP)
  const stack = useToastPlace()
  if (list.length === 0) return null
  return (
    <section ref={stack} className={`stack gap-6 ${styles.toasts}`} aria-label="Messages">
      {list.slice(0, MAX_TOASTS).map((toast) => (
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
      {list.length > MAX_TOASTS && <p className="chip">{list.length - MAX_TOASTS} more</p>}
    </section>
  )
}
