/** How urgent, as a sign and a word. */
import type { Notification } from '../../platform/api/wire.ts'
import { BellIcon, WarnIcon } from '../../ui/icons.tsx'

/** The sign; its word is for those who cannot see it. */
export function SeveritySign({ severity }: { readonly severity: Notification['severity'] }) {
  return (
    <span className={`severity ${severity}`} title={severity}>
      {severity === 'info' ? <BellIcon /> : <WarnIcon />}
      <span className="visually-hidden">{severity}</span>
    </span>
  )
}
