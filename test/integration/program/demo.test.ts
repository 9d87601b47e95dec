/** The demo, as somebody meets it who has just cloned the repository: no configuration at all. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { startBundledVenue } from '#app/assembly/bundled-venue.ts'
import { logIn, type Client } from '../../client.ts'
import { isReady, temporaryDirectory } from '../../harness.ts'
import { runSesame, waitForOutput, type Program } from '../../program.ts'
import { waitFor } from '../../wait-for.ts'

const READY_WITHIN_MS = 3_000
const ROOT = join(import.meta.dirname, '..', '..', '..')

async function startDemo(
  cwd: string,
  settings = 'HTTP_ADDR=127.0.0.1:1',
): Promise<{ readonly program: Program; readonly url: string; readonly password: string }> {
  writeFileSync(join(cwd, 'demo.env'), `LOG_FORMAT=json\n${settings}\nDATA_DIR=elsewhere\n`)
  writeFileSync(join(cwd, 'xdg-open'), `#!/bin/sh\necho "$1" > ${join(cwd, 'opened')}\n`, { mode: 0o700 })
  const words = ['start', '--open', '--port', '0', '--data', 'data', '--settings', 'demo.env']
  const env = { PATH: `${cwd}${delimiter}${process.env['PATH'] ?? ''}` }
  const program = runSesame(words, { cwd, env })
  const url = await waitForOutput(program, /Sesame is at (http\S+)/)
  const password = await waitForOutput(program, /Password for this run: (\S+)/)
  await waitFor('the demo to be ready', () => isReady(url))
  return { program, url, password }
}

type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** A program of examples/, as its reader would run it. */
async function runExample(program: string, words: readonly string[], token: string): Promise<Ran> {
  const child = spawn(program, words, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', SESAME_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, out, err }
}

function hasProgram(context: TestContext, name: string): boolean {
  const has = spawnSync(name, ['--version']).status === 0
  if (!has) context.diagnostic(`this machine has no ${name}: its example is not run`)
  return has
}

/** All examples, one after the other; the terminal ends SAFE and without an order. */
async function runExamples(context: TestContext, client: Client, password: string): Promise<void> {
  const { url } = client
  const create = async (name: string, scope: 'trade' | 'cancel'): Promise<string> => {
    const expiresAt = new Date(Date.now() + 600_000).toISOString()
    const body = { name, scope, expires_at: expiresAt, password }
    return (await client.ok('createToken', { body })).token
  }
  const [trader, watchdog] = [await create('Example', 'trade'), await create('Watchdog', 'cancel')]
  const words = ['examples/watch-and-place.ts', '--url', url, '--updates', '1']
  const safe = await runExample(process.execPath, words, trader)
  assert.match(safe.err, /the terminal is SAFE: arm it on its page first/)
  await client.ok('arm', { body: {} })
  const { code, out, err } = await runExample(process.execPath, words, trader)
  assert.match(out, /bid 0\.\d+ {2}ask 0\.\d+\nplaced \S+ at 0\.\d+: accepted \ncancelled 1\n$/, err)
  assert.equal(code, 0)
  if (hasProgram(context, 'python3')) {
    const python = await runExample('python3', ['examples/place_and_cancel.py', '--url', url], trader)
    assert.match(python.out, /bid 0\.\d+\nplaced accepted \ncancelled 1\n$/, python.err)
    const watched = await runExample(
      'python3',
      ['examples/watch_book.py', '--url', url, '--updates', '1'],
      watchdog,
    )
    assert.match(watched.out, /\nbid 0\.\d+ ask 0\.\d+\n$/, watched.err)
    const wrong = await runExample('python3', ['examples/place_and_cancel.py', '--url', url], watchdog)
    assert.match(wrong.err, /POST \/orders\/place: 403 token_scope/)
  }
  if (hasProgram(context, 'curl')) {
    const curl = await runExample('examples/cancel-all.sh', [url], watchdog)
    assert.match(curl.out, /^\{"cancelled":\[.*\}\n\{"mode":"SAFE".*\}\n$/, curl.err)
    assert.equal((await client.ok('readTrading')).mode, 'SAFE')
    const wrong = await runExample('examples/cancel-all.sh', [url], `${watchdog}x`)
    assert.notEqual(wrong.code, 0)
    assert.match(wrong.out, /"code":"bad_token"/)
  }
  const { items } = await client.ok('listAudit', { query: { kind: 'intent' } })
  const by = items.map(({ details }) => details['by'] ?? details['token'])
  assert.ok(by.includes('Watchdog'))
  assert.ok(
    by.every((name) => name === 'Example' || name === 'Watchdog'),
    'every command was a program\u2019s',
  )
  assert.ok(items.some(({ action, details }) => action === 'place' && details['by'] === 'Example'))
  await client.ok('disarm', { body: {} })
}

async function loginStatus(url: string, token: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify({ token }) })
  await answer.body?.cancel()
  return answer.status
}

/** True while the control API of a venue answers. */
const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/_sim/state`).then(
    ({ ok }) => ok,
    () => false,
  )

test('the venue of a demo ends with its terminal, also with one that is killed', async (context) => {
  const started = await startBundledVenue()
  assert.ok(started.ok)
  assert.equal(await answers(started.value.world.controlUrl), true)
  await started.value.end()
  assert.equal(await answers(started.value.world.controlUrl), false)

  const script = `
    import { startBundledVenue } from ${JSON.stringify(join(ROOT, 'src/app/assembly/bundled-venue.ts'))}
    const started = await startBundledVenue()
    console.log(started.value.world.controlUrl)
    setInterval(() => {}, 1_000)`
  const terminal = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT })
  context.after(() => terminal.kill('SIGKILL'))
  const [url] = (await once(createInterface(terminal.stdout), 'line')) as [string]
  assert.equal(await answers(url), true)
  terminal.kill('SIGKILL')
  await waitFor('the venue to end', async () => !(await answers(url)))
})

test('the demo is ready within 3 s, trades on a simulated venue only, and begins afresh after kill -9', async (context) => {
  const cwd = temporaryDirectory(context)
  const started = performance.now()
  const first = await startDemo(cwd)
  context.after(() => first.program.kill('SIGKILL'))
  const took = performance.now() - started
  context.diagnostic(`ready after ${Math.round(took)} ms`)
  const client = await logIn(first.url, first.password)
  const status = await client.ok('readStatus')
  assert.deepEqual([status.simulated, status.live_trading, status.mode], [true, true, 'SAFE'])
  assert.ok((await client.ok('search', { query: { q: '' } })).items.length > 0)
  const link = await waitForOutput(first.program, /Log in with this link.*: (\S+)/)
  const token = new URL(link).hash.slice('#login='.length)
  const opened = (): string => readFileSync(join(cwd, 'opened'), 'utf8').trim()
  await waitFor('the browser to be opened', () => existsSync(join(cwd, 'opened')) && opened() !== '')
  assert.equal(opened(), link)
  assert.deepEqual([await loginStatus(first.url, token), await loginStatus(first.url, token)], [200, 403])
  for (const secret of [first.password, token]) assert.equal(first.program.err().includes(secret), false)
  await runExamples(context, client, first.password)
  assert.equal((await client.ok('listOrders')).items.length, 0)
  assert.equal((await client.ok('readTrading')).mode, 'SAFE')

  first.program.kill('SIGKILL')
  await first.program.ended
  // As deploy/compose.yaml runs it: no proxy is in front.
  const second = await startDemo(cwd, 'HTTP_ADDR=0.0.0.0:1\nALLOWED_HOSTS=localhost,127.0.0.1')
  assert.match(second.program.out(), /^Sesame is at http:\/\/localhost:\d+ \(demo: simulated venue\)$/m)
  context.after(() => second.program.kill('SIGKILL'))
  assert.notEqual(second.password, first.password)
  assert.match(second.program.err(), /"level":"warn","event":"program\.was_not_stopped"/)
  assert.doesNotMatch(first.program.err(), /was_not_stopped/)
  second.program.kill('SIGTERM')
  assert.equal((await second.program.ended).code, 0)
  // On a machine that is busy with something else the time says nothing about the program.
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism() / 2
  if (isBusy) context.diagnostic('the machine is busy: the time to be ready is not judged')
  else assert.ok(took < READY_WITHIN_MS, `ready after ${took} ms`)
})

test('behind TLS the start prints the address that works, and asks for the proxies', async (context) => {
  const cwd = temporaryDirectory(context)
  const env = {
    HTTP_ADDR: '0.0.0.0:0',
    LOG_FORMAT: 'json',
    COOKIE_SECURE: 'true',
    ALLOWED_HOSTS: 'desk.example.org',
  }
  const refused = runSesame(['start'], { cwd, env })
  assert.equal((await refused.ended).code, 1)
  assert.match(refused.err(), /TRUSTED_PROXIES is required when HTTP_ADDR is reachable from other hosts/)

  const program = runSesame(['start'], { cwd, env: { ...env, TRUSTED_PROXIES: '192.0.2.1' } })
  const port = await waitForOutput(
    program,
    /^Sesame is at https:\/\/desk\.example\.org \(demo.*\), behind its TLS proxy, which reaches it at http:\/\/0\.0\.0\.0:(\d+)$/m,
  )
  const password = await waitForOutput(program, /Password for this run: (\S+)/)
  const statusOfLogin = async (tried: string): Promise<number> => {
    const asked = request({
      port,
      path: '/api/login',
      method: 'POST',
      headers: { host: 'desk.example.org', 'content-type': 'application/json' },
    })
    asked.end(JSON.stringify({ password: tried }))
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode ?? 0
  }
  const health = runSesame(['health'], {
    cwd,
    env: { ...env, HTTP_ADDR: `0.0.0.0:${port}`, TRUSTED_PROXIES: '192.0.2.1' },
  })
  assert.deepEqual([(await health.ended).code, health.err()], [0, ''])
  assert.match(health.out(), /^(?:ok|degraded)\n$/)
  assert.equal(await statusOfLogin('wrong'), 403)
  assert.equal(await statusOfLogin(password), 200)
  program.kill('SIGTERM')
  assert.equal((await program.ended).code, 0)
  const gone = runSesame(['health'], { cwd, env: { HTTP_ADDR: `127.0.0.1:${port}` } })
  assert.equal((await gone.ended).code, 1)
})
