/** The audit log: one line per order, its rows as a timeline, and the check of the chain. Read-only by design. */
import { useMemo, useState, useEffect } from 'react'
import { showLocal, showTaken, showUtcMs, writtenTime } from '../../platform/format/figures.ts'
import { usePage, usePrices } from '../../contexts/contexts.ts'
import { Button, Page, TextField, tip } from '../../ui/controls.tsx'
import { OlderButton } from '../../ui/older-button.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '../../platform/api/queries.ts'
import { groupHistories, orderText } from '../../data/account/stages.ts'
import type { OrderHistory } from '../../data/account/stages.ts'
import { auditQueryOf, exportAddress, NO_FILTER } from './audit-filter.ts'
import type { AuditFilter } from './audit-filter.ts'
import { ReplayLink } from '../../widgets/replay-link.tsx'
import { Timeline } from '../../widgets/timeline.tsx'
import styles from './audit.module.css'
import { CheckIcon, TriangleAlertIcon } from 'lucide-react'
import { faultText } from '../../platform/api/client.ts'
import { CopyText } from '../../widgets/copy-text.tsx'

const PAGE = 100

export function AuditPage() {
  const { client } = usePage()
  const [filter, setFilter] = useState<AuditFilter>(NO_FILTER)
  const [badSeq, setBadSeq] = useState<number | null>(null)
  const query = { ...auditQueryOf(filter), limit: PAGE }
  const change = (part: Partial<AuditFilter>) => setFilter((old) => ({ ...old, ...part }))
  const pages = useInfiniteQuery(pagesOf(client, 'listAudit', query))
  const prices = usePrices()
  const histories = useMemo(() => groupHistories(pages.data?.items ?? [], prices), [pages.data, prices])

  return (
    <Page className="audit">
      <header className="page-head">
        <h1>Audit log</h1>
        <ChainCheck onBadRow={setBadSeq} />
        <span className="push" />
        {(['csv', 'jsonl'] as const).map((format) => (
          <a key={format} className="button small" href={exportAddress(filter, format)} download>
            Export {format.toUpperCase()}
          </a>
        ))}
        <Button onClick={() => void pages.refetch()}>Refresh</Button>
      </header>
      <div className="page-head" role="group" aria-label="Filters">
        <TextField label="From (UTC)" type="date" value={filter.from} onType={(from) => change({ from })} />
        <TextField label="to" type="date" value={filter.to} onType={(to) => change({ to })} />
        <TextField
          label="Client order id"
          className="field mono"
          value={filter.clientOrderId}
          maxLength={60}
          spellCheck={false}
          onType={(clientOrderId) => change({ clientOrderId })}
        />
      </div>
      <ReadFault read={pages} />
      <section className="panel fill" aria-label="Order histories">
        <div className="panel-body" tabIndex={0} role="region" aria-label="Audit rows">
          {histories.length === 0 ? (
            <p className="empty">
              {pages.isFetching
                ? 'Reading\u2026'
                : filter === NO_FILTER
                  ? 'No rows yet. Every order and cancel is logged here.'
                  : 'No rows match these filters.'}
            </p>
          ) : (
            histories.map((history) => (
              <HistoryLine key={history.clientOrderId} history={history} badSeq={badSeq} />
            ))
          )}
          <OlderButton pages={pages} name="rows" />
        </div>
      </section>
    </Page>
  )
}

function HistoryLine({
  history,
  badSeq,
}: {
  readonly history: OrderHistory
  readonly badSeq: number | null
}) {
  const prices = usePrices()
  const first = history.rows[0]
  if (first === undefined) return null
  const outcomeId = history.rows.map(({ details }) => details['outcome_id']).find((id) => id !== undefined)
  const order = history.rows.map(({ details }) => orderText(details, prices)).find((text) => text !== '')
  const hasBad = history.rows.some((row) => row.seq === badSeq)
  return (
    <details className={styles.auditHistory} data-broken={hasBad ? '' : undefined}>
      <summary>
        <span className="dim">{writtenTime(first.at).slice(0, 10)}</span> <span>{showUtcMs(first.at)}</span>
        <b>{history.action.replaceAll('_', ' ')}</b>
        <span className={`flex gap-12 cut ${styles.historyFacts}`} {...tip(history.place ?? undefined)}>
          {history.place !== null && <span className="cut">{history.place}</span>}
          <span className="rigid">{order}</span>
        </span>
        <span className={`cut ${history.result.isBad ? 'danger' : 'soft'}`} {...tip(history.result.text)}>
          {history.result.text}
        </span>
        <span className={`dim num unbroken ${styles.historyTime}`}>{showTaken(history.durationMs)}</span>
        <span className={`mono dim cut ${styles.historyId}`}>{history.clientOrderId}</span>
      </summary>
      <Timeline rows={history.rows} badSeq={badSeq} />
      <p className="pad-10">
        <ReplayLink at={first.at} outcomeId={typeof outcomeId === 'string' ? outcomeId : null} />
      </p>
    </details>
  )
}

/** The last check of the chain, and that one runs; a break stays on screen. `onBadRow` gets the first bad row, or null. */
function ChainCheck({ onBadRow }: { readonly onBadRow: (seq: number | null) => void }) {
  const { client } = usePage()
  const check = useQuery(readOf(client, 'verifyAudit', {}))
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
      {isFetching && <progress aria-label="Verifying the chain" className={styles.verifying} />}
      <Button disabled={isFetching} onClick={() => void check.refetch()}>
        Verify
      </Button>
    </>
  )
}
