/** Checks the audit log against its chain, its numbering and its heads. Reads only, also beside a running terminal. */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditVerdict } from '#ports/audit-log.ts'
import { CHAINED_BYTES_SQL, genesisHash } from './audit-chain.ts'
import { readHeads } from './audit-heads.ts'
import type { Head } from './audit-heads.ts'
import type { Database } from './database.ts'

/** Some 2 ms of walking and hashing. */
const BATCH = 250

type ChainRow = readonly [seq: number, previousHash: string, hash: string, bytes: Uint8Array]

/**
 * Walks every row: `seq` from 1 without gaps, each row's previous hash and own hash, and each noted head.
 *
 * @returns the first row that is wrong, or for a head without its row the number of that row
 */
export function verifyAudit(database: Database): AuditVerdict {
  const { sqlite } = database
  const nested = sqlite.isTransaction
  if (!nested) sqlite.exec('BEGIN')
  try {
    // Heads first: one that is noted later may point past the rows of this reading, which begins with its first row.
    const heads = readHeads(database.directory)
    const steps = walk(database, heads)
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    return step.value
  } catch (error) {
    return cannotBeRead(database, error)
  } finally {
    if (!nested) sqlite.exec('COMMIT')
  }
}

/**
 * The same with a turn of the loop after each batch, for a terminal that goes on working (INV-17). Rows that are appended
 * meanwhile are walked as well.
 */
export async function verifyAuditInTurns(database: Database): Promise<AuditVerdict> {
  try {
    const steps = walk(database, readHeads(database.directory))
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value
      await nextTurn()
    }
  } catch (error) {
    return cannotBeRead(database, error)
  }
}

function cannotBeRead({ installId }: Database, error: unknown): AuditVerdict {
  const problem = `the rows cannot be read: ${error instanceof Error ? error.message : 'unknown'}`
  return { ok: false, rows: 0, firstBadSeq: null, headHash: genesisHash(installId), problem }
}

/** Yields after each batch. */
function* walk(database: Database, heads: readonly Head[] | null): Generator<void, AuditVerdict> {
  const next = database.sqlite.prepare(
    `SELECT seq, previous_hash, hash, ${CHAINED_BYTES_SQL} FROM audit WHERE seq > ? ORDER BY seq LIMIT ${BATCH}`,
  )
  next.setReturnArrays(true)
  const noted = hashesBySeq(heads ?? [])
  let seq = 0
  let headHash = genesisHash(database.installId)
  const verdict = (firstBadSeq: number | null, problem: string | null): AuditVerdict => ({
    ok: problem === null,
    rows: seq,
    firstBadSeq,
    headHash,
    problem,
  })
  // Rows below 1 would escape the walk.
  const before = database.sqlite.prepare('SELECT min(seq) AS first FROM audit').get()?.['first']
  if (typeof before === 'number' && before < 1) return verdict(before, `row ${before} is numbered below 1`)
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
    return verdict(seq + 1, `the heads file noted row ${missing}, the log ends at ${seq}`)
  if (heads === null) return verdict(null, 'the heads file has a line that is not a head')
  return verdict(null, null)
}

/** Two different heads for one row cannot both be met: the row is then reported whatever it holds. */
function hashesBySeq(heads: readonly Head[]): Map<number, string> {
  const hashes = new Map<number, string>()
  for (const { seq, hash } of heads) {
    const earlier = hashes.get(seq)
    hashes.set(seq, earlier === undefined || earlier === hash ? hash : 'two different heads')
  }
  return hashes
}
