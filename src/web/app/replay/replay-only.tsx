/** The page of `sesame replay`: a recording from another machine, and nothing of a terminal around it. */
import { useEffect } from 'react'
import { Toasts } from '../shell/toasts.tsx'
import { ReplayPage } from './replay-page.tsx'
import styles from '../../features/replay/replay.module.css'

/** In place of the shell. */
export function ReplayOnly() {
  useEffect(() => {
    document.title = 'REPLAY - Sesame'
  }, [])
  return (
    <div className={`shell ${styles.alone}`} data-simulated="">
      <ReplayPage />
      <Toasts />
    </div>
  )
}
