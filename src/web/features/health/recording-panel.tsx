/** The recording: its state, and a report of the last minutes to look at elsewhere. */
import { addressOf } from '../../platform/api/client.ts'
import type { Status } from '../../platform/api/client.ts'
import { showLocal } from '../../platform/format/figures.ts'
import { Panel, tip } from '../../ui/controls.tsx'

const FAULTS = {
  full: 'stopped: the disk is nearly full; retrying',
  slow: 'stopped: the disk is too slow; retrying',
  failed: 'stopped: disk error; retrying',
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

export function RecordingPanel({ status }: { readonly status: Status }) {
  return (
    <Panel
      title="Recording"
      head={<span className={status.recording.fault === null ? 'soft' : 'danger'}>{stateText(status)}</span>}
    >
      <p className="row wraps gap-8 setting-lines">
        {SPANS.map(([last, name]) => (
          <a
            key={last}
            className="button small"
            href={addressOf('makeReport', { query: { last } })}
            download
            {...tip(
              'Recording with your orders and fills, and the settings without secrets. Unpacked into a data directory, Replay shows it',
            )}
          >
            Report of the last {name}
          </a>
        ))}
      </p>
    </Panel>
  )
}
