/** The first visit: one line that offers the tour. It takes room and covers nothing, and is gone once it was answered. */
import { useTouch } from '../../platform/page/use-media.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'
import styles from './tour.module.css'

/** The line, as long as the first visit lasts. What the server keeps is known before it is shown. */
export function Welcome() {
  const { dialog, settings, settingsSync, tourStep } = usePage()
  const isKnown = useStore(settingsSync.isRead)
  const isOver = useSelected(settings, ({ onboarded }) => onboarded)
  const step = useStore(tourStep)
  const isTouch = useTouch()
  if (!isKnown || isOver) return null
  return (
    <section className={styles.welcome} aria-label="First visit">
      <p>
        <b>New here?</b> SAFE and ARMED, the ladder{isTouch ? '' : ' and its keys'}, looks: three screens,
        under a minute.
      </p>
      <button type="button" className="button small primary" onClick={() => dialog.set('tour')}>
        {step === 0 ? 'Take the tour' : 'Go on with the tour'}
      </button>
      <button
        type="button"
        className="button small"
        onClick={() => settings.update((old) => ({ ...old, onboarded: true }))}
      >
        Not now
      </button>
    </section>
  )
}
