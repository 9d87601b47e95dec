/** How urgent, as a sign and a word. */
import { BellIcon, TriangleAlertIcon } from 'lucide-react'
import type { Notification } from '../../platform/api/wire.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './notification.module.css'

/** The sign; its word is for those who cannot see it. */
export function SeveritySign({ severity }: { readonly severity: Notification['severity'] }) {
  return (
    <span className={`${styles.severity} ${severity}`} {...tip(severity)}>
      {severity === 'info' ? <BellIcon /> : <TriangleAlertIcon />}
      <span className="visually-hidden">{severity}</span>
    </span>
  )
}
