/** The recording: its state, its settings, and a report of the last minutes to look at elsewhere. */
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { Decoded } from '../../platform/api/answers.ts'
import { addressOf, faultText } from '../../platform/api/client.ts'
import type { Status } from '../../platform/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import { showLocal } from '../../platform/format/figures.ts'
import { usePage } from '../../contexts/contexts.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { Panel, Select, TextField, tip } from '../../ui/controls.tsx'

type Chosen = Decoded<'readRecordingSettings'>

const FAULTS = {
  full: 'stopped: the disk is nearly full; it is tried again',
  slow: 'stopped: the disk is too slow; it is tried again',
  failed: 'stopped: the disk refuses; it is tried again',
} as const

function stateText({ recording: { mode, isRecording, fault, megabytes, since } }: Status): string {
  const state =
    fault === null ? (isRecording ? 'recording' : mode === 'armed' ? 'off while SAFE' : 'off') : FAULTS[fault]
  return since === null ? state : `${state}, ${megabytes} MB since ${showLocal(since, true)}`
}

const SPANS = [
  ['10m', '10 minutes'],
  ['1h', 'hour'],
  ['24h', '24 hours'],
] as const

const MODES = [
  ['on', 'On'],
  ['armed', 'Only while ARMED'],
  ['off', 'Off'],
] as const

/** The panel; its choice is in force for every browser. */
export function RecordingPanel({ status }: { readonly status: Status }) {
  const { client } = usePage()
  const read = useQuery(readOf(client, 'readRecordingSettings', {}))
  return (
    <Panel
      title="Recording"
      head={<span className={status.recording.fault === null ? 'soft' : 'danger'}>{stateText(status)}</span>}
    >
      <ReadFault read={read} />
      {read.data !== undefined && <RecordingForm chosen={read.data} onSaved={() => void read.refetch()} />}
      <p className="row wraps gap-8 setting-lines">
        {SPANS.map(([last, name]) => (
          <a
            key={last}
            className="button small"
            href={addressOf('makeReport', { query: { last } })}
            download
            {...tip(
              'The recording, with your orders and fills, and the settings without secrets: sesame replay shows it',
            )}
          >
            Report of the last {name}
          </a>
        ))}
      </p>
    </Panel>
  )
}

function RecordingForm({ chosen, onSaved }: { readonly chosen: Chosen; readonly onSaved: () => void }) {
  const { client } = usePage()
  const [edit, setEdit] = useState<
    Partial<Record<'gigabytes' | 'days', string>> & Partial<Pick<Chosen, 'mode'>>
  >({})
  const [said, setSaid] = useState({ text: '', isFault: false })
  const wanted = {
    mode: edit.mode ?? chosen.mode,
    gigabytes: Number(edit.gigabytes ?? chosen.gigabytes),
    days: Number(edit.days ?? chosen.days),
  }
  const isSame =
    wanted.mode === chosen.mode && wanted.gigabytes === chosen.gigabytes && wanted.days === chosen.days

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const answer = await client.call('writeRecordingSettings', { body: wanted })
    setSaid(answer.ok ? { text: 'saved', isFault: false } : { text: faultText(answer.error), isFault: true })
    if (!answer.ok) return
    setEdit({})
    onSaved()
  }

  const amount = (name: 'gigabytes' | 'days', label: string) => (
    <TextField
      label={label}
      className="field num"
      type="number"
      required
      min={1}
      max={10_000}
      step={1}
      value={edit[name] ?? chosen[name]}
      onType={(text) => setEdit({ ...edit, [name]: text })}
    />
  )
  return (
    <form className="row wraps gap-8 setting-lines" onSubmit={(event) => void save(event)}>
      <Select
        label="Record"
        value={wanted.mode}
        options={MODES}
        onChoose={(mode) => setEdit({ ...edit, mode })}
      />
      {amount('gigabytes', 'Max size (GB)')}
      {amount('days', 'Keep (days)')}
      <button type="submit" className="button small" disabled={isSame}>
        Save
      </button>
      <span role="status" className={said.isFault ? 'danger' : 'soft'}>
        {said.text}
      </span>
    </form>
  )
}
