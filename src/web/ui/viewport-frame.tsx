/**
 * The mode's drawing round a window: an edge, and a hatch in each corner. Eight small pieces: one over the whole
 * window would be blended with all of it whenever anything below changes.
 */
import styles from './viewport-frame.module.css'
export function ViewportFrame() {
  return (
    <div className={styles.frame} aria-hidden="true">
      <b />
      <b />
      <b />
      <b />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
