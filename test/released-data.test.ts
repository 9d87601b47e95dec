/**
 * Data directories as earlier versions left them, one for each schema: opened by this version every row of them is
 * there, and what reads the rows understands them. `scripts/keep-released-data.ts` makes the next one.
 */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { parseClientOrderId } from '#core/ids.ts'
import { ZERO } from '#core/money.ts'
import { DEFAULT_LIMITS } from '#core/risk-limits.ts'
import { readAcceptResult } from '#engine/combos/combo-history.ts'
import { readOrderHistory } from '#engine/orders/record/order-history.ts'
import { createPortfolioLedger } from '#engine/portfolio/portfolio-ledger.ts'
import { createManualClock } from '#engine/testing/market-fakes.ts'
import { createRisk } from '#engine/gates/risk.ts'
import { createWorkspace } from '#server/workspace.ts'
import { createAlertStore } from '#store/alerts.ts'
import { createAuditLog } from '#store/audit-log.ts'
import { verifyAudit } from '#store/audit-verify.ts'
import { createCancelQueueStore } from '#store/cancel-queue.ts'
import { DATABASE_FILE, openDatabase } from '#store/database.ts'
import { createJournalStore } from '#store/history/journal.ts'
import { createNotificationStore } from '#store/notifications.ts'
import { createPortfolioStore } from '#store/history/portfolio.ts'
import { newestSchema, schemaVersion } from '#store/schema.ts'
import { createSettingsStore } from '#store/settings.ts'
import { INSTALL_ID, openOrThrow, silentLog, temporaryDirectory } from '#store/testing/temporary.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures', 'released')

const NO_USAGE = {
  maxPositionNotional: ZERO,
  maxDailyNotional: ZERO,
  maxOpenOrders: 0,
  maxOrdersPerMinute: 0,
  maxComboExposure: ZERO,
  positionFromOutside: ZERO,
}

type Rows = Readonly<Record<string, readonly string[]>>

/** A data directory with the rows of that version in it. */
function directoryOf(context: TestContext, schema: number): string {
  const directory = join(temporaryDirectory(context), 'data')
  mkdirSync(directory, { mode: 0o700 })
  const sqlite = new DatabaseSync(join(directory, DATABASE_FILE))
  sqlite.exec('PRAGMA journal_mode = wal')
  sqlite.exec(readFileSync(join(FIXTURES, `schema-${schema}.sql`), 'utf8'))
  sqlite.close()
  copyFileSync(join(FIXTURES, `schema-${schema}.heads.txt`), join(directory, 'audit-heads.txt'))
  return directory
}

/** Every row of every table, by the columns that `like` has too. */
function rowsOf(sqlite: DatabaseSync, like: DatabaseSync): Rows {
  return Object.fromEntries(
    tablesOf(like).map((table) => [
      table,
      sqlite
        .prepare(`SELECT ${columnsOf(like, table)} FROM ${table}`)
        .all()
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]),
  )
}

function tablesOf(sqlite: DatabaseSync): readonly string[] {
  return sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map((row) => String(row['name']))
}

function columnsOf(sqlite: DatabaseSync, table: string): string {
  const names = sqlite.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  return names.map((row) => String(row['name'])).join(', ')
}

/** Text of the schema, whoever wrote it. */
function schemaText(sqlite: DatabaseSync): readonly string[] {
  return sqlite
    .prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL')
    .all()
    .map((row) => String(row['sql']))
    .toSorted()
}

function memoryOf(schema: number): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:')
  sqlite.exec(readFileSync(join(FIXTURES, `schema-${schema}.sql`), 'utf8'))
  return sqlite
}

test('every schema that a version has written is kept here, the newest too', () => {
  const kept = readdirSync(FIXTURES).filter((name) => name.endsWith('.sql'))
  const wanted = Array.from({ length: newestSchema() }, (_, index) => `schema-${index + 1}.sql`)
  assert.deepEqual(kept.toSorted(), wanted)
})

for (let schema = 1; schema <= newestSchema(); schema += 1) {
  describe(`a data directory of schema ${schema}`, () => {
    test('is brought to the newest schema, the same as a new one, and keeps every row', (context) => {
      const before = memoryOf(schema)
      const database = openOrThrow(directoryOf(context, schema))
      context.after(() => database.close())
      assert.equal(schemaVersion(database.sqlite), newestSchema())
      assert.equal(database.migratedFrom, schema < newestSchema() ? schema : null)
      const kept = rowsOf(database.sqlite, before)
      assert.deepEqual(kept, rowsOf(before, before))
      assert.ok(
        Object.entries(kept).every(([table, rows]) => rows.length > 0 || table.startsWith('paper_')),
        'a table of the fixture is empty',
      )
      const fresh = openOrThrow(temporaryDirectory(context))
      context.after(() => fresh.close())
      assert.deepEqual(schemaText(database.sqlite), schemaText(fresh.sqlite))
    })

    test('INV-29 has an audit log that verifies up to its noted head, and takes the next row', (context) => {
      const database = openOrThrow(directoryOf(context, schema))
      const audit = createAuditLog({ database, now: () => 1_900_000_000_000, log: silentLog })
      context.after(() => {
        audit.close()
        database.close()
      })
      const rows = memoryOf(schema).prepare('SELECT count(*) AS count FROM audit').get()
      const [head] = readFileSync(join(FIXTURES, `schema-${schema}.heads.txt`), 'utf8').split('\n')
      const before = verifyAudit(database)
      assert.deepEqual([before.ok, before.problem, before.rows], [true, null, rows?.['count']])
      assert.ok(head?.startsWith(`${before.rows} ${before.headHash} `))
      const next = { clientOrderId: 'next', kind: 'intent', action: 'cancel_all', details: {} } as const
      assert.ok(audit.append([next]).ok)
      assert.deepEqual([verifyAudit(database).ok, verifyAudit(database).rows], [true, before.rows + 1])
    })

    test('INV-04 answers each order of that time by its first result', (context) => {
      const database = openOrThrow(directoryOf(context, schema))
      const audit = createAuditLog({ database, now: () => 1_900_000_000_000, log: silentLog })
      context.after(() => {
        audit.close()
        database.close()
      })
      const first = audit.rows({ kind: 'intent', limit: 200 })
      assert.ok(first.length > 0)
      for (const { clientOrderId: id, action } of first) {
        const clientOrderId = parseClientOrderId(id)
        assert.ok(clientOrderId !== null)
        const rows = audit.orderHistory(clientOrderId)
        if (action === 'place') {
          const history = readOrderHistory(rows)
          const body = rows.find(({ kind }) => kind === 'intent')?.details['body']
          assert.ok(history !== null && typeof body === 'string' && body.startsWith('["place"'))
          const verdict = history.refusal ?? history.response ?? history.reconcile
          assert.ok(verdict !== null, `${clientOrderId} has no result`)
          assert.equal(history.signed === null, history.refusal !== null)
        }
        if (action === 'combo_accept') assert.equal(readAcceptResult(clientOrderId, rows).result, 'accepting')
      }
      assert.deepEqual(audit.unfinished(), [])
    })

    test('has settings, limits, layouts and lists that are still read as they were', (context) => {
      const database = openOrThrow(directoryOf(context, schema))
      context.after(() => database.close())
      const settings = createSettingsStore(database.sqlite, silentLog)
      const workspace = createWorkspace(settings, silentLog)
      assert.equal(workspace.settings().theme_mode, 'light')
      assert.deepEqual(
        workspace.watchlist().lists.map(({ name, outcome_ids: ids }) => [name, ids.length]),
        [['mine', 1]],
      )
      const { version, workspaces } = workspace.layout('desktop')
      assert.deepEqual([version, workspaces.map(({ name }) => name)], [1, ['One']])
      const risk = createRisk({ settings, ceilings: DEFAULT_LIMITS, usage: () => NO_USAGE, log: silentLog })
      assert.equal(risk.limits().maxOpenOrders, 17)
      assert.equal(createCancelQueueStore(database.sqlite).all().length, 1)
    })
  })
}

test('alerts and notifications of schema 2 are read whole', (context) => {
  const database = openOrThrow(directoryOf(context, 2))
  context.after(() => database.close())
  assert.deepEqual(
    createAlertStore(database.sqlite)
      .all()
      .map(({ target }) => target.kind),
    ['price', 'spread'],
  )
  const notifications = createNotificationStore(database.sqlite).page({
    words: [],
    unread: null,
    kind: null,
    before: null,
    limit: 10,
  })
  assert.deepEqual(
    notifications.map(({ kind, deliveries }) => [kind, deliveries.length]),
    [
      ['combo_filled', 4],
      ['fill', 4],
    ],
  )
})

test('the journal of schema 5 is read whole', (context) => {
  const database = openOrThrow(directoryOf(context, 5))
  context.after(() => database.close())
  const journal = createJournalStore(database.sqlite, silentLog)
  const [fill] = journal.measures()
  assert.deepEqual(
    [fill?.key, fill?.measure.marks, fill?.measure.queueAhead],
    ['trade-1 pm:0x01', { '1s': 9_200, '10s': 9_300 }, 120_500_000n],
  )
  assert.deepEqual([...journal.payouts().values()], [1_000_000n])
  assert.deepEqual(journal.notes(), [{ key: 'trade-1 pm:0x01', text: 'Chased it', tags: ['chase'] }])
})

test('INV-34 a failed migration does not change the directory, for the version that wrote it', (context) => {
  const directory = directoryOf(context, 1)
  const path = join(directory, DATABASE_FILE)
  const between = new DatabaseSync(path)
  // The second statement of the second migration will find its name taken.
  between.exec('CREATE TABLE notification (id TEXT)')
  between.close()
  const refused = openDatabase({ directory, installId: INSTALL_ID, now: 1_000 })
  assert.ok(!refused.ok)
  const after = new DatabaseSync(path, { readOnly: true })
  context.after(() => after.close())
  assert.equal(schemaVersion(after), 1)
  const before = memoryOf(1)
  assert.deepEqual(rowsOf(after, before), rowsOf(before, before))
  assert.equal(tablesOf(after).includes('alert'), false)
})

test('the portfolio of schema 6 is rebuilt from its records', (context) => {
  const database = openOrThrow(directoryOf(context, 6))
  context.after(() => database.close())
  const store = createPortfolioStore(database.sqlite, '0xwallet', silentLog)
  const ledger = createPortfolioLedger(createManualClock(), store)
  const [outcomeId] = ledger.outcomes()
  assert.ok(outcomeId !== undefined)
  const { size, realised } = ledger.figures(outcomeId)
  assert.deepEqual([size, realised, ledger.basis(outcomeId)], [0n, -10_000_000n, 'venue'])
})
