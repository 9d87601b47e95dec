import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { parseExitId, parseOutcomeId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { newExit, NO_LEGS } from '#core/order/attached-exit.ts'
import { TOKENS_SETTING } from '#ports/stores.ts'
import { createAttachedExitStore } from './attached-exits.ts'
import { verifyAudit } from './audit-verify.ts'
import { restore } from './backup.ts'
import { createLoginFailureStore } from './login-failures.ts'
import { createSessionStore } from './sessions.ts'
import { createSettingsStore } from './settings.ts'
import { DATABASE_FILE, openDatabase, openDatabaseReadOnly } from './database.ts'
import { INSTALL_ID, silentLog, temporaryAuditLog, temporaryDirectory } from './testing/temporary.ts'

const NOW = 1_700_000_000_000
const LOG = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const AT = { now: NOW, key: null }
const LEFT = [DATABASE_FILE, `${DATABASE_FILE}-wal`, 'audit-heads.txt']

/** A copy by hand of a running terminal's directory: some or all of the rows are in the WAL alone. */
function copiedByHand(context: TestContext, rows: number): string {
  const { directory, audit } = temporaryAuditLog(context)
  for (let index = 1; index <= rows; index += 1) {
    audit.append([{ clientOrderId: `id-${index}`, kind: 'intent', action: 'place', details: { index } }])
  }
  audit.writeHead()
  const copy = temporaryDirectory(context)
  for (const name of LEFT) copyFileSync(join(directory, name), join(copy, name))
  return copy
}

/** A directory with one session and one wrong password from an address. */
function withLogin(context: TestContext, address: string): string {
  const { directory, database, close } = temporaryAuditLog(context)
  createSessionStore(database.sqlite, silentLog).put({
    tokenHash: address,
    createdAt: 1,
    lastUsedAt: 1,
    secretsFingerprint: 'f',
  })
  createLoginFailureStore(database.sqlite, silentLog).record(address, 1)
  createSettingsStore(database.sqlite, LOG).write(TOKENS_SETTING, '{}')
  close()
  return directory
}

function rowsIn(directory: string): number {
  const opened = openDatabaseReadOnly(directory)
  assert.ok(opened.ok, JSON.stringify(opened))
  const verdict = verifyAudit(opened.value)
  opened.value.close()
  assert.equal(verdict.problem, null)
  return verdict.rows
}

describe('restore', () => {
  test('brings the rows that only the WAL of its source holds, and does not change the source', async (context) => {
    const source = copiedByHand(context, 7)
    const directory = join(temporaryDirectory(context), 'data')
    const restored = await restore(source, directory, AT)
    assert.ok(restored.ok, JSON.stringify(restored))
    assert.deepEqual([restored.value.verdict.rows, restored.value.movedTo], [7, null])
    assert.equal(rowsIn(directory), 7)
    assert.equal(rowsIn(source), 7)
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.startsWith('restor')),
      [],
    )
    const opened = openDatabase({ directory, installId: 'cc'.repeat(32), now: 1 })
    assert.ok(opened.ok)
    assert.equal(opened.value.installId, INSTALL_ID)
    opened.value.close()
  })

  test('the original is put back when the copy cannot be put in place, whichever step fails', async (context) => {
    const source = copiedByHand(context, 7)
    for (let failing = 1; ; failing += 1) {
      const directory = copiedByHand(context, 3)
      let steps = 0
      const restored = await restore(source, directory, AT, (from, to) => {
        steps += 1
        if (steps === failing) throw new Error('no space left on device')
        renameSync(from, to)
      })
      if (restored.ok) {
        assert.ok(failing > 4)
        break
      }
      assert.deepEqual(restored.error, { kind: 'unusable', detail: 'no space left on device' })
      assert.equal(rowsIn(directory), 3)
      assert.deepEqual(
        readdirSync(directory).filter((name) => /^re(placed|storing)-/.test(name)),
        [],
      )
    }
  })

  test('where the original cannot be moved back either, the fault names its place', async (context) => {
    const source = copiedByHand(context, 7)
    const directory = copiedByHand(context, 3)
    let steps = 0
    const restored = await restore(source, directory, AT, (from, to) => {
      steps += 1
      if (steps > 1) throw new Error('input/output error')
      renameSync(from, to)
    })
    const aside = join(directory, `replaced-${NOW}`)
    assert.deepEqual(restored, {
      ok: false,
      error: { kind: 'stranded', aside, detail: 'input/output error' },
    })
    assert.ok(existsSync(join(aside, DATABASE_FILE)))
  })

  test('INV-42 INV-59 ends the sessions and tokens that the copy holds, and keeps the wrong passwords of what it replaces', async (context) => {
    const source = withLogin(context, 'then')
    const directory = withLogin(context, 'now')
    assert.ok((await restore(source, directory, AT)).ok)
    const opened = openDatabase({ directory, installId: INSTALL_ID, now: 1 })
    assert.ok(opened.ok)
    context.after(() => opened.value.close())
    assert.deepEqual(createSessionStore(opened.value.sqlite, silentLog).all(), [])
    assert.equal(createSettingsStore(opened.value.sqlite, LOG).read(TOKENS_SETTING), null)
    const failures = createLoginFailureStore(opened.value.sqlite, silentLog)
    assert.deepEqual([failures.count('then', 0).count, failures.count('now', 0).count], [0, 1])
  })

  test('INV-65 ends the attached exits that the copy holds in force, and leaves those that had ended', async (context) => {
    const { directory: source, database, close } = temporaryAuditLog(context)
    const [on, over, outcomeId] = [
      parseExitId('01890000-0000-7000-8000-000000000001'),
      parseExitId('01890000-0000-7000-8000-000000000002'),
      parseOutcomeId('pm:1'),
    ]
    assert.ok(on !== null && over !== null && outcomeId !== null)
    const exits = createAttachedExitStore(database.sqlite)
    const of = (id: typeof on) => newExit(id, outcomeId, { size: micros(1n) }, NO_LEGS, 100, 1)
    exits.put(of(on))
    exits.put({ ...of(over), end: { how: 'filled', at: 7 } })
    close()
    const directory = join(temporaryDirectory(context), 'data')
    assert.ok((await restore(source, directory, AT)).ok)
    const opened = openDatabase({ directory, installId: INSTALL_ID, now: 1 })
    assert.ok(opened.ok)
    context.after(() => opened.value.close())
    assert.deepEqual(
      createAttachedExitStore(opened.value.sqlite)
        .all()
        .map(({ end }) => end),
      [
        { how: 'restored', at: NOW },
        { how: 'filled', at: 7 },
      ],
    )
  })

  test('INV-34 a copy that holds a foreign trigger is refused', async (context) => {
    const source = withLogin(context, 'then')
    const raw = new DatabaseSync(join(source, DATABASE_FILE))
    raw.exec('CREATE TRIGGER session_x AFTER INSERT ON session BEGIN DELETE FROM login_failure; END')
    raw.close()
    const directory = copiedByHand(context, 3)
    const refused = await restore(source, directory, AT)
    assert.ok(!refused.ok && refused.error.kind === 'broken')
    assert.match(refused.error.problem, /trigger session_x/)
    assert.equal(rowsIn(directory), 3)
  })

  test('a source without a database is named as such, and nothing is changed', async (context) => {
    const directory = copiedByHand(context, 3)
    const restored = await restore(temporaryDirectory(context), directory, AT)
    assert.deepEqual(restored, {
      ok: false,
      error: { kind: 'broken', problem: 'there is no database in it' },
    })
    assert.equal(rowsIn(directory), 3)
  })
})

describe('a database that is gone while a restore has left one aside', () => {
  test('is never created again in silence', (context) => {
    const directory = temporaryDirectory(context)
    mkdirSync(join(directory, 'replaced-17'))
    writeFileSync(join(directory, 'replaced-17', DATABASE_FILE), '')
    for (const refused of [
      openDatabase({ directory, installId: INSTALL_ID, now: 1 }),
      openDatabaseReadOnly(directory),
    ]) {
      assert.ok(!refused.ok && refused.error.kind === 'corrupt', JSON.stringify(refused))
      assert.match(refused.error.detail, /missing.*replaced-17/)
    }
    rmSync(join(directory, 'replaced-17'), { recursive: true })
    const begun = openDatabase({ directory, installId: INSTALL_ID, now: 1 })
    assert.ok(begun.ok)
    begun.value.close()
  })

  test('does not matter to a new world', (context) => {
    const directory = temporaryDirectory(context)
    mkdirSync(join(directory, 'replaced-17'))
    const begun = openDatabase({ directory, installId: INSTALL_ID, now: 1, fresh: true })
    assert.ok(begun.ok)
    begun.value.close()
  })
})

describe('a data directory that cannot be looked at', () => {
  test('is unreadable, not empty', (context) => {
    const file = join(temporaryDirectory(context), 'file')
    writeFileSync(file, '')
    const refused = openDatabaseReadOnly(file)
    assert.ok(!refused.ok && refused.error.kind === 'unreadable', JSON.stringify(refused))
  })
})
