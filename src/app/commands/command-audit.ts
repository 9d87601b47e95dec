/**
 * `sesame audit verify`, `export` and `rekey`: the record of every command, checked, written out (both read only), or its
 * heads noted under the present SESSION_SECRET.
 */
import { verifyAudit } from '#store/audit-verify.ts'
import { exportAudit } from '#store/audit-export.ts'
import { openDatabaseReadOnly, type Database } from '#store/database.ts'
import { rekeyHeads } from '#store/rekey.ts'
import type { AuditVerdict } from '#ports/audit-log.ts'
import { chosenData, type ChosenData } from '../process/data-directory.ts'
import { databaseFaultText } from '../process/database-fault.ts'
import { EXIT } from '../exit-codes.ts'
import { systemClock } from '../process/system-clock.ts'
import type { Terminal } from '../process/terminal-io.ts'

type AuditOptions = {
  readonly action: 'verify' | 'export' | 'rekey'
  readonly data: string | undefined
  /** A head that was noted elsewhere; null: none is known. */
  readonly kept: { readonly seq: number; readonly hash: string } | null
}

/** Runs `verify`, `export` or `rekey`; 1 when the log is broken or missing, 4 when not all of it could be checked. */
export async function runAudit({ action, data, kept }: AuditOptions, terminal: Terminal): Promise<number> {
  const chosen = chosenData(data, terminal)
  if (chosen === null) return EXIT.refused
  if (action === 'rekey') return rekey(chosen, terminal)
  const { directory, key } = chosen
  const opened = openDatabaseReadOnly(directory)
  if (!opened.ok) {
    terminal.fail(databaseFaultText(opened.error, directory))
    return EXIT.refused
  }
  try {
    if (action === 'export') return writeOut(opened.value, terminal)
    return tellVerdict(verifyAudit(opened.value, { key, kept }), terminal)
  } finally {
    opened.value.close()
  }
}

function tellVerdict(verdict: AuditVerdict, terminal: Terminal): number {
  const { ok: isWhole, rows, headHash, notChecked, problem, firstBadSeq } = verdict
  if (!isWhole) {
    terminal.out(`broken: ${problem ?? 'unknown'} (first bad row: ${firstBadSeq ?? 'none'})`)
    return EXIT.refused
  }
  if (notChecked === null) {
    terminal.out(`ok: ${rows} rows, head ${headHash}`)
    return EXIT.ok
  }
  terminal.out(`unproven: ${rows} rows, head ${headHash}: not checked: ${notChecked}`)
  return EXIT.unproven
}

function rekey({ directory, key }: ChosenData, terminal: Terminal): number {
  if (key === null) {
    terminal.fail('SESSION_SECRET is not set here: run this where Sesame has its settings')
    return EXIT.refused
  }
  const done = rekeyHeads(directory, key, systemClock.now())
  if (!done.ok) {
    if (done.error.kind === 'broken') return tellVerdict(done.error.verdict, terminal)
    terminal.fail(databaseFaultText(done.error, directory))
    return done.error.kind === 'locked' ? EXIT.locked : EXIT.refused
  }
  const { verdict, movedTo } = done.value
  const kept = movedTo === null ? '' : `; the former heads are in ${movedTo}`
  terminal.out(
    `ok: ${verdict.rows} rows, head ${verdict.headHash}, noted under the present SESSION_SECRET${kept}`,
  )
  return EXIT.ok
}

function writeOut(database: Database, terminal: Terminal): number {
  for (const line of exportAudit(database)) terminal.out(line)
  return EXIT.ok
}
