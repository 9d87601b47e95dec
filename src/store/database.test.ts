import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { micros } from '#core/money.ts'
import { createAuditLog } from './audit-log.ts'
import { DATABASE_FILE, openDatabase, openDatabaseReadOnly, openStandIn, wrongPragmas } from './database.ts'
import { lockDirectory, type InstanceLock } from './instance-lock.ts'
import { createPaperJournal, paperStartingCash } from './paper-journal.ts'
import {
  editDatabase,
  INSTALL_ID,
  openOrThrow,
  silentLog,
  temporaryAuditLog,
  temporaryDirectory,
} from './testing/temporary.ts'
import { growLog } from './write-ahead-log.ts'

const open = (directory: string): ReturnType<typeof openDatabase> =>
  openDatabase({ directory, installId: INSTALL_ID, now: 1 })

describe('openDatabase', () => {
  test('creates a private directory and keeps every durability setting after the first write', (context) => {
    const directory = join(temporaryDirectory(context), 'deeper', 'data')
    const database = openOrThrow(directory)
    assert.equal(statSync(directory).mode & 0o777, 0o700)
    assert.deepEqual(wrongPragmas(database.sqlite), [])
    database.sqlite.exec('PRAGMA synchronous = NORMAL')
    assert.deepEqual(wrongPragmas(database.sqlite), ['synchronous'])
    database.close()
  })

  test('INV-43 refuses a directory that others may write to, and names the fix', (context) => {
    const directory = temporaryDirectory(context)
    for (const mode of [0o777, 0o775, 0o702]) {
      chmodSync(directory, mode)
      const opened = open(directory)
      assert.ok(!opened.ok && opened.error.kind === 'unusable')
      assert.match(opened.error.detail, /others may write to it \(mode 07\d\d\).*chmod 700/)
    }
    assert.deepEqual(readdirSync(directory), [])
  })

  test('writes its process id through no existing link', (context) => {
    const directory = temporaryDirectory(context)
    const victim = join(temporaryDirectory(context), 'victim')
    writeFileSync(victim, 'precious')
    symlinkSync(victim, join(directory, 'lock.pid'))
    const database = openOrThrow(directory)
    assert.equal(readFileSync(victim, 'utf8'), 'precious')
    database.close()
  })

  test('keeps its installation id over a restart', (context) => {
    const directory = temporaryDirectory(context)
    openOrThrow(directory).close()
    const again = openDatabase({ directory, installId: 'ff'.repeat(32), now: 2 })
    assert.ok(again.ok)
    assert.equal(again.value.installId, INSTALL_ID)
    again.value.close()
  })

  test('INV-33 a second instance is refused with the process that holds the directory', (context) => {
    const directory = temporaryDirectory(context)
    const first = openOrThrow(directory)
    assert.deepEqual(open(directory), { ok: false, error: { kind: 'locked', pid: process.pid } })
    first.close()
    const again = openOrThrow(directory)
    assert.equal(again.wasLeft, false)
    again.close()
  })

  test('INV-33 the lock outlives every reference to it', async (context) => {
    const directory = temporaryDirectory(context)
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    openOrThrow(directory)
    for (let times = 0; times < 5; times += 1) {
      collect()
      await nextTurn()
    }
    assert.deepEqual(open(directory), { ok: false, error: { kind: 'locked', pid: process.pid } })
  })

  test('INV-33 the lock holds against another process and ends with a kill', async (context) => {
    const directory = temporaryDirectory(context)
    const script = `
      const { openDatabase } = await import(process.argv[1] + '/database.ts')
      const opened = openDatabase({ directory: process.argv[2], installId: 'aa', now: 1 })
      process.stdout.write(opened.ok ? 'open' : opened.error.kind)
      setInterval(() => {}, 1000)`
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', script, import.meta.dirname, directory],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    context.after(() => child.kill('SIGKILL'))
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    assert.equal(said.toString(), 'open')
    assert.deepEqual(open(directory), { ok: false, error: { kind: 'locked', pid: child.pid } })
    child.kill('SIGKILL')
    await once(child, 'close')
    const again = openOrThrow(directory)
    assert.equal(again.wasLeft, true)
    again.close()
  })

  test('what a kill left is told by the next start, though tools or a file that cannot be opened came first', (context) => {
    const directory = damagedDirectory(context, overwritePages)
    const other = temporaryDirectory(context)
    for (const left of [directory, other]) writeFileSync(join(left, 'lock.pid'), '4194305\n')
    assert.equal(open(directory).ok, false)
    const standIn = openStandIn({ directory, installId: INSTALL_ID, now: 1 })
    assert.ok(standIn.ok && standIn.value.wasLeft)
    standIn.value.close()
    assert.equal(lockOrThrow(directory).wasLeft, false)

    const tool = lockOrThrow(other)
    tool.release()
    const started = openOrThrow(other)
    assert.equal(started.wasLeft, true)
    started.close()
    lockOrThrow(other).release()
    const next = lockOrThrow(other)
    assert.equal(next.wasLeft, false, 'a tool after an orderly end leaves nothing')
    next.release()
  })

  test('a disk that keeps the process id from being removed does not keep the lock', (context) => {
    const directory = temporaryDirectory(context)
    for (const how of ['end', 'release'] as const) {
      const lock = lockOrThrow(directory)
      rmSync(join(directory, 'lock.pid'))
      // A directory is not removed as a file is.
      mkdirSync(join(directory, 'lock.pid'))
      lock[how]()
      rmSync(join(directory, 'lock.pid'), { recursive: true })
    }
    lockOrThrow(directory).end()
  })

  test('the write-ahead log has its length from the start, of which the database keeps nothing', (context) => {
    const directory = temporaryDirectory(context)
    const database = openOrThrow(directory)
    const log = `${join(directory, DATABASE_FILE)}-wal`
    const length = statSync(log).size
    assert.ok(length > 900 * 4_096, `${length} bytes`)
    const cacheSize = (sqlite: DatabaseSync): unknown => sqlite.prepare('PRAGMA cache_size').get()
    assert.deepEqual(cacheSize(database.sqlite), cacheSize(new DatabaseSync(':memory:')))
    assert.equal(database.sqlite.prepare('PRAGMA freelist_count').get()?.['freelist_count'], 0)
    assert.equal(database.sqlite.prepare("SELECT 1 FROM setting WHERE name = 'log_room'").get(), undefined)
    database.sqlite.exec('CREATE TABLE more (text)')
    assert.equal(statSync(log).size, length)
    database.close()
  })

  test('on a disk that is nearly full, or whose space cannot be read, the write-ahead log does not grow at the start', (context) => {
    const refused = (): never => {
      throw new Error('no such call')
    }
    for (const diskSpace of [() => ({ bavail: 16_383, bsize: 4_096 }), refused]) {
      const directory = temporaryDirectory(context)
      const sqlite = new DatabaseSync(join(directory, DATABASE_FILE))
      sqlite.exec('PRAGMA journal_mode = wal; CREATE TABLE setting (name PRIMARY KEY, json)')
      growLog(sqlite, directory, diskSpace)
      const length = (): number => statSync(`${join(directory, DATABASE_FILE)}-wal`).size
      assert.ok(length() < 100_000)
      growLog(sqlite, directory, () => ({ bavail: 16_384, bsize: 4_096 }))
      assert.ok(length() > 900 * 4_096)
      sqlite.close()
    }
  })

  test('a paper account and real orders never share a database, in either order, and nothing is changed', (context) => {
    const openPaper = (directory: string): ReturnType<typeof openDatabase> =>
      openDatabase({ directory, installId: INSTALL_ID, now: 1, paperCash: micros(1_000_000n) })
    const real = temporaryDirectory(context)
    openOrThrow(real).close()
    assert.deepEqual(openPaper(real), { ok: false, error: { kind: 'live_data' } })
    openOrThrow(real).close()

    const paper = temporaryDirectory(context)
    const opened = openPaper(paper)
    assert.ok(opened.ok)
    const journal = createPaperJournal(opened.value.sqlite, silentLog)
    assert.ok(journal.append(['{"type":"one"}', '{"type":"two"}']).ok)
    opened.value.close()
    assert.deepEqual(open(paper), { ok: false, error: { kind: 'paper_data' } })
    // The starting cash is kept, whatever the next start names.
    const again = openDatabase({ directory: paper, installId: INSTALL_ID, now: 2, paperCash: micros(7n) })
    assert.ok(again.ok)
    assert.equal(paperStartingCash(again.value.sqlite), 1_000_000n)
    assert.deepEqual(
      [...createPaperJournal(again.value.sqlite, silentLog).entries()],
      ['{"type":"one"}', '{"type":"two"}'],
    )
    again.value.close()
  })

  test('refuses a newer schema and does not change the file', (context) => {
    const directory = temporaryDirectory(context)
    openOrThrow(directory).close()
    const raw = new DatabaseSync(join(directory, DATABASE_FILE))
    raw.exec('PRAGMA user_version = 999')
    raw.close()
    for (const refused of [open(directory), openDatabaseReadOnly(directory)]) {
      assert.ok(!refused.ok && refused.error.kind === 'newer_schema')
      assert.equal(refused.error.found, 999)
    }
  })

  test('refuses a file that is no database and does not replace it', (context) => {
    const directory = temporaryDirectory(context)
    writeFileSync(
      join(directory, DATABASE_FILE),
      'not a database, but long enough to have a header '.repeat(9),
    )
    const refused = open(directory)
    assert.ok(!refused.ok)
    assert.equal(refused.error.kind, 'corrupt')
    assert.ok(statSync(join(directory, DATABASE_FILE)).size > 400)
  })

  const damaged: readonly (readonly [what: string, damage: (path: string) => void, words: RegExp])[] = [
    ['a page that is overwritten', (path) => overwritePages(path), /./],
    ['a page that nothing reads at start', (path) => overwriteSettings(path), /./],
    ['a tail that is cut', (path) => truncateSync(path, statSync(path).size - 4_096), /./],
    ['a row that is no JSON', (path) => edit(path, "UPDATE audit SET details = '{' WHERE seq = 2"), /row 2/],
    ['a table that is missing', (path) => edit(path, 'DROP TABLE install'), /install/],
    ['a file that is empty though rows of it were noted', (path) => truncateSync(path, 0), /notes rows/],
    ['a file that is gone though rows of it were noted', (path) => rmSync(path), /is missing/],
  ]
  for (const [what, damage, words] of damaged) {
    test(`refuses ${what} and changes nothing`, (context) => {
      const directory = damagedDirectory(context, damage)
      const before = contents(directory)
      const refused = open(directory)
      assert.ok(!refused.ok && refused.error.kind === 'corrupt', JSON.stringify(refused))
      assert.match(refused.error.detail, words)
      assert.deepEqual(contents(directory), before)
    })
  }

  test('refuses a database that is not a file', (context) => {
    const directory = temporaryDirectory(context)
    mkdirSync(join(directory, DATABASE_FILE))
    const refused = open(directory)
    assert.ok(!refused.ok && refused.error.kind === 'unreadable', JSON.stringify(refused))
  })

  test('a replacement in memory holds the lock, keeps rows for this run and does not touch the file', async (context) => {
    const directory = damagedDirectory(context, overwritePages)
    const before = contents(directory)
    const standIn = openStandIn({ directory, installId: INSTALL_ID, now: 1 })
    assert.ok(standIn.ok && standIn.value.standsIn)
    const second = openStandIn({ directory, installId: INSTALL_ID, now: 1 })
    assert.deepEqual(second, { ok: false, error: { kind: 'locked', pid: process.pid } })
    const problem = 'the file is damaged'
    const audit = createAuditLog({ database: standIn.value, now: () => 1, log: silentLog, problem })
    assert.ok(audit.append([{ clientOrderId: 'a', kind: 'intent', action: 'cancel', details: {} }]).ok)
    assert.equal(audit.orderHistory('a').length, 1)
    audit.probe()
    assert.deepEqual([audit.isWritable(), audit.problem()], [false, problem])
    const verdict = await audit.verify()
    assert.deepEqual([verdict.ok, verdict.problem], [false, problem])
    assert.ok(audit.writeHead())
    audit.close()
    standIn.value.close()
    assert.deepEqual(contents(directory), before)
  })

  test('refuses a path that cannot be a directory', (context) => {
    const directory = temporaryDirectory(context)
    writeFileSync(join(directory, 'file'), '')
    const refused = open(join(directory, 'file'))
    assert.ok(!refused.ok)
    assert.equal(refused.error.kind, 'unusable')
  })

  test('a fresh start removes the data of a former world, and only that, and only under the lock', (context) => {
    const directory = temporaryDirectory(context)
    writeFileSync(join(directory, 'mine.txt'), '')
    const first = openOrThrow(directory)
    writeFileSync(join(directory, 'audit-heads.txt'), `100 ${'a'.repeat(64)} 1\n`)
    const fresh = { directory, installId: 'ee'.repeat(32), now: 1, fresh: true }
    assert.equal(openDatabase(fresh).ok, false)
    first.close()
    const second = openDatabase(fresh)
    assert.ok(second.ok)
    assert.equal(second.value.installId, 'ee'.repeat(32))
    second.value.close()
    assert.equal(existsSync(join(directory, 'audit-heads.txt')), false)
    assert.ok(existsSync(join(directory, 'mine.txt')))
  })

  test('reading alone creates nothing', (context) => {
    const directory = temporaryDirectory(context)
    const refused = openDatabaseReadOnly(directory)
    assert.ok(!refused.ok)
    assert.equal(existsSync(join(directory, DATABASE_FILE)), false)
  })
})

function lockOrThrow(directory: string): InstanceLock {
  const lock = lockDirectory(directory)
  assert.ok(lock.ok)
  return lock.value
}

/** Rows and a head, closed, and then damaged. */
function damagedDirectory(context: TestContext, damage: (path: string) => void): string {
  const { directory, audit, close } = temporaryAuditLog(context)
  for (let index = 1; index <= 300; index += 1) {
    const details = { text: 'x'.repeat(100) }
    audit.append([{ clientOrderId: `id-${index}`, kind: 'intent', action: 'place', details }])
  }
  close()
  damage(join(directory, DATABASE_FILE))
  return directory
}

/** All but the first page, whose header tells that it is a database. */
function overwritePages(path: string): void {
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0x5a, 4_096))
}

/** The page of one table, which only a check of every page looks at. */
function overwriteSettings(path: string): void {
  const raw = new DatabaseSync(path)
  const row = raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'setting'").get()
  raw.close()
  const [bytes, end] = [readFileSync(path), Number(row?.['rootpage']) * 4_096]
  writeFileSync(path, bytes.fill(0x5a, end - 4_096, end))
}

function edit(path: string, sql: string): void {
  editDatabase(dirname(path), sql)
}

/** Contents that must not change: the database and its heads. */
function contents(directory: string): readonly (string | null)[] {
  return [DATABASE_FILE, 'audit-heads.txt'].map((name) => {
    const path = join(directory, name)
    return existsSync(path) ? hash('sha256', readFileSync(path)) : null
  })
}
