/**
 * The audit log on disk: append-only, gap-free, hash-chained. An append returns only when its rows are synced, and
 * nothing of it is written when any of them is refused.
 */
import type { Instant } from '#core/market/market.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type {
  AuditDetails,
  AuditEntry,
  AuditFault,
  AuditKind,
  AuditLog,
  AuditQuery,
  AuditRow,
  AuditVerdict,
} from '#ports/audit-log.ts'
import type { Log } from '#ports/log.ts'
import { genesisHash, rowHash } from './audit-chain.ts'
import { OTHER_KEY, verifyAuditInTurns } from './audit-verify.ts'
import type { Database } from './database.ts'
import type { HeadKey } from './head-key.ts'
import { createHeadNotes, isNewLog } from './head-notes.ts'
import { transaction } from './schema.ts'

const ROWS_PER_HEAD = 100
const COLUMNS = 'seq, at, client_order_id, kind, action, details, previous_hash, hash'

/** The log of one installation, with what only its owner process may do. */
export type StoredAuditLog = AuditLog & {
  /**
   * Notes the newest row and the limits in the heads file, synced: at arm, disarm and stop, each minute, and new limits
   * before and after they are stored. False when the disk refused or the log has not verified.
   */
  writeHead(limits?: string): boolean
  /** After a failed write: tries whether the disk takes writes again. */
  probe(): void
  close(): void
}

const NOT_VERIFIED = { ok: false, rows: 0, firstBadSeq: null, headHash: '', notChecked: null } as const

type StoredRow = {
  readonly seq: number
  readonly at: Instant
  readonly client_order_id: string
  readonly kind: AuditKind
  readonly action: AuditEntry['action']
  readonly details: string
  readonly previous_hash: string
  readonly hash: string
}

/**
 * @param now  wall clock for the stamps
 * @param log  hears of refused writes, never of what they held
 * @param key  of the heads' seals; null where there is no SESSION_SECRET
 * @param problem  why the database only stands in for the real one, in words: rows are taken, and never enough to
 *   place an order; null for the real one
 */
export function createAuditLog(options: {
  readonly database: Database
  readonly now: () => Instant
  readonly log: Log
  readonly key?: HeadKey | null
  readonly problem?: string | null
}): StoredAuditLog {
  const { now, log, key = null } = options
  const { sqlite, directory, installId, standsIn } = options.database
  const heads = createHeadNotes({ ...options, key })
  const last = sqlite.prepare('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
  const exists = sqlite.prepare('SELECT 1 FROM audit WHERE client_order_id = ? AND kind = ?')
  const insert = sqlite.prepare(`INSERT INTO audit (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const ofStory = sqlite.prepare(`SELECT ${COLUMNS} FROM audit WHERE client_order_id = ? ORDER BY seq`)
  const sinceTime = sqlite.prepare(`SELECT ${COLUMNS} FROM audit WHERE at >= ? ORDER BY seq`)
  const newest = sqlite.prepare(
    `SELECT ${COLUMNS} FROM audit
     WHERE (?1 IS NULL OR client_order_id = ?1) AND (?2 IS NULL OR kind = ?2)
       AND (?3 IS NULL OR at >= ?3) AND (?4 IS NULL OR at <= ?4) AND (?5 IS NULL OR seq < ?5)
     ORDER BY seq DESC LIMIT ?6`,
  )
  const withoutEnd = sqlite.prepare(
    `SELECT ${COLUMNS} FROM audit AS signed
     WHERE signed.kind = 'signed'
       AND NOT EXISTS (SELECT 1 FROM audit WHERE client_order_id = signed.client_order_id AND kind = 'reconcile')
       AND NOT EXISTS (SELECT 1 FROM audit WHERE client_order_id = signed.client_order_id AND kind = 'response'
         AND json_extract(details, '$.result') IN ('accepted', 'rejected'))
     ORDER BY signed.seq`,
  )
  let refusal: string | null = null
  let unreadable = options.problem ?? null
  let rowsSinceHead = 0
  let headDue: NodeJS.Immediate | null = null
  let verifying: Promise<AuditVerdict> | null = null
  /** Null until a check has ended. */
  let isSound: boolean | null = null
  begin()

  function end(): { readonly seq: number; readonly hash: string } {
    const row = last.get() as { readonly seq: number; readonly hash: string } | undefined
    return row ?? { seq: 0, hash: genesisHash(installId) }
  }

  function appendRows(entries: readonly AuditEntry[]): readonly AuditRow[] | 'duplicate' {
    const at = now()
    const rows: AuditRow[] = []
    let { seq, hash } = end()
    for (const entry of entries) {
      if (exists.get(entry.clientOrderId, entry.kind) !== undefined) return 'duplicate'
      const previousHash = hash
      const details = JSON.stringify(entry.details)
      seq += 1
      hash = rowHash(previousHash, { ...entry, seq, at, details })
      insert.run(seq, at, entry.clientOrderId, entry.kind, entry.action, details, previousHash, hash)
      rows.push({ ...entry, seq, at, previousHash, hash })
    }
    return rows
  }

  function append(entries: readonly AuditEntry[]): Result<readonly AuditRow[], AuditFault> {
    try {
      sqlite.exec('BEGIN IMMEDIATE')
      const rows = appendRows(entries)
      sqlite.exec(rows === 'duplicate' ? 'ROLLBACK' : 'COMMIT')
      refusal = null
      if (rows === 'duplicate') return err('duplicate')
      rowsSinceHead += rows.length
      if (rowsSinceHead >= ROWS_PER_HEAD) writeHead()
      // After the answer that waits for this row.
      if (rows.some(({ kind }) => kind === 'response')) headDue ??= setImmediate(writeDueHead)
      return ok(rows)
    } catch (error) {
      rollBack()
      refusal = wordsOf(error)
      log.error('audit.write_failed', { error: refusal })
      return err('unavailable')
    }
  }

  function rollBack(): void {
    try {
      if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    } catch (error) {
      // The next write begins anew, or is refused too.
      log.error('audit.rollback_failed', { error: wordsOf(error) })
    }
  }

  /** A log without rows or heads has nothing to verify: its file of heads begins. */
  function begin(): void {
    try {
      if (standsIn || !isNewLog(options.database)) return
      isSound = true
      heads.verified()
      writeHead()
    } catch (error) {
      log.error('audit.read_failed', { error: wordsOf(error) })
    }
  }

  function writeHead(limits?: string): boolean {
    if (standsIn) return true
    if (isSound !== true || !heads.note(limits)) return false
    rowsSinceHead = 0
    return true
  }

  function writeDueHead(): void {
    headDue = null
    writeHead()
  }

  /** What cannot be read might have been an order: from then on this life places none. */
  function read(select: () => readonly unknown[]): readonly AuditRow[] {
    try {
      return readRows(select())
    } catch (error) {
      const words = wordsOf(error)
      log.error('audit.read_failed', { error: words })
      unreadable ??= `The audit log in ${directory} cannot be read (${words}). Orders are refused, cancels go on. Stop Sesame and run "sesame doctor".`
      return []
    }
  }

  function problem(): string | null {
    if (unreadable !== null || refusal === null) return unreadable
    return `The audit log in ${directory} cannot be written (${refusal}). Orders are refused, cancels go on. Make room or mend the disk: Sesame tries again every few seconds.`
  }

  async function checked(): Promise<AuditVerdict> {
    if (standsIn) return { ...NOT_VERIFIED, problem: problem() }
    const verdict = await verifyAuditInTurns(options.database, { key })
    if (verdict.ok && isSound === null) {
      isSound = true
      heads.verified()
    }
    if (!verdict.ok) {
      isSound = false
      const words = verdict.problem ?? 'unknown'
      log.error('audit.broken', { problem: words, row: verdict.firstBadSeq })
      const next = words === OTHER_KEY ? 'sesame audit rekey' : 'sesame audit verify'
      unreadable ??= `The audit log in ${directory} does not verify: ${words}. Orders are refused, cancels go on. Stop Sesame, keep a copy of the directory as it is, then run "${next}" (docs/operations.md).`
    }
    return verdict
  }

  return {
    append,
    writeHead,
    story: (clientOrderId) => read(() => ofStory.all(clientOrderId)),
    rows: (query) => read(() => newest.all(...queryParameters(query))),
    since: (since) => read(() => sinceTime.all(since)),
    unfinished: () => [...new Set(read(() => withoutEnd.all()).map((row) => row.clientOrderId))],
    verify() {
      verifying ??= checked().finally(() => {
        verifying = null
      })
      return verifying
    },
    isVerified: () => isSound === true,
    isWritable: () => problem() === null,
    problem,
    probe: () => {
      if (refusal === null) return
      try {
        transaction(sqlite, () => sqlite.exec('UPDATE install SET created_at = created_at'))
        refusal = null
      } catch {
        // Still refused: the state says so already.
      }
    },
    close: () => {
      if (headDue !== null) clearImmediate(headDue)
      heads.close()
    },
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}

function queryParameters(query: AuditQuery): (string | number | null)[] {
  return [
    query.clientOrderId ?? null,
    query.kind ?? null,
    query.from ?? null,
    query.to ?? null,
    query.before ?? null,
    query.limit,
  ]
}

function readRows(rows: readonly unknown[]): readonly AuditRow[] {
  return (rows as readonly StoredRow[]).map((row) => ({
    seq: row.seq,
    at: row.at,
    clientOrderId: row.client_order_id,
    kind: row.kind,
    action: row.action,
    details: JSON.parse(row.details) as AuditDetails,
    previousHash: row.previous_hash,
    hash: row.hash,
  }))
}
