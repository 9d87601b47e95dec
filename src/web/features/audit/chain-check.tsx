/** The check of the chain: what it found last, and while one runs, for how long. A break stays on screen. */
import { useEffect, useState } from 'react'
import { CheckIcon, TriangleAlertIcon } from 'lucide-react'
import { faultText } from '../../platform/api/client.ts'
import { useRead } from '../../platform/api/use-read.ts'
import { showLocal } from '../../platform/format/times.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { usePage } from '../../contexts/page.ts'
import { CopyText } from '../../widgets/copy-text.tsx'
import styles from './audit.module.css'
import { Button } from '../../ui/button.tsx'

/** A long log takes its time. */
const TIMEOUT_MS = 300_000

/** `onBadRow` gets the first row that does not fit, or null. */
export function ChainCheck({ onBadRow }: { readonly onBadRow: (seq: number | null) => void }) {
  const { client } = usePage()
  const [startedAt, setStartedAt] = useState(() => Date.now())
  const [doneAt, setDoneAt] = useState<number | null>(null)
  const check = useRead(
    'verify',
    async (signal) => {
      const answer = await client.call('verifyAudit', {}, { signal, timeoutMs: TIMEOUT_MS })
      setDoneAt(Date.now())
      return answer
    },
    { keep: true },
  )
  const { data, loading } = check
  const badSeq = data?.firstBadSeq ?? null
  useEffect(() => onBadRow(badSeq), [badSeq, onBadRow])
  const doneText = doneAt === null ? '' : ` - ${showLocal(doneAt, true)}`

  return (
    <>
      {data !== null &&
        (data.ok ? (
          <span className="chip ok">
            <CheckIcon />
            Chain verified through row {data.rows}
            {doneText}
          </span>
        ) : (
          <span className="chip armed">
            <TriangleAlertIcon />
            Chain broken{data.firstBadSeq === null ? '' : ` at row ${data.firstBadSeq}`}: {data.problem ?? ''}
            {doneText}
          </span>
        ))}
      {data !== null && (
        <span>
          <span className="dim">head</span> <CopyText text={data.headHash} name="head of the chain" />
        </span>
      )}
      {check.fault !== null && !loading && <span className="danger">{faultText(check.fault)}</span>}
      {loading && <Progress startedAt={startedAt} rows={data?.rows ?? null} />}
      <Button
        disabled={loading}
        onClick={() => {
          setStartedAt(Date.now())
          check.reload()
        }}
      >
        Verify
      </Button>
    </>
  )
}

/** The backend tells no share of its check, so the bar has no end: time is what can be said. */
function Progress({ startedAt, rows }: { readonly startedAt: number; readonly rows: number | null }) {
  const now = useNow(100)
  const tenths = Math.max(0, Math.floor((now - startedAt) / 100))
  return (
    <label className={styles.verifying}>
      <progress aria-label="Verifying the chain" /> verifying{rows === null ? '' : ` ${rows} rows`},{' '}
      {Math.floor(tenths / 10)}.{tenths % 10} s
    </label>
  )
}
