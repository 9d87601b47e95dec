// Somebody who can write to the data directory but does not know SESSION_SECRET: whatever is edited, none of it is believed.
import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { AuditVerdict } from '#ports/audit-log.ts'
import { createAuditLog } from './audit-log.ts'
import { HEADS_FILE } from './audit-heads.ts'
import { verifyAudit } from './audit-verify.ts'
import { DATABASE_FILE, openDatabase, openDatabaseReadOnly } from './database.ts'
import { createHeadKey, type HeadKey } from './head-key.ts'
import { rekeyHeads } from './rekey.ts'
import { createSettingsStore } from './settings.ts'
import {
  editDatabase,
  INSTALL_ID,
  openOrThrow,
  rewriteRows,
  silentLog,
  temporaryAuditLog,
  temporaryDirectory,
} from './testing/temporary.ts'

const KEY = createHeadKey(new Uint8Array(32).fill(1))
const OTHER = createHeadKey(new Uint8Array(32).fill(2))
const ORDERS = 12
const ROWS = ORDERS * 4

/** Twelve orders of four rows; a turn passes after each, in which the head of its response is noted; then a kill. */
async function trade(context: TestContext): Promise<string> {
  const { directory, database, audit } = temporaryAuditLog(context, KEY)
  createSettingsStore(database.sqlite, silentLog).write('risk_limits', '{"maxOpenOrders":5}')
  for (let index = 1; index <= ORDERS; index += 1) {
    for (const kind of ['intent', 'decision', 'signed', 'response'] as const) {
      const details = { result: 'accepted', index }
      assert.ok(audit.append([{ clientOrderId: `id-${index}`, kind, action: 'place', details }]).ok)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  const killed = temporaryDirectory(context)
  cpSync(directory, killed, { recursive: true })
  return killed
}

function verdictOf(directory: string, key: HeadKey | null = KEY): AuditVerdict {
  const opened = openDatabaseReadOnly(directory)
  assert.ok(opened.ok, JSON.stringify(opened))
  const verdict = verifyAudit(opened.value, { key })
  opened.value.close()
  return verdict
}

const headsOf = (directory: string): string => join(directory, HEADS_FILE)

/** The heads of the rows as they are now, in the form of an earlier version or with a seal of a key that is not ours. */
function rewriteHeads(directory: string, seal: string): void {
  const raw = new DatabaseSync(join(directory, DATABASE_FILE))
  const rows = raw.prepare('SELECT seq, hash, at FROM audit WHERE seq % 4 = 0').all()
  raw.close()
  const lines = rows.map(
    (row) => `${Number(row['seq'])} ${String(row['hash'])} ${Number(row['at'])}${seal}\n`,
  )
  writeFileSync(headsOf(directory), lines.join(''))
}

function cutHeads(directory: string, after: number): void {
  const lines = readFileSync(headsOf(directory), 'utf8').split('\n')
  const left = lines.filter((line) => line !== '' && Number(line.split(' ')[0]) <= after)
  writeFileSync(headsOf(directory), left.map((line) => `${line}\n`).join(''))
}

const KEPT_SEAL = (directory: string): string => {
  const [, limits, keyId] = / (\S+) ([0-9a-f]{16}) \S+$/m.exec(readFileSync(headsOf(directory), 'utf8')) ?? []
  return ` ${limits} ${keyId} ${'0'.repeat(64)}`
}

const EDITS: Readonly<Record<string, (directory: string) => void>> = {
  'a changed row': (at) => editDatabase(at, "UPDATE audit SET details = '{}' WHERE seq = 1"),
  'the second half deleted': (at) => editDatabase(at, 'DELETE FROM audit WHERE seq > 24'),
  'the second half rewritten': (at) => editDatabase(at, (raw) => rewriteRows(raw, 25)),
  'the last order deleted': (at) => editDatabase(at, `DELETE FROM audit WHERE seq > ${ROWS - 4}`),
  'everything rewritten, heads of the earlier form': (at) => {
    editDatabase(at, (raw) => rewriteRows(raw, 1))
    rewriteHeads(at, '')
  },
  'everything rewritten, heads with a made-up seal': (at) => {
    const seal = KEPT_SEAL(at)
    editDatabase(at, (raw) => rewriteRows(raw, 1))
    rewriteHeads(at, seal)
  },
  'everything rewritten, no heads': (at) => {
    editDatabase(at, (raw) => rewriteRows(raw, 1))
    truncateSync(headsOf(at))
  },
  'no heads file and two rows left': (at) => {
    rmSync(headsOf(at))
    editDatabase(at, 'DELETE FROM audit WHERE seq > 2')
  },
  'an empty heads file and one row left': (at) => {
    truncateSync(headsOf(at))
    editDatabase(at, 'DELETE FROM audit WHERE seq > 1')
  },
  'no rows and no heads': (at) => {
    rmSync(headsOf(at))
    editDatabase(at, 'DELETE FROM audit')
  },
  'rows and heads cut alike': (at) => {
    editDatabase(at, 'DELETE FROM audit WHERE seq > 24')
    cutHeads(at, 24)
  },
  'rows and heads cut alike, and no newest head': (at) => {
    editDatabase(at, "DELETE FROM audit WHERE seq > 24; DELETE FROM setting WHERE name = 'audit_newest_head'")
    cutHeads(at, 24)
  },
  'rows and heads cut alike, and the newest head made from the last one left': (at) => {
    cutHeads(at, 24)
    const last = readFileSync(headsOf(at), 'utf8').trim().split('\n').at(-1) ?? ''
    const [seq, hash] = last.split(' ')
    const newest = `"${seq} ${hash} ${last.slice(-64)}"`
    editDatabase(
      at,
      `DELETE FROM audit WHERE seq > 24; UPDATE setting SET json = '${newest}' WHERE name = 'audit_newest_head'`,
    )
  },
  'higher limits': (at) =>
    editDatabase(at, `UPDATE setting SET json = '{"maxOpenOrders":900}' WHERE name = 'risk_limits'`),
  'no limits': (at) => editDatabase(at, "DELETE FROM setting WHERE name = 'risk_limits'"),
}

describe('INV-30 edits without the secret', () => {
  let original = ''
  const ended: (() => unknown)[] = []
  before(async () => {
    original = await trade({ after: (task: () => unknown) => ended.push(task) } as unknown as TestContext)
  })
  after(() => {
    for (const end of ended.toReversed()) end()
  })
  const copy = (context: TestContext): string => {
    const directory = temporaryDirectory(context)
    cpSync(original, directory, { recursive: true })
    return directory
  }

  test('untouched, after a kill, it is whole', (context) => {
    const { ok: isWhole, rows, notChecked } = verdictOf(copy(context))
    assert.deepEqual([isWhole, rows, notChecked], [true, ROWS, null])
  })

  for (const [what, edit] of Object.entries(EDITS)) {
    test(`INV-54 ${what}: not ok, and neither a start nor a stop nor the next start accepts it`, async (context) => {
      const directory = copy(context)
      edit(directory)
      assert.equal(verdictOf(directory).ok, false)
      assert.notEqual(verdictOf(directory, null).ok && verdictOf(directory, null).notChecked === null, true)
      for (let start = 1; start <= 2; start += 1) {
        const database = openOrThrow(directory)
        const audit = createAuditLog({ database, now: () => 9_000, log: silentLog, key: KEY })
        assert.equal(audit.isVerified(), false)
        assert.equal((await audit.verify()).ok, false)
        assert.deepEqual([audit.isVerified(), audit.isWritable()], [false, false])
        assert.match(audit.problem() ?? '', /does not verify: .*Orders are refused/)
        assert.equal(audit.writeHead(), false)
        audit.close()
        database.close()
      }
    })
  }

  test('another SESSION_SECRET is named as that, and rekey goes on from there', async (context) => {
    const directory = copy(context)
    assert.match(verdictOf(directory, OTHER).problem ?? '', /another key/)
    const done = rekeyHeads(directory, OTHER, 7)
    assert.ok(done.ok, JSON.stringify(done))
    assert.equal(done.value.movedTo, `${headsOf(directory)}.replaced-7`)
    assert.deepEqual(
      [verdictOf(directory, OTHER).problem, verdictOf(directory, OTHER).notChecked],
      [null, null],
    )
    assert.match(verdictOf(directory).problem ?? '', /another key/)
    editDatabase(directory, 'DELETE FROM audit WHERE seq > 47')
    assert.equal(verdictOf(directory, OTHER).ok, false)
  })

  test('rekey notes no head of a log that is broken, and none while a terminal runs', (context) => {
    const directory = copy(context)
    editDatabase(directory, 'DELETE FROM audit WHERE seq > 24')
    const heads = readFileSync(headsOf(directory), 'utf8')
    const refused = rekeyHeads(directory, KEY, 7)
    assert.ok(!refused.ok && refused.error.kind === 'broken')
    assert.equal(readFileSync(headsOf(directory), 'utf8'), heads)
    const running = openOrThrow(copy(context))
    context.after(() => running.close())
    assert.deepEqual(rekeyHeads(running.directory, KEY, 7), {
      ok: false,
      error: { kind: 'locked', pid: process.pid },
    })
  })
})

test('INV-29 a log of an earlier version is accepted up to the upgrade, and its heads carry seals from then on', async (context) => {
  const { directory, audit, close } = temporaryAuditLog(context)
  for (let index = 1; index <= 9; index += 1) {
    audit.append([{ clientOrderId: `id-${index}`, kind: 'intent', action: 'place', details: {} }])
  }
  audit.writeHead()
  close()
  assert.match(verdictOf(directory).notChecked ?? '', /seals/)
  const database = openOrThrow(directory)
  const upgraded = createAuditLog({ database, now: () => 9_000, log: silentLog, key: KEY })
  assert.equal(upgraded.isVerified(), false)
  assert.equal((await upgraded.verify()).ok, true)
  assert.equal(upgraded.isVerified(), true)
  upgraded.close()
  database.close()
  assert.deepEqual([verdictOf(directory).problem, verdictOf(directory).notChecked], [null, null])
  editDatabase(directory, (raw) => rewriteRows(raw, 1))
  rewriteHeads(directory, '')
  assert.match(verdictOf(directory).problem ?? '', /no head with a seal/)
})

test('INV-29 a kill between the first head and its copy in the database leaves a log that verifies', async (context) => {
  const { directory, audit, close } = temporaryAuditLog(context, KEY)
  close()
  editDatabase(directory, "DELETE FROM setting WHERE name = 'audit_newest_head'")
  const database = openOrThrow(directory)
  const next = createAuditLog({ database, now: () => 9_000, log: silentLog, key: KEY })
  assert.equal((await next.verify()).problem, null)
  next.append([{ clientOrderId: 'a', kind: 'intent', action: 'place', details: {} }])
  assert.ok(next.writeHead())
  assert.equal((await next.verify()).problem, null)
  assert.equal(audit.isVerified(), true)
  next.close()
  database.close()
})

test('limits are noted before they are stored: a kill in between leaves a log that verifies', (context) => {
  const { directory, database, audit, close } = temporaryAuditLog(context, KEY)
  const settings = createSettingsStore(database.sqlite, silentLog)
  const [before, then] = ['{"maxOpenOrders":5}', '{"maxOpenOrders":6}']
  for (const limits of [before, before]) assert.ok(audit.writeHead(limits))
  settings.write('risk_limits', before)
  assert.equal(verdictOf(directory).problem, null)
  assert.ok(audit.writeHead(then))
  assert.equal(verdictOf(directory).problem, null)
  settings.write('risk_limits', then)
  assert.ok(audit.writeHead(then))
  assert.equal(verdictOf(directory).problem, null)
  close()
  editDatabase(directory, `UPDATE setting SET json = '${before}' WHERE name = 'risk_limits'`)
  assert.match(verdictOf(directory).problem ?? '', /limits/)
})

describe('a database whose schema is not ours', () => {
  const strange: readonly (readonly [what: string, sql: string, words: RegExp])[] = [
    [
      'a trigger of somebody else',
      `CREATE TRIGGER session_x AFTER INSERT ON session WHEN NEW.token_hash <> 'H' BEGIN
        INSERT OR REPLACE INTO session VALUES ('H', NEW.created_at, NEW.last_used_at, NEW.secrets_fingerprint); END`,
      /trigger session_x, which Sesame does not make/,
    ],
    ['a table more', 'CREATE TABLE more (x TEXT)', /table more, which/],
    ['a view', 'CREATE VIEW shown AS SELECT * FROM session', /view shown, which/],
    [
      'a guard that lets everything pass',
      'DROP TRIGGER audit_no_delete',
      /lacks the trigger audit_no_delete/,
    ],
    [
      'a guard with other words',
      'DROP TRIGGER audit_no_delete; CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT 1; END',
      /trigger audit_no_delete is not as/,
    ],
    ['an index less', 'DROP INDEX audit_at', /lacks the index audit_at/],
  ]
  for (const [what, sql, words] of strange) {
    test(`INV-34 ${what} is refused, also for reading`, (context) => {
      const { directory, close } = temporaryAuditLog(context, KEY)
      close()
      const raw = new DatabaseSync(join(directory, DATABASE_FILE))
      raw.exec(sql)
      raw.close()
      for (const refused of [
        openDatabase({ directory, installId: INSTALL_ID, now: 1 }),
        openDatabaseReadOnly(directory),
      ]) {
        assert.ok(!refused.ok && refused.error.kind === 'corrupt', JSON.stringify(refused))
        assert.match(refused.error.detail, words)
      }
    })
  }
})
