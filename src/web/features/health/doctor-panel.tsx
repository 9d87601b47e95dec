/** The doctor's checks, made when asked for: what was found and what to do. */
import { useState } from 'react'
import { CheckIcon, TriangleAlertIcon, XIcon } from 'lucide-react'
import { faultText } from '../../platform/api/client.ts'
import type { Examination } from '../../platform/api/client.ts'
import { showLocal } from '../../platform/format/figures.ts'
import { usePage } from '../../contexts/contexts.ts'
import styles from './health.module.css'
import { Button } from '../../ui/controls.tsx'

type Finding = Examination['findings'][number]

type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'made'; readonly examination: Examination }

/** The slowest service may take its time. */
const TIMEOUT_MS = 30_000
const WORDS = { ok: 'ok', warn: 'look at it', fail: 'fails' } as const
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
    <section className="panel" aria-label="Doctor">
      <header className="panel-head">
        <h2>Doctor</h2>
        <Button disabled={shown.kind === 'asking'} onClick={() => void examine()}>
          Run the checks
        </Button>
      </header>
      <div role="status" className={styles.doctorSummary}>
        {summary(shown)}
      </div>
      {shown.kind === 'made' && (
        <ul className={`checks ${styles.wideChecks} ${styles.doctorChecks}`}>
          {shown.examination.findings
            .toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
            .map((finding) => (
              <FindingLine key={finding.check} finding={finding} />
            ))}
        </ul>
      )}
    </section>
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

function FindingLine({ finding }: { readonly finding: Finding }) {
  const { check, state, found, cure } = finding
  return (
    <li>
      <span className={state === 'ok' ? 'ok' : state === 'warn' ? 'warn' : 'danger'}>
        {state === 'ok' ? <CheckIcon /> : state === 'warn' ? <TriangleAlertIcon /> : <XIcon />}
      </span>
      <span className="check-name">
        {`${check.charAt(0).toUpperCase()}${check.slice(1)}`}
        <span className="visually-hidden"> {WORDS[state]}</span>
      </span>
      <span className={state === 'ok' ? 'soft' : 'strong'}>{found}</span>
      {cure !== null && <p className="soft">{cure}</p>}
    </li>
  )
}
