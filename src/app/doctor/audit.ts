/** The `doctor`'s check of the database and the audit log in it; takes no lock, changes nothing. */
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import type { HeadKey } from '#store/head-key.ts'
import { OTHER_KEY, verifyAudit } from '#store/audit-verify.ts'
import { damageIn, openDatabaseReadOnly } from '#store/database.ts'
import { databaseFaultText, isNoDirectory, isNotLetIn } from '../process/database-fault.ts'

/** One finding about the directory's database. */
export function examineAudit(directory: string, key: HeadKey | null): Finding {
  const check = 'audit log'
  const opened = openDatabaseReadOnly(directory)
  if (!opened.ok && opened.error.kind === 'unusable') return wellFinding(check, `none yet in ${directory}`)
  const damage = opened.ok ? damageIn(opened.value) : null
  if (opened.ok && damage !== null) {
    opened.value.close()
    const fault = { kind: 'corrupt', detail: damage } as const
    return illFinding(
      check,
      'fail',
      databaseFaultText(fault, directory),
      'docs/operations.md, Backup and restore',
    )
  }
  if (!opened.ok) {
    return illFinding(
      check,
      'fail',
      databaseFaultText(opened.error, directory),
      isNoDirectory(opened.error)
        ? 'name a directory in DATA_DIR'
        : isNotLetIn(opened.error)
          ? `see who owns ${directory} with ls -la`
          : 'docs/operations.md, Backup and restore',
    )
  }
  try {
    const verdict = verifyAudit(opened.value, { key })
    const leftOut = verdict.notChecked === null ? '' : `; not checked: ${verdict.notChecked}`
    return verdict.ok
      ? wellFinding(check, `${verdict.rows} rows verify${leftOut}`)
      : illFinding(
          check,
          'fail',
          verdict.problem ?? 'broken',
          verdict.problem === OTHER_KEY
            ? 'after a change of SESSION_SECRET run "sesame audit rekey" (docs/operations.md, Audit log)'
            : `it was changed or its end was cut: keep a copy of ${directory} as it is, then look`,
        )
  } finally {
    opened.value.close()
  }
}
