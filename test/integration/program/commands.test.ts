/** The commands of `sesame`, each as its user calls it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { parsePasswordHash, verifyPassword } from '#server/access/password.ts'
import { createAuditLog } from '#store/audit-log.ts'
import { openDatabase } from '#store/database.ts'
import { createHeadKey } from '#store/head-key.ts'
import { editDatabase } from '#store/testing/temporary.ts'
import { SESSION_SECRET, temporaryDirectory } from '../../harness.ts'
import { runSesame } from '../../program.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const KEY = createHeadKey(Buffer.from(SESSION_SECRET, 'hex'))
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

async function run(
  context: TestContext,
  args: readonly string[],
  options: {
    readonly input?: string
    readonly env?: Readonly<Record<string, string>>
    readonly cwd?: string
  } = {},
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const env = { SESSION_SECRET, ...options.env }
  const program = runSesame(args, { cwd: options.cwd ?? temporaryDirectory(context), ...options, env })
  const { code } = await program.ended
  return { code, out: program.out(), err: program.err() }
}

/** A data directory with an audit log of five rows. */
function auditDirectory(context: TestContext): string {
  const directory = temporaryDirectory(context)
  const database = openDatabase({ directory, installId: 'ab'.repeat(32), now: 1 })
  assert.ok(database.ok)
  const audit = createAuditLog({ database: database.value, now: () => 1_700_000_000_000, log, key: KEY })
  for (let index = 1; index <= 5; index += 1) {
    audit.append([{ clientOrderId: `id-${index}`, kind: 'intent', action: 'place', details: { index } }])
  }
  audit.writeHead()
  audit.close()
  database.value.close()
  return directory
}

describe('sesame', () => {
  test('a command that there is not is exit code 2 and one line', async (context) => {
    const wrong = await run(context, ['destroy'])
    assert.deepEqual([wrong.code, wrong.out], [2, ''])
    assert.equal(wrong.err.trim().split('\n').length, 1)
  })

  test('hash-password makes a hash that opens with the password, and refuses short ones', async (context) => {
    const made = await run(context, ['hash-password'], { input: 'correct horse battery\nmore\n' })
    assert.equal(made.code, 0)
    const parsed = parsePasswordHash(made.out.trim())
    assert.ok(parsed.ok)
    assert.equal(parsed.value.memoryKib, 65_536)
    assert.equal(await verifyPassword(parsed.value, 'correct horse battery'), true)
    assert.equal(await verifyPassword(parsed.value, 'another password'), false)
    const short = await run(context, ['hash-password'], { input: 'short\n' })
    assert.deepEqual([short.code, short.out], [1, ''])
  })

  test('INV-30 audit verify prints ok or names the first bad row with exit code 1', async (context) => {
    const directory = auditDirectory(context)
    const good = await run(context, ['audit', 'verify', '--data', directory])
    assert.equal(good.code, 0)
    assert.match(good.out, /^ok: 5 rows, head [0-9a-f]{64}\n$/)
    editDatabase(directory, 'UPDATE audit SET at = at + 1 WHERE seq = 3')
    const bad = await run(context, ['audit', 'verify', '--data', directory])
    assert.equal(bad.code, 1)
    assert.match(bad.out, /first bad row: 3/)
  })

  test('INV-30 audit verify reports what it could not check, checks a head kept elsewhere, and rekey accepts a new SESSION_SECRET', async (context) => {
    const directory = auditDirectory(context)
    const verify = ['audit', 'verify', '--data', directory]
    const without = await run(context, verify, { env: { SESSION_SECRET: '' } })
    assert.equal(without.code, 4)
    assert.match(without.out, /^unproven: 5 rows, head [0-9a-f]{64}: not checked: the seals/)
    const head = /head ([0-9a-f]{64})/.exec(without.out)?.[1] ?? ''
    assert.equal((await run(context, [...verify, '--head', `5:${head}`])).code, 0)
    const cut = await run(context, [...verify, '--head', `6:${head}`])
    assert.equal(cut.code, 1)
    assert.match(cut.out, /^broken: row 6 was noted as a head, the log ends at 5/)

    const env = { SESSION_SECRET: SESSION_SECRET.split('').toReversed().join('') }
    const other = await run(context, verify, { env })
    assert.equal(other.code, 1)
    assert.match(other.out, /^broken: the heads are of another key/)
    assert.match((await run(context, ['doctor', '--data', directory], { env })).out, /sesame audit rekey/)
    const rekeyed = await run(context, ['audit', 'rekey', '--data', directory], { env })
    assert.equal(rekeyed.code, 0, rekeyed.err)
    assert.match((await run(context, verify, { env })).out, /^ok: 5 rows/)
  })

  test('audit export writes one JSON object per row', async (context) => {
    const exported = await run(context, ['audit', 'export', '--data', auditDirectory(context)])
    const rows = exported.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly seq: number; readonly details: unknown })
    assert.deepEqual(
      rows.map((row) => [row.seq, row.details]),
      [1, 2, 3, 4, 5].map((index) => [index, { index }]),
    )
  })

  test('audit reads the configured data directory and reports when there is none', async (context) => {
    const directory = auditDirectory(context)
    const env = { DATA_DIR: directory, VENUE_PROFILE: 'any.json' }
    assert.equal((await run(context, ['audit', 'verify'], { env })).code, 0)
    const none = await run(context, ['audit', 'verify'])
    assert.equal(none.code, 1)
    assert.match(none.err, /DATA_DIR: .*no database/)
  })

  test('backup copies what is in use, restore puts it back and moves aside what was there', async (context) => {
    const directory = auditDirectory(context)
    const copy = join(temporaryDirectory(context), 'copy')
    const inUse = openDatabase({ directory, installId: 'ab'.repeat(32), now: 1 })
    assert.ok(inUse.ok)
    const taken = await run(context, ['backup', copy, '--data', directory])
    assert.equal(taken.code, 0, taken.err)
    assert.match(taken.out, /5 audit rows verify/)
    assert.equal((await run(context, ['backup', copy, '--data', directory])).code, 1)
    const elsewhere = await run(context, ['backup', join(copy, 'sesame.db', 'x'), '--data', directory])
    assert.equal(elsewhere.code, 1)
    assert.match(elsewhere.err, /^sesame: the copy cannot be written to \S+\/x: ENOTDIR/)

    const audit = createAuditLog({ database: inUse.value, now: () => 1_700_000_000_000, log, key: KEY })
    audit.append([{ clientOrderId: 'id-6', kind: 'intent', action: 'place', details: {} }])
    audit.close()
    assert.equal((await run(context, ['restore', copy, '--data', directory])).code, 3)
    inUse.value.close()

    // As a medium that knows no modes gives it back.
    chmodSync(join(copy, 'sesame.db'), 0o644)
    const restored = await run(context, ['restore', copy, '--data', directory])
    assert.equal(restored.code, 0, restored.err)
    const aside = /what was there is in (\S+):/.exec(restored.out)?.[1] ?? ''
    for (const [place, rows] of [
      [directory, 5],
      [aside, 6],
    ] as const) {
      const verified = await run(context, ['audit', 'verify', '--data', place])
      assert.match(verified.out, new RegExp(`^ok: ${rows} rows`))
    }
    assert.equal(statSync(join(directory, 'sesame.db')).mode & 0o777, 0o600)
  })

  test('restore refuses a copy that does not verify, and changes nothing', async (context) => {
    const directory = auditDirectory(context)
    const copy = auditDirectory(context)
    editDatabase(copy, 'UPDATE audit SET at = at + 1 WHERE seq = 3')
    const refused = await run(context, ['restore', copy, '--data', directory])
    assert.equal(refused.code, 1)
    assert.match(refused.err, /does not verify: row 3 was changed/)
    assert.equal((await run(context, ['audit', 'verify', '--data', directory])).code, 0)
    assert.equal(
      readdirSync(directory).some((name) => name.startsWith('replaced-')),
      false,
    )
  })

  test('doctor fails on bad settings and on files that others may read', async (context) => {
    const directory = auditDirectory(context)
    chmodSync(directory, 0o700)
    const env = { SESSION_SECRET: '' }
    const well = await run(context, ['doctor', '--data', directory], { env })
    assert.equal(well.code, 0, well.out)
    assert.match(well.out, /^ok {4}audit log: 5 rows verify; not checked: the seals/m)
    chmodSync(directory, 0o755)
    const open = await run(context, ['doctor', '--data', directory])
    assert.equal(open.code, 1)
    assert.match(open.out, /^fail {2}.*others may read it/m)
    const cwd = temporaryDirectory(context)
    writeFileSync(join(cwd, '.env'), 'LOG_LEVEL=deafening\nVENUE_WALET_ADDRESS=0x1\n', { mode: 0o644 })
    const bad = await run(context, ['doctor'], { cwd })
    assert.equal(bad.code, 1)
    assert.match(bad.out, /^fail {2}LOG_LEVEL/m)
    assert.match(bad.out, /^fail {2}.*\.env: others may read it/m)
  })

  const reading = [
    ['start'],
    ['setup'],
    ['doctor'],
    ['audit', 'verify'],
    ['audit', 'export'],
    ['backup', 'copy'],
    ['restore', 'copy'],
  ]
  for (const command of reading) {
    test(`${command.join(' ')} reports that .env cannot be read`, async (context) => {
      const cwd = temporaryDirectory(context)
      mkdirSync(join(cwd, '.env'), { mode: 0o700 })
      const refused = await run(context, command, { cwd })
      assert.equal(refused.code, 1)
      assert.match(`${refused.out}${refused.err}`, /\.env:? cannot be read \(EISDIR\)/)
    })
  }

  for (const [when, body] of [
    ['at once', 'throw error'],
    ['in a later turn', 'setImmediate(() => { throw error })'],
    ['in a promise', 'Promise.reject(error)'],
  ]) {
    test(`a bug that ends it before the terminal runs, ${when}, is reported without secrets, with exit code 70`, async (context) => {
      const secret = 'a-secret-of-the-environment'
      const code = `process.umask = () => { const error = new Error('a bug at ${secret}'); ${body} }`
      const env = {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
        TELEGRAM_BOT_TOKEN: secret,
      }
      const ended = await run(context, ['start'], { env })
      assert.equal(ended.code, 70, ended.err)
      assert.match(ended.err, /^sesame: .*a bug at \[redacted\]/m)
    })
  }

  test('an older Node of the machine starts the one that the project brings', (context) => {
    const old = (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'node'))
      .find((path) => existsSync(path) && majorOf(path) < 26)
    if (old === undefined) {
      context.diagnostic('this machine has no older Node on its PATH')
      return
    }
    const ran = spawnSync(old, [join(root, 'bin/sesame.js'), 'hash-password'], {
      input: 'correct horse battery\n',
      encoding: 'utf8',
    })
    assert.equal(ran.status, 0, ran.stderr)
    assert.match(ran.stdout, /^\$argon2id\$/)
    const refused = spawnSync(old, [join(root, 'bin/sesame.js'), 'nothing'], { encoding: 'utf8' })
    assert.equal(refused.status, 2)
  })
})

function majorOf(node: string): number {
  return Number(/^v(\d+)/.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? 99)
}
