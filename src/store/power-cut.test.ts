// Files after a power cut: the log of writes up to the last sync, and anything at all after it.
import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { createAuditLog } from './audit-log.ts'
import { verifyAudit } from './audit-verify.ts'
import { HEADS_FILE } from './audit-heads.ts'
import { DATABASE_FILE } from './database.ts'
import { createHeadKey } from './head-key.ts'
import { openOrThrow, silentLog, temporaryAuditLog, temporaryDirectory } from './testing/temporary.ts'

const ROWS = 130
const KEY = createHeadKey(new Uint8Array(32).fill(1))
const WRITES = `${DATABASE_FILE}-wal`
/** Sizes of SQLite's file format. */
const LOG_HEAD_BYTES = 32
const PAGE_HEAD_BYTES = 24

test('INV-29 after a power cut at any byte every acknowledged row is there, the chain verifies, and it goes on', (context) => {
  const { directory, audit } = temporaryAuditLog(context, KEY)
  // The log has its whole length from the start: what of it is new is what differs from before.
  const before = readFileSync(join(directory, WRITES))
  const sizes = (): { readonly writes: number; readonly heads: number } => ({
    writes: endOfChange(before, readFileSync(join(directory, WRITES))),
    heads: statSync(join(directory, HEADS_FILE)).size,
  })
  const headsAtFirst = statSync(join(directory, HEADS_FILE)).size
  /** Lengths at the moment at which so many rows were acknowledged. */
  const acknowledged: ReturnType<typeof sizes>[] = []
  for (let index = 1; index <= ROWS; index += 1) {
    const details = { price: '0.57', text: 'x'.repeat(index * 7) }
    assert.ok(audit.append([{ clientOrderId: `id-${index}`, kind: 'intent', action: 'place', details }]).ok)
    acknowledged.push(sizes())
  }
  // Before the first row lies the part synced when the log was made.
  const made = startOfChange(before, readFileSync(join(directory, WRITES)))
  acknowledged.unshift({ writes: made, heads: headsAtFirst })
  const whole = join(temporaryDirectory(context), 'whole')
  cpSync(directory, whole, { recursive: true })
  const root = temporaryDirectory(context)

  fc.assert(
    fc.property(
      fc.nat(ROWS - 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.uint8Array({ maxLength: 64 }),
      (rows, part, junk) => {
        const [last, next] = [acknowledged[rows], acknowledged[rows + 1]]
        assert.ok(last !== undefined && next !== undefined)
        const cut = last.writes + Math.floor((next.writes - last.writes) * part)
        const copy = join(root, 'cut')
        cpSync(whole, copy, { recursive: true })
        rmSync(join(copy, `${DATABASE_FILE}-shm`), { force: true })
        const writes = readFileSync(join(copy, WRITES))
        const left = Buffer.concat([writes.subarray(0, cut), junk, before.subarray(cut + junk.length)])
        writeFileSync(join(copy, WRITES), left)
        // One byte may be lost, and the first byte there now may be the same by chance.
        const isNextWhole = left.subarray(0, next.writes).equals(writes.subarray(0, next.writes))
        truncateSync(join(copy, HEADS_FILE), last.heads)

        const database = openOrThrow(copy)
        const log = createAuditLog({ database, now: () => 9_000, log: silentLog, key: KEY })
        const verdict = verifyAudit(database, { key: KEY })
        assert.equal(verdict.problem, null)
        assert.ok(verdict.rows === rows || (verdict.rows === rows + 1 && isNextWhole), `${rows}`)
        const after = { clientOrderId: 'after', kind: 'intent', action: 'place', details: {} } as const
        assert.ok(log.append([after]).ok)
        assert.equal(verifyAudit(database, { key: KEY }).problem, null)
        log.close()
        database.close()
        rmSync(copy, { recursive: true })
      },
    ),
    {
      numRuns: 24,
      examples: [
        [0, 0, new Uint8Array()],
        [99, 1, new Uint8Array()],
        [ROWS - 1, 0.5, new Uint8Array(64)],
        [0, 9.771220664174731e-28, Uint8Array.from([210, 53, 17, 200, 64, 57, 137, 115])],
        [3, 0.9999999999999979, Uint8Array.from([233, 201, 231, 58])],
        [105, 2.120165254441173e-24, Uint8Array.from([189, 7, 5])],
      ],
    },
  )
})

/** Offset of the first byte that differs. */
function startOfChange(before: Buffer, after: Buffer): number {
  const at = after.findIndex((byte, index) => byte !== before[index])
  return at === -1 ? after.length : at
}

/** Where the page that holds the last byte that differs ends: its own last bytes may be the same as before. */
function endOfChange(before: Buffer, after: Buffer): number {
  let end = Math.max(before.length, after.length)
  while (end > 0 && before[end - 1] === after[end - 1]) end -= 1
  const pages = Math.ceil((end - LOG_HEAD_BYTES) / pageBytes(after))
  return LOG_HEAD_BYTES + Math.max(0, pages) * pageBytes(after)
}

/** Bytes of a page in the log: its own head, and the page whose size the log's head says. */
function pageBytes(log: Buffer): number {
  return PAGE_HEAD_BYTES + log.readUInt32BE(8)
}
