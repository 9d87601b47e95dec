// Rules shown here: VEN-13.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import fc from 'fast-check'
import type { AuditEntry } from '#ports/audit-log.ts'
import { auditLogSuite } from '#test/suites/audit-log.ts'
import { CHAINED_BYTES_SQL } from './audit-chain.ts'
import { createAuditLog } from './audit-log.ts'
import { verifyAudit } from './audit-verify.ts'
import { DATABASE_FILE, openDatabaseReadOnly } from './database.ts'
import { createHeadKey } from './head-key.ts'
import {
  editDatabase,
  openOrThrow,
  rewriteRows,
  silentLog,
  temporaryAuditLog,
  temporaryDirectory,
} from './testing/temporary.ts'

auditLogSuite('on disk', (context) => temporaryAuditLog(context).audit)

const ROWS = 200
const story = (index: number): AuditEntry[] => [
  {
    clientOrderId: `id-${index}`,
    kind: 'intent',
    action: 'place',
    details: { price: '0.57', result: 'accepted', index },
  },
]

/** A closed log of 200 rows: each row is waited for until the disk has it, so it is written once and copied. */
function written(context: TestContext): string {
  const { directory, audit, close } = temporaryAuditLog(context)
  for (let index = 1; index <= ROWS; index += 1) assert.ok(audit.append(story(index)).ok)
  assert.ok(audit.writeHead())
  close()
  return directory
}

/** A copy of it without its guards, as an attacker with an editor would make. */
function tamperable(
  context: TestContext,
  original: string,
): {
  readonly directory: string
  readonly edit: (sql: string) => void
} {
  const directory = temporaryDirectory(context)
  cpSync(original, directory, { recursive: true })
  return {
    directory,
    edit: (sql) => editDatabase(directory, sql),
  }
}

function verifyDirectory(directory: string): ReturnType<typeof verifyAudit> {
  const opened = openDatabaseReadOnly(directory)
  assert.ok(opened.ok)
  const verdict = verifyAudit(opened.value)
  opened.value.close()
  return verdict
}

describe('audit log guards', () => {
  test('INV-30 the database refuses updates, deletes, replacements and gaps', (context) => {
    const { database, audit } = temporaryAuditLog(context)
    audit.append(story(1))
    audit.append(story(2))
    const refused = (sql: string): void =>
      assert.throws(() => database.sqlite.exec(sql), /append-only|no gaps/)
    refused("UPDATE audit SET action = 'cancel' WHERE seq = 1")
    refused('UPDATE audit SET seq = 9 WHERE seq = 2')
    refused('DELETE FROM audit')
    refused(
      "INSERT OR REPLACE INTO audit SELECT seq, at, client_order_id, kind, 'cancel', details, previous_hash, hash FROM audit WHERE seq = 1",
    )
    refused(
      "INSERT INTO audit SELECT 9, at, 'other', kind, action, details, previous_hash, hash FROM audit WHERE seq = 1",
    )
    assert.equal(verifyAudit(database).ok, true)
  })

  test('INV-32 a failed write makes the log unwritable until one succeeds', (context) => {
    const { database, audit } = temporaryAuditLog(context)
    database.sqlite.exec('PRAGMA query_only = ON')
    assert.deepEqual(audit.append(story(1)), { ok: false, error: 'unavailable' })
    assert.equal(audit.isWritable(), false)
    audit.probe()
    assert.equal(audit.isWritable(), false)
    database.sqlite.exec('PRAGMA query_only = OFF')
    audit.probe()
    assert.equal(audit.isWritable(), true)
    assert.ok(audit.append(story(1)).ok)
  })

  test('a head is noted every 100 rows', (context) => {
    const { directory, audit } = temporaryAuditLog(context)
    for (let index = 1; index <= 250; index += 1) audit.append(story(index))
    const lines = readFileSync(join(directory, 'audit-heads.txt'), 'utf8').trim().split('\n')
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0]),
      ['0', '100', '200'],
    )
  })

  test('an incomplete line of the heads file after a crash is cut off', (context) => {
    const { directory, audit, close } = temporaryAuditLog(context)
    audit.append(story(1))
    audit.writeHead()
    close()
    appendFileSync(join(directory, 'audit-heads.txt'), '2 abcdef')
    const database = openOrThrow(directory)
    const again = createAuditLog({ database, now: () => 1, log: silentLog })
    again.append(story(2))
    again.writeHead()
    assert.equal(verifyAudit(database).problem, null)
    again.close()
    database.close()
  })

  test('the database file is for its owner only', (context) => {
    const { directory, audit } = temporaryAuditLog(context)
    audit.append(story(1))
    for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`, 'audit-heads.txt', 'lock.db', 'lock.pid']) {
      assert.equal(statSync(join(directory, name)).mode & 0o077, 0, name)
    }
  })

  test('both ways of putting the chained bytes together give the same hash', (context) => {
    const { database, audit } = temporaryAuditLog(context)
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'binary' }),
        (id, text) => {
          const details = { text: text.toWellFormed() }
          const clientOrderId = `${verifyAudit(database).rows} ${id.replaceAll('\0', '')}`
          const appended = audit.append([{ clientOrderId, kind: 'intent', action: 'place', details }])
          assert.ok(appended.ok)
        },
      ),
      { numRuns: 200 },
    )
    assert.equal(verifyAudit(database).problem, null)
    const row = database.sqlite.prepare(`SELECT ${CHAINED_BYTES_SQL} AS bytes FROM audit WHERE seq = 1`).get()
    assert.ok(row?.['bytes'] instanceof Uint8Array)
  })
})

describe('audit log verification', () => {
  let original = ''
  const ended: (() => unknown)[] = []
  before(() => {
    original = written({ after: (task: () => unknown) => ended.push(task) } as unknown as TestContext)
  })
  after(() => {
    for (const end of ended.toReversed()) end()
  })
  const column = (name: string): readonly string[] =>
    [1, 2, 99, 100, 101, ROWS].map((seq) =>
      name === 'seq' || name === 'at'
        ? `UPDATE audit SET ${name} = ${name} + 1000000 WHERE seq = ${seq}`
        : `UPDATE audit SET ${name} = ${name} || 'x' WHERE seq = ${seq}`,
    )
  const edits: readonly (readonly [string, readonly string[]])[] = [
    ...['seq', 'at', 'client_order_id', 'kind', 'action', 'details', 'previous_hash', 'hash'].map(
      (name) => [`a changed ${name}`, column(name)] as const,
    ),
    ['a deleted row', [1, 2, 100, 150].map((seq) => `DELETE FROM audit WHERE seq = ${seq}`)],
    [
      'a cut tail',
      [`DELETE FROM audit WHERE seq > 150`, `DELETE FROM audit WHERE seq = ${ROWS}`, 'DELETE FROM audit'],
    ],
    [
      'an inserted row',
      [
        `INSERT INTO audit SELECT 0, at, 'new', kind, action, details, previous_hash, hash FROM audit WHERE seq = 1`,
        `UPDATE audit SET seq = seq + 1000 WHERE seq > 50; UPDATE audit SET seq = seq - 999 WHERE seq > 1000;
         INSERT INTO audit SELECT 51, at, 'new', kind, action, details, previous_hash, hash FROM audit WHERE seq = 50`,
      ],
    ],
    [
      'two swapped rows',
      [
        `UPDATE audit SET seq = 9999 WHERE seq = 10; UPDATE audit SET seq = 10 WHERE seq = 11; UPDATE audit SET seq = 11 WHERE seq = 9999`,
      ],
    ],
    [
      'a byte moved from one field to the next',
      [`UPDATE audit SET kind = 'inten', action = 'tplace' WHERE seq = 10`],
    ],
    ['bytes that are not text', [`UPDATE audit SET details = CAST(x'7bff7d' AS TEXT) WHERE seq = 10`]],
  ]
  for (const [what, statements] of edits) {
    test(`INV-30 finds ${what}`, (context) => {
      for (const sql of statements) {
        const { directory, edit } = tamperable(context, original)
        edit(sql)
        const verdict = verifyDirectory(directory)
        assert.equal(verdict.ok, false, sql)
        assert.notEqual(verdict.firstBadSeq, null, sql)
      }
    })
  }

  test('INV-30 finds any changed row of any history at its own number', (context) => {
    const { directory } = tamperable(context, original)
    const raw = new DatabaseSync(join(directory, DATABASE_FILE))
    raw.exec('DROP TRIGGER audit_no_update')
    context.after(() => raw.close())
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: ROWS }),
        fc.constantFrom('at', 'action', 'details'),
        (seq, name) => {
          const changed = name === 'at' ? 'at + 1' : `${name} || ' '`
          raw.exec(`BEGIN; UPDATE audit SET ${name} = ${changed} WHERE seq = ${seq}`)
          const installId = String(raw.prepare('SELECT id FROM install').get()?.['id'])
          const verdict = verifyAudit({
            sqlite: raw,
            directory,
            installId,
            standsIn: false,
            wasLeft: false,
            migratedFrom: null,
            close: () => {},
          })
          raw.exec('ROLLBACK')
          assert.equal(verdict.firstBadSeq, seq)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('INV-30 finds a rewritten chain by its heads', (context) => {
    const { directory } = tamperable(context, original)
    editDatabase(directory, (raw) => rewriteRows(raw, 50))
    assert.equal(verifyDirectory(directory).firstBadSeq, 100)
  })

  test('INV-30 finds a new database beside old heads', (context) => {
    const { directory } = tamperable(context, original)
    const heads = readFileSync(join(directory, 'audit-heads.txt'))
    for (const name of readdirSync(directory)) rmSync(join(directory, name))
    openOrThrow(directory).close()
    writeFileSync(join(directory, 'audit-heads.txt'), heads)
    assert.equal(verifyDirectory(directory).ok, false)
  })

  test('INV-30 finds a heads file with a line that is none', (context) => {
    const { directory } = tamperable(context, original)
    appendFileSync(join(directory, 'audit-heads.txt'), 'something else\n')
    assert.equal(verifyDirectory(directory).ok, false)
  })

  test('an untouched log verifies also beside its writer', async (context) => {
    const { directory, audit } = temporaryAuditLog(context)
    for (let index = 1; index <= ROWS; index += 1) audit.append(story(index))
    assert.deepEqual(verifyDirectory(directory), await audit.verify())
  })
})

test('INV-17 a check of many rows leaves turns to other work, takes appended rows along and is made once for all who ask', async (context) => {
  const { audit } = temporaryAuditLog(context)
  const many = Array.from({ length: 3_000 }, (_, index) => story(index + 1)).flat()
  assert.ok(audit.append(many).ok)
  const run = audit.verify()
  assert.equal(audit.verify(), run)
  let turns = 0
  let isDone = false
  const note = (): void => {
    turns += 1
    if (turns === 2) assert.ok(audit.append(story(3_001)).ok)
    if (!isDone) setImmediate(note)
  }
  setImmediate(note)
  const verdict = await run
  isDone = true
  assert.deepEqual([verdict.problem, verdict.rows], [null, audit.rows({ limit: 1 })[0]?.seq])
  assert.ok(turns >= many.length / 500, `${turns} turns`)
  assert.notEqual(audit.verify(), run)
})

// Written at once and in turn: a stream in a loop that never ends keeps what the pipe did not take at its first try.
const WRITER = `
const { writeSync } = await import('node:fs')
const { openDatabase } = await import(process.argv[1] + '/database.ts')
const { createAuditLog } = await import(process.argv[1] + '/audit-log.ts')
const { verifyAudit } = await import(process.argv[1] + '/audit-verify.ts')
const opened = openDatabase({ directory: process.argv[2], installId: 'cd'.repeat(32), now: 1 })
if (!opened.ok) throw new Error(JSON.stringify(opened.error))
const log = { debug() {}, info() {}, warn() {}, error() {} }
const audit = createAuditLog({ database: opened.value, now: () => 1, log })
for (let index = verifyAudit(opened.value).rows + 1; ; index += 1) {
  const written = audit.append([{ clientOrderId: 'id-' + index, kind: 'intent', action: 'place', details: {} }])
  if (!written.ok) throw new Error(written.error)
  writeSync(1, index + '\\n')
}`

test('INV-29 kill -9 during appends loses no acknowledged row and leaves a chain that verifies', async (context) => {
  const directory = temporaryDirectory(context)
  let acknowledged = 0
  for (let round = 1; round <= 3; round += 1) {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', WRITER, import.meta.dirname, directory],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let seen = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen += text
      if (seen.split('\n').length > 130 * round) child.kill('SIGKILL')
    })
    const [, signal] = (await once(child, 'close')) as [number | null, string | null]
    assert.equal(signal, 'SIGKILL')
    acknowledged = Math.max(acknowledged, ...seen.trim().split('\n').map(Number).filter(Number.isInteger))
    const verdict = verifyDirectory(directory)
    assert.equal(verdict.problem, null)
    assert.ok(verdict.rows >= acknowledged, `${verdict.rows} rows of ${acknowledged}`)
  }
})

test('INV-32 a full or write-protected disk is an answer, not a crash', (context) => {
  const { database, audit } = temporaryAuditLog(context)
  audit.append(story(1))
  database.sqlite.exec(`PRAGMA max_page_count = ${pageCount(database.sqlite)}`)
  let refused = false
  for (let index = 2; index < 500 && !refused; index += 1) {
    const long = { text: 'x'.repeat(50_000) }
    refused = !audit.append([
      { clientOrderId: `id-${index}`, kind: 'intent', action: 'place', details: long },
    ]).ok
  }
  assert.ok(refused)
  assert.equal(audit.isWritable(), false)
  assert.match(audit.problem() ?? '', /cannot be written \(.*full.*\)/)
  assert.equal(verifyAudit(database).problem, null)
})

test('INV-32 a disk that cannot be read is an answer too, and the log is writable no more', (context) => {
  const { directory, database, audit } = temporaryAuditLog(context)
  audit.append(story(1))
  assert.deepEqual([audit.isWritable(), audit.problem()], [true, null])
  editDatabase(directory, "UPDATE audit SET details = '{' WHERE seq = 1")
  assert.deepEqual(audit.orderHistory('id-1'), [])
  assert.match(audit.problem() ?? '', /cannot be read.*doctor/)
  editDatabase(directory, "UPDATE audit SET details = '{}' WHERE seq = 1")
  assert.equal(audit.orderHistory('id-1').length, 1)
  audit.probe()
  assert.ok(audit.append(story(2)).ok, 'a cancel is recorded all the same')
  assert.equal(audit.isWritable(), false, 'what could not be read may have been an order')
  assert.equal(database.standsIn, false)
})

test('the write-ahead log is emptied between orders and before it grows, after many of them', async (context) => {
  const directory = temporaryDirectory(context)
  const database = openOrThrow(directory)
  const log = `${join(directory, DATABASE_FILE)}-wal`
  const length = statSync(log).size
  const emptied: string[] = []
  const key = createHeadKey(new Uint8Array(32).fill(1))
  const audit = createAuditLog({
    database,
    now: () => 1,
    log: silentLog,
    key,
    point: (name) => emptied.push(name),
  })
  const details = { text: 'x'.repeat(400) }
  let [orders, first] = [0, 0]
  while (emptied.filter((name) => name === 'wal.checkpoint').length < 2) {
    orders += 1
    const entries = (kinds: readonly AuditEntry['kind'][]): AuditEntry[] =>
      kinds.map((kind) => ({ clientOrderId: randomUUIDv7(), kind, action: 'place', details }))
    assert.ok(audit.append(entries(['intent', 'decision', 'signed'])).ok)
    assert.ok(audit.append(entries(['response'])).ok)
    await immediate()
    if (first === 0 && emptied.includes('wal.checkpoint')) first = orders
  }
  assert.ok(first >= 40 && orders - first >= 40, `after ${first} and after ${orders - first} orders`)
  assert.equal(statSync(log).size, length)
  audit.close()
  database.close()
})

function pageCount(sqlite: DatabaseSync): number {
  return Number(sqlite.prepare('PRAGMA page_count').get()?.['page_count']) + 2
}
