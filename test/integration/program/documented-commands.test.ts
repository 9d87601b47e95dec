/** Every shell block of the README and the documents is run unchanged, or named here with the test that covers it. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { parseEnv } from 'node:util'
import { makeSandbox, shellBlocks, type Sandbox, type Ran, type Running } from '../../documented.ts'
import { startTestSimulator, type TestSimulator } from '../../harness.ts'
import { waitFor } from '../../wait-for.ts'

const PASSWORD = 'seven yellow boats at dawn'
const OWNER = `0x${'7'.repeat(40)}`
const BLOCKS = shellBlocks()

/** Blocks that no test runs unchanged, and the test that has their parts. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'README.md: tar -xf sesame-0.1.0-linux-x64.tar.gz && sesame-0.1.0-linux-x64/sesame start --open':
    'test/integration/program/release.test.ts',
  'README.md: npm ci && npm test': '.ci/run',
  'docs/getting-live.md: ./sesame setup': 'test/integration/program/setup.test.ts',
  'docs/operations.md: docker compose -f deploy/compose.yaml --profile demo up': 'test/deploy.test.ts',
}

const taken = new Set<string>()

/** The block that begins so, with what its reader puts in its own place; what is not in it is an error. */
function block(file: string, first: string, own: Readonly<Record<string, string>> = {}): string {
  const [key, text] =
    [...BLOCKS].find(([each]) => each.startsWith(`${file}: ${first}`)) ?? assert.fail(`${file}: ${first}`)
  taken.add(key)
  return Object.entries(own).reduce((script, [shown, put]) => {
    assert.ok(script.includes(shown), `${key} shows ${shown}`)
    return script.replaceAll(shown, put)
  }, text)
}

function ended(ran: Ran): Ran {
  assert.equal(ran.code, 0, `${ran.out}${ran.err}`)
  return ran
}

async function statusOf(running: Running, host: string): Promise<number> {
  const { hostname, port } = new URL(running.url)
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: '/', headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', reject).end()
  })
}

async function has(sandbox: Sandbox, context: TestContext, program: string): Promise<boolean> {
  const { code } = await sandbox.run(`command -v ${program}`)
  if (code !== 0) context.diagnostic(`this machine has no ${program}: its lines are not run`)
  return code === 0
}

/** Reads of api.md and journal.md with a token. */
async function readAsProgram(sandbox: Sandbox, token: string, context: TestContext): Promise<void> {
  const ours = { ':8080': `:${sandbox.port}` }
  const journal = 'curl -sf -H "Authorization: Bearer $SESAME_TOKEN" -o'
  const status = block('docs/api.md', 'curl -H', ours)
  const trips = block('docs/journal.md', `${journal} sesame-journal`, ours)
  if (!(await has(sandbox, context, 'curl'))) return
  const run = (script: string): Promise<Ran> => sandbox.run(`SESAME_TOKEN=${token}\n${script}`)
  assert.match(ended(await run(status)).out, /"mode":"SAFE"/)
  await waitFor('positions', async () => (await run(trips)).code === 0)
  for (const name of ['sesame-journal', 'sesame-round-trips'])
    assert.match(readFileSync(join(sandbox.checkout, `${name}.csv`), 'utf8'), /^(?:filled_at|opened_at),/)
}

/** The commands of getting-live.md, api.md and journal.md, in the order of their reader. */
async function goLive(sandbox: Sandbox, simulator: TestSimulator, context: TestContext): Promise<void> {
  copyFileSync(simulator.profilePath, join(sandbox.checkout, 'venue.json'))
  const setup = block('docs/operations.md', './sesame setup <<END', {
    'VENUE_WALLET_ADDRESS=0x...': `VENUE_WALLET_ADDRESS=${simulator.account.deposit_wallet}`,
    'VENUE_OWNER_ADDRESS=0x...': `VENUE_OWNER_ADDRESS=${OWNER}`,
    'UI_PASSWORD=...': `UI_PASSWORD=${PASSWORD}`,
    'VENUE_SESSION_KEY=...': `VENUE_SESSION_KEY=${simulator.account.session_key}`,
  })
  ended(await sandbox.run(setup))
  const settings = parseEnv(readFileSync(join(sandbox.checkout, '.env'), 'utf8'))
  assert.equal(settings['LIVE_TRADING'], 'true')
  assert.equal(statSync(join(sandbox.checkout, '.env')).mode & 0o777, 0o600)
  assert.match(ended(await sandbox.run(block('docs/getting-live.md', './sesame doctor'))).out, /^ok {4}/m)

  const running = await sandbox.start(block('docs/getting-live.md', './sesame start'))
  await readAsProgram(sandbox, await tokenOf(running.url), context)
  await running.stop()
}

/** A token to read with, made as the settings do. */
async function tokenOf(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: url }
  const send = (path: string, body: unknown, more: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const login = await send('/api/login', { password: PASSWORD })
  const { csrf_token: csrf } = (await login.json()) as { readonly csrf_token: string }
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const expires = new Date(Date.now() + 3_600_000).toISOString()
  const asked = { name: 'Reader', scope: 'read', expires_at: expires, password: PASSWORD }
  const made = await send('/api/tokens', asked, { cookie, 'x-csrf-token': csrf })
  return ((await made.json()) as { readonly token: string }).token
}

/** Replacements of the network and the machine's own services, each call noted. */
function standInForMachine(sandbox: Sandbox, root: string): void {
  sandbox.standIn(
    'git',
    'echo "git $*" >> "$LOG"; [ "$1" != clone ] || [ -e "$3" ] || ln -s "$CHECKOUT" "$3"',
  )
  sandbox.standIn('npm', 'echo "npm $*" >> "$LOG"; [ "$1" != start ] || exec ./sesame start')
  for (const name of ['useradd', 'systemctl', 'podman']) sandbox.standIn(name, `echo "${name} $*" >> "$LOG"`)
  sandbox.standIn('setpriv', 'shift 5; exec "$@"')
  sandbox.standIn(
    'install',
    'if [ "$1" = -d ]; then shift 7; mkdir -p "$@"; chmod 700 "$@"; else umask 077; cat > "$8"; fi',
  )
  for (const directory of ['opt', 'etc/systemd/system']) mkdirSync(join(root, directory), { recursive: true })
}

test('every command block of the documents runs', { timeout: 180_000 }, async (context) => {
  const simulator = await startTestSimulator(context)

  await context.test('a newcomer: README and the first part of getting-live', async (part) => {
    const sandbox = await makeSandbox(part)
    const root = join(sandbox.home, 'root')
    standInForMachine(sandbox, root)
    const demo = await sandbox.start(block('README.md', 'npm ci && npm start'))
    assert.match(demo.out(), /Password for this run: \S+/)
    await demo.stop()
    // Its last line is the one that has just been run: here the call is enough.
    sandbox.standIn('npm', 'echo "npm $* in $(basename "$PWD")"')
    const fresh = ended(await sandbox.run(`cd ~\n${block('docs/getting-live.md', 'git clone')}`))
    assert.match(fresh.out, /npm ci in (\S+)\nnpm start in \1\n/)
  })

  await context.test('from settings to the journal and the doctor', async (part) => {
    const sandbox = await makeSandbox(part)
    await goLive(sandbox, simulator, part)
    const paper = block('docs/operations.md', './sesame start --paper').split('\n')
    assert.equal(paper.length, 2)
    for (const line of paper) await (await sandbox.start(line)).stop()

    standInForMachine(sandbox, join(sandbox.home, 'root'))
    const upgraded = await sandbox.start(
      block('docs/operations.md', './sesame backup ~/backups/before-upgrade'),
    )
    await upgraded.stop()
    assert.ok(existsSync(join(sandbox.home, 'backups/before-upgrade')))

    const container = block('docs/operations.md', 'podman build')
    ended(await sandbox.run(container))
    const settings = parseEnv(readFileSync(join(sandbox.checkout, '.env'), 'utf8'))
    const lines = readFileSync(join(sandbox.checkout, 'container.env'), 'utf8').split('\n')
    assert.ok(lines.includes(`UI_PASSWORD_HASH=${settings['UI_PASSWORD_HASH'] ?? ''}`))
    assert.equal(statSync(join(sandbox.checkout, 'container.env')).mode & 0o777, 0o600)

    const proxy = block('docs/operations.md', 'COOKIE_SECURE=true')
    writeFileSync(join(sandbox.checkout, '.env'), `\n${proxy}\n`, { flag: 'a' })
    const behind = await sandbox.start('./sesame start')
    assert.equal(await statusOf(behind, 'desk.example.org'), 200)
    assert.notEqual(await statusOf(behind, 'other.example.org'), 200)
    await behind.stop()
  })

  await context.test('as a service: setting up and upgrading', async (part) => {
    const sandbox = await makeSandbox(part)
    const root = join(sandbox.home, 'root')
    standInForMachine(sandbox, root)
    copyFileSync(simulator.profilePath, join(sandbox.home, 'venue.json'))
    const places = { '/opt/': `${root}/opt/`, '/etc/': `${root}/etc/`, '/var/': `${root}/var/` }
    const { session_key: key, deposit_wallet: wallet } = simulator.account
    const lines = [
      `VENUE_PROFILE=${sandbox.home}/venue.json`,
      `UI_PASSWORD=${PASSWORD}`,
      `VENUE_WALLET_ADDRESS=${wallet}`,
      `VENUE_SESSION_KEY=${key}`,
      `VENUE_OWNER_ADDRESS=${OWNER}`,
      'LIVE_TRADING=true',
    ]
    const made = block('docs/operations.md', 'useradd', {
      ...places,
      'sesame setup\n': `sesame setup <<END\n${lines.join('\n')}\nEND\n`,
    })
    ended(await sandbox.run(made))
    assert.ok(existsSync(join(root, 'etc/systemd/system/sesame.service')))
    assert.match(
      readFileSync(join(root, 'etc/sesame/.env'), 'utf8'),
      /^DATA_DIR=[^\n]+\n[^]*VENUE_SESSION_KEY=/,
    )
    const command = /^sesame\(\).*$/m.exec(made)?.[0] ?? assert.fail()
    const first = await sandbox.start(`${command}\nsesame start`)
    const upgrade = block('docs/operations.md', 'sesame backup /var', places)
    const [backup = '', ...rest] = upgrade.split('\n')
    ended(await sandbox.run(`${command}\n${backup}`))
    await first.stop()
    ended(await sandbox.run([command, ...rest].join('\n')))
    assert.ok(existsSync(join(root, 'var/backups/sesame/before-upgrade')))
    assert.ok(existsSync(join(root, 'var/lib/sesame')))
  })

  await context.test('a drive of published clients', async (part) => {
    const sandbox = await makeSandbox(part)
    writeFileSync(
      join(sandbox.checkout, 'drive.mjs'),
      `import { readFileSync } from 'node:fs'
      const { base, tokenId } = JSON.parse(readFileSync(process.argv[process.argv.indexOf('--config') + 1], 'utf8'))
      const book = await (await fetch(base + '/book?token_id=' + tokenId)).json()
      console.log('asks', book.asks.length, process.argv.includes('--slow'))`,
    )
    const drive = block('docs/simulator.md', 'node bin/node.js', {
      'VENUE.json': simulator.profilePath,
      'DRIVE.mjs': 'drive.mjs',
    })
    assert.match(ended(await sandbox.run(drive)).out, /^asks [1-9]\d* true$/m)
  })

  after(() => {
    const left = [...BLOCKS.keys()].filter((key) => !taken.has(key))
    assert.deepEqual(left, Object.keys(ELSEWHERE))
    for (const file of Object.values(ELSEWHERE))
      assert.ok(existsSync(join(import.meta.dirname, '../../..', file)))
  })
})
