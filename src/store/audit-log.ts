/**
 * The audit log on disk: append-only, gap-free, hash-chained. An append returns only when its rows are synced, and
 * nothing of it is written when any of them is refused.
 */
import type { Instant } from '#core/market/market.ts'
import { err, ok, type Result, wordsOf } from '#lib/result.ts'
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
import { rowHash } from './audit-chain.ts'
import { OTHER_KEY, verifyAuditInTurns } from './audit-verify.ts'
import type { Database } from './database.ts'
import type { HeadKey } from './head-key.ts'
import { createHeadNotes, isNewLog } from './head-notes.ts'
import { transaction } from './schema.ts'
import { emptyLog, isLogFull } from './write-ahead-log.ts'

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

type AuditLogOptions = {
  readonly database: Database
  readonly now: () => Instant
  readonly log: Log
  readonly key?: HeadKey | null
  readonly problem?: string | null
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point?: (name: string) => void
}

type AuditLogState = ReturnType<typeof openState>

function openState(options: AuditLogOptions) {
  const { key = null } = options
  const { sqlite } = options.database
  return {
    ...options,
    key,
    heads: createHeadNotes({ ...options, key }),
    begin: sqlite.prepare('BEGIN IMMEDIATE'),
    commit: sqlite.prepare('COMMIT'),
    insert: sqlite.prepare(`INSERT INTO audit (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    ofStory: sqlite.prepare(`SELECT ${COLUMNS} FROM audit WHERE client_order_id = ? ORDER BY seq`),
    sinceTime: sqlite.prepare(`SELECT ${COLUMNS} FROM audit WHERE at >= ? ORDER BY seq`),
    newest: sqlite.prepare(
      `SELECT ${COLUMNS} FROM audit
     WHERE (?1 IS NULL OR client_order_id = ?1) AND (?2 IS NULL OR kind = ?2)
       AND (?3 IS NULL OR at >= ?3) AND (?4 IS NULL OR at <= ?4) AND (?5 IS NULL OR seq < ?5)
     ORDER BY seq DESC LIMIT ?6`,
    ),
    withoutEnd: sqlite.prepare(
      `SELECT ${COLUMNS} FROM audit AS signed
     WHERE signed.kind = 'signed'
       AND NOT EXISTS (SELECT 1 FROM audit WHERE client_order_id = signed.client_order_id AND kind = 'reconcile')
       AND NOT EXISTS (SELECT 1 FROM audit WHERE client_order_id = signed.client_order_id AND kind = 'response'
         AND json_extract(details, '$.result') IN ('accepted', 'rejected'))
     ORDER BY signed.seq`,
    ),
    refusal: null as string | null,
    unreadable: options.problem ?? null,
    rowsSinceHead: 0,
    headDue: null as NodeJS.Immediate | null,
    verifying: null as Promise<AuditVerdict> | null,
    /** Null until a check has ended. */
    isSound: null as boolean | null,
  }
}

/**
 * @param now  wall clock for the stamps
 * @param log  receives refused writes, never their content
 * @param key  of the heads' seals; null where there is no SESSION_SECRET
 * @param problem  why the database is a replacement in memory, in words: rows are taken, and never enough to
 *   place an order; null for the real one
 */
export function createAuditLog(options: AuditLogOptions): StoredAuditLog {
  const { sqlite } = options.database
  const state = openState(options)
  begin(state)

  return {
    append: (entries) => append(state, entries),
    writeHead: (limits) => writeHead(state, limits),
    orderHistory: (clientOrderId) => read(state, () => state.ofStory.all(clientOrderId)),
    rows: (query) => read(state, () => state.newest.all(...queryParameters(query))),
    since: (since) => read(state, () => state.sinceTime.all(since)),
    unfinished: () => [...new Set(read(state, () => state.withoutEnd.all()).map((row) => row.clientOrderId))],
    verify() {
      state.verifying ??= checked(state).finally(() => {
        state.verifying = null
      })
      return state.verifying
    },
    isVerified: () => state.isSound === true,
    isWritable: () => problem(state) === null,
    problem: () => problem(state),
    probe: () => {
      if (state.refusal === null) return
      try {
        transaction(sqlite, () => sqlite.exec('UPDATE install SET created_at = created_at'))
        state.refusal = null
      } catch {
        // Still refused: the state shows it already.
      }
    },
    close: () => {
      if (state.headDue !== null) clearImmediate(state.headDue)
      state.heads.close()
    },
  }
}

function appendRows(state: AuditLogState, entries: readonly AuditEntry[]): readonly AuditRow[] {
  const at = state.now()
  const rows: AuditRow[] = []
  let { seq, hash } = state.heads.end()
  for (const entry of entries) {
    const previousHash = hash
    const details = JSON.stringify(entry.details)
    seq += 1
    hash = rowHash(previousHash, { ...entry, seq, at, details })
    state.insert.run(seq, at, entry.clientOrderId, entry.kind, entry.action, details, previousHash, hash)
    rows.push({ ...entry, seq, at, previousHash, hash })
  }
  return rows
}

function append(
  state: AuditLogState,
  entries: readonly AuditEntry[],
): Result<readonly AuditRow[], AuditFault> {
  try {
    state.begin.run()
    const rows = appendRows(state, entries)
    state.commit.run()
    state.refusal = null
    state.rowsSinceHead += rows.length
    if (state.rowsSinceHead >= ROWS_PER_HEAD) writeHead(state)
    // After the answer that waits for this row.
    if (rows.some(({ kind }) => kind === 'response'))
      state.headDue ??= setImmediate(() => writeDueHead(state))
    return ok(rows)
  } catch (error) {
    rollBack(state)
    if (isDuplicate(error)) return err('duplicate')
    state.refusal = wordsOf(error)
    state.log.error('audit.write_failed', { error: state.refusal })
    return err('unavailable')
  }
}

/** SQLITE_CONSTRAINT_UNIQUE: there is a row of this kind of this id. */
function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 2_067
}

function rollBack(state: AuditLogState): void {
  try {
    if (state.database.sqlite.isTransaction) state.database.sqlite.exec('ROLLBACK')
  } catch (error) {
    // The next write starts over, or is refused too.
    state.log.error('audit.rollback_failed', { error: wordsOf(error) })
  }
}

/** A log without rows or heads has nothing to verify: its file of heads begins. */
function begin(state: AuditLogState): void {
  try {
    if (state.database.standsIn || !isNewLog(state.database)) return
    state.isSound = true
    state.heads.verified()
    writeHead(state)
  } catch (error) {
    state.log.error('audit.read_failed', { error: wordsOf(error) })
  }
}

function writeHead(state: AuditLogState, limits?: string): boolean {
  if (state.database.standsIn) return true
  if (state.isSound !== true || !state.heads.note(limits)) return false
  state.rowsSinceHead = 0
  return true
}

function writeDueHead(state: AuditLogState): void {
  state.headDue = null
  writeHead(state)
  emptyRowLog(state)
}

/**
 * Once in sixty orders or more, after the answer of one. It holds the thread while the disk takes the pages: a few
 * milliseconds, in which another order or a Cancel All may wait, as it would in SQLite's own emptying amidst a commit.
 * What the disk refuses here it refuses the next row too, and that is reported.
 */
function emptyRowLog(state: AuditLogState): void {
  try {
    if (!isLogFull(state.database.sqlite)) return
    state.point?.('wal.checkpoint')
    emptyLog(state.database.sqlite)
  } catch (error) {
    state.log.warn('audit.log_kept', { error: wordsOf(error) })
  }
}

/** After a read failure no order is placed until restart: the unread row might be an order. */
function read(state: AuditLogState, select: () => readonly unknown[]): readonly AuditRow[] {
  try {
    return readRows(select())
  } catch (error) {
    const words = wordsOf(error)
    state.log.error('audit.read_failed', { error: words })
    state.unreadable ??= `The audit log in ${state.database.directory} cannot be read (${words}). Orders are refused, cancels work. Stop Sesame and run "sesame doctor".`
    return []
  }
}

function problem(state: AuditLogState): string | null {
  if (state.unreadable !== null || state.refusal === null) return state.unreadable
  return `The audit log in ${state.database.directory} cannot be written (${state.refusal}). Orders are refused, cancels work. Free disk space or fix the disk: Sesame retries every few seconds.`
}

async function checked(state: AuditLogState): Promise<AuditVerdict> {
  if (state.database.standsIn) return { ...NOT_VERIFIED, problem: problem(state) }
  const verdict = await verifyAuditInTurns(state.database, { key: state.key })
  if (verdict.ok && state.isSound === null) {
    state.isSound = true
    state.heads.verified()
  }
  if (!verdict.ok) {
    state.isSound = false
    const words = verdict.problem ?? 'unknown'
    state.log.error('audit.broken', { problem: words, row: verdict.firstBadSeq })
    const next = words === OTHER_KEY ? 'sesame audit rekey' : 'sesame audit verify'
    state.unreadable ??= `The audit log in ${state.database.directory} does not verify: ${words}. Orders are refused, cancels work. Stop Sesame, keep a copy of the directory as it is, then run "${next}" (docs/operations.md).`
  }
  return verdict
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
