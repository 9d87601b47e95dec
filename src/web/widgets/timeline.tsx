/** A command's audit rows from top to bottom, with the milliseconds between them. Read-only by design. */
import { useMemo } from 'react'
import type { AuditRow } from '../platform/api/client.ts'
import { showUtcMs } from '../platform/format/figures.ts'
import { usePrices } from '../contexts/contexts.ts'
import { CopyText } from './copy-text.tsx'
import { stagesOf } from '../data/account/stages.ts'
import styles from './timeline.module.css'

/** `badSeq`: the first row that does not fit the chain, if there is one. */
export function Timeline({
  rows,
  badSeq = null,
}: {
  readonly rows: readonly AuditRow[]
  readonly badSeq?: number | null
}) {
  const prices = usePrices()
  const stages = useMemo(() => stagesOf(rows, prices), [rows, prices])
  return (
    <ol className={styles.stages}>
      {stages.map(({ row, sinceMs, word, summary, code, isBad, facts }) => (
        <li key={row.seq} data-bad={isBad ? '' : undefined} data-broken={row.seq === badSeq ? '' : undefined}>
          <span className={`${styles.stageTime} num`}>
            {showUtcMs(row.at)}
            <span className="dim">{sinceMs === null ? 'UTC' : `+${sinceMs} ms`}</span>
          </span>
          <div>
            <p>
              <b>{word}</b> <span className={isBad ? 'danger' : 'soft'}>{summary}</span>{' '}
              {code !== null && <code>{code}</code>}
            </p>
            <p className={styles.pairs}>
              {facts.map(([name, value]) => (
                <span key={name}>
                  <span className="dim">{name}</span>{' '}
                  {value.length > 24 ? <CopyText text={value} name={name} /> : value}
                </span>
              ))}
              <span>
                <span className="dim">#{row.seq} hash</span> <CopyText text={row.hash} name="hash" />
              </span>
              <span>
                <span className="dim">after</span> <CopyText text={row.previousHash} name="previous hash" />
              </span>
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
