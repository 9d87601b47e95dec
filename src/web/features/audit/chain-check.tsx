/** The check of the chain: what it found last, and while one runs, for how long. A break stays on screen. */
import { useEffect, useState } from 'react'
import { CheckIcon, TriangleAlertIcon } from 'lucide-react'
import { faultText } from '../../platform/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
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
  const check = useQuery(readOf(client, 'verifyAudit', {}, { timeoutMs: TIMEOUT_MS }))
  const { data, error, isFetching } = check
  const doneAt = Math.max(check.dataUpdatedAt, check.errorUpdatedAt)
  const badSeq = data?.firstBadSeq ?? null
  useEffect(() => onBadRow(badSeq), [badSeq, onBadRow])
  const doneText = doneAt === 0 ? '' : ` - ${showLocal(doneAt, true)}`

  return (
    <>
      {data !== undefined &&
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
      {data !== undefined && (
        <span>
          <span className="dim">head</span> <CopyText text={data.headHash} name="head of the chain" />
        </span>
      )}
      {error !== null && !isFetching && <span className="danger">{faultText(error.fault)}</span>}
      {isFetching && <Progress startedAt={startedAt} rows={data?.rows ?? null} />}
      <Button
        disabled={isFetching}
        onClick={() => {
          setStartedAt(Date.now())
          void check.refetch()
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
