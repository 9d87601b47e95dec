/** Checks the audit log against its chain, its numbering and its heads. Reads only, also beside a running terminal. */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { wordsOf } from '#lib/result.ts'
import type { AuditVerdict } from '#ports/audit-log.ts'
import { CHAINED_BYTES_SQL, genesisHash } from './audit-chain.ts'
import { isSealed, readHeads, type Head } from './audit-heads.ts'
import type { Database } from './database.ts'
import type { HeadKey } from './head-key.ts'
import { isSealedLog, limitsDigest, readNewest } from './head-notes.ts'

/** Some 2 ms of walking and hashing. */
const BATCH = 250

/** Sign of a changed SESSION_SECRET; `sesame audit rekey` goes on from there. */
export const OTHER_KEY = 'the heads are of another key: SESSION_SECRET is not the one that sealed them'
const OTHER_LOG = 'the heads file is that of another log'

type ChainRow = readonly [seq: number, previousHash: string, hash: string, bytes: Uint8Array]

/** Basis of a verification besides the database itself. */
type VerifyBy = {
  /** Null where the SESSION_SECRET is not at hand: the seals are then not checked. */
  readonly key: HeadKey | null
  /** A head that was kept in another place. */
  readonly kept?: Pick<Head, 'seq' | 'hash'> | null
  /** The rows alone: where the file of heads is lost and the operator has decided to go on. */
  readonly withoutHeads?: boolean
}

/**
 * Walks every row: `seq` from 1 without gaps, each row's previous hash and own hash, and each noted head; then the heads'
 * own seals.
 *
 * @returns the first row that is wrong, or for a head without its row the number of that row
 */
export function verifyAudit(database: Database, by: VerifyBy = { key: null }): AuditVerdict {
  const steps = verification(database, by)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/**
 * The same with a turn of the loop after each batch, for a terminal that goes on working (INV-17). Rows that are appended
 * meanwhile are walked as well.
 */
export async function verifyAuditInTurns(database: Database, by: VerifyBy): Promise<AuditVerdict> {
  const steps = verification(database, by)
  let step = steps.next()
  while (step.done !== true) {
    await nextTurn()
    step = steps.next()
  }
  return step.value
}

/**
 * The limits before the heads, which note new limits before they are stored; and the heads before the rows: one that is noted
 * later may point past the rows of this reading.
 */
function* verification(database: Database, by: VerifyBy): Generator<void, AuditVerdict> {
  try {
    return yield* walk(database, judgeHeads(database, by))
  } catch (error) {
    return cannotBeRead(database, error)
  }
}

/** The heads to meet, and what is wrong with them or was not checked. */
type JudgedHeads = {
  readonly heads: readonly Pick<Head, 'seq' | 'hash'>[]
  readonly problem: string | null
  readonly notChecked: string | null
}

const NO_SECRET = 'the seals of its heads: no SESSION_SECRET here'
const NO_SEALS = 'seals: its heads have none'

function judgeHeads(database: Database, { key, kept = null, withoutHeads = false }: VerifyBy): JudgedHeads {
  const { sqlite, directory } = database
  const limits = limitsDigest(sqlite)
  const isMarked = isSealedLog(sqlite)
  const newest = readNewest(sqlite, { key, installId: database.installId })
  const read = withoutHeads ? [] : readHeads(directory)
  const more = [...(kept === null ? [] : [kept]), ...(newest === null ? [] : [newest.head])]
  if (read === 'unreadable') {
    return { heads: more, problem: 'the heads file has a line that is not a head', notChecked: null }
  }
  const end = Number(sqlite.prepare('SELECT max(seq) AS seq FROM audit').get()?.['seq'] ?? 0)
  if (read === 'missing' && (end !== 0 || isMarked)) {
    return { heads: more, problem: 'the heads file is missing', notChecked: null }
  }
  const heads = read === 'missing' ? [] : read
  const sealed = heads.filter(({ seal }) => seal !== null)
  const hasSeals = isMarked || sealed.length > 0
  const notChecked = key !== null && hasSeals ? null : hasSeals ? NO_SECRET : NO_SEALS
  const problem =
    key !== null && hasSeals
      ? (sealProblem(sealed, { key, limits, database }) ?? newestProblem(newest, sealed, end))
      : null
  return { heads: [...heads, ...more], problem, notChecked }
}

/** A kill may come between the very first head in the file and the one in the database. */
function newestProblem(
  newest: ReturnType<typeof readNewest>,
  sealed: readonly Head[],
  end: number,
): string | null {
  if (newest?.isOurs === true) return null
  const isFirst = newest === null && sealed.length === 1 && sealed[0]?.seq === end
  return isFirst ? null : 'the newest head in the database is missing or was changed'
}

function sealProblem(
  sealed: readonly Head[],
  { key, limits, database }: { readonly key: HeadKey; readonly limits: string; readonly database: Database },
): string | null {
  if (sealed.length === 0) return 'the heads file has no head with a seal'
  for (const head of sealed) {
    const { seal } = head
    if (seal === null) continue
    if (seal.keyId !== key.id) return OTHER_KEY
    if (!isSealed(head, seal, key, database.installId)) return `the head of row ${head.seq} was changed`
  }
  // New limits are noted before they are stored: one of the last two is theirs.
  const isNoted = sealed.slice(-2).some(({ seal }) => seal?.limits === limits)
  return isNoted ? null : 'the limits are not those that the heads file notes'
}

function cannotBeRead({ installId }: Database, error: unknown): AuditVerdict {
  const problem = `the rows cannot be read: ${wordsOf(error)}`
  return {
    ok: false,
    rows: 0,
    firstBadSeq: null,
    headHash: genesisHash(installId),
    problem,
    notChecked: null,
  }
}

/** Yields after each batch. */
function* walk(database: Database, judged: JudgedHeads): Generator<void, AuditVerdict> {
  const next = database.sqlite.prepare(
    `SELECT seq, previous_hash, hash, ${CHAINED_BYTES_SQL} FROM audit WHERE seq > ? ORDER BY seq LIMIT ${BATCH}`,
  )
  next.setReturnArrays(true)
  const noted = hashesBySeq(judged.heads)
  let seq = 0
  let headHash = genesisHash(database.installId)
  const verdict = (firstBadSeq: number | null, problem: string | null): AuditVerdict => ({
    ok: problem === null,
    rows: seq,
    firstBadSeq,
    headHash,
    problem,
    notChecked: judged.notChecked,
  })
  // Rows below 1 would escape the walk.
  const before = database.sqlite.prepare('SELECT min(seq) AS first FROM audit').get()?.['first']
  if (typeof before === 'number' && before < 1) return verdict(before, `row ${before} is numbered below 1`)
  const genesis = noted.get(0)
  if (genesis !== undefined && genesis !== headHash) return verdict(null, OTHER_LOG)
  noted.delete(0)
  for (;;) {
    const rows = next.all(seq) as unknown as readonly ChainRow[]
    for (const [rowSeq, previousHash, rowHash, bytes] of rows) {
      if (rowSeq !== seq + 1) return verdict(seq + 1, `row ${seq + 1} is missing`)
      if (previousHash !== headHash) return verdict(rowSeq, `row ${rowSeq} does not follow the row before it`)
      if (hash('sha256', bytes) !== rowHash) return verdict(rowSeq, `row ${rowSeq} was changed`)
      const head = noted.get(rowSeq)
      if (head !== undefined && head !== rowHash) {
        return verdict(rowSeq, `row ${rowSeq} is not the one that the heads file noted`)
      }
      noted.delete(rowSeq)
      seq = rowSeq
      headHash = rowHash
    }
    if (rows.length < BATCH) break
    yield
  }
  const [missing] = noted.keys()
  if (missing !== undefined)
    return verdict(seq + 1, `row ${missing} was noted as a head, the log ends at ${seq}`)
  return verdict(null, judged.problem)
}

/** Two different heads for one row cannot both be met: the row is then reported whatever it holds. */
function hashesBySeq(heads: JudgedHeads['heads']): Map<number, string> {
  const hashes = new Map<number, string>()
  for (const { seq, hash } of heads) {
    const earlier = hashes.get(seq)
    hashes.set(seq, earlier === undefined || earlier === hash ? hash : 'two different heads')
  }
  return hashes
}
