/** The doctor's checks, made when asked for: what was found and what to do. */
import { useState } from 'react'
import { faultText } from '../../platform/api/client.ts'
import type { Examination } from '../../platform/api/client.ts'
import { showLocal } from '../../platform/format/figures.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Checks } from '../../widgets/checks.tsx'
import { Button, Panel } from '../../ui/controls.tsx'

type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'made'; readonly examination: Examination }

/** The slowest service may take its time. */
const TIMEOUT_MS = 30_000
const ORDER = { fail: 0, warn: 1, ok: 2 } as const

export function DoctorPanel() {
  const { client } = usePage()
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' })

  async function examine(): Promise<void> {
    setShown({ kind: 'asking' })
    const answered = await client.call('examine', {}, { timeoutMs: TIMEOUT_MS })
    setShown(
      answered.ok
        ? { kind: 'made', examination: answered.value }
        : { kind: 'failed', detail: faultText(answered.error) },
    )
  }

  return (
    <Panel
      title="Doctor"
      head={
        <Button disabled={shown.kind === 'asking'} onClick={() => void examine()}>
          Run the checks
        </Button>
      }
    >
      <div role="status" className="pad-10 soft">
        {summary(shown)}
      </div>
      {shown.kind === 'made' && (
        <Checks
          checks={shown.examination.findings
            .toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
            .map(({ check, state, found, cure }) => ({
              name: `${check.charAt(0).toUpperCase()}${check.slice(1)}`,
              ok: state === 'ok',
              isWarning: state === 'warn',
              state: found,
              fix: cure,
            }))}
        />
      )}
    </Panel>
  )
}

function summary(shown: Shown): string {
  switch (shown.kind) {
    case 'nothing':
      return 'Asks host, services, channels and account, and changes nothing.'
    case 'asking':
      return 'Asking the venue\u2026'
    case 'failed':
      return shown.detail
    case 'made': {
      const { findings, at } = shown.examination
      const ill = findings.filter(({ state }) => state !== 'ok').length
      return `${findings.length} checks at ${showLocal(at, true)}: ${ill === 0 ? 'all well' : `${ill} to look at`}`
    }
    default:
      return shown satisfies never
  }
}
