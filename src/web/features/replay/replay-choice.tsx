/** Which time to replay: a day and a minute of what is recorded. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import { showDay, timeIn } from '../../platform/format/figures.ts'
import { recordedDays } from '../../data/reads/replay-address.ts'
import { usePage } from '../../contexts/contexts.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'
import styles from './replay.module.css'
import { Button, TextField } from '../../ui/controls.tsx'

const HOUR_MS = 3_600_000

/** The field of a day and a time, and the last hours by one press. */
export function ReplayChoice({ onChoose }: { readonly onChoose: (at: number) => void }) {
  const { client } = usePage()
  const read = useQuery(readOf(client, 'readRecordedSpan', {}))
  const [text, setText] = useState('')
  const from = read.data?.from ?? null
  const to = read.data?.to ?? null
  if (read.data !== undefined && (from === null || to === null)) {
    return <p className="empty">Nothing recorded yet. RECORDING in .env sets what is.</p>
  }
  const first = from ?? 0
  const last = to ?? 0
  const days = recordedDays(read.data?.times ?? [])
  const chosen = timeIn(text) ?? 0
  const isWithin = chosen >= Math.floor(first / 60_000) * 60_000 && chosen <= last
  return (
    <form
      className={`row wraps ${styles.choice}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWithin) onChoose(Math.max(first, chosen))
      }}
    >
      <ReadFault read={read} />
      {from !== null && to !== null && (
        <p className="soft">
          Recorded from {showDay(first)} to {showDay(last)}, {zoneName()}.
        </p>
      )}
      {days.length > 1 && (
        <fieldset className={`wraps gap-6 ${styles.days}`}>
          <legend className="soft">Days with a recording</legend>
          {days.map((day) => (
            <Button key={day.at} onClick={() => onChoose(day.at)}>
              {day.name}
            </Button>
          ))}
        </fieldset>
      )}
      <TextField
        label="Day and time"
        type="datetime-local"
        step={1}
        min={localText(first)}
        max={localText(last)}
        value={text}
        onType={setText}
      />
      <button type="submit" className="button" disabled={!isWithin}>
        Replay
      </button>
      {[1, 6, 24].map((hours) => (
        <Button
          key={hours}
          disabled={to === null}
          onClick={() => onChoose(Math.max(first, last - hours * HOUR_MS))}
        >
          {hours} h ago
        </Button>
      ))}
    </form>
  )
}

/** As the browser's own field writes it, local. */
function localText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** The zone of the times that are shown. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
