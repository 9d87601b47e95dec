/** Refusals of a start: one line that names the setting, never its value, and an exit code. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import {
  startTerminalProcess,
  startTestSimulator,
  temporaryDirectory,
  terminalEnvironment,
} from '../../harness.ts'
import { runSesame } from '../../program.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

type Refused = { readonly code: number | null; readonly lines: readonly string[]; readonly out: string }

async function start(
  context: TestContext,
  env: Readonly<Record<string, string>>,
  cwd = temporaryDirectory(context),
): Promise<Refused> {
  const program = runSesame(['start'], { cwd, env: { HTTP_ADDR: '127.0.0.1:0', ...env } })
  context.after(() => program.kill('SIGKILL'))
  const { code } = await program.ended
  return { code, lines: program.err().trim().split('\n'), out: program.out() }
}

const SECRET = '9c1185a5c5e9fc54612808977ee8f548b2258d31f0ea4a1bb3b34b6dcb2ef1a7'

describe('INV-43 a bad setting refuses the start with one line and never shows its value', () => {
  const bad: readonly (readonly [setting: string, value: string])[] = [
    ['VENUE_GEOBLOCK_URL', 'https://elsewhere.example/geo'],
    ['VENUE_PRIVATE_KEY', SECRET],
    ['WALLET_PRIVATE_KEY_FILE', '/run/secrets/key'],
    ['VENUE_RELAYER_URL', 'https://relayer.example'],
    ['MY_RELAYER_API_KEY', 'a1b2c3d4e5f6'],
    ['VENUE_BRIDGE_URL', 'https://bridge.example'],
    ['HTTP_ADDR', 'nowhere-special'],
    ['LOG_LEVEL', 'deafening'],
    ['COOKIE_SECURE', 'perhaps'],
    ['IDLE_DISARM_MINUTES', 'forever'],
    ['RISK_CEILING_ORDER_NOTIONAL', '12.3456789'],
    ['SESAME_FAKE_VENUE', 'perhaps'],
  ]
  for (const [setting, value] of bad) {
    test(setting, async (context) => {
      const cwd = temporaryDirectory(context)
      const { code, lines, out } = await start(context, { [setting]: value }, cwd)
      assert.equal(code, 1)
      assert.equal(lines.length, 1, lines.join('\n'))
      assert.match(lines[0] ?? '', new RegExp(`^sesame: ${setting} `))
      assert.equal(`${lines.join()}${out}`.includes(value), false)
      assert.deepEqual(readdirSync(cwd), [], 'nothing was written')
    })
  }

  test('a setting from .env is judged alike, and a variable of the process wins over it', async (context) => {
    const cwd = temporaryDirectory(context)
    writeFileSync(join(cwd, '.env'), 'LOG_LEVEL=deafening\n')
    assert.match((await start(context, {}, cwd)).lines.join(), /LOG_LEVEL/)
    const overruled = await start(context, { LOG_LEVEL: 'error', HEARTBEAT: 'sometimes' }, cwd)
    assert.equal(overruled.lines.length, 1)
    assert.match(overruled.lines[0] ?? '', /HEARTBEAT/)
  })
})

describe('a start that cannot have what it needs', () => {
  test('a port in use: one line that names HTTP_ADDR', async (context) => {
    const taken = createServer().listen(0, '127.0.0.1')
    context.after(() => taken.close())
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    const simulator = await startTestSimulator(context)
    const env = terminalEnvironment(simulator, join(temporaryDirectory(context), 'data'))
    const { code, lines } = await start(context, {
      ...env,
      HTTP_ADDR: `127.0.0.1:${port}`,
      LOG_LEVEL: 'error',
    })
    assert.equal(code, 1)
    assert.equal(lines.length, 1, lines.join('\n'))
    assert.match(lines[0] ?? '', /^sesame: HTTP_ADDR.*in use/)
  })

  test('a loopback interface that is down: one line that names its address', (context) => {
    const program = [process.execPath, join(ROOT, 'bin/sesame.js'), 'start']
    const options = { cwd: temporaryDirectory(context), encoding: 'utf8', timeout: 60_000 } as const
    const { status, stderr, error } = spawnSync('unshare', ['--map-root-user', '--net', ...program], options)
    if (error !== undefined || stderr.startsWith('unshare:')) {
      context.diagnostic('this machine makes no network of its own for a test')
      return
    }
    assert.equal(status, 1)
    assert.match(stderr, /^sesame: the bundled venue could not be started: [^\n]*127\.0\.0\.1[^\n]*\n$/)
  })

  test('a data directory that cannot be one: one line that names DATA_DIR', async (context) => {
    const directory = temporaryDirectory(context)
    writeFileSync(join(directory, 'file'), '')
    const { code, lines } = await start(context, { DATA_DIR: join(directory, 'file'), LOG_LEVEL: 'error' })
    assert.equal(code, 1)
    assert.equal(lines.length, 1, lines.join('\n'))
    assert.match(lines[0] ?? '', /^sesame: DATA_DIR/)
  })

  test('INV-33 a second instance: exit code 3 and the process id of the first, which goes on', async (context) => {
    const terminal = await startTerminalProcess(context)
    const env = terminalEnvironment(terminal.simulator, terminal.dataDirectory)
    const { code, lines } = await start(context, { ...env, LOG_LEVEL: 'error' })
    assert.equal(code, 3)
    assert.equal(lines.length, 1, lines.join('\n'))
    assert.match(lines[0] ?? '', new RegExp(`^sesame: DATA_DIR.*process ${terminal.program().pid}\\b`))
    assert.equal((await terminal.client().call('health')).status, 200)
  })

  test('the data directory is for its owner only', async (context) => {
    const terminal = await startTerminalProcess(context)
    assert.equal(statSync(terminal.dataDirectory).mode & 0o777, 0o700)
    for (const name of readdirSync(terminal.dataDirectory)) {
      assert.equal(statSync(join(terminal.dataDirectory, name)).mode & 0o077, 0, name)
    }
  })
})
