/**
 * Heads under another key: after SESSION_SECRET was changed, or once the operator has checked a log whose heads do not
 * hold and decided to go on from it. The former file of heads is kept beside.
 */
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Instant } from '#core/market/market.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { AuditVerdict } from '#ports/audit-log.ts'
import { HEADS_FILE, openHeads, sealHead } from './audit-heads.ts'
import { verifyAudit } from './audit-verify.ts'
import { DATABASE_FILE, openDatabaseReadOnly, type DatabaseFault } from './database.ts'
import type { HeadKey } from './head-key.ts'
import { limitsDigest, storeNewest } from './head-notes.ts'
import { lockDirectory } from './instance-lock.ts'
import { syncDirectory } from './private-files.ts'

type RekeyFault = DatabaseFault | { readonly kind: 'broken'; readonly verdict: AuditVerdict }

/**
 * Takes the directory's lock, verifies rows and heads but for the seals, moves the heads aside and notes the newest row
 * under the key. After a kill in between there are no heads: the next start reports it, and the command is run again.
 *
 * @returns the verdict, and where the former heads are
 */
export function rekeyHeads(
  directory: string,
  key: HeadKey,
  now: Instant,
): Result<{ readonly verdict: AuditVerdict; readonly movedTo: string | null }, RekeyFault> {
  const opened = openDatabaseReadOnly(directory)
  if (!opened.ok) return opened
  const { installId } = opened.value
  const lock = lockDirectory(directory)
  if (!lock.ok) {
    opened.value.close()
    return lock
  }
  try {
    const verdict = verifyAudit(opened.value, {
      key: null,
      withoutHeads: !existsSync(join(directory, HEADS_FILE)),
    })
    opened.value.close()
    if (!verdict.ok) return err({ kind: 'broken', verdict })
    const sqlite = new DatabaseSync(join(directory, DATABASE_FILE))
    try {
      const movedTo = moveAside(directory, now)
      const heads = openHeads(directory)
      const head = { seq: verdict.rows, hash: verdict.headHash, at: now }
      heads.append(sealHead(head, limitsDigest(sqlite), { key, installId }))
      heads.close()
      storeNewest(sqlite, head, { key, installId })
      return ok({ verdict, movedTo })
    } finally {
      sqlite.close()
    }
  } finally {
    lock.value.release()
  }
}

function moveAside(directory: string, now: Instant): string | null {
  const path = join(directory, HEADS_FILE)
  if (!existsSync(path)) return null
  const aside = `${path}.replaced-${now}`
  renameSync(path, aside)
  syncDirectory(directory)
  return aside
}
