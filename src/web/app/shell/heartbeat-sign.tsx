/** The dead-man heartbeat beside the mode: how long ago the venue took the last beat, with its own shape and text when late. */
import { useState } from 'react'
import { HeartCrackIcon, HeartIcon } from 'lucide-react'
import type { Status } from '../../platform/api/client.ts'
import { useNow, useSelected } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { heartbeatText } from '../../words/status-text.ts'
import styles from './shell.module.css'

/** Nothing while no heartbeat is sent. */
export function HeartbeatSign() {
  const status = useSelected(usePage().status, (now) => (now?.heartbeat.enabled === true ? now : null))
  return status === null ? null : <Beat status={status} />
}

function Beat({ status }: { readonly status: Status }) {
  const now = useNow()
  const { lastOkAt: beat, healthy } = status.heartbeat
  // The age is counted from the receipt of the status: the clocks of page and server may differ.
  const [received, setReceived] = useState(() => ({ beat, at: receivedAt(status) }))
  if (received.beat !== beat) setReceived({ beat, at: receivedAt(status) })
  const words = heartbeatText(received.at === null ? null : Math.max(0, now - received.at), healthy)
  return (
    <span
      className={`rigid fine gap-4 ${styles.heartbeat}`}
      role="img"
      aria-label={words.label}
      data-tip=""
      data-late={words.isLate ? '' : undefined}
    >
      {words.isLate ? <HeartCrackIcon /> : <HeartIcon />}
      <b>{words.text}</b>
    </span>
  )
}

/** When the beat was taken by the page's clock; null before the first. */
function receivedAt({ heartbeat, time }: Status): number | null {
  return heartbeat.lastOkAt === null ? null : Date.now() - Math.max(0, time - heartbeat.lastOkAt)
}
